import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { inEnglish } from '../kernel/sentences/sentence.ts';
import { MAX_RECORD, openRecordParser } from './records.ts';

type Row = { line: number; cells?: string[]; why?: string };

function readAll(text: string, { delimiter = ',', piece = text.length || 1 } = {}): Row[] {
  const read: Row[] = [];
  const reader = openRecordParser(delimiter, {
    record: (cells, line) => void read.push({ line, cells }),
    fault: (why, line) => void read.push({ line, why: inEnglish(why) }),
  });
  for (let at = 0; at < text.length; at += piece) reader.push(text.slice(at, at + piece));
  reader.end();
  return read;
}

const cellsOf = (text: string, options = {}) => readAll(text, options).map(({ cells }) => cells);

describe('records of CSV', () => {
  test('values, quoted or not, lines of any end', () => {
    assert.deepEqual(cellsOf('a,b\r\nc,d\n'), [
      ['a', 'b'],
      ['c', 'd'],
    ]);
    assert.deepEqual(cellsOf('"a ""x"", b",, c\n'), [['a "x", b', '', ' c']]);
    assert.deepEqual(cellsOf('a, "b, c" ,d'), [['a', 'b, c', 'd']]);
    assert.deepEqual(cellsOf('5" pipe,6'), [['5" pipe', '6']]);
    assert.deepEqual(cellsOf('a\t"b\tc"\t', { delimiter: '\t' }), [['a', 'b\tc', '']]);
    assert.deepEqual(cellsOf(''), []);
  });

  test('line numbers count every line, also blank ones and those inside a value', () => {
    const text = 'h\n\n"one\r\ntwo\n\nthree",x\r\n  \nlast';
    assert.deepEqual(readAll(text), [
      { line: 1, cells: ['h'] },
      { line: 3, cells: ['one\ntwo\n\nthree', 'x'] },
      { line: 8, cells: ['last'] },
    ]);
  });

  test('a bad record costs its first line only', () => {
    assert.deepEqual(readAll('a\n"b\nc\nd"x\ne'), [
      { line: 1, cells: ['a'] },
      { line: 2, why: 'There is text after a closing quotation mark.' },
      { line: 3, cells: ['c'] },
      { line: 4, cells: ['d"x'] },
      { line: 5, cells: ['e'] },
    ]);
    const many = `"open\n${'x,y\n'.repeat(400_000)}`;
    const read = readAll(many);
    assert.deepEqual(read[0], { line: 1, why: 'A quotation mark is opened but not closed.' });
    assert.equal(read.length, 400_001);
    assert.equal(read.at(-1)?.line, 400_001);
  });

  test('lines that each seem to begin a record cost no more than others, and all are told of', () => {
    const opening = 'a" ,"c'; // begins a quotation, and ends one that is open only to begin another
    const lines = 160_000; // which took hours, and more memory than there is
    for (const last of ['x"y', `"${'y'.repeat(2 * MAX_RECORD)}`]) {
      const read = readAll(`h\n${`${opening}\n`.repeat(lines)}${last}\nend`, { piece: 100_000 });
      assert.equal(read.length, lines + 3);
      assert.ok(read.every(({ line }, i) => line === i + 1));
      assert.deepEqual(read.at(-1)?.cells, ['end']);
    }
    const early = readAll(`${`${opening}\n`.repeat(2)}x"y\nend`);
    assert.deepEqual(
      early.map(({ cells }) => cells),
      [undefined, undefined, ['x"y'], ['end']],
    );
  });

  test('lines that are too long are skipped, whatever they hold', () => {
    for (const long of ['x'.repeat(3 * MAX_RECORD), `"${'y'.repeat(2 * MAX_RECORD)}`]) {
      const read = readAll(`a\n${long}\nb`, { piece: 100_000 });
      assert.deepEqual(
        read.map(({ cells }) => cells),
        [['a'], undefined, ['b']],
      );
      assert.deepEqual(
        read.map(({ line }) => line),
        [1, 2, 3],
      );
    }
  });

  test('agrees with another parser on any well-formed text, cut anywhere', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '😀', ',', ';', '"', '\n', '\r\n', ' ', '\t', '=') });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    const end = fc.constantFrom('\n', '\r\n');
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(',', ';', '\t'),
        end,
        fc.integer({ min: 1, max: 9 }),
        (rows, delimiter, eol, piece) => {
          const text = rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(delimiter)).join(eol);
          const expected = parse(text, { delimiter, record_delimiter: ['\r\n', '\n'], relax_column_count: true });
          const normal = (expected as string[][]).map((row) => row.map((one) => one.replaceAll('\r\n', '\n')));
          assert.deepEqual(cellsOf(text, { delimiter, piece }), normal);
        },
      ),
    );
  });

  test('never throws and never loses a later good line, whatever comes', () => {
    const noise = fc.string({ unit: fc.constantFrom('"', ',', '\n', 'a', '\r', ' '), maxLength: 60 });
    fc.assert(
      fc.property(noise, (text) => {
        const closed = `${text}\n${'"'.repeat((text.split('"').length - 1) % 2)}\n`;
        const read = readAll(`${closed}end,of,text\n`);
        assert.deepEqual(read.at(-1)?.cells?.slice(-3).at(-1), 'text');
        assert.ok(read.every((one, i) => i === 0 || one.line > (read[i - 1]?.line ?? 0)));
      }),
    );
  });
});
