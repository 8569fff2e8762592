import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openTestApp } from '../../../test/support/app.ts';
import { addManyPeople } from '../../../test/support/many-people.ts';
import { addPlace } from '../../../test/support/segment-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { until } from '../../../test/support/until.ts';
import type { Db } from '../db.ts';

const MANY = 5_000;

eachEngine('what a server knows of tables that grow', (engine) => {
  const fill = (db: Db, from: number, count = MANY) =>
    db
      .insertInto('response')
      .values(
        Array.from({ length: count }, (_, n) => ({
          customer_id: 1,
          campaign_id: 1,
          subscriber_id: from + n,
          opened_at: 5,
          clicked_at: null,
          unsubscribed_at: null,
          filtered_opened_at: null,
          filtered_clicked_at: null,
        })),
      )
      .execute();

  /** A server that tidies of its own accord counts too, at a moment of its own. */
  async function leaveToUs(db: Db): Promise<void> {
    const { rows } = await sql<{ name: string }>`select relname as name from pg_class
      where relname like 'response%' and relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(db);
    for (const { name } of rows) await sql`alter table ${sql.table(name)} set (autovacuum_enabled = false)`.execute(db);
  }

  const skip = engine.name !== 'postgres' && 'other engines plan without such figures, or have no server';
  test('it is analyzed within seconds, and again when it has doubled; a small change is not', { skip }, async (t) => {
    const { db } = await engine.open(t);
    await leaveToUs(db);
    await fill(db, 1);
    const known = async () => {
      const { rows } = await sql<{ rows: number }>`select sum(greatest(reltuples, 0))::bigint as rows from pg_class
        where relname like 'response%' and relkind = 'r'`.execute(db);
      return Number(rows[0]?.rows);
    };
    /** Rows that are read tell the process to look, as any work does. */
    const work = () => db.selectFrom('response').select('subscriber_id').execute();
    await until('it knows of the first', async () => {
      await work();
      return (await known()) === MANY;
    });
    await fill(db, MANY + 1, 100);
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    await work();
    assert.equal(await known(), MANY, 'a hundred more are not worth it');
    await fill(db, 2 * MANY + 1);
    await fill(db, 3 * MANY + 1);
    await until('it knows of all', async () => {
      await work();
      return (await known()) > 2 * MANY;
    });
  });

  test('long texts by which nothing is looked up are left out', { skip }, async (t) => {
    const app = await openTestApp(t, engine);
    const { db, customer } = app;
    await sql`alter table subscriber set (autovacuum_enabled = false)`.execute(db);
    const { list } = await addPlace(app);
    const fields = { FNAME: 1, EMAIL: 2 };
    await addManyPeople(db, { customerId: customer.id, listId: list.id, fields, until: app.clock.now() }, MANY);
    const columns = async () => {
      await db.selectFrom('subscriber').select('id').where('customer_id', '=', customer.id).execute();
      const { rows } = await sql<{ name: string }>`select attname as name from pg_stats
        where schemaname = current_schema() and tablename in ('subscriber', 'subscriber_tokens')`.execute(db);
      return rows.map(({ name }) => name);
    };
    await until('it knows of the people', async () => (await columns()).length > 0);
    const known = await columns();
    for (const name of ['email_key', 'status', 'created_at']) assert.ok(known.includes(name), name);
    for (const name of ['field_values', 'folded', 'tokens', 'string_to_array']) assert.ok(!known.includes(name), name);
  });
});
