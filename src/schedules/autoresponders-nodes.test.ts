// Autoresponders that are interrupted, that several nodes follow at once, and that have very many
// waiting subscribers.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { followedBy, join, look, lookAt, seedAutoresponder } from '../../test/support/autoresponders.ts';
import { assertCountersAreRows, type Seed, seedList } from '../../test/support/delivery-rows.ts';
import { putMessage } from '../../test/support/ledger.ts';
import { statementsOf } from '../../test/support/plans.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { DAY_MS } from '../kernel/durations.ts';
import type { Db } from '../storage/db.ts';
import { followAgain, followEvents } from './autoresponders.ts';
import { type EventRange, firstEvents, LAST_ID, nextEvents, reachedBy } from './followed-events.ts';

const ROUNDS = 100;

eachEngine('autoresponders on several nodes', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  test('stopped after any step, it continues there', async () => {
    const seed = await seedList(db);
    const id = await seedAutoresponder(db, seed);
    const people: number[] = [];
    // Several at one instant: chunks end between them.
    for (let n = 0; n < 11; n++) people.push(await join(db, seed, 2_000 + Math.floor(n / 4)));
    for (let steps = 1; (await followedBy(db, id)).length < people.length; steps++) {
      let left = 2;
      await look(db, 5_000, { chunk: 3, mayGoOn: () => left-- > 0 });
      assert.ok(steps < 20);
      await assertCountersAreRows(db, id);
    }
    await look(db, 6_000, { chunk: 3 });
    assert.deepEqual(await followedBy(db, id), people);
  });

  test('a failing autoresponder delays no other', async () => {
    const seed = await seedList(db);
    const broken = await seedAutoresponder(db, seed, {}, { segment_id: 0 });
    const fields = { uid: `broken${broken}`, customer_id: seed.customerId, list_id: seed.listId, name: 'x' };
    const counts = { members: 0, members_revision: 0, members_counted_at: 0, created_at: 0, updated_at: 0 };
    const texts = { operator_match: 'all', conditions: 'no JSON', campaign_conditions: '[]' };
    const segment = await db
      .insertInto('segment')
      .values({ ...fields, ...counts, ...texts, number: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.updateTable('campaign').set({ segment_id: segment.id }).where('id', '=', broken).execute();
    const sound = await seedAutoresponder(db, seed);
    const person = await join(db, seed, 2_000);
    await look(db, 3_000);
    assert.deepEqual([await followedBy(db, broken), await followedBy(db, sound)], [[], [person]]);
    await db.updateTable('segment').set({ conditions: '[]' }).where('id', '=', segment.id).execute();
    await look(db, 3_001);
    assert.deepEqual(await followedBy(db, broken), [person], 'nothing was lost meanwhile');
  });

  test(`two follow at once, ${ROUNDS} times: nobody is missed, nobody twice`, async () => {
    const seed = await seedList(db);
    const id = await seedAutoresponder(db, seed);
    const people: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const at = 10_000 + 1_000 * round;
      for (let n = 0; n <= round % 3; n++) people.push(await join(db, seed, at));
      const options = lookAt(db, at, { chunk: 2 });
      const looks = [followEvents(options), followEvents(options), ...(round % 5 === 0 ? [followAgain(options)] : [])];
      await Promise.all(looks);
    }
    await look(db, 200_000);
    assert.deepEqual(
      (await followedBy(db, id)).toSorted((a, b) => a - b),
      people,
    );
    await assertCountersAreRows(db, id);
  });

  test('a round takes as many statements with many autoresponders as with one', async () => {
    const seed = await seedList(db);
    const options = { autoresponder_time_unit: 'month', autoresponder_time_value: 1 } as const;
    const asked = async (follow: typeof followAgain) =>
      (await statementsOf(db, (listening) => follow(lookAt(listening, 50 * DAY_MS)))).map(({ sql: text }) => text);
    const askedByAll = async () => [await asked(followEvents), await asked(followAgain)];
    await seedAutoresponder(db, seed, options);
    await look(db, 50 * DAY_MS); // whatever others have left
    const before = await askedByAll();
    for (let n = 0; n < 10; n++) await seedAutoresponder(db, seed, options);
    await look(db, 50 * DAY_MS);
    assert.deepEqual(await askedByAll(), before);
  });

  test('twenty thousand waiting: a round with nobody due reads a handful of rows', async () => {
    const seed = await seedList(db);
    await sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
      insert into subscriber (uid, customer_id, list_id, email, email_key, status, source, field_values, folded, tokens,
        created_at, updated_at, confirmed_at)
      select 'many' || i, ${seed.customerId}, ${seed.listId}, 'n' || i || '@example.com', 'n' || i || '@example.com',
        'confirmed', 'api', '{}', '{}', ' ', 1000, 1000, 10000 + i from n`.execute(db);
    const options = { autoresponder_time_unit: 'day', autoresponder_time_value: 1 } as const;
    const id = await seedAutoresponder(db, seed, options);
    await look(db, DAY_MS + 9_000);
    assert.deepEqual(await followedBy(db, id), []);

    const wanted = (campaignId: number, of: Seed, event: 'subscribe' | 'open' | 'sent'): EventRange => ({
      campaignId,
      followed: event === 'subscribe' ? { event } : { event, campaignIds: [id, id + 1, id + 2] },
      listId: of.listId,
      customerId: of.customerId,
      piece: { after: { at: 1_000, id: 0 }, to: { at: 9_000, id: LAST_ID } },
    });
    for (const event of ['subscribe', 'open', 'sent'] as const) {
      const piece = wanted(id, seed, event);
      assert.ok((await rowsRead(db, (listening) => firstEvents(listening, [piece]))) < 20, event);
      assert.ok((await rowsRead(db, (listening) => nextEvents(listening, piece, 2_000))) < 20, event);
    }
    const due = {
      ...wanted(id, seed, 'subscribe'),
      piece: { after: { at: 1_000, id: 0 }, to: { at: DAY_MS, id: LAST_ID } },
    };
    assert.ok((await rowsRead(db, (listening) => firstEvents(listening, [due]))) < 20, 'the first is enough');

    if (engine.name === 'sqlite') return;
    const people = await (await nextEvents(db, due, 20_000)).slice(-3);
    const messages = people.map((person, i) => ({ subscriber_id: person.id, opened_at: 1_001 + i }));
    const made = { customer_id: seed.customerId, campaign_id: id, state: 'accepted' as const, attempts: 1 };
    for (const message of messages) await putMessage(db, { ...made, ...message });
    const other = await seedAutoresponder(db, seed, options);
    const opens = wanted(other, seed, 'open');
    for (const [source, events] of [
      [{ ...due, campaignId: other }, people],
      [opens, await nextEvents(db, opens, 3)],
    ] as const) {
      const reach = { ...source, condition: sql<boolean>`1 = 1` };
      assert.equal((await reachedBy(db, reach, events)).length, 3);
      const rows = await rowsRead(db, (listening) => reachedBy(listening, reach, events));
      assert.ok(rows < 1_000, `${source.followed.event}: ${rows}`); // the few messages of this suite do not need an index
    }
  });

  /** The plans of a query's statements: rows read on PostgreSQL; on SQLite, full scans. */
  async function rowsRead(db: Db, question: (db: Db) => Promise<unknown>): Promise<number> {
    let rows = 0;
    for (const { sql: text, parameters } of await statementsOf(db, question)) {
      rows +=
        engine.name === 'sqlite' ? await sqliteScans(db, text, parameters) : await rowsOfPlan(db, text, parameters);
    }
    return rows;
  }
});

/** How many event tables are scanned instead of searched from a position in their order. */
async function sqliteScans(db: Db, text: string, parameters: readonly unknown[]): Promise<number> {
  const plan = await explained(db, 'explain query plan', text, parameters);
  const details = plan.map((row) => String((row as { detail: string }).detail));
  const tables = details.filter((detail) => /\b(SCAN|SEARCH) (subscriber|event)\b/.test(detail));
  assert.notEqual(tables.length, 0);
  const bad = tables.filter((detail) => !/USING COVERING INDEX \w+ \((?:\w+=\? AND )+\(?\w+_at[^<>]*>/.test(detail));
  assert.deepEqual(bad, []);
  return bad.length;
}

type Node = { 'Actual Rows': number; 'Actual Loops': number; 'Rows Removed by Filter'?: number; Plans?: Node[] };

async function rowsOfPlan(db: Db, text: string, parameters: readonly unknown[]): Promise<number> {
  const [row] = await explained(db, 'explain (analyze, format json)', text, parameters);
  const [{ Plan }] = (row as { 'QUERY PLAN': [{ Plan: Node }] })['QUERY PLAN'];
  const count = (node: Node): number =>
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] +
    (node.Plans ?? []).reduce((sum, inner) => sum + count(inner), 0);
  return count(Plan);
}

async function explained(db: Db, how: string, text: string, parameters: readonly unknown[]): Promise<unknown[]> {
  const literal = (value: unknown) => {
    if (Array.isArray(value)) return `'{${value.join()}}'`;
    return typeof value === 'number' ? String(value) : `'${String(value)}'`;
  };
  const filled = text.replace(
    /\?|\$(\d+)/g,
    (() => {
      let next = 0;
      return (_: string, number?: string) => literal(parameters[number === undefined ? next++ : Number(number) - 1]);
    })(),
  );
  return (await sql.raw(`${how} ${filled}`).execute(db)).rows;
}
