// What is refused of imports, exports and bulk actions.
import { t } from '@lingui/core/macro';
import type { Words } from '../sentences/words.ts';

export const importsWords: Words<'job' | 'import' | 'row' | 'export' | 'bulk'> = {
  'import-missing': () => t`The import does not exist.`,
  'import-upload-missing': () => t`The upload does not exist.`,
  'import-file-removed': () =>
    t`The file was removed, as it was uploaded more than a day ago or held somebody who was erased: upload it again.`,
  'import-nothing-under-way': () => t`Nothing of this import is under way.`,
  'import-under-way': () => t`The import is under way: cancel it first.`,
  'import-undone': () => t`The import was undone already.`,
  'import-nothing-done': () => t`The import has done nothing that could be undone.`,
  'import-too-old': () => t`The import is more than seven days old: what it did can no longer be undone.`,
  'import-columns': ({ expected }) => t`The file has ${expected} columns: give one entry for each, in their order.`,
  'import-field-or-new': () => t`Give either field or new_field, not both.`,
  'import-no-field': ({ field, tags }) => t`The list has no field ${field}. It has ${tags}.`,
  'import-field-twice': ({ field }) => t`Another column is for the field ${field} already.`,
  'import-no-address': ({ tag }) => t`One column must be for the field ${tag}: it holds the addresses.`,
  'import-list-removed': () => t`The list was removed: the import stopped there.`,
  'import-field-gone': ({ fields }) => t`The list has no field ${fields} any more: give its column another field.`,
  'import-files-many': ({ most }) => t`There are ${most} files that are not imported yet: remove some of them first.`,
  'import-uploads-many': () => t`Too many files are being uploaded. Please try again in a few seconds.`,
  'import-columns-many': ({ columns, most }) => t`The file has ${columns} columns; at most ${most} can be read.`,
  'import-file-empty': () => t`The file is empty.`,
  'import-separator': ({ label }) => t`${label} must be one sign, such as , or ; or the word tab.`,
  'import-erasing': () =>
    t`An import or export that has this address in its file is under way. Please try again when it is done, or cancel it.`,
  'import-erase-address': () => t`Email must be the address of this person.`,
  'export-missing': () => t`The export does not exist.`,
  'export-many': ({ most }) => t`There are ${most} exports under way: wait for one, or cancel it.`,
  'export-not-under-way': () => t`The export is not under way.`,
  'export-not-ready': () => t`The export is not ready yet: ask how it stands.`,
  'export-file-removed': () =>
    t`The file was removed, as it is more than a day old or held somebody who was erased: export again.`,
  'export-failed': () => t`The export failed: it has no file.`,
  'export-cancelled': () => t`The export was cancelled: it has no file.`,
  'export-under-way': () => t`The export is under way: cancel it first.`,
  'export-list-removed': () => t`The list was removed: the export stopped there.`,
  'bulk-missing': () => t`The bulk action does not exist.`,
  'bulk-many': ({ most }) => t`There are ${most} bulk actions that are not over: cancel some of them first.`,
  'bulk-target-blank': () => t`Target list uid cannot be blank: it says where people are to go.`,
  'bulk-target-missing': () => t`There is no such list.`,
  'bulk-target-same': () => t`This is the list that people are on: choose another.`,
  'bulk-set-field': ({ known }) => t`Set field must be one of: ${known}.`,
  'bulk-count-differs': ({ people, expected }) =>
    t`It would be done with ${people} now, not with ${expected}: nothing was done.`,
  'bulk-over': () => t`The bulk action is over.`,
  'bulk-list-removed': () => t`The list was removed: the bulk action stopped there.`,
  'bulk-target-removed': () => t`The list that people were to go to was removed.`,
  'import-closed-not-ready': () => t`The import cannot be changed or run: it is not ready.`,
  'import-closed-checking': () =>
    t`The import cannot be changed or run: its dry run is under way. Wait for its end, or cancel it.`,
  'import-closed-importing': () => t`The import cannot be changed or run: it is under way.`,
  'import-closed-imported': () =>
    t`The import cannot be changed or run: it is done. Upload the file again for another one, or undo this one.`,
  'import-closed-undoing': () => t`The import cannot be changed or run: it is being undone.`,
  'import-closed-undone': () =>
    t`The import cannot be changed or run: it was undone. Upload the file again for another one.`,
  'import-closed-failed': () =>
    t`The import cannot be changed or run: it stopped in the middle. What it did until then can be undone; upload the file again for another one.`,
  'import-closed-cancelled': () =>
    t`The import cannot be changed or run: it was cancelled. What it did until then can be undone; upload the file again for another one.`,
  'bulk-closed-counting': () =>
    t`The bulk action cannot begin: its people are being counted. Ask how it stands, and begin it then.`,
  'bulk-closed-running': () => t`The bulk action cannot begin: it is under way.`,
  'bulk-closed-done': () => t`The bulk action cannot begin: it is done. Make another one.`,
  'bulk-closed-failed': () => t`The bulk action cannot begin: it failed. Make another one.`,
  'bulk-closed-cancelled': () => t`The bulk action cannot begin: it was cancelled. Make another one.`,
  'import-kind-ods': () =>
    t`The file is an OpenDocument spreadsheet (.ods), not CSV. Open it in a spreadsheet program, save the sheet as “CSV UTF-8”, and give that file.`,
  'import-kind-xlsx': () =>
    t`The file is an Excel workbook (.xlsx), not CSV. Open it in a spreadsheet program, save the sheet as “CSV UTF-8”, and give that file.`,
  'import-kind-xls': () =>
    t`The file is an old Excel workbook (.xls), not CSV. Open it in a spreadsheet program, save the sheet as “CSV UTF-8”, and give that file.`,
  'job-vain': ({ count }) =>
    t`It was tried ${count} times in vain: something went wrong on our side. The log has it. What was done until then stands.`,
  'job-unknown': ({ kind }) => t`This server knows no jobs of the kind ${kind}.`,
  'import-kind-zip': () => t`The file is a ZIP archive, not CSV. Unpack it, and give the CSV file that is in it.`,
  'import-kind-pdf': () => t`The file is a PDF, not CSV. Give the list as CSV.`,
  'import-kind-gzip': () => t`The file is packed with gzip, not CSV. Unpack it first (gunzip).`,
  'import-column-twice': ({ field }) => t`Two columns are for the field ${field}.`,
  'import-no-column': ({ name, names }) => t`There is no column ${name}: the first line has ${names}.`,
  'import-no-addresses': ({ names, tags, map }) =>
    t`No column holds the addresses: the first line has ${names}. It must name the columns, one of them EMAIL (or Email Address, E-Mail, Mail …). The list has ${tags}. A column of another name: --map ${map}.`,
  'row-long': ({ most }) => t`The row is longer than ${most} characters.`,
  'row-quote-open': () => t`A quotation mark is opened and not closed.`,
  'row-quote-text': () => t`There is text after a closing quotation mark.`,
  'row-values': ({ count, expected }) => t`Values in this row: ${count}. In the first line: ${expected}.`,
  'row-address-again': () => t`The file has this address already.`,
  'row-address-none': () => t`The row has no address.`,
  'row-address-invalid': () => t`This is not a valid email address.`,
  'import-binary': () => t`The file is no text: it holds NUL bytes. Give it as CSV.`,
  'import-suppression-addresses': ({ names }) =>
    t`No column holds addresses: the first line has ${names}. It must name the columns, email among them (reason and detail may be there), or hold an address.`,
};
