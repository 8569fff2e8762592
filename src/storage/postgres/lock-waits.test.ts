import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { eachEngine } from '../../../test/support/stores.ts';
import { until } from '../../../test/support/until.ts';
import { inTransaction } from '../db.ts';
import { connectPostgres } from './connection.ts';
import { lockWaits } from './lock-waits.ts';

eachEngine('waits for locks of a server', (engine) => {
  test('a statement of this process that waits is found, with how long it has; others are not', async (t) => {
    const { db, place } = await engine.open(t);
    assert.deepEqual(await lockWaits(db), engine.name === 'sqlite' ? undefined : []);
    if (engine.name !== 'postgres') return;
    const other = await connectPostgres(`${place?.databaseUrl}?application_name=another`);
    t.after(() => other.end());
    await db.insertInto('setting').values({ name: 'n', value: '1' }).execute();
    const change = sql`update setting set value = '2' where name = 'n'`;
    const waiting: Promise<unknown>[] = [];
    await inTransaction(db, async (tx) => {
      await change.execute(tx);
      waiting.push(change.execute(db), other.query("update setting set value = '3' where name = 'n'"));
      await until('it waits', async () => (await lockWaits(db))?.length === 1);
      const [first = 0] = (await lockWaits(db)) ?? [];
      await until('its wait grows', async () => ((await lockWaits(db))?.[0] ?? 0) > first);
      assert.equal((await lockWaits(db))?.length, 1);
      assert.ok(first >= 0 && first < 30, `${first}`);
    });
    await Promise.all(waiting);
    assert.deepEqual(await lockWaits(db), []);
  });
});
