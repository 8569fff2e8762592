// A/B tests by API: made, begun with their campaign, decided, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { assertStatus } from '../../../test/support/app.ts';
import { addList, addSegment, type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { seedSubscribers } from '../../../test/support/delivery-rows.ts';
import { setCounters } from '../../../test/support/ledger.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { freezeChunk, openChunks } from '../../delivery/freeze.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { explainAddress } from '../../messages/explain/explain.ts';
import { idsIn } from '../../storage/id-lists.ts';
import { findCounters } from '../counters.ts';
import { startCampaign } from '../delivery/progress.ts';
import { whyHeld } from '../warnings/prerequisites.ts';
import { decideDue } from './decide.ts';
import { isInPart } from './parts.ts';
import { testsDue } from './queries.ts';

const PEOPLE = 600;

eachEngine('A/B tests', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  const call = (uid: string, method: string, path = '', json: object = {}) =>
    app.call(method, `/campaigns/${uid}/ab-test${path}`, method === 'GET' || method === 'DELETE' ? {} : { json });
  const viewOf = async (uid: string) => {
    const answer = await call(uid, 'GET');
    assertStatus(answer, 200);
    return answer.json.data.record;
  };

  /** A draft with a test of `variants` to a list of its own with people on it. */
  async function make(variants: number, settings: object = {}, options: object = {}) {
    const list_uid = await addList(app);
    const list = await app.db.selectFrom('list').selectAll().where('uid', '=', list_uid).executeTakeFirstOrThrow();
    const seed = { customerId: list.customer_id, listId: list.id, emailFieldId: 0, nameFieldId: 0 };
    const statusOf = (n: number) => (n % 10 === 9 ? 'unsubscribed' : 'confirmed');
    await seedSubscribers(app.db, seed, PEOPLE, { statusOf });
    const first = await app.make({ list_uid, status: 'draft', options: { open_tracking: 'yes', ...options } });
    assertStatus(await call(first, 'PUT', '', settings), 200);
    const uids = [first];
    for (let n = 1; n < variants; n += 1) {
      const added = await call(first, 'POST', '/variants', { subject: `Subject ${n}` });
      assertStatus(added, 201);
      uids.push(added.json.campaign_uid);
    }
    return { first, uids, list };
  }

  async function begin(first: string): Promise<void> {
    assertStatus(await app.call('POST', `/campaigns/${first}/send`, { json: { send_at: '2020-01-01 00:00:00' } }), 200);
    assert.deepEqual(await whyHeld(app.db, await app.row(first)), []);
    assert.ok(await startCampaign(app.db, await app.row(first), app.clock.now()));
  }

  /** What the table of campaigns says of their tests. */
  async function inTable(uids: readonly string[]): Promise<unknown[]> {
    const found: unknown[] = [];
    for (const uid of uids) {
      const { ab_test } = (await app.call('GET', `/campaigns/${uid}/overview`)).json.data.record;
      found.push([ab_test.campaign_uid, ab_test.letter, ab_test.is_winner]);
    }
    return found;
  }

  async function freeze(uid: string): Promise<number[]> {
    const campaign = await app.row(uid);
    if (campaign.status === 'pending-sending') assert.ok(await startCampaign(app.db, campaign, app.clock.now()));
    while (!(await freezeChunk(app.db, await app.row(uid), openChunks()))?.done);
    const { rows } = await sql<{ value: number }>`select listed.value from batch, ${idsIn(app.db, 'batch.ids')}
      where batch.customer_id = ${campaign.customer_id} and batch.campaign_id = ${campaign.id}`.execute(app.db);
    return rows.map(({ value }) => Number(value));
  }

  test('each variant gets its part, the winner the rest, nobody two, and nobody none', async () => {
    const { first, uids, list } = await make(3, { percent: 30, wait_minutes: 60 });
    await begin(first);
    const view = await viewOf(first);
    assert.deepEqual(
      view.variants.map((one: { letter: string; status: string }) => [one.letter, one.status]),
      [
        ['A', 'processing'],
        ['B', 'pending-sending'],
        ['C', 'pending-sending'],
      ],
    );
    assert.ok(view.decides_at > view.begun_at);
    const got = [];
    for (const uid of uids) got.push(await freeze(uid));
    for (const ids of got) assert.ok(ids.length > 20 && ids.length < 100, String(ids.length));
    // Whoever joins now is in no part: the rest is of the list as it was.
    const seed = { customerId: list.customer_id, listId: list.id, emailFieldId: 0, nameFieldId: 0 };
    await seedSubscribers(app.db, seed, 20, { from: PEOPLE });
    const [, b] = uids;
    const row = await app.row(b ?? '');
    for (const [n, uid] of uids.entries()) {
      const { id } = await app.row(uid);
      const counters = { accepted: 100, filtered_unique_opens: n === 1 ? 60 : 20, opens: 99 };
      await setCounters(app.db, id, counters);
    }
    const test = (await testsDue(app.db, Date.parse(view.decides_at)))[0];
    assert.ok(test);
    assert.equal(await decideDue(app.db, test, Date.parse(view.decides_at) - 1), undefined);
    const decision = await decideDue(app.db, test, Date.parse(view.decides_at));
    assert.deepEqual([decision?.winner, decision?.isClear], [b, true]);
    assert.equal(await decideDue(app.db, test, Date.parse(view.decides_at)), undefined, 'it is decided once');
    const rest = await app.row(decision?.rest ?? '');
    assert.deepEqual([rest.subject, rest.name, rest.status], ['Subject 1', 'Spring (rest: B)', 'pending-sending']);
    assert.equal(row.content, rest.content);
    app.clock.set?.(Date.parse(view.decides_at));
    got.push(await freeze(rest.uid));
    const all = got.flat();
    assert.equal(new Set(all).size, all.length, 'nobody twice');
    assert.equal(all.length, PEOPLE * 0.9, 'everybody who is confirmed');
    const audiences = [];
    for (const uid of [...uids, rest.uid]) {
      const { id } = await app.row(uid);
      const { left_unsubscribed, left_segment, audience } = await findCounters(app.db, list.customer_id, id);
      audiences.push([audience, left_segment]);
      assert.ok(left_unsubscribed > 0);
    }
    assert.deepEqual(
      audiences,
      got.map((ids) => [ids.length, 0]),
    );
    const after = await viewOf(rest.uid);
    assert.deepEqual([after.winner_uid, after.found_by, after.rest_uid, after.is_clear], [b, 'opens', rest.uid, true]);
    await setCounters(app.db, rest.id, { accepted: 100, filtered_unique_opens: 20, filtered_unique_clicks: 4 });
    const { rest: ofRest, together } = await viewOf(rest.uid);
    assert.deepEqual([ofRest.accepted, ofRest.opened, ofRest.clicked], [100, 20, 4]);
    assert.deepEqual([together.accepted, together.opened, together.opened_share], [400, 120, 0.3]);
    assert.deepEqual(await inTable([...uids, rest.uid]), [
      [first, 'A', false],
      [first, 'B', true],
      [first, 'C', false],
      [first, null, false],
    ]);
    const { ab_test } = (await app.call('GET', `/campaigns/${first}/overview`)).json.data.record;
    const { begun_at, decides_at, decided_at } = ab_test;
    const times = [Date.parse(begun_at), decides_at, Date.parse(decided_at)];
    assert.deepEqual(times, [Date.parse(view.begun_at), null, Date.parse(view.decides_at)]);
    const full = (await app.call('GET', `/campaigns/${b}?full=1`)).json.data.record;
    assert.equal(full.tested_campaign_uid, first);
    // Why somebody did not get a variant.
    const other = await app.db
      .selectFrom('subscriber')
      .select(['id', 'email'])
      .where('list_id', '=', list.id)
      .where('status', '=', 'confirmed')
      .execute();
    const outside = other.find(({ id }) => !isInPart(row, id));
    assert.equal((await explainAddress(app.db, await app.row(b ?? ''), outside?.email ?? '', 1)).cause, 'other-part');
  });

  test('without a winner that can be told the first of the best goes on, and it says so', async () => {
    const { first, uids } = await make(2, { percent: 50 });
    await begin(first);
    const { decides_at } = await viewOf(first);
    const at = Date.parse(decides_at);
    const due = async (when: number) => (await testsDue(app.db, when)).find(Boolean);
    const waiting = await due(at);
    assert.ok(waiting);
    assert.equal(await decideDue(app.db, waiting, at), undefined, 'nobody got one yet');
    assert.equal(await due(at), undefined);
    const later = await due(at + MINUTE_MS);
    assert.ok(later);
    const { id } = await app.row(first);
    await setCounters(app.db, id, { accepted: 3, filtered_unique_opens: 1 });
    await setCounters(app.db, (await app.row(uids[1] ?? '')).id, { accepted: 3, filtered_unique_opens: 1 });
    await app.set(uids[1] ?? '', { status: 'paused' });
    assert.equal(await decideDue(app.db, later, at + MINUTE_MS), undefined, 'a variant is paused');
    await app.set(uids[1] ?? '', { status: 'sending' });
    const decision = await decideDue(app.db, later, at + 120_000);
    assert.deepEqual([decision?.winner, decision?.isClear], [first, false]);
  });

  test('its segment stays as long as the rest waits for the winner, also when the variants are done', async () => {
    const { first, uids, list } = await make(2, { percent: 50, decided_by: 'hand' });
    const segment = await addSegment(app, list.uid);
    assertStatus(await app.update(first, { status: 'draft', segment_uid: segment }), 200);
    await begin(first);
    const remove = () => app.call('DELETE', `/lists/${list.uid}/segments/${segment}`);
    for (const uid of uids) await app.set(uid, { status: 'sent' });
    assertStatus(await remove(), 400);
    const chosen = await call(first, 'POST', '/winner', { campaign_uid: first });
    assertStatus(chosen, 200);
    assertStatus(await remove(), 400);
    await app.set(chosen.json.rest_uid, { status: 'sent' });
    assertStatus(await remove(), 200);
  });

  test('by hand: when somebody says so, a variant of it, once', async () => {
    const { first, uids } = await make(2, { percent: 100, decided_by: 'hand' });
    assertStatus(await call(first, 'POST', '/winner', { campaign_uid: first }), 400);
    await begin(first);
    assert.equal((await viewOf(first)).decides_at, null);
    const wrong = await call(first, 'POST', '/winner', { campaign_uid: 'nothing' });
    assertStatus(wrong, 422);
    assert.match(wrong.json.error.campaign_uid, /Not a variant/);
    const chosen = await call(uids[1] ?? '', 'POST', '/winner', { campaign_uid: uids[1] });
    assertStatus(chosen, 200);
    assert.deepEqual([chosen.json.winner_uid, chosen.json.rest_uid], [uids[1], null]);
    assert.equal((await viewOf(first)).found_by, 'hand');
    assertStatus(await call(first, 'POST', '/winner', { campaign_uid: first }), 400);
  });

  test('what cannot be is refused and changes nothing', async () => {
    const { first, uids } = await make(5);
    assertStatus(await call(first, 'POST', '/variants'), 400); // a sixth
    const [, second = ''] = uids;
    assertStatus(await call(second, 'PUT', '', {}), 400); // a variant itself
    assertStatus(await app.call('POST', `/campaigns/${second}/send`, { json: {} }), 400);
    assertStatus(await app.update(second, { list_uid: await addList(app) }), 422);
    for (const wrong of [{ percent: 0 }, { percent: 101 }, { wait_minutes: 1 }, { decided_by: 'luck' }])
      assertStatus(await call(first, 'PUT', '', wrong), 422);
    const untracked = await call(first, 'PUT', '', { decided_by: 'clicks' });
    assertStatus(untracked, 422);
    assert.match(untracked.json.error.decided_by, /url_tracking/);
    assert.equal((await viewOf(first)).percent, 20);
    const { key } = await app.addCustomer();
    assertStatus(await app.call('GET', `/campaigns/${first}/ab-test`, { key }), 404);
    assertStatus(await app.call('PUT', `/campaigns/${first}/ab-test`, { key, json: {} }), 404);
    const responder = await app
      .make({ type: 'autoresponder', options: { autoresponder_time_value: 1 } })
      .catch(() => '');
    if (responder !== '') assertStatus(await call(responder, 'PUT', '', {}), 400);
    const alone = await app.make({ status: 'draft' });
    assertStatus(await call(alone, 'GET'), 404);
    assertStatus(await call(alone, 'POST', '/variants'), 400);
    await begin(first);
    for (const [method, path] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/variants'],
    ] as const)
      assertStatus(await call(first, method, path), 400);
  });

  test('a variant that lacks something keeps the campaign from beginning, with the reason', async () => {
    const { first, uids } = await make(2);
    assertStatus(await app.update(uids[1] ?? '', { status: 'draft', subject: '' }), 200);
    const reasons = async () => (await whyHeld(app.db, await app.row(first))).map(({ message }) => message);
    assert.deepEqual(await reasons(), ['Variant B of the A/B test is missing a subject.']);
    const check = async () => {
      const { records } = (await app.call('GET', `/campaigns/${first}/checks`)).json.data;
      const { state, data } = records.find(({ id }: { id: string }) => id === 'variants') ?? {};
      return [state, data?.variants, data?.incomplete];
    };
    const lacking = (missing: string[]) => [{ letter: 'B', campaign_uid: uids[1], missing }];
    assert.deepEqual(await check(), ['blocking', 2, lacking(['subject'])]);
    const untracked = { status: 'draft', subject: 'Again', options: { open_tracking: 'no' } };
    assertStatus(await app.update(uids[1] ?? '', untracked), 200);
    assert.match(
      (await reasons()).join(),
      /^Variant B of the A\/B test does not track opens \(options.open_tracking\)/,
    );
    assert.deepEqual(await check(), ['blocking', 2, lacking(['tracking'])]);
    assertStatus(await app.update(uids[1] ?? '', { status: 'draft', options: { open_tracking: 'yes' } }), 200);
    assert.deepEqual(await check(), ['ok', 2, []]);
    assertStatus(await app.call('DELETE', `/campaigns/${uids[1]}`), 200);
    assert.match((await reasons()).join(), /only one variant/);
    assert.deepEqual(await check(), ['blocking', 1, []]);
    assertStatus(await call(first, 'DELETE'), 200);
    assert.deepEqual(await reasons(), []);
    assert.deepEqual(await check(), [undefined, undefined, undefined]);
  });

  test('the variants pause, go on, end and disappear with their campaign', async () => {
    const { first, uids } = await make(2, { percent: 40 });
    await begin(first);
    const states = async () => Promise.all(uids.map(async (uid) => (await app.row(uid)).status));
    assert.deepEqual(await states(), ['processing', 'pending-sending']);
    assertStatus(await app.call('PUT', `/campaigns/${first}/pause-unpause`), 200);
    assert.deepEqual(await states(), ['paused', 'paused']);
    assertStatus(await app.call('PUT', `/campaigns/${first}/pause-unpause`), 200);
    assert.deepEqual(await states(), ['sending', 'sending']);
    assertStatus(await app.call('PUT', `/campaigns/${first}/pause-unpause`), 200);
    assertStatus(await app.call('PUT', `/campaigns/${first}/mark-sent`), 200);
    assert.deepEqual(await states(), ['sent', 'sent']);
    const view = await viewOf(first);
    assert.ok(view.decided_at);
    assert.deepEqual([view.winner_uid, view.found_by], [null, null]);
    const drafts = await make(4);
    assertStatus(await app.call('DELETE', `/campaigns/${drafts.uids[1]}`), 200);
    const [a, , ...others] = drafts.uids;
    const letters = (await inTable([a ?? '', ...others])).map((part) => (part as unknown[])[1]);
    assert.deepEqual(letters, ['A', 'B', 'C']);
    assertStatus(await app.call('DELETE', `/campaigns/${drafts.first}`), 200);
    for (const uid of drafts.uids) assert.equal((await app.row(uid)).status, 'pending-delete');
    const copy = (await app.call('POST', `/campaigns/${uids[1]}/copy`)).json.campaign_uid;
    const { test_of, part_from } = await app.row(copy);
    assert.deepEqual([test_of, part_from], [null, null]);
  });
});
