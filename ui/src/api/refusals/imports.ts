// What is refused of imports, exports and bulk actions.
import { t } from '@lingui/core/macro';
import type { Words } from '../sentences/words.ts';

export const importsWords: Words<'job' | 'import' | 'row' | 'export' | 'bulk'> = {
  'import-missing': () => t`The import does not exist.`,
  'import-upload-missing': () => t`The upload does not exist.`,
  'import-file-removed': () =>
    t`The file was removed because it was uploaded more than a day ago or contained a person who was erased. Please upload it again.`,
  'import-nothing-under-way': () => t`This import is not running.`,
  'import-under-way': () => t`The import is running: cancel it first.`,
  'import-undone': () => t`The import was already undone.`,
  'import-nothing-done': () => t`The import has changed nothing that could be undone.`,
  'import-too-old': () => t`The import is more than seven days old and can no longer be undone.`,
  'import-columns': ({ expected }) => t`The file has ${expected} columns: give one entry for each, in their order.`,
  'import-field-or-new': () => t`Give either field or new_field, not both.`,
  'import-no-field': ({ field, tags }) => t`The list has no field ${field}. It has ${tags}.`,
  'import-field-twice': ({ field }) => t`Another column is already used for the field ${field}.`,
  'import-no-address': ({ tag }) => t`One column must be used for the field ${tag}, which holds the addresses.`,
  'import-list-removed': () => t`The list was removed, so the import stopped.`,
  'import-field-gone': ({ fields }) =>
    t`The list no longer has the field ${fields}: choose another field for its column.`,
  'import-files-many': ({ most }) => t`There are ${most} files that are not imported yet. Remove some of them first.`,
  'import-uploads-many': () => t`Too many files are being uploaded. Please try again in a few seconds.`,
  'import-columns-many': ({ columns, most }) => t`The file has ${columns} columns, and the maximum is ${most}.`,
  'import-file-empty': () => t`The file is empty.`,
  'import-separator': ({ label }) => t`${label} must be one character, such as , or ; or the word tab.`,
  'import-erasing': () =>
    t`An import or export with this address in its file is running. Please try again when it is done, or cancel it.`,
  'import-erase-address': () => t`Email must be the address of this person.`,
  'export-missing': () => t`The export does not exist.`,
  'export-many': ({ most }) => t`There are ${most} exports running. Wait for one to finish, or cancel it.`,
  'export-not-under-way': () => t`The export is not running.`,
  'export-not-ready': () => t`The export is not ready yet: check its status.`,
  'export-file-removed': () =>
    t`The file was removed because it is more than a day old or contained a person who was erased. Please export again.`,
  'export-failed': () => t`The export failed: it has no file.`,
  'export-cancelled': () => t`The export was canceled: it has no file.`,
  'export-under-way': () => t`The export is running: cancel it first.`,
  'export-list-removed': () => t`The list was removed, so the export stopped.`,
  'bulk-missing': () => t`The bulk action does not exist.`,
  'bulk-many': ({ most }) => t`There are ${most} unfinished bulk actions. Cancel some of them first.`,
  'bulk-target-blank': () => t`Target list uid cannot be blank: it names the list that people are moved or copied to.`,
  'bulk-target-missing': () => t`There is no such list.`,
  'bulk-target-same': () => t`This is the list that people are already on: choose another one.`,
  'bulk-set-field': ({ known }) => t`Set field must be one of: ${known}.`,
  'bulk-count-differs': ({ people, expected }) =>
    t`It would now affect ${people}, not ${expected}, so nothing was done.`,
  'bulk-over': () => t`The bulk action is already finished.`,
  'bulk-list-removed': () => t`The list was removed, so the bulk action stopped.`,
  'bulk-target-removed': () => t`The target list was removed.`,
  'import-closed-not-ready': () => t`The import cannot be changed or run: it is not ready.`,
  'import-closed-checking': () =>
    t`The import cannot be changed or run: its dry run is still running. Wait for it to finish, or cancel it.`,
  'import-closed-importing': () => t`The import cannot be changed or run: it is already running.`,
  'import-closed-imported': () =>
    t`The import cannot be changed or run: it is done. Upload the file again to import it again, or undo this import.`,
  'import-closed-undoing': () => t`The import cannot be changed or run: it is being undone.`,
  'import-closed-undone': () =>
    t`The import cannot be changed or run: it was undone. Upload the file again to import it again.`,
  'import-closed-failed': () =>
    t`The import cannot be changed or run: it stopped halfway. What it did before can be undone. Upload the file again to import it again.`,
  'import-closed-cancelled': () =>
    t`The import cannot be changed or run: it was canceled. What it did before can be undone. Upload the file again to import it again.`,
  'bulk-closed-counting': () =>
    t`The bulk action cannot start: its people are still being counted. Check its status and start it afterwards.`,
  'bulk-closed-running': () => t`The bulk action cannot start: it is already running.`,
  'bulk-closed-done': () => t`The bulk action cannot start: it is done. Create another one.`,
  'bulk-closed-failed': () => t`The bulk action cannot start: it failed. Create another one.`,
  'bulk-closed-cancelled': () => t`The bulk action cannot start: it was canceled. Create another one.`,
  'import-kind-ods': () =>
    t`The file is an OpenDocument spreadsheet (.ods), not CSV. Open it in a spreadsheet app, save the sheet as “CSV UTF-8”, and use that file.`,
  'import-kind-xlsx': () =>
    t`The file is an Excel workbook (.xlsx), not CSV. Open it in a spreadsheet app, save the sheet as “CSV UTF-8”, and use that file.`,
  'import-kind-xls': () =>
    t`The file is an old Excel workbook (.xls), not CSV. Open it in a spreadsheet app, save the sheet as “CSV UTF-8”, and use that file.`,
  'job-vain': ({ count }) =>
    t`It failed ${count} times because something went wrong on our side; see the log. What was done before is kept.`,
  'job-unknown': ({ kind }) => t`This server has no jobs of the type ${kind}.`,
  'import-kind-zip': () => t`The file is a ZIP archive, not CSV. Unpack it, and use the CSV file inside.`,
  'import-kind-pdf': () => t`The file is a PDF, not CSV. Please provide the list as CSV.`,
  'import-kind-gzip': () => t`The file is compressed with gzip, not CSV. Unpack it first (gunzip).`,
  'import-column-twice': ({ field }) => t`Two columns are used for the field ${field}.`,
  'import-no-column': ({ name, names }) => t`There is no column ${name}: the first line has ${names}.`,
  'import-no-addresses': ({ names, tags, map }) =>
    t`No column holds the addresses: the first line has ${names}. It must name the columns, one of them EMAIL (or Email Address, E-Mail, Mail …). The list has ${tags}. A column of another name: --map ${map}.`,
  'row-long': ({ most }) => t`The row is longer than ${most} characters.`,
  'row-quote-open': () => t`A quotation mark is opened but not closed.`,
  'row-quote-text': () => t`There is text after a closing quotation mark.`,
  'row-values': ({ count, expected }) => t`Values in this row: ${count}. In the first line: ${expected}.`,
  'row-address-again': () => t`This address is already in the file.`,
  'row-address-none': () => t`The row has no address.`,
  'row-address-invalid': () => t`This is not a valid email address.`,
  'import-binary': () => t`The file is not text: it contains NUL bytes. Please provide it as CSV.`,
  'import-suppression-addresses': ({ names }) =>
    t`No column holds addresses: the first line has ${names}. It must name the columns, email among them (reason and detail may be there), or hold an address.`,
};
