// Nobody of a list is left without a mail, and a mail that nobody takes is not sent on, whatever
// happens to a test before its winner is known; on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { addList, type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { seedSubscribers } from '../../../test/support/delivery-rows.ts';
import { setCounters } from '../../../test/support/ledger.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { freezeChunk, openChunks } from '../../delivery/freeze.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { finishCampaign, startCampaign } from '../delivery/progress.ts';
import { removeCampaign } from '../remove.ts';
import { decideDue } from './decide.ts';
import { findTest } from './queries.ts';

eachEngine('A/B tests until they are decided', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  /** A test of two variants that has begun, to a list of its own. @returns its uids, A first */
  async function begin(people: number, settings: object = {}): Promise<[string, string]> {
    const list_uid = await addList(app);
    const list = await app.db.selectFrom('list').selectAll().where('uid', '=', list_uid).executeTakeFirstOrThrow();
    const seed = { customerId: list.customer_id, listId: list.id, emailFieldId: 0, nameFieldId: 0 };
    if (people > 0) await seedSubscribers(app.db, seed, people, { statusOf: () => 'confirmed' });
    const first = await app.make({ list_uid, status: 'draft', options: { open_tracking: 'yes' } });
    assertStatus(await app.call('PUT', `/campaigns/${first}/ab-test`, { json: settings }), 200);
    const added = await app.call('POST', `/campaigns/${first}/ab-test/variants`, { json: {} });
    assertStatus(added, 201);
    assertStatus(await app.call('POST', `/campaigns/${first}/send`, { json: { send_at: '2020-01-01 00:00:00' } }), 200);
    assert.ok(await startCampaign(app.db, await app.row(first), app.clock.now()));
    return [first, added.json.campaign_uid];
  }

  /** Begins and freezes. @returns how many get it */
  async function freeze(uid: string): Promise<number> {
    const campaign = await app.row(uid);
    if (campaign.status === 'pending-sending') assert.ok(await startCampaign(app.db, campaign, app.clock.now()));
    while (!(await freezeChunk(app.db, await app.row(uid), openChunks()))?.done);
    const [row] = await app.db
      .selectFrom('campaign_counter')
      .select(({ fn }) => fn.sum<number>('audience').as('n'))
      .where('customer_id', '=', campaign.customer_id)
      .where('campaign_id', '=', campaign.id)
      .execute();
    return Number(row?.n ?? 0);
  }

  const testOf = async (first: string) => (await findTest(app.db, await app.row(first))) ?? assert.fail('no test');
  /** Looks for the winner at the time for it, or so much later. */
  async function decide(first: string, later = 0) {
    const row = await testOf(first);
    const at = Number(row.decides_at) + later;
    app.clock.set?.(at);
    return decideDue(app.db, row, at);
  }
  const remove = (uid: string) => app.call('DELETE', `/campaigns/${uid}`);

  test('a list of one, two or three people gets one mail each, though the variants go to nobody', async () => {
    const begun = app.clock.now();
    for (const people of [0, 1, 2, 3]) {
      const uids = await begin(people, { percent: 1 });
      let got = 0;
      for (const uid of uids) {
        const audience = await freeze(uid);
        got += audience;
        const { id } = await app.row(uid);
        if (audience > 0) await setCounters(app.db, id, { audience, accepted: audience });
        assert.ok(await finishCampaign(app.db, await app.row(uid), app.clock.now()));
      }
      const decision = await decide(uids[0]);
      if (!decision?.rest) assert.fail(`${people} people: nothing is decided`);
      assert.deepEqual([decision.winner, decision.isClear], [uids[0], false]);
      assert.equal(got + (await freeze(decision.rest)), people);
      app.clock.set?.(begun);
    }
  });

  test('where mail servers refused all mails, people decide', async () => {
    const begun = app.clock.now();
    const uids = await begin(200, { percent: 50 });
    for (const uid of uids) {
      const audience = await freeze(uid);
      await setCounters(app.db, (await app.row(uid)).id, { audience, rejected: audience });
      await app.set(uid, { status: 'sent' });
    }
    assert.equal(await decide(uids[0]), undefined);
    const { decides_at, decided_at } = await testOf(uids[0]);
    assert.deepEqual([decides_at, decided_at], [null, null]);
    assert.match((await app.row(uids[0])).notice ?? '', /notice-test-nobody/);
    app.clock.set?.(begun);
  });

  test('one that every mail server refused does not win a tie', async () => {
    const begun = app.clock.now();
    const [a, b] = await begin(200, { percent: 50 });
    for (const uid of [a, b]) {
      const audience = await freeze(uid);
      const counters = uid === a ? { audience, rejected: audience } : { audience, accepted: audience };
      await setCounters(app.db, (await app.row(uid)).id, counters);
      await app.set(uid, { status: 'sent' });
    }
    assert.deepEqual((await decide(a))?.winner, b);
    app.clock.set?.(begun);
  });

  test('none wins while another is blocked or waits, and nobody has it yet', async () => {
    const begun = app.clock.now();
    const [a, b] = await begin(200, { percent: 50 });
    const audience = await freeze(a);
    await setCounters(app.db, (await app.row(a)).id, { audience, accepted: audience, filtered_unique_opens: 1 });
    await app.set(a, { status: 'sent' });
    for (const status of ['pending-sending', 'blocked']) {
      await app.set(b, { status });
      assert.equal(await decide(a), undefined, status);
    }
    await app.set(b, { status: 'pending-sending' });
    const ofB = await freeze(b);
    await setCounters(app.db, (await app.row(b)).id, { audience: ofB, accepted: ofB, filtered_unique_opens: ofB });
    assert.equal((await decide(a, MINUTE_MS))?.winner, b);
    app.clock.set?.(begun);
  });

  test('no variant is deleted before the winner is known; after that the first one with all parts', async () => {
    const begun = app.clock.now();
    const uids = await begin(200, { percent: 50, decided_by: 'hand' });
    const [a, b] = uids;
    await app.set(b, { status: 'paused' });
    await app.set(a, { status: 'sent' });
    for (const uid of uids) {
      const refused = await remove(uid);
      assertStatus(refused, 400);
      assert.match(refused.json.error, /before the A\/B test is decided/);
    }
    const chosen = await app.call('POST', `/campaigns/${a}/ab-test/winner`, { json: { campaign_uid: b } });
    assertStatus(chosen, 200);
    const { rest_uid: rest } = chosen.json;
    // Another one goes alone, and the rest goes out without it.
    assertStatus(await remove(b), 200);
    for (const status of ['pending-sending', 'processing', 'sending'] as const) {
      await app.set(rest, { status });
      const refused = await remove(a);
      assertStatus(refused, 400);
      assert.match(refused.json.error, /\(rest: B\)” is still being sent/);
      assert.equal((await app.row(a)).status, 'sent', 'nothing is deleted');
    }
    await app.set(rest, { status: 'pending-sending' });
    assert.ok((await freeze(rest)) > 0);
    // No part stays behind without the one by which the mailing is known.
    await app.set(rest, { status: 'sent' });
    const counted = async () => (await app.call('GET', '/campaigns?per_page=1')).json.data.count;
    const before = Number(await counted());
    assertStatus(await remove(a), 200);
    assert.equal((await app.row(rest)).status, 'pending-delete');
    assert.equal(Number(await counted()), before - 2);
    while (await removeCampaign(app.db));
    app.clock.set?.(begun);
  });

  test('an ended test is deleted', async () => {
    const [a, b] = await begin(10);
    await app.set(a, { status: 'paused' });
    assertStatus(await remove(a), 400);
    assertStatus(await app.call('PUT', `/campaigns/${a}/mark-sent`), 200);
    assertStatus(await remove(a), 200);
    while (await removeCampaign(app.db));
    const found = await app.db.selectFrom('campaign').select('uid').where('uid', 'in', [a, b]).execute();
    assert.deepEqual(found, []);
  });
});
