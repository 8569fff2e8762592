import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openRecordParser } from './records.ts';
import { csvLine, parseCell } from './write.ts';

test('cells with commas, quotation marks and line breaks are quoted', () => {
  assert.equal(csvLine(['a', 'b,c', 'say "hi"', 'two\r\nlines', '']), 'a,"b,c","say ""hi""","two\r\nlines",\r\n');
});

test('what a spreadsheet would take for a formula begins with an apostrophe', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1']) assert.equal(csvLine([text]), `'${text}\r\n`);
  for (const text of ['＝1', "'=1", "''+1"]) assert.equal(csvLine([text]), `'${text}\r\n`);
  for (const text of ['\r=1', '\n=1']) assert.equal(csvLine([text]), `"'${text}"\r\n`);
  assert.equal(csvLine(['=HYPERLINK("http://x","y")']), '"\'=HYPERLINK(""http://x"",""y"")"\r\n');
  assert.equal(csvLine(["it's", 'a=1', '1-2', 'a@example.com']), "it's,a=1,1-2,a@example.com\r\n");
});

test('every line can be read back as it was', () => {
  const sign = fc.constantFrom("'", '=', '+', '-', '@', '\t', '\n', '"', ',', ';', ' ', 'a', 'é', '＝');
  const cell = fc.oneof(fc.string({ unit: sign }), fc.string()).map((text) => text.replaceAll('\r', '')); // it ends lines
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
      const read: string[][] = [];
      const reader = openRecordParser(',', {
        record: (found) => void read.push(found),
        fault: ({ code }) => assert.fail(code),
      });
      reader.push(csvLine(['x', ...cells]));
      reader.end();
      assert.deepEqual(read[0]?.map(parseCell), ['x', ...cells]);
      for (const text of read[0] ?? []) assert.doesNotMatch(text, /^[=+\-@\t\n]/);
    }),
  );
});
