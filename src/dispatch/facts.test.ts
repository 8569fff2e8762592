// Every type of event, from the fact to the receiver: each arrives once, in the order of its
// person, in the form that the reference shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { openCampaignApp } from '../../test/support/campaigns.ts';
import { deliver } from '../../test/support/delivery.ts';
import { runDueJobs, uploadImport } from '../../test/support/jobs.ts';
import { openEventReceiver, type ReceivedEvent } from '../../test/support/receiver-of-events.ts';
import { openSink } from '../../test/support/sink.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { until } from '../../test/support/until.ts';
import { recordBounce, recordComplaint } from '../bounces/record.ts';
import { createDomain } from '../domains/create.ts';
import { tellChanges } from '../domains/watch/webhook-facts.ts';
import { createLogger } from '../kernel/log.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { parseFetchAllow } from '../network/fetch-allow.ts';
import { inTransaction } from '../storage/db.ts';
import { PAYLOADS } from '../webhooks/payloads.ts';
import { EVENT_TYPES } from '../webhooks/types.ts';
import { newDispatcher } from './dispatcher.ts';

const KEYLESS = { name: 'told.example', algorithms: ['ed25519-sha256'] } as const;

eachEngine('what webhooks are told', (engine) => {
  test('every type, as the reference shows it, each person in order', { timeout: 600_000 }, async (t) => {
    const app = await openCampaignApp(t, engine);
    app.clock.set(Date.now());
    const { db, clock, secret, listUid } = app;
    const receiver = await openEventReceiver();
    t.after(() => receiver.close());
    const made = await app.call('POST', '/webhooks', { json: { url: receiver.url, events: ['*'] } });
    assertStatus(made, 201);
    receiver.secret = made.json.secret;
    const other = await app.addCustomer(); // of whom nothing is told
    const theirs = await app.call('POST', '/lists', {
      key: other.key,
      json: {
        general: { name: 'N', description: 'D' },
        defaults: { from_name: 'A', from_email: 'a@b.test', reply_to: 'a@b.test' },
      },
    });
    await app.call('POST', `/lists/${theirs.json.list_uid}/subscribers`, {
      json: { EMAIL: 'x@b.test' },
      key: other.key,
    });

    // People.
    const people = `/lists/${listUid}/subscribers`;
    const add = async (EMAIL: string, status = 'confirmed'): Promise<string> => {
      const answer = await app.call('POST', people, { json: { EMAIL, details: { status } } });
      assertStatus(answer, 201);
      return answer.json.data.record.subscriber_uid;
    };
    const ann = await add('ann@example.test');
    const bob = await add('bob@example.test', 'unconfirmed');
    await app.call('PUT', `${people}/${bob}`, { json: { details: { status: 'confirmed' } } });
    await app.call('PUT', `${people}/${ann}`, { json: { FNAME: 'Ann' } });
    await app.call('POST', `${people}/bulk`, {
      json: { subscribers: [{ EMAIL: 'cat@example.test', details: { status: 'confirmed' } }] },
    });
    const { import_uid } = await uploadImport(app, listUid, 'EMAIL\ndan@example.test\nann@example.test\nnobody\n');
    await app.call('POST', `/lists/${listUid}/imports/${import_uid}/run`, { json: {} });
    await runDueJobs(app);
    await app.call('PUT', `${people}/${bob}/unsubscribe`);

    // A campaign: ann's is accepted at the second try, cat's rejected.
    const tries = new Map<string, number>();
    const sink = await openSink(t, (phase, to) => {
      if (phase !== 'rcpt') return undefined;
      tries.set(to, (tries.get(to) ?? 0) + 1);
      if (to.startsWith('cat')) return { code: 550, text: '5.1.1 no such user' };
      return to.startsWith('ann') && tries.get(to) === 1 ? { code: 451, text: '4.7.1 later' } : undefined;
    });
    const template = { content: '<p><a href="https://example.com/news">news</a></p>' };
    const uid = await app.make({ send_at: '2020-01-01 00:00:00', template, options: { url_tracking: 'yes' } });
    const row = await app.row(uid);
    await app.call('PUT', `/campaigns/${uid}/pause-unpause`);
    await app.call('PUT', `/campaigns/${uid}/pause-unpause`);
    const delivery = deliver(t, db, sink, { baseUrl: app.baseUrl, secret });
    await until('it is sent', async () => (await app.row(uid)).status === 'sent', 30);
    await delivery.stop();

    // It becomes a part of an A/B test, and what comes of it names the campaign that is tested.
    const tested = await app.make({ status: 'draft' });
    const { id: campaign_id } = await app.row(tested);
    const test = { share: 50, decided_by: 'hand', wait_minutes: 5, created_at: 1 } as const;
    await db
      .insertInto('ab_test')
      .values({ customer_id: app.customer.id, campaign_id, ...test })
      .execute();
    await app.set(uid, { test_of: campaign_id });

    // What came of it.
    await app.call('GET', `/campaigns/${uid}/track-opening/${ann}`);
    const link = await db
      .selectFrom('campaign_link')
      .selectAll()
      .where('campaign_id', '=', row.id)
      .executeTakeFirstOrThrow();
    assertStatus(await app.call('GET', `/campaigns/${uid}/track-url/${ann}/${link.hash}`), 200);
    const message = { campaignId: row.id, subscriberId: await idOf(ann) };
    const bounce = { type: 'soft', enhanced: '4.2.2', message: 'mailbox full' } as const;
    await inTransaction(db, (tx) => recordBounce(tx, message, bounce, clock.now()));
    await inTransaction(db, (tx) => recordComplaint(tx, message, 'spam', clock.now()));
    const domain = await createDomain(db, { ...KEYLESS, customerId: app.customer.id, secret, at: clock.now() });
    const found = { sentences: [say('spf-missing')], found: '', wanted: 'v=spf1 mx -all' };
    const record = { purpose: 'spf', name: domain.name, ...found } as const;
    await inTransaction(db, (tx) =>
      tellChanges(
        tx,
        domain,
        [
          { what: 'broken', ...record },
          { what: 'healed', ...record },
        ],
        clock.now(),
      ),
    );

    const log = createLogger('silent');
    const dispatcher = newDispatcher({ db, clock, log, secret, allow: parseFetchAllow('127.0.0.1') });
    t.after(() => dispatcher.stop());
    await dispatcher.look();
    await dispatcher.idle();
    assert.deepEqual(receiver.wrong, []);
    const events = receiver.events();
    const ids = events.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length, 'each once');
    assert.deepEqual([...new Set(events.map(({ type }) => type))].sort(), [...EVENT_TYPES].sort());
    for (const event of events) {
      const { payload } = PAYLOADS.find(({ type }) => type === event.type) ?? assert.fail(event.type);
      payload.parse({ type: event.type, timestamp: event.timestamp, data: event.data });
      const { example } = PAYLOADS.find(({ type }) => type === event.type) ?? assert.fail();
      assert.deepEqual(Object.keys(event.data).sort(), Object.keys(example.data).sort(), event.type);
    }
    const told = (of: (event: ReceivedEvent) => boolean) => events.filter(of).map(({ type }) => type);
    assert.deepEqual(
      told(({ data }) => data.subscriber_uid === ann),
      [
        ...['subscriber.added', 'subscriber.updated', 'message.deferred', 'message.accepted'],
        ...['message.opened', 'message.clicked', 'message.bounced', 'message.complained'],
      ],
    );
    assert.deepEqual(
      told(({ data }) => data.subscriber_uid === bob),
      ['subscriber.added', 'subscriber.confirmed', 'subscriber.unsubscribed'],
    );
    assert.deepEqual(
      told(({ data, type }) => data.campaign_uid === uid && type.startsWith('campaign.')),
      ['campaign.paused', 'campaign.started', 'campaign.finished'],
    );
    for (const { data, type } of events)
      if (data.campaign_uid === uid) assert.equal(data.tested_campaign_uid, tested, type);
    const only = (type: string) => events.filter((event) => event.type === type);
    assert.deepEqual(only('import.finished')[0]?.data, {
      import_uid,
      list_uid: listUid,
      state: 'done',
      reason: null,
      new: 1,
      changed: 0,
      unchanged: 1,
      bad: 1,
    });
    assert.deepEqual(
      only('message.rejected').map(({ data }) => [data.email, data.reason, data.reply]),
      [['cat@example.test', 'refused', '550 5.1.1 no such user']],
    );
    assert.equal(only('message.clicked')[0]?.data.url, 'https://example.com/news');
    assert.deepEqual(
      only('subscriber.added')
        .map(({ data }) => data.email)
        .sort(),
      ['ann', 'bob', 'cat', 'dan'].map((name) => `${name}@example.test`),
    );
    assert.equal((await db.selectFrom('event_fact').selectAll().execute()).length, 0);

    async function idOf(subscriber: string): Promise<number> {
      const { id } = await db
        .selectFrom('subscriber')
        .select('id')
        .where('uid', '=', subscriber)
        .executeTakeFirstOrThrow();
      return id;
    }
  });

  test('where nobody wants to know, nothing is written', async (t) => {
    const app = await openCampaignApp(t, engine);
    const one = await app.call('POST', '/webhooks', { json: { url: 'http://127.0.0.1:1/', events: 'message.opened' } });
    await app.call('POST', `/lists/${app.listUid}/subscribers`, { json: { EMAIL: 'ann@example.test' } });
    const count = async () => (await app.db.selectFrom('event_fact').selectAll().execute()).length;
    assert.equal(await count(), 0, 'of another type');
    const path = `/webhooks/${one.json.webhook_uid}`;
    await app.call('PUT', path, { json: { events: '*', status: 'off' } });
    await app.call('POST', `/lists/${app.listUid}/subscribers`, { json: { EMAIL: 'bob@example.test' } });
    assert.equal(await count(), 0, 'off');
    await app.call('PUT', path, { json: { status: 'on' } });
    await app.call('POST', `/lists/${app.listUid}/subscribers`, { json: { EMAIL: 'cat@example.test' } });
    assert.equal(await count(), 1);
    await assert.rejects(
      inTransaction(app.db, async (tx) => {
        await recordBounce(tx, { campaignId: 1, subscriberId: 1 }, { type: 'hard', enhanced: null, message: '' }, 1);
        throw new Error('rolled back');
      }),
    );
    assert.equal(await count(), 1);
  });
});
