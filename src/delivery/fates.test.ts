// What becomes of messages beyond a plain yes or no: campaigns' policies for the uncertain,
// addresses that are suppressed by an answer, messages that are put off for too long, return
// addresses.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { deliver, relayTo } from '../../test/support/delivery.ts';
import {
  assertCountersAreRows,
  campaignOf,
  countersOf,
  seedCampaign,
  seedList,
  seedMessages,
  seedSubscribers,
  statesOf,
} from '../../test/support/delivery-rows.ts';
import { ledgerOf } from '../../test/support/ledger.ts';
import { openSink } from '../../test/support/sink.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { until } from '../../test/support/until.ts';
import { systemClock } from '../kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';
import { parseReturnAddress } from '../mail/address/verp.ts';
import { takeSnapshot, textOf } from '../metrics/registry.ts';
import type { Db } from '../storage/db.ts';
import type { NewCampaign } from '../storage/tables.ts';

eachEngine('fates of messages', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  async function campaignFor(people: number, given: Partial<NewCampaign> = {}) {
    const seed = await seedList(db);
    await seedSubscribers(db, seed, people);
    return { seed, id: await seedCampaign(db, seed, given) };
  }
  const sent = (id: number) => until('it is sent', async () => (await campaignOf(db, id)).status === 'sent');
  const rowsOf = (id: number) => ledgerOf(db, id);
  const countedAsSkipped = async () =>
    Number(/mailwright_messages_total\{outcome="skipped"\} (\d+)/.exec(await textOf([await takeSnapshot()]))?.[1]);

  test('a mail server with a limit of messages per connection puts nobody off, and slows nothing', async (t) => {
    const sink = await openSink(t);
    let taken = 0;
    sink.answer((phase) => {
      if (phase === 'connect') taken = 0;
      if (phase === 'data_done') taken += 1;
      if (phase !== 'mail' || taken < 3) return undefined;
      return { code: 421, text: '4.7.0 Maximum of messages per connection reached' };
    });
    const { id } = await campaignFor(10);
    const delivery = deliver(t, db, sink, {
      relay: relayTo(sink.port, 1),
      retry: { attempts: 3, firstMs: HOUR_MS, factor: 1 },
    });
    await sent(id);
    assert.deepEqual(await statesOf(db, id), { accepted: 10 });
    assert.ok((await rowsOf(id)).every(({ attempts }) => attempts === 1));
    assert.deepEqual(await db.selectFrom('destination').select('name').execute(), []);
    assert.deepEqual(delivery.named('delivery.deferred'), []);
  });

  test('policy resend: a message that nobody knows about goes again', async (t) => {
    const sink = await openSink(t);
    const cut = new Set<string>();
    sink.answer((phase, to) => {
      if (phase !== 'data_done' || to !== 'u3@example.com' || cut.has(to)) return undefined;
      cut.add(to);
      return 'cut';
    });
    const { id } = await campaignFor(10, { uncertain_policy: 'resend' });
    deliver(t, db, sink);
    await sent(id);
    assert.deepEqual(await statesOf(db, id), { accepted: 10 });
    assert.equal(
      sink.recipients().filter((to) => to === 'u3@example.com').length,
      2,
      'taken twice, as the policy says',
    );
    await assertCountersAreRows(db, id);
  });

  test('policy resend: a mail server that never answers gets it so often and no more', async (t) => {
    const sink = await openSink(t, (phase, to) =>
      phase === 'data_done' && to === 'u3@example.com' ? 'cut' : undefined,
    );
    const { id } = await campaignFor(4, { uncertain_policy: 'resend' });
    deliver(t, db, sink, { retry: { attempts: 3, firstMs: 10, factor: 1 } });
    await sent(id);
    assert.deepEqual(await statesOf(db, id), { accepted: 3, skipped: 1 });
    assert.equal(sink.recipients().filter((to) => to === 'u3@example.com').length, 3);
    const last = (await rowsOf(id)).find(({ state }) => state === 'skipped');
    assert.deepEqual([last?.reason, last?.detail, last?.attempts], ['given-up', 'given up after 3 attempts', 3]);
    await assertCountersAreRows(db, id);
  });

  test('policy skip: it is left alone, and counted as skipped', async (t) => {
    const sink = await openSink(t, (phase, to) =>
      phase === 'data_done' && to === 'u3@example.com' ? 'cut' : undefined,
    );
    const { id } = await campaignFor(10, { uncertain_policy: 'skip' });
    deliver(t, db, sink);
    await sent(id);
    assert.deepEqual(await statesOf(db, id), { accepted: 9, skipped: 1 });
    await assertCountersAreRows(db, id);
  });

  test('of a relay that does not relay for us all wait, and go out when it does', async (t) => {
    const denied = { code: 554, text: '5.7.1 <u@example.com>: Relay access denied' };
    let relays = false;
    const sink = await openSink(t, (phase) => (phase === 'rcpt' && !relays ? denied : undefined));
    const { id } = await campaignFor(5);
    deliver(t, db, sink, { retry: { attempts: 50, firstMs: 50, factor: 1 } });
    // On a busy machine one of them is always on its way again.
    const waits = async () => (await rowsOf(id)).filter(({ reply }) => /Relay access denied/.test(reply ?? '')).length;
    await until('all wait', async () => (await waits()) === 5);
    relays = true;
    await sent(id);
    assert.deepEqual(await statesOf(db, id), { accepted: 5 });
    await assertCountersAreRows(db, id);
  });

  test('a hard refusal suppresses the address: later campaigns leave it out, at the freeze and at the claim', async (t) => {
    const sink = await openSink(t);
    sink.answer((phase, to) => {
      if (phase !== 'rcpt') return undefined;
      if (to === 'u1@example.com') return { code: 550, text: '5.1.1 No such user here' };
      return to === 'u2@example.com' ? { code: 550, text: '5.7.1 Message refused by policy' } : undefined;
    });
    const { seed, id } = await campaignFor(6);
    deliver(t, db, sink);
    await sent(id);
    assert.deepEqual(await statesOf(db, id), { accepted: 4, rejected: 2 });
    const suppressed = await db
      .selectFrom('suppression')
      .selectAll()
      .where('customer_id', '=', seed.customerId)
      .execute();
    assert.deepEqual(
      suppressed.map(({ email_key, reason, detail }) => [email_key, reason, detail]),
      [['u1@example.com', 'hard-bounce', '550 5.1.1 No such user here']],
    );
    const before = await countedAsSkipped();
    const next = await seedCampaign(db, seed);
    await sent(next);
    assert.equal((await countersOf(db, next)).left_suppressed, 1);
    assert.deepEqual(await statesOf(db, next), { accepted: 4, rejected: 1 });

    const held = await seedCampaign(db, seed, { status: 'paused', freeze_done: 1, freeze_until_id: 1e9 });
    await seedMessages(db, seed, held);
    await db.updateTable('campaign').set({ status: 'sending' }).where('id', '=', held).execute();
    await sent(held);
    const skipped = (await rowsOf(held)).filter(({ state }) => state === 'skipped');
    assert.deepEqual(
      skipped.map(({ reason }) => reason),
      ['suppressed'],
    );
    assert.equal(await countedAsSkipped(), before + 1);
    await assertCountersAreRows(db, held);
  });

  test('who is put off for too long is given up, with the last answer', async (t) => {
    const sink = await openSink(t, (phase) => (phase === 'rcpt' ? { code: 451, text: '4.3.0 Try later' } : undefined));
    const { id } = await campaignFor(1);
    let shift = 0;
    const clock = { now: () => systemClock.now() + shift };
    const delivery = deliver(t, db, sink, {
      clock,
      retry: { attempts: 99, firstMs: MINUTE_MS, factor: 1 },
      expireHours: 72,
    });
    await until('it is put off', async () => (await rowsOf(id))[0]?.state === 'deferred');
    const first = (await rowsOf(id))[0];
    assert.ok((first?.deferred_since ?? 0) > 0 && first?.attempts === 1);
    shift = 71 * HOUR_MS;
    delivery.nudge();
    await until('it was tried again', async () => ((await rowsOf(id))[0]?.attempts ?? 0) === 2);
    assert.equal((await rowsOf(id))[0]?.state, 'deferred');
    assert.equal((await rowsOf(id))[0]?.deferred_since, first?.deferred_since);
    shift = 73 * HOUR_MS;
    await sent(id);
    const last = (await rowsOf(id))[0];
    const { state, reason, detail, reply } = last ?? {};
    const expired = ['rejected', 'expired', 'given up after 72 hours', '451 4.3.0 Try later'];
    assert.deepEqual([state, reason, detail, reply], expired);
    await assertCountersAreRows(db, id);
  });

  test('with a return address, bounces and unsubscribe mails name their message', async (t) => {
    const sink = await openSink(t);
    const { id } = await campaignFor(2);
    deliver(t, db, sink, { returnAddress: 'bounce@return.example' });
    await sent(id);
    const path = { address: 'bounce@return.example', secret: 'a secret of tests' };
    const ids = (await rowsOf(id)).map((row) => row.subscriber_id);
    const named = sink.received.map(({ from }) => parseReturnAddress(path, from));
    assert.deepEqual(named.map((token) => token?.subscriberId).sort(), ids.sort());
    assert.ok(named.every((token) => token?.campaignId === id));
    assert.ok(named.every((token) => token?.purpose === 'bounce'));
    for (const { source } of sink.received) {
      const field = /^List-Unsubscribe: (.*(?:\r\n[ \t].*)*)/m.exec(source)?.[1] ?? '';
      const mailto = /<mailto:([^>?]+)/.exec(field.replace(/\r\n[ \t]/g, ' '))?.[1] ?? '';
      assert.equal(parseReturnAddress(path, mailto)?.purpose, 'unsubscribe', field);
      assert.match(source, /^From: .*ada@example\.com/m);
    }
  });

  test('a campaign’s limit of messages a minute holds', async (t) => {
    const sink = await openSink(t);
    const { id } = await campaignFor(60, { max_per_minute: 600 });
    const delivery = deliver(t, db, sink);
    const startedAt = performance.now();
    await sent(id);
    const seconds = (performance.now() - startedAt) / 1000;
    assert.ok(60 / seconds <= 12, `60 in ${seconds.toFixed(1)} s at ten a second`);
    await delivery.stop();
  });
});
