// What comes of a person after they were erased: it is counted, and names nobody.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, type TestAnswer } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { messageOf } from '../../../test/support/emails.ts';
import { changeMessage } from '../../../test/support/ledger.ts';
import { makeList, news } from '../../../test/support/lists.ts';
import { untilWaiting } from '../../../test/support/lock-waits.ts';
import { seedDelivery } from '../../../test/support/message-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { recordBounce, recordComplaint } from '../../bounces/record.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { holdMessages } from '../../messages/uncertain/settle.ts';
import { mailNotices, NOTICE_EVERY_MS, NOTICE_LAG_MS } from '../../schedules/notices/send.ts';
import { inTransaction } from '../../storage/db.ts';
import { recordHits } from '../../tracking/recorder/recorder.ts';
import { queueEmail } from '../../transactional/queue.ts';

eachEngine('after a person was erased', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  const erase = async (email: string) => app.call('POST', `/people/${email}/erase`, { json: {} });
  const visitor = { ipAddress: '192.0.2.1', userAgent: 'Thunderbird/115', reason: 'other', note: 'I am Zoe' };
  const bounceOf = (email: string) => ({ type: 'hard', enhanced: '5.1.1', message: `550 <${email}> unknown` }) as const;

  test('opens, clicks, an unsubscribe, a bounce and a complaint', async () => {
    const emails = ['zoe@example.test', 'still-here@example.test'];
    const message = { state: 'accepted', finished_at: app.clock.now() - MINUTE_MS } as const;
    const {
      id: campaignId,
      uid,
      people,
    } = await seedDelivery(
      app,
      emails.map((email) => ({ email, message })),
    );
    assertStatus(await erase('zoe@example.test'), 200);
    for (const [i, { id: subscriberId }] of people.entries()) {
      const name = { campaignId, subscriberId };
      const kinds = ['open', 'click', 'unsubscribe'] as const;
      const hits = kinds.map((kind) => ({ kind, message: name, linkId: 0, visitor }));
      await recordHits(app.db, hits, app.clock.now());
      await inTransaction(app.db, (tx) => recordBounce(tx, name, bounceOf(emails[i] ?? ''), app.clock.now()));
      await inTransaction(app.db, (tx) => recordComplaint(tx, name, emails[i] ?? '', app.clock.now()));
    }
    const rows = async (subscriberId: number | undefined) => {
      const kept: unknown[] = [];
      for (const table of ['open', 'click', 'unsubscribe', 'bounce', 'complaint'] as const) {
        const found = await app.db
          .selectFrom(table)
          .selectAll()
          .where('customer_id', '=', app.customer.id)
          .where('campaign_id', '=', campaignId)
          .where('subscriber_id', '=', subscriberId ?? 0)
          .execute();
        assert.equal(found.length, 1, table);
        const { ip_address, user_agent, reason, note, message } = { ...found[0] } as Record<string, unknown>;
        kept.push(...[ip_address, user_agent, reason, note, message].filter((one) => one !== undefined));
      }
      return kept;
    };
    assert.deepEqual(await rows(people[0]?.id), [null, null, null, null, null, null, '', '', '', '']);
    const from = [visitor.ipAddress, visitor.userAgent];
    assert.deepEqual(await rows(people[1]?.id), [
      ...[...from, ...from, ...from, 'other', 'I am Zoe'],
      ...['550 <still-here@example.test> unknown', 'still-here@example.test'],
    ]);
    const { data } = (await app.call('GET', `/campaigns/${uid}/stats`)).json;
    assert.deepEqual([data.hard_bounces_count, data.complaints_count], [2, 2]);
  });

  test('a transactional email that comes back meanwhile: webhooks are told nothing of whom', async () => {
    const hook = await app.call('POST', '/webhooks', { json: { url: 'http://127.0.0.1:1/', events: ['*'] } });
    assertStatus(hook, 201);
    const { db, customer, clock } = app;
    const email = 'yan@example.test';
    const parties = { to: { name: 'Yan', email }, from: { name: 'Ada', email: 'ada@example.com' } };
    const mail = { customerId: customer.id, kind: 'transactional', subject: 'Dear Yan', html: '<p>Yan</p>' } as const;
    const { id } = await inTransaction(db, (tx) => queueEmail(tx, { ...mail, ...parties }, clock.now()));
    const { campaign_id: campaignId, subscriber_id: subscriberId } = await messageOf(db, id);
    const key = { customer_id: customer.id, campaign_id: campaignId, subscriber_id: subscriberId };
    await changeMessage(db, key, { state: 'accepted', finished_at: clock.now(), attempts: 1 });
    const name = { campaignId, subscriberId };
    let erased: Promise<TestAnswer> | undefined;
    await inTransaction(db, async (tx) => {
      await holdMessages(tx, [name]);
      erased = erase(email);
      if (engine.name === 'postgres') await untilWaiting(db, 'the erasure waits');
      await recordBounce(tx, name, bounceOf(email), clock.now());
    });
    assert.ok(erased);
    assertStatus(await erased, 200);
    const facts = await db.selectFrom('event_fact').selectAll().where('customer_id', '=', customer.id).execute();
    assert.ok(!JSON.stringify(facts).includes(email));
    const bounces = await db.selectFrom('bounce').select('message').where('subscriber_id', '=', subscriberId).execute();
    assert.deepEqual(
      bounces.map((bounce) => bounce.message),
      [''],
    );
  });

  test('notices of who joined a list name the others alone', async () => {
    const notifications = { subscribe: 'yes', subscribe_to: 'owner@example.test' };
    const list = await makeList(app, { ...news, notifications });
    app.clock.forward(1);
    for (const EMAIL of ["O'Zoe@example.test", 'other@example.test']) {
      const json = { EMAIL, details: { status: 'confirmed' } };
      assertStatus(await app.call('POST', `/lists/${list}/subscribers`, { json }), 201);
    }
    app.clock.forward(NOTICE_EVERY_MS + NOTICE_LAG_MS + 1);
    await mailNotices({ ...app, mayGoOn: () => true });
    const notice = async () => {
      const of = app.db.selectFrom('email').selectAll().where('kind', '=', 'notice');
      return JSON.stringify(await of.where('customer_id', '=', app.customer.id).executeTakeFirstOrThrow());
    };
    const before = await notice();
    assert.equal(before.match(/zoe/gi)?.length, 2);
    assertStatus(await erase("o'zoe@example.test"), 200);
    assert.equal(await notice(), before.replaceAll(/<li>O&#39;Zoe.*?<\/li>|O'Zoe@example.test\\n/g, ''));
  });
});
