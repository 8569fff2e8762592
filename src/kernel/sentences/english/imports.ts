// What is refused of imports, exports and bulk actions.
export const IMPORTS = {
  'import-missing': 'The import does not exist.',
  'import-upload-missing': 'The upload does not exist.',
  'import-file-removed':
    'The file was removed, as it was uploaded more than a day ago or held somebody who was erased: upload it again.',
  'import-nothing-under-way': 'Nothing of this import is under way.',
  'import-under-way': 'The import is under way: cancel it first.',
  'import-undone': 'The import was undone already.',
  'import-nothing-done': 'The import has done nothing that could be undone.',
  'import-too-old': 'The import is more than seven days old: what it did can no longer be undone.',
  'import-columns': 'The file has {expected} columns: give one entry for each, in their order.',
  'import-field-or-new': 'Give either field or new_field, not both.',
  'import-no-field': 'The list has no field {field}. It has {tags}.',
  'import-field-twice': 'Another column is for the field {field} already.',
  'import-no-address': 'One column must be for the field {tag}: it holds the addresses.',
  'import-list-removed': 'The list was removed: the import stopped there.',
  'import-field-gone': 'The list has no field {fields} any more: give its column another field.',
  'import-files-many': 'There are {most} files that are not imported yet: remove some of them first.',
  'import-uploads-many': 'Too many files are being uploaded. Please try again in a few seconds.',
  'import-columns-many': 'The file has {columns} columns; at most {most} can be read.',
  'import-file-empty': 'The file is empty.',
  'import-separator': '{label} must be one sign, such as , or ; or the word tab.',
  'import-erasing':
    'An import or export that has this address in its file is under way. Please try again when it is done, or cancel it.',
  'import-erase-address': 'Email must be the address of this person.',
  'export-missing': 'The export does not exist.',
  'export-many': 'There are {most} exports under way: wait for one, or cancel it.',
  'export-not-under-way': 'The export is not under way.',
  'export-not-ready': 'The export is not ready yet: ask how it stands.',
  'export-file-removed':
    'The file was removed, as it is more than a day old or held somebody who was erased: export again.',
  'export-failed': 'The export failed: it has no file.',
  'export-cancelled': 'The export was cancelled: it has no file.',
  'export-under-way': 'The export is under way: cancel it first.',
  'export-list-removed': 'The list was removed: the export stopped there.',
  'bulk-missing': 'The bulk action does not exist.',
  'bulk-many': 'There are {most} bulk actions that are not over: cancel some of them first.',
  'bulk-target-blank': 'Target list uid cannot be blank: it says where people are to go.',
  'bulk-target-missing': 'There is no such list.',
  'bulk-target-same': 'This is the list that people are on: choose another.',
  'bulk-set-field': 'Set field must be one of: {known}.',
  'bulk-count-differs': 'It would be done with {people} now, not with {expected}: nothing was done.',
  'bulk-over': 'The bulk action is over.',
  'bulk-list-removed': 'The list was removed: the bulk action stopped there.',
  'bulk-target-removed': 'The list that people were to go to was removed.',
  'job-vain':
    'It was tried {count} times in vain: something went wrong on our side. The log has it. What was done until then stands.',
  'job-unknown': 'This server knows no jobs of the kind {kind}.',
  'import-closed-not-ready': 'The import cannot be changed or run: it is not ready.',
  'import-closed-checking':
    'The import cannot be changed or run: its dry run is under way. Wait for its end, or cancel it.',
  'import-closed-importing': 'The import cannot be changed or run: it is under way.',
  'import-closed-imported':
    'The import cannot be changed or run: it is done. Upload the file again for another one, or undo this one.',
  'import-closed-undoing': 'The import cannot be changed or run: it is being undone.',
  'import-closed-undone': 'The import cannot be changed or run: it was undone. Upload the file again for another one.',
  'import-closed-failed':
    'The import cannot be changed or run: it stopped in the middle. What it did until then can be undone; upload the file again for another one.',
  'import-closed-cancelled':
    'The import cannot be changed or run: it was cancelled. What it did until then can be undone; upload the file again for another one.',
  'bulk-closed-counting':
    'The bulk action cannot begin: its people are being counted. Ask how it stands, and begin it then.',
  'bulk-closed-running': 'The bulk action cannot begin: it is under way.',
  'bulk-closed-done': 'The bulk action cannot begin: it is done. Make another one.',
  'bulk-closed-failed': 'The bulk action cannot begin: it failed. Make another one.',
  'bulk-closed-cancelled': 'The bulk action cannot begin: it was cancelled. Make another one.',
  'import-kind-ods':
    'The file is an OpenDocument spreadsheet (.ods), not CSV. Open it in a spreadsheet program, save the sheet as "CSV UTF-8", and give that file.',
  'import-kind-xlsx':
    'The file is an Excel workbook (.xlsx), not CSV. Open it in a spreadsheet program, save the sheet as "CSV UTF-8", and give that file.',
  'import-kind-xls':
    'The file is an old Excel workbook (.xls), not CSV. Open it in a spreadsheet program, save the sheet as "CSV UTF-8", and give that file.',
  'import-kind-zip': 'The file is a ZIP archive, not CSV. Unpack it, and give the CSV file that is in it.',
  'import-kind-pdf': 'The file is a PDF, not CSV. Give the list as CSV.',
  'import-kind-gzip': 'The file is packed with gzip, not CSV. Unpack it first (gunzip).',
  'import-column-twice': 'Two columns are for the field {field}.',
  'import-no-column': 'There is no column {name}: the first line has {names}.',
  'import-no-addresses':
    'No column holds the addresses: the first line has {names}. It must name the columns, one of them EMAIL (or Email Address, E-Mail, Mail …). The list has {tags}. A column of another name: --map {map}.',
  // Why a row of a file is not stored.
  'row-long': 'The row is longer than {most} characters.',
  'row-quote-open': 'A quotation mark is opened and not closed.',
  'row-quote-text': 'There is text after a closing quotation mark.',
  'row-values': 'The row has {count} values, the first line has {expected}.',
  'row-address-again': 'The file has this address already.',
  'row-address-none': 'The row has no address.',
  'row-address-invalid': 'This is not a valid email address.',
  'import-binary': 'The file is no text: it holds NUL bytes. Give it as CSV.',
  'import-suppression-addresses':
    'No column holds addresses: the first line has {names}. It must name the columns, email among them (reason and detail may be there), or hold an address.',
} as const;
