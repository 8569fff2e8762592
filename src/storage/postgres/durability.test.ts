import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { eachEngine } from '../../../test/support/stores.ts';
import { isPostgres } from '../dialect.ts';
import { weaknessesOf, weakPromises } from './durability.ts';

const SAFE = { standbys: 0, names: '', commit: 'on', fsync: 'on', full_page_writes: 'on' };

test('a server that may be damaged by a crash is reported', () => {
  assert.deepEqual(weaknessesOf(SAFE), []);
  for (const setting of ['fsync', 'full_page_writes']) {
    const [line, ...others] = weaknessesOf({ ...SAFE, [setting]: 'off' });
    assert.match(line ?? '', new RegExp(`^${setting} of the PostgreSQL server is off: a crash`));
    assert.deepEqual(others, []);
  }
});

eachEngine('guarantees of a store', (engine) => {
  test('a server that may lose acknowledged data is reported', async (t) => {
    const { db } = await engine.open(t);
    if (!isPostgres(db)) return assert.equal(await weakPromises(db), undefined);
    await db.connection().execute(async (one) => {
      await sql`set synchronous_commit = on`.execute(one);
      const before = (await weakPromises(one)) ?? []; // a server of tests may run without fsync
      assert.ok(!before.some((line) => line.includes('synchronous_commit')));
      await sql`set synchronous_commit = off`.execute(one);
      const lines = (await weakPromises(one)) ?? [];
      assert.match(lines.at(-1) ?? '', /synchronous_commit .* is off.*when it crashes/);
      assert.deepEqual(lines.slice(0, -1), before);
      await sql`set synchronous_commit = on`.execute(one);
    });
    return undefined;
  });
});
