import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openRecordParser } from './records.ts';
import { csvLine, parseCell, withSemicolons } from './write.ts';

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

test('every line can be read back as it was, with semicolons too, cut anywhere', async () => {
  const sign = fc.constantFrom("'", '=', '+', '-', '@', '\t', '\n', '"', ',', ';', ' ', 'a', 'é', '＝');
  const cell = fc.oneof(fc.string({ unit: sign }), fc.string()).map((text) => text.replaceAll('\r', '')); // it ends lines
  const read = (text: string, delimiter: string) => {
    const found: string[][] = [];
    const reader = openRecordParser(delimiter, {
      record: (cells) => void found.push(cells),
      fault: ({ code }) => assert.fail(code),
    });
    reader.push(text);
    reader.end();
    return found[0];
  };
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: 1 }), fc.nat(), async (cells, at) => {
      const line = csvLine(['x', ...cells]);
      const cells1 = read(line, ',');
      assert.deepEqual(cells1?.map(parseCell), ['x', ...cells]);
      for (const text of cells1 ?? []) assert.doesNotMatch(text, /^[=+\-@\t\n]/);
      async function* pieces() {
        yield line.slice(0, at % line.length);
        yield line.slice(at % line.length);
      }
      const other = (await Array.fromAsync(withSemicolons(pieces()))).join('');
      assert.deepEqual(read(other, ';'), cells1);
    }),
  );
});
