import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from '../../src/csv/write.ts';
import { csvOf } from '../../ui/src/kit/csv.ts';

test('rows are written as the server writes them, after a byte order mark', () => {
  const rows = [
    ['12', '=cmd@example.com', 'Größe, "L"'],
    ['13', "'+49", 'zwei\nZeilen'],
    ['14', 'a;b', ''],
  ];
  assert.equal(csvOf(rows, ','), `\ufeff${rows.map(csvLine).join('')}`);
});
