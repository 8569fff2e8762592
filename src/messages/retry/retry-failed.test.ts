// "Retry failed only": who goes out once more, who does not, and what becomes of the campaign.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { deliver } from '../../../test/support/delivery.ts';
import { assertCountersAreRows, seedSubscribers, statesOf } from '../../../test/support/delivery-rows.ts';
import { type LedgerRow, ledgerRow, setCounters } from '../../../test/support/ledger.ts';
import { type Person, seedDelivery } from '../../../test/support/message-rows.ts';
import { openSink } from '../../../test/support/sink.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { until } from '../../../test/support/until.ts';
import { finishCampaign } from '../../campaigns/delivery/progress.ts';
import { inTransaction } from '../../storage/db.ts';
import { suppress } from '../../suppression/suppress.ts';
import { retryFailed } from './retry-failed.ts';

const T = Date.UTC(2026, 10, 2, 8, 30, 0);
const REFUSED: Partial<LedgerRow> = {
  state: 'rejected',
  attempts: 1,
  reply: '550 no',
  relay_id: 0,
  in_flight_at: T,
  finished_at: T,
  deferred_since: T - 9,
};
const GIVEN_UP: Partial<LedgerRow> = {
  ...REFUSED,
  attempts: 20,
  reason: 'too-many-attempts',
  detail: 'given up after 20 attempts',
  reply: '451 no',
};
const UNMADE: Partial<LedgerRow> = {
  ...REFUSED,
  reason: 'not-made',
  detail: 'The message could not be made.',
  relay_id: null,
};
const UNCERTAIN: Partial<LedgerRow> = {
  ...REFUSED,
  state: 'uncertain',
  reason: 'no-answer',
  reply: 'lost',
  lease_id: 77,
};

