// A dispatcher with webhooks that have nothing to be told looks seldom, and at those that are on
// alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import { indexesOf, statementsOf } from '../../test/support/plans.ts';
import { eachEngine, oneEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { webhookTools } from '../../test/support/webhooks.ts';
import { isSpread } from '../storage/dialect/spread.ts';
import { customersAtTheEnd, dueWebhooks, isAnyOn, markAtTheEnd } from '../webhooks/claim.ts';
import { numberFacts } from './number.ts';

eachEngine('a dispatcher at rest', (engine) => {
  const app = suiteApp(engine);
  const { customer, open, round } = webhookTools(app);

  test('says whether there was anything to tell: then it looks again soon', async () => {
    const { add, happen } = await customer();
    await add();
    const dispatcher = open();
    assert.equal(await dispatcher.look(), false);
    await happen(1);
    assert.equal(await dispatcher.look(), true);
    await round(dispatcher);
    assert.equal(await dispatcher.look(), false);
  });

  test('does not go through webhooks that are off', async () => {
    const { db } = app();
    for (const question of [(on: typeof db) => dueWebhooks(on, 1, { after: 0, limit: 10 }), isAnyOn]) {
      for (const { sql } of await statementsOf(db, question)) assert.match(sql, /status = 'on'/);
    }
    if (engine.name === 'sqlite') assert.equal((await indexesOf(db, isAnyOn))[0], 'webhook_on');
  });

  test('goes through the webhooks of customers alone who were told of something lately', async () => {
    const { db } = app();
    const [quiet, busy] = [await customer(), await customer()];
    for (const { add } of [quiet, busy]) await add();
    const behind = async () =>
      (await db.selectFrom('event_head').select('customer_id').where('is_behind', '=', 1).execute()).map(
        ({ customer_id }) => customer_id,
      );
    await open().look();
    assert.deepEqual(await behind(), []);
    await busy.happen(1);
    const dispatcher = open();
    await round(dispatcher);
    assert.deepEqual(await behind(), [busy.customerId]);
    await open().look();
    assert.deepEqual(await behind(), [], 'it was told');
    if (engine.name === 'sqlite') {
      const used = await indexesOf(db, (on) => dueWebhooks(on, 1, { after: 0, limit: 10 }));
      assert.deepEqual([used.includes('event_head_behind'), used.includes('webhook_on')], [true, false]);
    }
  });

  test('does not leave anybody out who has something to be told all the same', async () => {
    const { add, happen, call, customerId } = await customer();
    const { receiver, path } = await add();
    const { db, clock } = app();
    await happen(1);
    const [dispatcher, other] = [open(), open()];
    receiver.answer = (_, response) => void response.writeHead(500).end();
    await round(dispatcher);
    assert.deepEqual(await customersAtTheEnd(db, 10), [], 'it is to be told once more');
    receiver.answer = undefined;
    clock.forward(5_000);
    await round(dispatcher);
    assert.deepEqual(await customersAtTheEnd(db, 10), [customerId]);
    await happen(2);
    while (await numberFacts(db, customerId));
    await markAtTheEnd(db, [customerId]); // found before that, noted after it
    await round(other);
    assert.equal(receiver.requests.length, 3);
    for (const again of ['replay', 'switched on'] as const) {
      await markAtTheEnd(db, [customerId]);
      if (again === 'replay') await call('POST', `${path}/replay`, { from: '2020-01-01 00:00:00' });
      else {
        await db
          .updateTable('webhook')
          .set({ status: 'off', reason: 'gone' })
          .where('customer_id', '=', customerId)
          .execute();
        await happen(3);
        while (await numberFacts(db, customerId));
        await markAtTheEnd(db, [customerId]);
        await call('PUT', path, { status: 'on' });
      }
      receiver.requests.length = 0;
      await round(other);
      assert.equal(receiver.requests.length, again === 'replay' ? 2 : 1, again);
    }
  });
});

eachEngine('more webhooks that are due than a look reads', (engine) => {
  const app = suiteApp(engine);
  const { customer } = webhookTools(app);

  test('all have their turn, each look beginning after the one before', async () => {
    const { add, happen, customerId } = await customer();
    for (let n = 0; n < 5; n += 1) await add();
    await happen(1);
    const { db } = app();
    while (await numberFacts(db, customerId));
    const look = async (after: number) =>
      (await dueWebhooks(db, app().clock.now(), { after, limit: 2 })).map(({ id }) => id);
    const all = (await dueWebhooks(db, app().clock.now(), { after: 0, limit: 10 })).map(({ id }) => id);
    assert.equal(all.length, 5);
    const [first, second, third, fourth, fifth] = all as [number, number, number, number, number];
    assert.deepEqual(await look(0), [first, second]);
    assert.deepEqual(await look(second), [third, fourth]);
    assert.deepEqual(await look(fourth), [fifth, first]);
    assert.deepEqual(await look(fifth), [first, second]);
    const whole = await dueWebhooks(db, app().clock.now(), { after: third, limit: 10 });
    assert.deepEqual(
      whole.map(({ id }) => id),
      [fourth, fifth, first, second, third],
    );
  });
});

oneEngine('webhooks that are due', (engine) => {
  test('are looked up by the keys of their lanes, of each customer once', async (t) => {
    const { db } = await engine.open(t);
    if (engine.name !== 'postgres' || isSpread(db)) return t.skip('its plans are of another kind');
    await sql`set session_replication_role = replica`.execute(db); // no customers are needed
    await sql`insert into webhook (id, uid, customer_id, url, description, events, batch_size, status, secret,
        created_at, updated_at)
      select n, 'w' || n, greatest(1, n - 199), '', '', '[]', 1, case when n <= 200 then 'on' else 'off' end, '', 1, 1
      from generate_series(1, 2200) as n`.execute(db);
    await sql`insert into webhook_lane (customer_id, webhook_id, lane, position, failures, next_at)
      select customer_id, id, lane, 1, 0, 1 from webhook, generate_series(0, 7) as lane`.execute(db);
    await sql`insert into event_head select distinct customer_id, 1 from webhook`.execute(db);
    await sql`analyze webhook, webhook_lane, event_head`.execute(db);
    const [statement] = await statementsOf(db, (listening) => dueWebhooks(listening, 1, { after: 0, limit: 100 }));
    assert.ok(statement);
    const explained = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      CompiledQuery.raw(`explain (analyze, format json) ${statement.sql}`, [...statement.parameters]),
    );
    const read = rowsRead(explained.rows[0]?.['QUERY PLAN'][0].Plan);
    assert.equal(read['webhook_lane'], 200 * 8);
    assert.equal(read['event_head'], 200);
  });
});

type PlanNode = {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
};

/** How many rows of each table were looked at. */
function rowsRead(plan: PlanNode | undefined, sums: Record<string, number> = {}): Record<string, number> {
  if (!plan) return sums;
  const table = plan['Relation Name'];
  const rows = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  if (table !== undefined) sums[table] = (sums[table] ?? 0) + rows;
  for (const part of plan.Plans ?? []) rowsRead(part, sums);
  return sums;
}
