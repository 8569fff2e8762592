import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { addList, type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { setCounters } from '../../test/support/ledger.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { findTally } from '../storage/tally.ts';
import { STATUSES, type Status } from './rules.ts';

const VISIBLE = STATUSES.filter((status) => status !== 'pending-delete');
const SAME = 'same';

/** The table of the contract: action → state before → state after, or the text of the refusal. */
const MARK_REFUSED = 'The campaign does not allow marking it as sent!';
const DELETE_REFUSED = 'This campaign cannot be removed now.';
const TABLE: Record<string, Record<Exclude<Status, 'pending-delete'>, string>> = {
  'pause-unpause': {
    draft: SAME,
    'pending-sending': 'paused',
    sending: 'paused',
    processing: 'paused',
    sent: SAME,
    paused: 'sending',
    blocked: SAME,
    'pending-approve': SAME,
  },
  'mark-sent': {
    draft: MARK_REFUSED,
    'pending-sending': 'sent',
    sending: MARK_REFUSED,
    processing: 'sent',
    sent: MARK_REFUSED,
    paused: 'sent',
    blocked: 'sent',
    'pending-approve': 'sent',
  },
  delete: {
    draft: 'pending-delete',
    'pending-sending': 'pending-delete',
    sending: DELETE_REFUSED,
    processing: DELETE_REFUSED,
    sent: 'pending-delete',
    paused: 'pending-delete',
    blocked: 'pending-delete',
    'pending-approve': 'pending-delete',
  },
};

eachEngine('states of campaigns', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  async function inState(status: string): Promise<string> {
    const uid = await app.make();
    await app.set(uid, { status, ...(status === 'sending' && { freeze_until_id: 1 }) });
    return uid;
  }

  for (const [action, cells] of Object.entries(TABLE)) {
    test(action, async () => {
      for (const [from, expected] of Object.entries(cells)) {
        const uid = await inState(from);
        const isDelete = action === 'delete';
        const path = isDelete ? `/campaigns/${uid}` : `/campaigns/${uid}/${action}`;
        const answer = await app.call(isDelete ? 'DELETE' : 'PUT', path, { form: '' });
        const after = (await app.row(uid)).status;
        const cell = `${action} from ${from}`;
        if (expected.includes(' ')) {
          assert.deepEqual([answer.status, answer.json], [400, { status: 'error', error: expected }], cell);
          assert.equal(after, from, cell);
          continue;
        }
        const status = expected === SAME ? from : expected;
        const body = isDelete ? { status: 'success' } : { status: 'success', campaign: { status } };
        assert.deepEqual([answer.status, answer.json, after], [200, body, status], cell);
        const isMarked = action === 'mark-sent';
        assert.equal((await app.row(uid)).finished_at, isMarked ? app.clock.now() : null, cell);
      }
    });
  }

  test('copy: from any state a new draft', async () => {
    for (const status of VISIBLE) {
      const options = { url_tracking: 'yes', email_stats: 'a@b.test' };
      const uid = await app.make({
        options,
        template: { content: '<p>x</p>', plain_text: 'By hand', inline_css: 'yes' },
      });
      await app.set(uid, {
        status,
        started_at: 1,
        finished_at: 2,
        freeze_after_id: 3,
        freeze_until_id: 4,
        freeze_done: 1,
      });
      await setCounters(app.db, (await app.row(uid)).id, { audience: 9, accepted: 8 });
      app.clock.forward(1000);
      const answer = await app.call('POST', `/campaigns/${uid}/copy`);
      assertStatus(answer, 200);
      assert.deepEqual(Object.keys(answer.json), ['status', 'campaign_uid']);
      const [copy, original] = [await app.row(answer.json.campaign_uid), await app.row(uid)];
      assert.deepEqual(copy, {
        ...original,
        id: copy.id,
        number: copy.number,
        uid: copy.uid,
        name: 'Spring #1',
        status: 'draft',
        send_at: null,
        created_at: app.clock.now(),
        updated_at: app.clock.now(),
        started_at: null,
        finished_at: null,
        freeze_after_id: 0,
        freeze_until_id: null,
        freeze_done: 0,
      });
      assert.equal((await app.call('GET', `/campaigns/${copy.uid}/stats`)).json.data.subscribers_count, 0);
      const again = await app.call('POST', `/campaigns/${copy.uid}/copy`);
      const record = await app.record(again.json.campaign_uid);
      assert.deepEqual([record.name, record.send_at], ['Spring #2', '11/21/26, 12:00 PM'], 'without a send time: now');
    }
  });

  test('a deleted campaign is gone for every call', async () => {
    const uid = await inState('sent');
    assertStatus(await app.call('DELETE', `/campaigns/${uid}`), 200);
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/stats'],
      ['PUT', ''],
      ['POST', '/copy'],
      ['PUT', '/pause-unpause'],
      ['PUT', '/mark-sent'],
      ['DELETE', ''],
    ] as const) {
      const answer = await app.call(method, `/campaigns/${uid}${path}`);
      assert.deepEqual([answer.status, answer.json.error], [404, 'The campaign does not exist.'], `${method} ${path}`);
    }
    const { records } = (await app.call('GET', '/campaigns?per_page=500')).json.data;
    assert.ok(!records.some((record: { campaign_uid: string }) => record.campaign_uid === uid));
  });

  test('listing: newest first, of one list, in pages, with counts that follow', async () => {
    const list = await addList(app);
    const page = async (query: string) => (await app.call('GET', `/campaigns?${query}`)).json.data;
    const empty = { count: '0', total_pages: 1, current_page: 1, next_page: null, prev_page: null, records: [] };
    assert.deepEqual(await page(`list_uid=${list}`), empty);
    for (const unknown of ['ab00000000000', 'x', '0']) assert.deepEqual(await page(`list_uid=${unknown}`), empty);
    const uids: string[] = [];
    for (let n = 0; n < 5; n++) uids.unshift(await app.make({ name: `No ${n}`, list_uid: list }));
    const first = await page(`list_uid=${list}&per_page=2`);
    assert.deepEqual(
      [first.count, first.total_pages, first.current_page, first.next_page, first.prev_page],
      ['5', 3, 1, 2, null],
    );
    const row = await app.row(uids[0] ?? '');
    assert.deepEqual(first.records[0], {
      campaign_uid: row.uid,
      campaign_id: String(row.id),
      name: 'No 4',
      type: 'regular',
      status: 'pending-sending',
      group: [],
    });
    const seen = [1, 2, 3, 4].map(async (n) => (await page(`list_uid=${list}&per_page=2&page=${n}`)).records);
    const order = (await Promise.all(seen)).flat().map((record: { campaign_uid: string }) => record.campaign_uid);
    assert.deepEqual(order, uids);
    const all = await page('list_uid=&page=undefined&per_page=undefined');
    assert.equal(all.records.length, 10);
    assert.equal((await page('list_uid=undefined')).count, all.count);
    await app.call('DELETE', `/campaigns/${uids[2]}`);
    assert.equal((await page(`list_uid=${list}`)).records.length, 4);
    assert.equal((await page(`list_uid=${list}`)).count, '4');
    assert.equal(Number((await page('')).count), Number(all.count) - 1);
    const stored = await app.db
      .selectFrom('campaign')
      .select((n) => n.fn.countAll<number>().as('n'))
      .where('status', '<>', 'pending-delete')
      .executeTakeFirstOrThrow();
    assert.equal(await findTally(app.db, app.customer.id, 'campaigns'), Number(stored.n));
  });

  test('who says which it is to be gets that, however often it is asked', async () => {
    const uid = await app.make();
    await app.set(uid, { status: 'sending' });
    const ask = async (status: string) => {
      const answer = await app.call('PUT', `/campaigns/${uid}/pause-unpause?status=${status}`);
      return answer.json.campaign?.status ?? answer.json.error;
    };
    assert.deepEqual(await Promise.all([ask('paused'), ask('paused')]), ['paused', 'paused']);
    assert.deepEqual([await ask('SENDING'), await ask('sending')], ['sending', 'sending']);
    assert.deepEqual(await ask('sent'), { status: 'Status must be one of: paused, sending.' });
    assert.equal((await app.row(uid)).status, 'sending');
  });

  test('a paused campaign whose list is gone does not go on; it can be ended', async () => {
    const other = await addList(app);
    const uid = await app.make({ list_uid: other });
    await app.set(uid, { status: 'paused', freeze_until_id: 1 });
    assertStatus(await app.call('DELETE', `/lists/${other}`), 200);
    for (const query of ['', '?status=sending']) {
      const refused = await app.call('PUT', `/campaigns/${uid}/pause-unpause${query}`);
      assertStatus(refused, 400);
      const error = 'The list of this campaign was removed, so it cannot be resumed. Please mark it as sent.';
      assert.deepEqual(refused.json, { status: 'error', error });
    }
    assert.equal((await app.row(uid)).status, 'paused');
    assert.equal(
      (await app.call('PUT', `/campaigns/${uid}/pause-unpause?status=paused`)).json.campaign.status,
      'paused',
    );
    assertStatus(await app.call('PUT', `/campaigns/${uid}/mark-sent`), 200);
  });

  test('calls at the same moment: of two toggles one pauses and one lets go on', async () => {
    const uid = await app.make();
    const toggle = () => app.call('PUT', `/campaigns/${uid}/pause-unpause`);
    const answers = await Promise.all([toggle(), toggle()]);
    assert.deepEqual(answers.map((answer) => answer.json.campaign.status).sort(), ['paused', 'sending']);
    assert.equal((await app.row(uid)).status, 'sending');
  });

  test('calls at the same moment: deleted once, and never by an update undone', async () => {
    for (let round = 0; round < 5; round++) {
      const uid = await app.make();
      const before = await findTally(app.db, app.customer.id, 'campaigns');
      const [removed, again, changed, marked] = await Promise.all([
        app.call('DELETE', `/campaigns/${uid}`),
        app.call('DELETE', `/campaigns/${uid}`),
        app.update(uid, { name: 'Late', status: 'draft' }),
        app.call('PUT', `/campaigns/${uid}/mark-sent`),
      ]);
      assert.ok([removed.status, again.status].includes(200));
      assert.ok([200, 404, 422].includes(changed.status), changed.text);
      assert.ok([200, 400, 404].includes(marked.status), marked.text);
      assert.equal((await app.row(uid)).status, 'pending-delete');
      assert.equal(await findTally(app.db, app.customer.id, 'campaigns'), before - 1);
    }
  });
});
