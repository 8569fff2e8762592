// How a campaign is delivered: what the interface shows of it, and what a change of policy does
// with uncertain messages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { assertCountersAreRows, countersOf, statesOf } from '../../test/support/delivery-rows.ts';
import { claimSome, outcome } from '../../test/support/delivery-turns.ts';
import { type LedgerRow, ledgerRow, setCounters } from '../../test/support/ledger.ts';
import { type Person, seedDelivery } from '../../test/support/message-rows.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { countStates } from '../campaigns/delivery/queries.ts';
import { registerWorker } from '../coordination/lease.ts';
import { commitTurn } from '../delivery/record.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import { settleByPolicy } from './change-delivery.ts';
import { recoverLease } from './recover.ts';
import { holdCustomer } from './turn/hold.ts';

const T = Date.UTC(2026, 10, 2, 8, 30, 0);
const UNCERTAIN: Partial<LedgerRow> = {
  state: 'uncertain',
  attempts: 1,
  reply: 'lost',
  in_flight_at: T,
  finished_at: T,
};
const people = (...messages: Partial<LedgerRow>[]): Person[] => messages.map((message) => ({ message }));

eachEngine('the delivery of a campaign', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of every shape
  const shown = async (uid: string): Promise<any> => {
    const answer = await app.call('GET', `/campaigns/${uid}/delivery`);
    assertStatus(answer, 200);
    return answer.json.data;
  };
  const put = (uid: string, json: unknown) => app.call('PUT', `/campaigns/${uid}/delivery`, { json });

  test('shows settings, messages by state, who was left out, and when it goes on', async () => {
    const { uid, id } = await seedDelivery(
      app,
      people(
        { state: 'accepted', finished_at: T },
        { state: 'rejected', finished_at: T },
        UNCERTAIN,
        { state: 'skipped', reason: 'unsubscribed', finished_at: T },
        { state: 'deferred', attempts: 1, reply: '451 later', next_attempt_at: T + MINUTE_MS },
        { state: 'deferred', attempts: 1, reply: '451 much later', next_attempt_at: T + 90_000 },
        { state: 'pending' },
        { state: 'claimed', lease_id: 1 },
      ),
      { max_per_minute: 30 },
    );
    await setCounters(app.db, id, {
      left_unconfirmed: 1,
      left_unsubscribed: 2,
      left_blacklisted: 3,
      left_suppressed: 4,
      left_segment: 5,
      left_other: 6,
    });
    const { held, ...rest } = await shown(uid);
    assert.equal(held.count, 1);
    assert.deepEqual(rest, {
      campaign_uid: uid,
      status: 'sending',
      sending_window: null,
      recipient_time_zone: null,
      recipient_times: null,
      window_opens_at: null,
      uncertain_policy: 'hold',
      max_per_minute: 30,
      audience: 8,
      messages: {
        pending: 1,
        claimed: 1,
        in_flight: 0,
        deferred: 2,
        accepted: 1,
        rejected: 1,
        uncertain: 1,
        skipped: 1,
      },
      left_out: { unconfirmed: 1, unsubscribed: 2, blacklisted: 3, suppressed: 4, segment: 5, other: 6, duplicate: 0 },
      next_attempt_at: '2026-11-02 08:31:00',
      waits: 'No worker is running: start a process with the role worker.',
      sentences: [{ code: 'waits-worker-none', values: {} }],
    });
  });

  test('counts are exact however many are open, counting the fewer ones', async () => {
    const { db } = app;
    const worker = await registerWorker(db);
    await holdCustomer(db, { leaseId: worker.id, customerId: app.customer.id });
    const held = { lease_id: worker.id };
    for (const [pending, deferred] of [
      [9, 1],
      [1, 9],
      [9, 9],
      [0, 0],
      [20, 2],
    ] as const) {
      const { id } = await seedDelivery(
        app,
        people(
          ...Array.from({ length: pending }, () => ({ state: 'pending' as const })),
          ...Array.from({ length: deferred }, () => ({ state: 'deferred' as const, next_attempt_at: T })),
          { state: 'claimed', ...held },
          { state: 'in_flight', ...held },
          { state: 'in_flight', ...held },
          { state: 'accepted' },
        ),
      );
      const { counters, ...states } = await countStates(db, { id, customer_id: app.customer.id });
      assert.deepEqual(states, {
        pending,
        deferred,
        claimed: 1,
        in_flight: 2,
        accepted: 1,
        rejected: 0,
        uncertain: 0,
        skipped: 0,
      });
      assert.equal(counters.audience, pending + deferred + 4);
    }
    await db.deleteFrom('lease').where('id', '=', worker.id).execute();
  });

  test('settings change in any state, each alone; 0 and null take the limit away', async () => {
    const uid = await app.make();
    for (const status of ['draft', 'pending-sending', 'sending', 'processing', 'paused', 'sent', 'blocked']) {
      await app.set(uid, { status });
      const answer = await put(uid, { uncertain_policy: 'SKIP', max_per_minute: '120' });
      assertStatus(answer, 200);
      assert.deepEqual(
        [answer.json.data.uncertain_policy, answer.json.data.max_per_minute, answer.json.data.status],
        ['skip', 120, status],
      );
      assert.equal((await put(uid, { max_per_minute: 0 })).json.data.max_per_minute, null);
      await put(uid, { max_per_minute: 7, uncertain_policy: 'hold' });
      assert.equal((await put(uid, {})).json.data.max_per_minute, 7);
      assert.equal((await put(uid, { max_per_minute: '' })).json.data.max_per_minute, 7);
      assert.deepEqual(
        [(await put(uid, { max_per_minute: null })).json.data.max_per_minute, (await app.row(uid)).uncertain_policy],
        [null, 'hold'],
      );
    }
    const form = await app.call('PUT', `/campaigns/${uid}/delivery`, {
      form: 'uncertain_policy=resend&max_per_minute=5',
    });
    assert.deepEqual([form.json.data.uncertain_policy, form.json.data.max_per_minute], ['resend', 5]);
  });

  test('what is wrong is told by name, and nothing changes', async () => {
    const uid = await app.make();
    const before = await app.row(uid);
    const answer = await put(uid, { uncertain_policy: 'maybe', max_per_minute: -1 });
    assertStatus(answer, 422);
    assert.deepEqual(answer.json.error, {
      uncertain_policy: 'Uncertain policy must be one of: hold, resend, skip.',
      max_per_minute: 'Max per minute must be a whole number from 0 to 10000000.',
    });
    assert.deepEqual(await app.row(uid), before);
    const { key } = await app.addCustomer();
    assertStatus(await app.call('GET', `/campaigns/${uid}/delivery`, { key }), 404);
    assertStatus(await app.call('PUT', `/campaigns/${uid}/delivery`, { key, json: { max_per_minute: 1 } }), 404);
    assert.deepEqual(await app.row(uid), before);
  });

  test('resend puts uncertain messages back, and a campaign that is sent goes on', async () => {
    const {
      uid,
      id,
      people: rows,
    } = await seedDelivery(
      app,
      people({ ...UNCERTAIN, lease_id: 77 }, UNCERTAIN, { state: 'accepted', finished_at: T }),
      { status: 'sent', finished_at: T },
    );
    const answer = await put(uid, { uncertain_policy: 'resend' });
    assertStatus(answer, 200);
    assert.deepEqual([answer.json.data.status, answer.json.data.messages.pending], ['sending', 2]);
    assert.deepEqual(await statesOf(app.db, id), { accepted: 1, pending: 2 });
    await assertCountersAreRows(app.db, id);
    const message = await ledgerRow(app.db, id, rows[0]?.id ?? 0);
    assert.deepEqual([message.lease_id, message.attempts, message.finished_at], [null, 1, null]);
    assert.deepEqual([(await app.row(uid)).status, (await app.row(uid)).finished_at], ['sending', null]);
  });

  test('skip gives them up; hold leaves them; neither wakes a campaign', async () => {
    const { uid, id } = await seedDelivery(
      app,
      people({ ...UNCERTAIN, lease_id: 77 }, UNCERTAIN, { state: 'accepted' }),
      {
        status: 'sent',
      },
    );
    await put(uid, { uncertain_policy: 'hold' });
    assert.deepEqual(await statesOf(app.db, id), { accepted: 1, uncertain: 2 });
    await put(uid, { uncertain_policy: 'skip' });
    assert.deepEqual(await statesOf(app.db, id), { accepted: 1, skipped: 2 });
    await assertCountersAreRows(app.db, id);
    assert.equal((await app.row(uid)).status, 'sent');
    const log = await app.call('GET', `/campaigns/${uid}/delivery-logs?status=giveup`);
    assert.deepEqual([log.json.data.count, log.json.data.records[0].message], ['2', 'lost']);
  });

  test('more than a chunk of them, and a paused campaign stays paused', async () => {
    const { uid, id } = await seedDelivery(app, people(UNCERTAIN), { status: 'paused' });
    const { list_id, customer_id } = await app.row(uid);
    await app.db
      .insertInto('message')
      .values(
        Array.from({ length: 2_400 }, (_, i) => ({
          customer_id,
          campaign_id: id,
          subscriber_id: 1_000_000 + list_id * 10_000 + i,
          state: 'uncertain' as const,
          reason: 'no-answer',
          attempts: 1,
          finished_at: T,
        })),
      )
      .execute();
    await setCounters(app.db, id, { audience: 2_401, uncertain: 2_401 });
    await put(uid, { uncertain_policy: 'resend' });
    assert.deepEqual(await statesOf(app.db, id), { pending: 2_401 });
    await assertCountersAreRows(app.db, id);
    assert.equal((await app.row(uid)).status, 'paused');
  });

  test('a campaign that was marked as sent and is still being ended is not woken', async () => {
    const { uid, id } = await seedDelivery(app, people(UNCERTAIN, { state: 'pending' }), { status: 'sent' });
    const answer = await put(uid, { uncertain_policy: 'resend', max_per_minute: 3 });
    assertStatus(answer, 400);
    assert.match(answer.json.error, /still being wrapped up/);
    assert.deepEqual(await statesOf(app.db, id), { pending: 1, uncertain: 1 });
    assert.deepEqual([(await app.row(uid)).uncertain_policy, (await app.row(uid)).max_per_minute], ['hold', null]);
  });

  test('while a campaign is being ended policy skip holds at once, and policy resend later, without a fault', async () => {
    const flying = { state: 'in_flight', lease_id: 1 } as const;
    const { uid, id } = await seedDelivery(app, people(UNCERTAIN, flying), { status: 'sent' });
    const answer = await put(uid, { uncertain_policy: 'skip' });
    assertStatus(answer, 200);
    assert.deepEqual(await statesOf(app.db, id), { in_flight: 1, skipped: 1 });
    await assertCountersAreRows(app.db, id);
    const before = await seedDelivery(app, people(UNCERTAIN, flying), { status: 'sent', uncertain_policy: 'resend' });
    // As each worker does again and again, before it looks for anything else.
    assert.equal(await settleByPolicy(app.db, { id: before.id, customer_id: app.customer.id }, T), 0);
    assert.deepEqual(await statesOf(app.db, before.id), { in_flight: 1, uncertain: 1 });
  });

  test('the late word of a worker that was thought dead hits nothing any more', async () => {
    const { db } = app;
    const { uid, id } = await seedDelivery(app, people({ state: 'pending' }, { state: 'pending' }));
    const late = await registerWorker(db);
    const claimed = await claimSome(db, late.id, id, { now: T });
    assert.equal((await commitTurn(db, late.id, { outcomes: [], starts: claimed }, T)).size, 2);
    await recoverLease(db, late, T + 1);
    assert.deepEqual(await statesOf(db, id), { uncertain: 2 });
    await put(uid, { uncertain_policy: 'resend' });
    assert.deepEqual(await statesOf(db, id), { pending: 2 });
    const said = claimed.map((one) => outcome(one, 'accepted', { at: T + 2 }));
    await commitTurn(db, late.id, { outcomes: said, starts: [] }, T + 2);
    assert.deepEqual(await statesOf(db, id), { pending: 2 });
    await assertCountersAreRows(db, id);
    // Nor does it when another worker has them by then.
    const next = await registerWorker(db);
    const again = await claimSome(db, next.id, id, { now: app.clock.now() });
    assert.deepEqual(
      again.map((one) => one.id),
      claimed.map((one) => one.id),
    );
    await commitTurn(db, late.id, { outcomes: said, starts: claimed }, T + 3);
    assert.deepEqual(await statesOf(db, id), { claimed: 2 });
    const { accepted } = await countersOf(db, id);
    assert.equal(accepted, 0);
  });

  test('two changes at once move each message once', async () => {
    const { uid, id } = await seedDelivery(app, people(...Array.from({ length: 30 }, () => UNCERTAIN)));
    const answers = await Promise.all([
      put(uid, { uncertain_policy: 'resend' }),
      put(uid, { uncertain_policy: 'skip' }),
      put(uid, { uncertain_policy: 'resend' }),
      settleByPolicy(app.db, { id, customer_id: app.customer.id }, T),
    ]);
    assert.equal(answers.length, 4);
    await assertCountersAreRows(app.db, id);
    assert.equal((await statesOf(app.db, id))['uncertain'], undefined);
  });
});
