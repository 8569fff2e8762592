// What is held as uncertain: shown with every result, settled by one call or one command, once,
// with the counters.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { assertCountersAreRows, statesOf } from '../../../test/support/delivery-rows.ts';
import { type LedgerRow, ledgerOf, ledgerRow } from '../../../test/support/ledger.ts';
import { type Person, seedDelivery } from '../../../test/support/message-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { addToCounters } from '../../campaigns/counters.ts';
import { inTransaction } from '../../storage/db.ts';
import type { MessageFact } from '../../webhooks/outbox/facts.ts';
import { wordsOf } from '../reasons.ts';
import { takeAsMailed } from '../went-back/take-as-mailed.ts';
import { holdMessages, settleArrived } from './settle.ts';

const T = Date.UTC(2026, 10, 2, 8, 30, 0);
const HELD: Partial<LedgerRow> = {
  state: 'uncertain',
  attempts: 1,
  reply: 'lost',
  lease_id: 77,
  in_flight_at: T,
  finished_at: T,
};
const ONE_OF_EACH: Person[] = [
  ...(['pending', 'claimed', 'in_flight', 'deferred', 'rejected', 'skipped'] as const),
  ...(['accepted', 'accepted', 'uncertain', 'uncertain', 'uncertain'] as const),
].map((state) => ({ message: state === 'uncertain' ? HELD : { state, reply: null } }));

