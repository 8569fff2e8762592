import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from './csv.ts';

test('cells with commas, quotation marks and line breaks are quoted', () => {
  assert.equal(csvLine(['a', 'b,c', 'say "hi"', 'two\r\nlines', '']), 'a,"b,c","say ""hi""","two\r\nlines",\r\n');
});

test('what a spreadsheet would take for a formula begins with an apostrophe', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1']) assert.equal(csvLine([text]), `'${text}\r\n`);
  for (const text of ['\r=1', '\n=1']) assert.equal(csvLine([text]), `"'${text}"\r\n`);
  assert.equal(csvLine(['=HYPERLINK("http://x","y")']), '"\'=HYPERLINK(""http://x"",""y"")"\r\n');
  assert.equal(csvLine(["it's", 'a=1', '1-2', 'a@example.com']), "it's,a=1,1-2,a@example.com\r\n");
});
