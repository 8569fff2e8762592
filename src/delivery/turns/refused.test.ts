// A store that refuses what mail servers said, whatever the reason: everybody's fate is recorded,
// and the worker goes on.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { deliver, relayTo } from '../../../test/support/delivery.ts';
import {
  assertCountersAreRows,
  campaignOf,
  seedCampaign,
  seedList,
  seedSubscribers,
  statesOf,
} from '../../../test/support/delivery-rows.ts';
import { ledgerOf } from '../../../test/support/ledger.ts';
import { openSink } from '../../../test/support/sink.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { until } from '../../../test/support/until.ts';
import type { Db } from '../../storage/db.ts';
import { isPostgres } from '../../storage/dialect.ts';

/**
 * The store refuses rows of messages for which the condition on `reply` and `state` is false; by
 * a trigger, as SQLite adds no constraint to a table.
 */
async function refuseUnless(db: Db, isFine: string) {
  await sql.raw(`create table taken_reply (reply text, state text, check (${isFine}))`).execute(db);
  const insert = 'insert into taken_reply values (new.reply, new.state)';
  if (!isPostgres(db)) {
    await sql.raw(`create trigger take_reply after insert on message begin ${insert}; end`).execute(db);
    return;
  }
  await sql
    .raw(`create function take_reply() returns trigger language plpgsql as 'begin ${insert}; return new; end'`)
    .execute(db);
  await sql
    .raw('create trigger take_reply after insert on message for each row execute function take_reply()')
    .execute(db);
}

async function refuseNothing(db: Db) {
  await sql.raw(`drop trigger take_reply${isPostgres(db) ? ' on message' : ''}`).execute(db);
  if (isPostgres(db)) await sql.raw('drop function take_reply()').execute(db);
  await sql.raw('drop table taken_reply').execute(db);
}

eachEngine('a store that refuses words', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  test('a refused reply is written in ASCII, or left out; all others stand as they were said', async (t) => {
    await refuseUnless(db, "reply not like '%🦊%' and reply not like '%never%'");
    t.after(() => refuseNothing(db));
    const replies: Record<number, string> = { 7: '5.7.1 no 🦊 here', 11: '5.7.1 never, é', 12: '5.7.1 nein, ä' };
    const sink = await openSink(t, (phase, to) => {
      const text = replies[Number(/\d+/.exec(to)?.[0])];
      return phase === 'data_done' && text !== undefined ? { code: 550, text } : undefined;
    });
    const seed = await seedList(db);
    await seedSubscribers(db, seed, 60);
    const campaignId = await seedCampaign(db, seed);
    const delivery = deliver(t, db, sink, { relay: relayTo(sink.port, 4) });
    await until('it is sent', async () => (await campaignOf(db, campaignId)).status === 'sent');
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 57, rejected: 3 });
    await assertCountersAreRows(db, campaignId);
    const rejected = (await ledgerOf(db, campaignId)).filter(({ state }) => state === 'rejected');
    assert.deepEqual(rejected.map(({ reply }) => reply).sort(), ['550 5.7.1 nein, ä', '550 5.7.1 no ?? here', null]);
    const said = delivery.named('delivery.refused-by-store');
    assert.equal(
      said.reduce((sum, { mended }) => sum + Number(mended), 0),
      2,
    );
    assert.deepEqual(delivery.named('delivery.store-failed'), []);
  });

  test('what is refused without its words too waits, and others go on', async (t) => {
    await refuseUnless(db, "state <> 'rejected'");
    let isRefusing = true;
    t.after(() => (isRefusing ? refuseNothing(db) : undefined));
    const sink = await openSink(t, (phase, to) =>
      phase === 'data_done' && to.startsWith('a1@') ? { code: 550, text: '5.7.1 no' } : undefined,
    );
    const campaigns: number[] = [];
    for (const [prefix, people] of [
      ['a', 20],
      ['b', 8],
    ] as const) {
      const seed = await seedList(db);
      await seedSubscribers(db, seed, people, { prefix });
      campaigns.push(await seedCampaign(db, seed));
    }
    const [stuck = 0, free = 0] = campaigns;
    deliver(t, db, sink, { relay: relayTo(sink.port, 4) });
    await until('the other one is sent', async () => (await campaignOf(db, free)).status === 'sent');
    assert.deepEqual(await statesOf(db, free), { accepted: 8 });
    assert.equal((await statesOf(db, stuck))['rejected'], undefined);
    await refuseNothing(db);
    isRefusing = false;
    await until('it is sent', async () => (await campaignOf(db, stuck)).status === 'sent');
    assert.deepEqual(await statesOf(db, stuck), { accepted: 19, rejected: 1 });
    await assertCountersAreRows(db, stuck);
  });
});
