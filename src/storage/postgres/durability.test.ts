import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { eachEngine } from '../../../test/support/stores.ts';
import { isPostgres } from '../dialect.ts';
import { weakPromises } from './durability.ts';

eachEngine('guarantees of a store', (engine) => {
  test('a server that may lose acknowledged data is reported', async (t) => {
    const { db } = await engine.open(t);
    if (!isPostgres(db)) return assert.deepEqual(await weakPromises(db), []);
    await db.connection().execute(async (one) => {
      await sql`set synchronous_commit = on`.execute(one);
      assert.deepEqual(await weakPromises(one), []);
      await sql`set synchronous_commit = off`.execute(one);
      const [line, ...others] = await weakPromises(one);
      assert.match(line ?? '', /synchronous_commit .* is off.*when it crashes/);
      assert.deepEqual(others, []);
      await sql`set synchronous_commit = on`.execute(one);
    });
    return undefined;
  });
});