eachEngine('retrying what failed', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  const retry = (uid: string, options: { json?: unknown; form?: string; key?: string } = {}) =>
    app.call('POST', `/campaigns/${uid}/retry-failed`, options);

  test('rejected messages begin anew, whatever they were rejected for; the others stay', async () => {
    const { uid, id, people } = await seedDelivery(
      app,
      [REFUSED, GIVEN_UP, UNMADE, UNCERTAIN, { state: 'accepted' as const }].map((message) => ({ message })),
      { status: 'sent', finished_at: T },
    );
    const answer = await retry(uid);
    assertStatus(answer, 200);
    assert.deepEqual(answer.json.data, { retried: 3, excluded: 0, status: 'sending' });
    assert.deepEqual(await statesOf(app.db, id), { accepted: 1, pending: 3, uncertain: 1 });
    await assertCountersAreRows(app.db, id);
    const message = await ledgerRow(app.db, id, people[1]?.id ?? 0);
    const { state, attempts, reply, relay_id, next_attempt_at, finished_at, deferred_since, lease_id } = message;
    assert.deepEqual(
      { state, attempts, reply, relay_id, next_attempt_at, finished_at, deferred_since, lease_id },
      {
        state: 'pending',
        attempts: 0,
        reply: null,
        relay_id: null,
        next_attempt_at: 0,
        finished_at: null,
        deferred_since: null,
        lease_id: null,
      },
    );
    const { status, finished_at: finished } = await app.row(uid);
    assert.deepEqual([status, finished], ['sending', null]);
    assert.equal(await finishCampaign(app.db, { id, customer_id: app.customer.id }, T), false);
    assert.deepEqual((await retry(uid)).json.data, { retried: 0, excluded: 0, status: 'sending' }, 'again');
    assert.deepEqual((await retry(uid, { form: 'include_uncertain=yes' })).json.data.retried, 1);
    assert.deepEqual(await statesOf(app.db, id), { accepted: 1, pending: 4 });
    await assertCountersAreRows(app.db, id);
  });

  test('who may get no mail is left out: not confirmed, suppressed, bounced for good', async () => {
    const gone: Person[] = [
      { message: REFUSED },
      { message: REFUSED, status: 'unsubscribed' },
      { message: REFUSED, status: 'blacklisted' },
      { message: GIVEN_UP },
      { message: GIVEN_UP },
      { message: UNCERTAIN },
      { message: UNCERTAIN, status: 'unsubscribed' },
    ];
    const { uid, id, people } = await seedDelivery(app, gone, { status: 'sent' });
    const { customer_id } = await app.row(uid);
    const email = people[3]?.email.toUpperCase() ?? '';
    const entry = { customerId: customer_id, email, reason: 'complaint', detail: '' } as const;
    await inTransaction(app.db, (tx) => suppress(tx, [entry], T));
    await app.db
      .insertInto('bounce')
      .values({
        customer_id,
        campaign_id: id,
        subscriber_id: people[4]?.id ?? 0,
        type: 'hard',
        enhanced: null,
        message: 'gone',
        counted: 0 as const,
        at: T,
      })
      .execute();
    assert.deepEqual((await retry(uid)).json.data, { retried: 1, excluded: 4, status: 'sending' });
    assert.equal((await ledgerRow(app.db, id, people[0]?.id ?? 0)).state, 'pending');
    assert.deepEqual((await retry(uid, { json: { include_uncertain: true } })).json.data.excluded, 5);
    assert.deepEqual(await statesOf(app.db, id), { pending: 2, rejected: 4, uncertain: 1 });
    await assertCountersAreRows(app.db, id);
  });

  test('nothing to retry leaves a campaign sent', async () => {
    const { uid } = await seedDelivery(
      app,
      [{ message: { state: 'accepted' } }, { message: REFUSED, status: 'unsubscribed' }],
      {
        status: 'sent',
        finished_at: T,
      },
    );
    assert.deepEqual((await retry(uid)).json.data, { retried: 0, excluded: 1, status: 'sent' });
    assert.equal((await app.row(uid)).finished_at, T);
  });

  test('allowed where there can be failed messages, and the state stays but for sent', async () => {
    for (const status of ['sending', 'processing', 'paused']) {
      const { uid } = await seedDelivery(app, [{ message: REFUSED }], { status });
      assert.deepEqual((await retry(uid)).json.data, { retried: 1, excluded: 0, status });
    }
    for (const status of ['draft', 'pending-sending', 'blocked', 'pending-approve']) {
      const { uid, id } = await seedDelivery(app, [{ message: REFUSED }], { status });
      const answer = await retry(uid);
      assertStatus(answer, 400);
      assert.equal(answer.json.error, 'The campaign does not allow retrying its failed messages!');
      assert.deepEqual(await statesOf(app.db, id), { rejected: 1 });
    }
    const { uid, id } = await seedDelivery(app, [{ message: REFUSED }, { message: { state: 'pending' } }], {
      status: 'sent',
    });
    assertStatus(await retry(uid), 400);
    assert.deepEqual(await statesOf(app.db, id), { pending: 1, rejected: 1 });
    assertStatus(await retry('aa00000000000'), 404);
    assertStatus(await retry(uid, { key: (await app.addCustomer()).key }), 404);
    const wrong = await retry(uid, { json: { include_uncertain: 'perhaps' } });
    assertStatus(wrong, 422);
    assert.deepEqual(wrong.json.error, { include_uncertain: 'Include uncertain must be yes or no.' });
  });

  test('a campaign that was ended while its audience was being made does not get a larger one', async () => {
    const { uid } = await seedDelivery(app, [{ message: REFUSED }], {
      status: 'sent',
      freeze_done: 0,
      freeze_until_id: 99_999_999,
    });
    assert.equal((await retry(uid)).json.data.status, 'sending');
    assert.equal((await app.row(uid)).freeze_done, 1);
  });

  test('many: chunk after chunk, what fails anew meanwhile is not taken; calls at once share them', async () => {
    const { uid, id } = await seedDelivery(app, [{ message: REFUSED }], { status: 'sent' });
    const { customer_id, list_id } = await app.row(uid);
    const n = 4_500;
    const seed = { customerId: customer_id, listId: list_id, emailFieldId: 0, nameFieldId: 0 };
    await seedSubscribers(app.db, seed, n, { prefix: `many.${uid}.` });
    const subscribers = await app.db
      .selectFrom('subscriber')
      .select('id')
      .where('list_id', '=', list_id)
      .where('email', 'like', `many.${uid}.%`)
      .execute();
    for (let from = 0; from < n; from += 500) {
      const rows = subscribers.slice(from, from + 500).map((subscriber) => ({
        customer_id,
        campaign_id: id,
        subscriber_id: subscriber.id,
        state: 'rejected' as const,
        attempts: 1,
        reason: 'refused',
        reply: '550 no',
        finished_at: T,
      }));
      await app.db.insertInto('message').values(rows).execute();
    }
    await setCounters(app.db, id, { audience: n + 1, rejected: n + 1 });
    await app.db
      .updateTable('message')
      .set({ finished_at: app.clock.now() + 1 })
      .where('campaign_id', '=', id)
      .where('subscriber_id', '=', subscribers.at(-1)?.id ?? 0)
      .execute();
    const campaign = await app.row(uid);
    const all = await Promise.all(
      [1, 2, 3].map(() => retryFailed(app.db, campaign, { includeUncertain: false }, app.clock.now())),
    );
    assert.equal(
      all.reduce((sum, { retried }) => sum + retried, 0),
      n,
    );
    assert.deepEqual(await statesOf(app.db, id), { pending: n, rejected: 1 });
    await assertCountersAreRows(app.db, id);
  });

  test('over real SMTP: what was refused goes out with the retry, the others do not', async (t) => {
    await app.db.updateTable('campaign').set({ status: 'paused' }).execute(); // those of the tests before
    let refuse = true;
    const sink = await openSink(t, (phase, to) =>
      refuse && phase === 'rcpt' && to.startsWith('p1.') ? { code: 451, text: '4.3.0 not now' } : undefined,
    );
    const { uid, id } = await seedDelivery(app, [
      { message: { state: 'pending' } },
      { message: { state: 'pending' } },
      { message: { state: 'pending' } },
    ]);
    deliver(t, app.db, sink, { clock: app.clock, retry: { attempts: 1, firstMs: 10, factor: 1 } });
    await until('the campaign is sent', async () => (await app.row(uid)).status === 'sent');
    assert.deepEqual(await statesOf(app.db, id), { accepted: 2, rejected: 1 });
    refuse = false;
    assert.equal((await retry(uid)).json.data.retried, 1);
    await until('the campaign is sent again', async () => (await app.row(uid)).status === 'sent');
    assert.deepEqual(await statesOf(app.db, id), { accepted: 3 });
    await assertCountersAreRows(app.db, id);
    assert.equal(sink.received.length, 3);
  });
});
