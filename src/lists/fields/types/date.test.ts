import assert from 'node:assert/strict';
import { test } from 'node:test';
import { date, datetime } from './date.ts';

test('dates of files are read where nobody reads them another way, and all else stays as it is', () => {
  for (const [written, read] of [
    ['1990-02-28', '1990-02-28'],
    ['28.02.1990', '1990-02-28'],
    [' 1.3.1999 ', '1999-03-01'],
    ['1990/2/28', '1990-02-28'],
    ['1990-02-28T00:00:00', '1990-02-28'],
    ['28.02.1990 00:00', '1990-02-28'],
    ['28.02.1990 13:30', '28.02.1990 13:30'],
    ['02/03/1990', '02/03/1990'],
    ['1.3.99', '1.3.99'],
    ['29221', '29221'],
    ['', ''],
  ] as const)
    assert.equal(date.fromFile?.(written), read, written);
  for (const [written, read] of [
    ['2026-11-21 08:05:00', '2026-11-21 08:05:00'],
    ['21.11.2026 8:05', '2026-11-21 08:05:00'],
    ['2026-11-21T08:05:09', '2026-11-21 08:05:09'],
    ['21.11.2026', '21.11.2026'],
    ['2026-11-21T08:05:00Z', '2026-11-21T08:05:00Z'],
  ] as const)
    assert.equal(datetime.fromFile?.(written), read, written);
});
