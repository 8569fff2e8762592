// The law of order: rows come in the same order on each store. A PostgreSQL database has an order
// of letters of its own, its collation (of German, of Turkish, …), SQLite that of code points.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const SRC = join(import.meta.dirname, '..');
const SCHEMA = join(SRC, 'storage', 'migrations', 'schema');

/** Orders that are the same in each collation, or seen by nobody. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'media/queries.ts hash': 'hex digits',
  'storage/blobs.ts hash': 'hex digits',
  'reports/search/queries.ts tag': 'FNAME and LNAME alone',
  'switching/queries.ts former': 'a walk over a key, in the order of its index, within one store',
  'switching/links.ts object_id': 'a number',
  'transactional/attachments.ts position': 'a number',
};

/** Columns of texts that are in the order of the database. */
function textColumns(): string[] {
  const found = readdirSync(SCHEMA).flatMap((file) => [
    ...readFileSync(join(SCHEMA, file), 'utf8').matchAll(/\b(\w+) text\b(?! collate)/g),
  ]);
  const columns = new Set(found.map(([, column = '']) => column));
  columns.delete('email_key'); // of people `key` (dialect/schema.ts); of users, whom nothing orders by it
  return [...columns];
}

test('rows are ordered by texts as code points', () => {
  const columns = textColumns();
  assert.ok(columns.includes('name') && columns.includes('path') && columns.length > 50);
  const ordered = new RegExp(`orderBy\\(\\s*'(?:\\w+\\.)?(${columns.join('|')})'`, 'g');
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const found = files.flatMap((file) =>
    [...readFileSync(join(SRC, file), 'utf8').matchAll(ordered)].map(([, column]) => `${file} ${column}`),
  );
  assert.deepEqual(
    [...new Set(found)].filter((place) => !Object.hasOwn(EXCEPTIONS, place)),
    [],
    'byCodePoint (storage/dialect.ts) orders by code points, compareNames (kernel/text/names.ts) for people',
  );
  assert.deepEqual(
    Object.keys(EXCEPTIONS).filter((place) => !found.includes(place)),
    [],
  );
});
