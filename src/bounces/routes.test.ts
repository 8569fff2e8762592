import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { addList, type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { countersOf } from '../../test/support/delivery-rows.ts';
import { putMessage, setCounters } from '../../test/support/ledger.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { forgetCallers } from '../accounts/keys/known-callers.ts';
import { inTransaction } from '../storage/db.ts';
import type { MessageState } from '../storage/tables.ts';
import { findSuppression } from '../suppression/queries.ts';
import { recordHits } from '../tracking/recorder/recorder.ts';
import { recordComplaint } from './record.ts';

eachEngine('bounces, unsubscribes and complaints by API', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  let uid: string;
  let campaignId: number;
  let people = 0;
  beforeEach(async () => {
    uid = await app.make();
    campaignId = (await app.row(uid)).id;
  });

  /** A subscriber of the campaign's list, with a message in this state. */
  async function recipient(state?: MessageState) {
    people += 1;
    const email = `Person${people}@example.com`;
    const json = { EMAIL: email, details: { status: 'confirmed' } };
    const answer = await app.call('POST', `/lists/${app.listUid}/subscribers`, { json });
    assertStatus(answer, 201);
    const subscriberUid: string = answer.json.data.record.subscriber_uid;
    const { id, customer_id } = await app.db
      .selectFrom('subscriber')
      .selectAll()
      .where('uid', '=', subscriberUid)
      .executeTakeFirstOrThrow();
    const message = { campaignId, subscriberId: id };
    if (state === undefined) return { id, message, subscriber: { subscriber_uid: subscriberUid, email } };
    await putMessage(app.db, { customer_id, campaign_id: campaignId, subscriber_id: id, state, attempts: 1 });
    if (state === 'accepted') {
      const { accepted, audience } = await countersOf(app.db, campaignId);
      await setCounters(app.db, campaignId, { accepted: accepted + 1, audience: audience + 1 });
    }
    return { id, message, subscriber: { subscriber_uid: subscriberUid, email } };
  }
  const mark = (json: object, of = uid, key = app.key) => app.call('POST', `/campaigns/${of}/bounces`, { json, key });
  const listed = async (what: string, query = '') => {
    const answer = await app.call('GET', `/campaigns/${uid}/${what}${query}`);
    assertStatus(answer, 200);
    return answer.json.data;
  };
  const stats = async () => (await app.call('GET', `/campaigns/${uid}/stats`)).json.data;

  test('a bounce is marked, counted, listed, and its address suppressed', async () => {
    const { subscriber } = await recipient('accepted');
    const { subscriber: other } = await recipient('accepted');
    const answer = await mark({
      message: 'no such user',
      bounce_type: 'HARD',
      subscriber_uid: subscriber.subscriber_uid,
    });
    assertStatus(answer, 201);
    const record = { message: 'no such user', processed: 'no', bounce_type: 'hard', subscriber, counted: 'yes' };
    assert.deepEqual(answer.json, { status: 'success', data: { record } });
    const form = await app.call('POST', `/campaigns/${uid}/bounces`, {
      form: `subscriber_uid=${other.subscriber_uid}`,
    });
    assertStatus(form, 201);
    const page = await listed('bounces');
    assert.equal(page.count, '2');
    assert.deepEqual(page.records, [
      { message: '', processed: 'no', bounce_type: 'internal', subscriber: other, counted: 'yes' },
      record,
    ]);
    assert.deepEqual((await listed('bounces', '?per_page=1&page=2')).records, [record]);
    const { bounces_count, hard_bounces_count, internal_bounces_count, bounces_rate, opens_rate } = await stats();
    assert.deepEqual(
      [bounces_count, hard_bounces_count, internal_bounces_count, bounces_rate, opens_rate],
      [2, 1, 1, 100, 0],
    );
    const { customer_id } = await app.row(uid);
    assert.equal((await findSuppression(app.db, customer_id, subscriber.email.toLowerCase()))?.reason, 'hard-bounce');
    assert.equal(await findSuppression(app.db, customer_id, other.email.toLowerCase()), undefined);
  });

  test('one to whom the campaign has no message, or none that was accepted, is listed and not counted', async () => {
    for (const state of [undefined, 'rejected', 'skipped', 'pending'] as const) {
      const { subscriber } = await recipient(state);
      const json = { bounce_type: 'soft', subscriber_uid: subscriber.subscriber_uid };
      const both = await Promise.all([mark(json), mark(json)]);
      assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 422], state ?? 'none');
    }
    const { count, records } = await listed('bounces');
    assert.deepEqual(
      [count, new Set(records.map(({ counted }: { counted: string }) => counted))],
      ['4', new Set(['no'])],
    );
    assert.equal((await stats()).bounces_count, 0);
  });

  test('what is wrong with a bounce is told by its member', async () => {
    const { subscriber } = await recipient('accepted');
    const refused = async (json: object, status: number, error: unknown) => {
      const answer = await mark(json);
      assert.deepEqual([answer.status, answer.json.error], [status, error]);
    };
    await refused({}, 422, { subscriber_uid: 'Subscriber uid cannot be blank.' });
    await refused({ message: 'x'.repeat(251), bounce_type: 'medium', subscriber_uid: subscriber.subscriber_uid }, 422, {
      message: 'Message is too long (maximum is 250 characters).',
      bounce_type: 'Bounce type must be one of: internal, hard, soft.',
    });
    await refused({ subscriber_uid: 'aa00000000000' }, 404, 'The subscriber does not exist in this list.');
    assert.equal((await listed('bounces')).count, '0');
    assertStatus(await mark({ subscriber_uid: subscriber.subscriber_uid }), 201);
    const json = { bounce_type: 'hard', subscriber_uid: subscriber.subscriber_uid };
    await refused(json, 422, 'This subscriber has already been marked as bounced.');
    assert.equal((await stats()).internal_bounces_count, 1);
    const { customer_id } = await app.row(uid);
    assert.equal(await findSuppression(app.db, customer_id, subscriber.email.toLowerCase()), undefined);
    const elsewhere = await addList(app);
    const added = await app.call('POST', `/lists/${elsewhere}/subscribers`, { json: { EMAIL: 'x@example.com' } });
    const foreign = added.json.data.record.subscriber_uid;
    await refused({ subscriber_uid: foreign }, 404, 'The subscriber does not exist in this list.');
  });

  test('unsubscribes, in the time zone of the customer', async () => {
    await app.db.updateTable('customer').set({ time_zone: 'Asia/Tokyo' }).where('id', '=', app.customer.id).execute();
    forgetCallers();
    const { message, subscriber } = await recipient('accepted');
    const visitor = { ipAddress: '203.0.113.9', userAgent: 'Mozilla/5.0' };
    const at = Date.UTC(2026, 10, 21, 22, 5, 6);
    await recordHits(app.db, [{ kind: 'unsubscribe', message, linkId: 0, visitor }], at);
    assert.deepEqual(await listed('unsubscribes'), {
      count: '1',
      total_pages: 1,
      current_page: 1,
      next_page: null,
      prev_page: null,
      records: [
        {
          ip_address: '203.0.113.9',
          user_agent: 'Mozilla/5.0',
          reason: '',
          note: '',
          date_added: '2026-11-22 07:05:06',
          subscriber,
        },
      ],
    });
    await app.db.updateTable('customer').set({ time_zone: 'UTC' }).where('id', '=', app.customer.id).execute();
    forgetCallers();
  });

  test('complaints; of a subscriber who was removed nothing is told', async () => {
    const [gone, here] = [await recipient('accepted'), await recipient('accepted')];
    for (const { message } of [gone, here]) {
      await inTransaction(app.db, (tx) => recordComplaint(tx, message, 'abuse', 1));
    }
    await mark({ subscriber_uid: gone.subscriber.subscriber_uid });
    const path = `/lists/${app.listUid}/subscribers/${gone.subscriber.subscriber_uid}`;
    assertStatus(await app.call('DELETE', path), 200);
    const nobody = { subscriber_uid: '', email: '' };
    assert.deepEqual((await listed('complaints')).records, [
      { message: 'abuse', subscriber: here.subscriber },
      { message: 'abuse', subscriber: nobody },
    ]);
    assert.deepEqual((await listed('bounces')).records[0].subscriber, nobody);
    assert.equal((await stats()).complaints_count, 2);
  });

  test('empty, and of campaigns that are not there or another customer’s', async () => {
    const other = await app.addCustomer();
    for (const what of ['bounces', 'unsubscribes', 'complaints']) {
      const page = await listed(what);
      assert.deepEqual([page.count, page.total_pages, page.records], ['0', 1, []]);
      for (const answer of [
        await app.call('GET', `/campaigns/aa00000000000/${what}`),
        await app.call('GET', `/campaigns/${uid}/${what}`, { key: other.key }),
      ]) {
        assert.deepEqual([answer.status, answer.json.error], [404, 'The campaign does not exist.']);
      }
    }
    const { subscriber } = await recipient('accepted');
    const answer = await mark({ subscriber_uid: subscriber.subscriber_uid }, uid, other.key);
    assertStatus(answer, 404);
    assert.equal((await listed('bounces')).count, '0');
  });
});
