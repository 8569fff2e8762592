// What is refused of imports, exports and bulk actions.
export const IMPORTS = {
  'import-missing': 'The import does not exist.',
  'import-upload-missing': 'The upload does not exist.',
  'import-file-removed':
    'The file was removed because it was uploaded more than a day ago or contained a person who was erased. Please upload it again.',
  'import-nothing-under-way': 'This import is not running.',
  'import-under-way': 'The import is running: cancel it first.',
  'import-undone': 'The import was already undone.',
  'import-nothing-done': 'The import has changed nothing that could be undone.',
  'import-too-old': 'The import is more than seven days old and can no longer be undone.',
  'import-columns': 'The file has {expected} columns: give one entry for each, in their order.',
  'import-field-or-new': 'Give either field or new_field, not both.',
  'import-no-field': 'The list has no field {field}. It has {tags}.',
  'import-field-twice': 'Another column is already used for the field {field}.',
  'import-no-address': 'One column must be used for the field {tag}, which holds the addresses.',
  'import-list-removed': 'The list was removed, so the import stopped.',
  'import-field-gone': 'The list no longer has the field {fields}: choose another field for its column.',
  'import-files-many': 'There are {most} files that are not imported yet. Remove some of them first.',
  'import-uploads-many': 'Too many files are being uploaded. Please try again in a few seconds.',
  'import-columns-many': 'The file has {columns} columns, and the maximum is {most}.',
  'import-file-empty': 'The file is empty.',
  'import-separator': '{label} must be one character, such as , or ; or the word tab.',
  'import-erasing':
    'An import or export with this address in its file is running. Please try again when it is done, or cancel it.',
  'import-erase-address': 'Email must be the address of this person.',
  'export-missing': 'The export does not exist.',
  'export-many': 'There are {most} exports running. Wait for one to finish, or cancel it.',
  'export-not-under-way': 'The export is not running.',
  'export-not-ready': 'The export is not ready yet: check its status.',
  'export-file-removed':
    'The file was removed because it is more than a day old or contained a person who was erased. Please export again.',
  'export-failed': 'The export failed: it has no file.',
  'export-cancelled': 'The export was canceled: it has no file.',
  'export-under-way': 'The export is running: cancel it first.',
  'export-list-removed': 'The list was removed, so the export stopped.',
  'bulk-missing': 'The bulk action does not exist.',
  'bulk-many': 'There are {most} unfinished bulk actions. Cancel some of them first.',
  'bulk-target-blank': 'Target list uid cannot be blank: it names the list that people are moved or copied to.',
  'bulk-target-missing': 'There is no such list.',
  'bulk-target-same': 'This is the list that people are already on: choose another one.',
  'bulk-set-field': 'Set field must be one of: {known}.',
  'bulk-count-differs': 'It would now affect {people}, not {expected}, so nothing was done.',
  'bulk-over': 'The bulk action is already finished.',
  'bulk-list-removed': 'The list was removed, so the bulk action stopped.',
  'bulk-target-removed': 'The target list was removed.',
  'job-vain':
    'It failed {count} times because something went wrong on our side; see the log. What was done before is kept.',
  'job-unknown': 'This server has no jobs of the type {kind}.',
  'import-closed-not-ready': 'The import cannot be changed or run: it is not ready.',
  'import-closed-checking':
    'The import cannot be changed or run: its dry run is still running. Wait for it to finish, or cancel it.',
  'import-closed-importing': 'The import cannot be changed or run: it is already running.',
  'import-closed-imported':
    'The import cannot be changed or run: it is done. Upload the file again to import it again, or undo this import.',
  'import-closed-undoing': 'The import cannot be changed or run: it is being undone.',
  'import-closed-undone':
    'The import cannot be changed or run: it was undone. Upload the file again to import it again.',
  'import-closed-failed':
    'The import cannot be changed or run: it stopped halfway. What it did before can be undone. Upload the file again to import it again.',
  'import-closed-cancelled':
    'The import cannot be changed or run: it was canceled. What it did before can be undone. Upload the file again to import it again.',
  'bulk-closed-counting':
    'The bulk action cannot start: its people are still being counted. Check its status and start it afterwards.',
  'bulk-closed-running': 'The bulk action cannot start: it is already running.',
  'bulk-closed-done': 'The bulk action cannot start: it is done. Create another one.',
  'bulk-closed-failed': 'The bulk action cannot start: it failed. Create another one.',
  'bulk-closed-cancelled': 'The bulk action cannot start: it was canceled. Create another one.',
  'import-kind-ods':
    'The file is an OpenDocument spreadsheet (.ods), not CSV. Open it in a spreadsheet app, save the sheet as "CSV UTF-8", and use that file.',
  'import-kind-xlsx':
    'The file is an Excel workbook (.xlsx), not CSV. Open it in a spreadsheet app, save the sheet as "CSV UTF-8", and use that file.',
  'import-kind-xls':
    'The file is an old Excel workbook (.xls), not CSV. Open it in a spreadsheet app, save the sheet as "CSV UTF-8", and use that file.',
  'import-kind-zip': 'The file is a ZIP archive, not CSV. Unpack it, and use the CSV file inside.',
  'import-kind-pdf': 'The file is a PDF, not CSV. Please provide the list as CSV.',
  'import-kind-gzip': 'The file is compressed with gzip, not CSV. Unpack it first (gunzip).',
  'import-column-twice': 'Two columns are used for the field {field}.',
  'import-no-column': 'There is no column {name}: the first line has {names}.',
  'import-no-addresses':
    'No column holds the addresses: the first line has {names}. It must name the columns, one of them EMAIL (or Email Address, E-Mail, Mail …). The list has {tags}. A column of another name: --map {map}.',
  // Why a row of a file is not stored.
  'row-long': 'The row is longer than {most} characters.',
  'row-quote-open': 'A quotation mark is opened but not closed.',
  'row-quote-text': 'There is text after a closing quotation mark.',
  'row-values': 'The row has {count} values, but the first line has {expected}.',
  'row-address-again': 'This address is already in the file.',
  'row-address-none': 'The row has no address.',
  'row-address-invalid': 'This is not a valid email address.',
  'import-binary': 'The file is not text: it contains NUL bytes. Please provide it as CSV.',
  'import-suppression-addresses':
    'No column holds addresses: the first line has {names}. It must name the columns, email among them (reason and detail may be there), or hold an address.',
} as const;
