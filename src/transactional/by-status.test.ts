// The listing of transactional emails of one status, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, openTestApp } from '../../test/support/app.ts';
import { messageOf, queueMail } from '../../test/support/emails.ts';
import { changeMessage } from '../../test/support/ledger.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { deleteEmail } from './remove.ts';

const STATES = {
  unsent: ['pending', 'claimed', 'in_flight', 'deferred'],
  sent: ['accepted', 'uncertain', 'accepted'],
  failed: ['rejected', 'skipped'],
} as const;
const STATUSES = ['unsent', 'sent', 'failed'] as const;

eachEngine('transactional emails by status', (engine) => {
  test('what has the status, newest first, page by page; nothing deleted, of others or of the server', async (t) => {
    const app = await openTestApp(t, engine);
    const { db } = app;
    const list = async (query: string, key?: string) =>
      (await app.call('GET', `/transactional-emails?${query}`, key === undefined ? {} : { key })).json;
    const { customer, key } = await app.addCustomer({ email: 'eve@example.test' });
    for (const status of STATUSES) {
      const { data, warnings } = await list(`status=${status}`, key);
      assert.deepEqual([data.count, data.records, warnings], ['0', [], undefined], 'before the first email');
    }
    const wanted: Record<(typeof STATUSES)[number], string[]> = { unsent: [], sent: [], failed: [] };
    for (const n of [0, 1, 2, 3]) {
      for (const status of STATUSES) {
        const state = STATES[status][n];
        if (state === undefined) continue;
        for (const kind of ['own', 'of another', 'of the server', 'deleted']) {
          const customerId = kind === 'of another' ? customer.id : app.customer.id;
          const given = kind === 'of the server' ? ({ kind: 'notice' } as const) : {};
          const { id, uid } = await queueMail(db, customerId, 'bob@example.test', given);
          const { campaign_id, subscriber_id } = await messageOf(db, id);
          await changeMessage(db, { customer_id: customerId, campaign_id, subscriber_id }, { state });
          if (kind === 'own') wanted[status].unshift(uid);
          if (kind === 'deleted') await deleteEmail(db, customerId, uid, Date.now());
        }
      }
    }
    for (const status of STATUSES) {
      const { data, warnings } = await list(`status=${status}`);
      const uids = data.records.map((one: { email_uid: string }) => one.email_uid);
      assert.deepEqual(
        [uids, data.count, warnings],
        [wanted[status], String(wanted[status].length), undefined],
        status,
      );
      assert.ok(data.records.every((one: { status: string }) => one.status === status));
      const walked = [];
      for (let page = 1; page <= uids.length; page += 1) {
        walked.push((await list(`status=${status}&per_page=1&page=${page}`)).data.records[0]?.email_uid);
      }
      assert.deepEqual(walked, wanted[status], status);
    }
    assert.equal((await list('')).data.count, '9');
    const answer = await app.call('GET', '/transactional-emails?status=lost');
    assertStatus(answer, 422);
    assert.deepEqual(answer.json.error, { status: 'Status must be one of: unsent, sent, failed.' });
  });
});