eachEngine('what is held as uncertain', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  const settle = (uid: string, json: unknown) => app.call('POST', `/campaigns/${uid}/settle-uncertain`, { json });
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of every shape
  const dataOf = async (path: string): Promise<any> => {
    const answer = await app.call('GET', path);
    assertStatus(answer, 200);
    return answer.json.data;
  };
  const settled = async (uid: string, json: unknown) => {
    const answer = await settle(uid, json);
    assertStatus(answer, 200);
    return answer.json.data;
  };

  test('is told with every result, and all counts of full statistics are the audience', async () => {
    const { uid, id } = await seedDelivery(app, ONE_OF_EACH);
    const stats = await dataOf(`/campaigns/${uid}/stats?full=1`);
    const { uncertain_count, skipped_count, deferred_count, waiting_count, in_flight_count } = stats;
    assert.deepEqual(
      [uncertain_count, skipped_count, deferred_count, waiting_count + in_flight_count],
      [3, 1, 1, 3],
      'whose lease is gone counts as waiting',
    );
    const sum = uncertain_count + skipped_count + deferred_count + waiting_count + in_flight_count;
    assert.equal(stats.delivery_success_count + stats.delivery_error_count + sum, stats.subscribers_count);
    assert.equal(stats.held.count, 3);
    assert.equal(stats.held.command, `npx mailwright settle ${uid} <accept|resend|skip>`);
    assert.ok(stats.held.call.startsWith(`POST /api/campaigns/${uid}/settle-uncertain `));
    assert.deepEqual(Object.keys(stats.held.choices), ['accept', 'resend', 'skip']);
    assert.deepEqual((await dataOf(`/campaigns/${uid}/delivery`)).held, stats.held);
    assert.deepEqual((await dataOf(`/campaigns/${uid}`)).record.held, stats.held);
    const plain = await dataOf(`/campaigns/${uid}/stats`);
    assert.ok(!('held' in plain || 'uncertain_count' in plain), 'as the interface has it');
    assertStatus(await app.call('GET', `/campaigns/${uid}/stats?full=perhaps`), 422);
    const held = await dataOf(`/campaigns/${uid}/delivery-logs?status=uncertain`);
    assert.deepEqual([held.count, held.records.length, held.records[0].state], ['3', 3, 'uncertain']);
    for (const [state, count] of Object.entries({ accepted: 2, deferred: 1, rejected: 1, skipped: 1 })) {
      const log = await dataOf(`/campaigns/${uid}/delivery-logs?status=${state}`);
      assert.deepEqual([log.count, log.records[0].state], [String(count), state]);
    }
    const file = await app.call('GET', `/campaigns/${uid}/delivery-logs.csv?status=uncertain`);
    assert.equal(file.text.trim().split('\n').length, 4);
    await settled(uid, { choice: 'skip' });
    for (const path of ['delivery', 'stats?full=1']) {
      assert.equal((await dataOf(`/campaigns/${uid}/${path}`)).held, undefined, path);
    }
    await assertCountersAreRows(app.db, id);
  });

  test('webhooks are told what was decided, once; of what is sent again, what comes of it', async () => {
    const { customer } = app;
    const hook = await app.call('POST', '/webhooks', { json: { url: 'http://127.0.0.1:1/', events: ['*'] } });
    assertStatus(hook, 201);
    const told = async () => {
      const rows = await app.db
        .selectFrom('event_fact')
        .select('content')
        .where('customer_id', '=', customer.id)
        .orderBy('id')
        .execute();
      await app.db.deleteFrom('event_fact').where('customer_id', '=', customer.id).execute();
      const facts = rows.flatMap(({ content }) => JSON.parse(content) as MessageFact[]);
      return facts
        .filter(({ type }) => type.startsWith('message.'))
        .map(({ type, campaign, subscriber, reason = null, at }) => ({ type, campaign, subscriber, reason, at }));
    };
    const people = [{ message: HELD }, { message: HELD }, { message: { state: 'accepted' } as const }];
    for (const [choice, type, reason] of [
      ['accept', 'message.accepted', null],
      ['skip', 'message.rejected', 'given-up'],
      ['resend', undefined, null],
    ] as const) {
      const { uid, id, people: rows } = await seedDelivery(app, people, { status: 'sent', finished_at: T });
      await told();
      await settled(uid, { choice, dry_run: 'yes' });
      assert.deepEqual(await told(), []);
      await settled(uid, { choice });
      const ofHeld = rows
        .slice(0, 2)
        .map((row) => ({ type, campaign: id, subscriber: row.id, reason, at: app.clock.now() }));
      assert.deepEqual(await told(), type ? ofHeld : [], choice);
      await settled(uid, { choice });
      assert.deepEqual(await told(), [], `${choice} again`);
    }

    // Who is in the log of the mail server.
    const mixed: Person[] = [{ message: HELD }, { message: { state: 'pending' } }, { message: { state: 'accepted' } }];
    const { uid, id, people: rows } = await seedDelivery(app, mixed, { status: 'paused' });
    await told();
    const campaign = await app.row(uid);
    const emails = rows.map(({ email }) => email);
    assert.equal((await takeAsMailed(app.db, campaign, emails, { at: T, isDryRun: true })).taken, 2);
    assert.deepEqual(await told(), []);
    assert.equal((await takeAsMailed(app.db, campaign, emails, { at: T, isDryRun: false })).taken, 2);
    const ofMailed = rows.slice(0, 2).map((row) => ({ campaign: id, subscriber: row.id, reason: null, at: T }));
    assert.deepEqual(
      await told(),
      ofMailed.map((one) => ({ type: 'message.accepted', ...one })),
    );
    assert.equal((await takeAsMailed(app.db, campaign, emails, { at: T, isDryRun: false })).taken, 0);
    assert.deepEqual(await told(), []);
    assertStatus(await app.call('DELETE', `/webhooks/${hook.json.webhook_uid}`), 200);
  });

  test('is settled by each choice, once; a dry run only counts', async () => {
    const people = [{ message: HELD }, { message: HELD }, { message: { state: 'accepted' } as const }];
    for (const [choice, states, status] of [
      ['accept', { accepted: 3 }, 'sent'],
      ['resend', { accepted: 1, pending: 2 }, 'sending'],
      ['skip', { accepted: 1, skipped: 2 }, 'sent'],
    ] as const) {
      const { uid, id, people: rows } = await seedDelivery(app, people, { status: 'sent', finished_at: T });
      const dry = await settled(uid, { choice, dry_run: 'yes' });
      assert.deepEqual(dry, { choice: null, settled: 2, uncertain: 2, unknown: [], status: 'sent' });
      assert.deepEqual(await statesOf(app.db, id), { accepted: 1, uncertain: 2 });
      assert.deepEqual(await settled(uid, { choice }), { choice, settled: 2, uncertain: 0, unknown: [], status });
      assert.deepEqual(await statesOf(app.db, id), states);
      assert.deepEqual(await settled(uid, { choice }), { choice, settled: 0, uncertain: 0, unknown: [], status });
      await assertCountersAreRows(app.db, id);
      const row = await ledgerRow(app.db, id, rows[0]?.id ?? 0);
      assert.deepEqual([row.lease_id, wordsOf(row)], [null, choice === 'accept' ? 'taken as accepted: lost' : 'lost']);
    }
  });

  test('some are settled one way and the rest another, by address', async () => {
    const { uid, id, people } = await seedDelivery(
      app,
      [1, 2, 3, 4].map(() => ({ message: HELD })),
      { status: 'sent' },
    );
    const [first, second, third] = people.map((person) => person.email);
    const some = await settled(uid, { choice: 'accept', emails: [first?.toUpperCase(), 'nobody@example.test'] });
    assert.deepEqual(some, {
      choice: 'accept',
      settled: 1,
      uncertain: 3,
      unknown: ['nobody@example.test'],
      status: 'sent',
    });
    const form = await app.call('POST', `/campaigns/${uid}/settle-uncertain`, {
      form: `choice=Resend&emails=${encodeURIComponent(`${first}, ${second},${third}`)}`,
    });
    assert.deepEqual([form.json.data.settled, form.json.data.status], [2, 'sending']);
    assert.equal((await settled(uid, { choice: 'skip' })).settled, 1);
    assert.deepEqual(await statesOf(app.db, id), { accepted: 1, pending: 2, skipped: 1 });
    await assertCountersAreRows(app.db, id);
  });

  test('what is wrong is told by name, and nothing changes', async () => {
    const { uid, id } = await seedDelivery(app, [{ message: HELD }]);
    const faults = async (json: unknown) => {
      const answer = await settle(uid, json);
      assertStatus(answer, 422);
      return answer.json.error;
    };
    assert.match((await faults({})).choice, /must be one of: accept, resend, skip\. .*dry_run=yes/);
    const wrong = await faults({ choice: 'hold', dry_run: 'perhaps', emails: [] });
    assert.deepEqual(Object.keys(wrong).sort(), ['choice', 'dry_run', 'emails']);
    for (const emails of ['', ' , ', [''], [{ a: 1 }], { a: 'b' }, null, 7, Array(1_001).fill('a@b.test')]) {
      assert.deepEqual(Object.keys(await faults({ choice: 'skip', emails })), ['emails'], JSON.stringify(emails));
    }
    const { key } = await app.addCustomer();
    const stranger = { key, json: { choice: 'skip' } };
    assertStatus(await app.call('POST', `/campaigns/${uid}/settle-uncertain`, stranger), 404);
    assert.deepEqual(await statesOf(app.db, id), { uncertain: 1 });
    const ending = await seedDelivery(app, [{ message: HELD }, { message: { state: 'pending' } }], { status: 'sent' });
    assertStatus(await settle(ending.uid, { choice: 'resend' }), 400);
    assert.deepEqual(await statesOf(app.db, ending.id), { pending: 1, uncertain: 1 });
    await assertCountersAreRows(app.db, ending.id);
  });

  test('choices and evidence at once settle each message once', async () => {
    const { uid, id } = await seedDelivery(
      app,
      Array.from({ length: 40 }, () => ({ message: HELD })),
    );
    const rows = await ledgerOf(app.db, id);
    const some = rows.slice(0, 10).map((row) => ({ campaignId: id, subscriberId: row.subscriber_id }));
    await Promise.all([
      ...['accept', 'resend', 'skip', 'resend'].map((choice) => settle(uid, { choice })),
      inTransaction(app.db, async (tx) => {
        const deltas = new Map();
        await settleArrived(tx, await holdMessages(tx, some), deltas, 1_000);
        await addToCounters(tx, deltas);
      }),
    ]);
    assert.equal((await statesOf(app.db, id))['uncertain'], undefined);
    await assertCountersAreRows(app.db, id);
  });
});
