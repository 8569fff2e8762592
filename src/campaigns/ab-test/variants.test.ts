// What variants of an A/B test cannot become, and what goes with them, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { setCounters } from '../../../test/support/ledger.ts';
import { indexesOf } from '../../../test/support/plans.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { bringTestsNearer } from '../../schedules/ab-tests.ts';
import { inTransaction } from '../../storage/db.ts';
import type { AbTest } from '../../storage/tables.ts';
import { endUnsent, SIMPLE_TEXT } from '../delivery/notice.ts';
import { startCampaign } from '../delivery/progress.ts';
import { parsedOptions } from '../options.ts';
import { decideDue, holdDueTests } from './decide.ts';
import { findTest, mailingOf, testsDue } from './queries.ts';

eachEngine('variants of A/B tests', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  const call = async (uid: string, method: string, path = '') => {
    const answer = await app.call(method, `/campaigns/${uid}/ab-test${path}`, { json: {} });
    assert.ok(answer.status < 300, JSON.stringify(answer.json));
    return answer.json;
  };

  /** A draft that is tested in two variants. */
  async function make(members: object = {}): Promise<{ first: string; second: string }> {
    const first = await app.make({ status: 'draft', options: { open_tracking: 'yes' }, ...members });
    return { first, second: await addTest(first) };
  }

  async function addTest(first: string): Promise<string> {
    await call(first, 'PUT');
    return (await call(first, 'POST', '/variants')).campaign_uid;
  }

  const send = async (uid: string) =>
    assertStatus(await app.call('POST', `/campaigns/${uid}/send`, { json: { send_at: '2020-01-01 00:00:00' } }), 200);
  const start = async (uid: string) => startCampaign(app.db, await app.row(uid), app.clock.now());

  test('none is made to go to others as well, or at other times', async () => {
    const { first, second } = await make();
    const cronjob = { cronjob: '0 9 * * 1', cronjob_enabled: 1 };
    for (const uid of [first, second])
      for (const [member, change] of Object.entries({
        type: { type: 'autoresponder' },
        'options.cronjob_enabled': { options: cronjob },
        'delivery.recipient_time_zone': { delivery: { recipient_time_zone: { last_open: 'yes' } } },
      })) {
        const refused = await app.update(uid, { status: 'draft', ...change });
        assertStatus(refused, 422);
        assert.deepEqual(Object.keys(refused.json.error), [member]);
      }
    await send(first);
    assert.ok(await start(first));
    assertStatus(await app.update(second, { options: cronjob }), 422); // it waits for a worker
    assert.equal((await app.row(second)).next_run_at, null);
  });

  test('the saved blocks of one are counted while it is a draft', async () => {
    const made = await app.call('POST', '/saved-blocks', { json: { name: 'A', block: { kind: 'footer', text: 'A' } } });
    const { saved_block_uid: saved, block } = made.json.data.record;
    const drafts = async () => (await app.call('GET', `/saved-blocks/${saved}`)).json.data.record.used_in.drafts_count;
    const { first } = await make({ template: { blocks: { version: 1, blocks: [{ ...block, saved }] } } });
    assert.equal(await drafts(), 2);
    await call(first, 'DELETE');
    assert.equal(await drafts(), 1, 'it went with the test');
    await addTest(first);
    await send(first);
    assert.equal(await drafts(), 1);
    assert.ok(await start(first));
    assert.equal(await drafts(), 0, 'it began with its campaign');
  });

  test('a campaign whose variants were removed at the last moment does not begin for everybody', async () => {
    const { first, second } = await make();
    await send(first);
    assertStatus(await app.call('DELETE', `/campaigns/${second}`), 200);
    assert.equal(await start(first), false);
    assert.equal((await app.row(first)).status, 'pending-sending');
    const other = await addTest(first);
    assertStatus(await app.update(other, { status: 'draft', subject: '' }), 200);
    assert.equal(await start(first), false);
    assertStatus(await app.update(other, { subject: 'Again' }), 200);
    assert.ok(await start(first));
  });

  test('the statistics of the rest go to the same people, whichever variant won', async () => {
    const { first, second } = await make({ options: { open_tracking: 'yes', email_stats: 'boss@example.com' } });
    await send(first);
    assert.ok(await start(first));
    const chosen = await app.call('POST', `/campaigns/${first}/ab-test/winner`, { json: { campaign_uid: second } });
    assertStatus(chosen, 200);
    const statsOf = async (uid: string) => parsedOptions(await app.row(uid)).email_stats;
    assert.deepEqual(await Promise.all([first, second, chosen.json.rest_uid].map(statsOf)), [
      'boss@example.com',
      null,
      'boss@example.com',
    ]);
  });

  test('the rest ends without a mail where its feed has nothing to show', async () => {
    const { first, second } = await make();
    await send(first);
    assert.ok(await start(first));
    const chosen = await app.call('POST', `/campaigns/${first}/ab-test/winner`, { json: { campaign_uid: second } });
    const end = async (uid: string) => endUnsent(app.db, await app.row(uid), [SIMPLE_TEXT], app.clock.now());
    assert.equal(await end(chosen.json.rest_uid), true);
    assert.equal((await app.row(chosen.json.rest_uid)).status, 'sent');
    assert.equal(await end(first), false, 'it has begun');
  });

  test('they pause and go on although the first one is done', async () => {
    const { first, second } = await make();
    await send(first);
    assert.ok(await start(first));
    await app.set(first, { status: 'sent', freeze_done: 1, finished_at: app.clock.now() });
    await app.set(second, { status: 'sending' });
    for (const status of ['paused', 'sending', 'paused']) {
      const toggled = await app.call('PUT', `/campaigns/${first}/pause-unpause`);
      assert.equal(toggled.json.campaign.status, 'sent');
      assert.equal((await app.row(second)).status, status);
    }
    // What is said of the whole is done to the others also where the first one is so already.
    for (const status of ['paused', 'sending'] as const) {
      await app.set(first, { status });
      await app.set(second, { status: status === 'paused' ? 'sending' : 'paused' });
      assertStatus(await app.call('PUT', `/campaigns/${first}/pause-unpause?status=${status}`), 200);
      assert.deepEqual([(await app.row(first)).status, (await app.row(second)).status], [status, status]);
    }
  });

  test('the winner is looked for as much later as they were paused', async () => {
    const { first, second } = await make();
    await send(first);
    assert.ok(await start(first));
    await app.set(second, { status: 'sending' });
    const decidesAt = async () => {
      const { decides_at } = (await app.call('GET', `/campaigns/${first}/ab-test`)).json.data.record;
      return Date.parse(decides_at);
    };
    const toggle = async () => assertStatus(await app.call('PUT', `/campaigns/${first}/pause-unpause`), 200);
    const planned = await decidesAt();
    await toggle();
    app.clock.forward(HOUR_MS);
    await toggle();
    assert.equal(await decidesAt(), planned + HOUR_MS);
    await toggle();
    app.clock.set(planned + 48 * HOUR_MS);
    for (const due of await testsDue(app.db, app.clock.now())) await decideDue(app.db, due, app.clock.now());
    await app.set(first, { status: 'sent', freeze_done: 1, finished_at: app.clock.now() });
    const left = await decidesAt();
    assert.ok(left <= app.clock.now() + MINUTE_MS, 'while it is paused nothing is decided');
    await toggle();
    assert.ok((await decidesAt()) > app.clock.now() + HOUR_MS / 2, 'nor as soon as it goes on');
  });

  test('a listing shows them once, if it is asked to', async () => {
    const { first, second } = await make({ name: 'Once' });
    const listed = async (query: string) => {
      const { count, records } = (await app.call('GET', `/campaigns?per_page=500${query}`)).json.data;
      assert.equal(Number(count), records.length);
      const uids: string[] = records.map((one: { campaign_uid: string }) => one.campaign_uid);
      return [first, second].filter((uid) => uids.includes(uid));
    };
    for (const query of ['', '&variants=yes', '&status=draft']) assert.deepEqual(await listed(query), [first, second]);
    for (const query of ['', '&status=draft', '&search=once'])
      assert.deepEqual(await listed(`&variants=no${query}`), [first]);
    await app.set(first, { status: 'pending-delete' });
    assert.deepEqual(await listed('&variants=no'), [second], 'what is left of it can be named');
    await app.set(first, { status: 'draft' });
  });

  test('a clock that was ahead and is put back does not put the decision off for days', async () => {
    const DAYS = 9 * DAY_MS;
    const { first, second } = await make();
    await send(first);
    const begun = app.clock.now();
    app.clock.forward(DAYS);
    assert.ok(await start(first));
    const decidesAt = async () => Date.parse((await call(first, 'GET')).data.record.decides_at);
    const ahead = await decidesAt();
    await bringTestsNearer(app);
    assert.equal(await decidesAt(), ahead, 'a clock that is right changes nothing');
    app.clock.set(begun);
    await bringTestsNearer(app);
    const wait = ahead - DAYS - begun;
    assert.equal(await decidesAt(), begun + wait);
    app.clock.forward(wait + 2 * DAY_MS);
    const decide = async () => {
      for (const due of await testsDue(app.db, app.clock.now())) await decideDue(app.db, due, app.clock.now());
    };
    await decide(); // nobody got one yet: put off for a minute
    app.clock.set(begun + wait);
    await bringTestsNearer(app);
    assert.equal(await decidesAt(), begun + 2 * wait);
    for (const uid of [first, second]) await app.set(uid, { status: 'sent', freeze_done: 1 });
    app.clock.set(begun + 2 * wait);
    await decide();
    await bringTestsNearer(app);
    assert.equal((await call(first, 'GET')).data.record.decides_at, null, 'looked for, and left to people');
  });

  test('a store that went back does not send the winner to the rest by itself', async () => {
    const { first, second } = await make();
    await send(first);
    assert.ok(await start(first));
    const { id, customer_id } = await app.row(first);
    for (const uid of [first, second]) await app.set(uid, { status: 'sent', freeze_done: 1 });
    await app.db.updateTable('campaign_counter').set({ accepted: 1 }).where('campaign_id', '=', id).execute();
    const due = await findTest(app.db, { id, customer_id });
    assert.ok(due?.decides_at);
    app.clock.set(due.decides_at + MINUTE_MS);
    await inTransaction(app.db, (tx) => holdDueTests(tx, app.clock.now()));
    assert.equal(await decideDue(app.db, due, app.clock.now()), undefined);
    assert.match(String((await app.row(first)).notice), /notice-test-went-back/);
    const chosen = await app.call('POST', `/campaigns/${first}/ab-test/winner`, { json: { campaign_uid: second } });
    assertStatus(chosen, 200);
    assert.deepEqual([(await app.row(first)).notice, chosen.json.rest_uid !== null], [null, true]);
  });

  test('their letters stay when one of them is deleted', async () => {
    const { first, second } = await make();
    const third = (await call(first, 'POST', '/variants')).campaign_uid;
    await send(first);
    assert.ok(await start(first));
    await app.set(second, { status: 'sent' });
    const chosen = await app.call('POST', `/campaigns/${first}/ab-test/winner`, { json: { campaign_uid: third } });
    assert.match((await app.row(chosen.json.rest_uid)).name, / \(rest: C\)$/);
    assertStatus(await app.call('DELETE', `/campaigns/${second}`), 200);
    const { variants } = (await app.call('GET', `/campaigns/${first}/ab-test`)).json.data.record;
    const letters = variants.map((one: { letter: string; campaign_uid: string }) => [one.letter, one.campaign_uid]);
    assert.deepEqual(letters, [
      ['A', first],
      ['C', third],
    ]);
    const { ab_test } = (await app.call('GET', `/campaigns/${third}/overview`)).json.data.record;
    assert.equal(ab_test.letter, 'C');
  });

  test('a test whose messages nobody accepted waits for somebody, and says so', async () => {
    for (const percent of [50, 100]) {
      const { first, second } = await make();
      assertStatus(await app.call('PUT', `/campaigns/${first}/ab-test`, { json: { percent } }), 200);
      await send(first);
      assert.ok(await start(first));
      const { customer_id, id } = await app.row(first);
      const decide = (days: number) =>
        decideDue(app.db, { customer_id, campaign_id: id } as AbTest, app.clock.now() + days * DAY_MS);
      const viewOf = async () => (await app.call('GET', `/campaigns/${first}/ab-test`)).json.data.record;
      assert.equal(await decide(30), undefined);
      assert.ok((await viewOf()).decides_at, 'they are being sent');
      for (const uid of [first, second]) await app.set(uid, { status: 'sent', freeze_done: 1 });
      await setCounters(app.db, id, { audience: 5, rejected: 5 });
      assert.equal(await decide(31), undefined);
      const { decides_at, decided_at, winner_uid } = await viewOf();
      assert.deepEqual([decides_at, winner_uid, decided_at === null], [null, null, percent === 50]);
      assert.equal(/test-nobody/.test((await app.row(first)).notice ?? ''), percent === 50);
      if (percent === 100) continue;
      const chosen = await app.call('POST', `/campaigns/${first}/ab-test/winner`, { json: { campaign_uid: second } });
      assertStatus(chosen, 200);
      assert.equal((await app.row(first)).notice, null);
    }
  });

  test('a test whose first variant is done can still be ended: nothing goes to the rest', async () => {
    const { first, second } = await make();
    await send(first);
    assert.ok(await start(first));
    await app.set(first, { status: 'sent', freeze_done: 1, finished_at: app.clock.now() });
    await app.set(second, { status: 'sending' });
    const end = () => app.call('PUT', `/campaigns/${first}/mark-sent`);
    const ended = await end();
    assertStatus(ended, 200);
    assert.equal(ended.json.campaign.status, 'sent');
    assert.equal((await app.row(second)).status, 'sent');
    const { record } = (await app.call('GET', `/campaigns/${first}/ab-test`)).json.data;
    assert.deepEqual([record.decides_at, record.winner_uid, record.rest_uid], [null, null, null]);
    assert.ok(record.decided_at);
    assertStatus(await end(), 400);
  });
});

eachEngine('the campaigns of one mailing', (engine) => {
  test('are found by two keys, not among all campaigns', async (t) => {
    if (engine.name !== 'sqlite') return t.skip('its plans are of another kind');
    const { db } = await engine.open(t);
    const steps = await indexesOf(db, (on) => mailingOf(on, { id: 1, customer_id: 1 }));
    assert.ok(steps.includes('campaign_test'), steps.join(' | '));
    assert.ok(steps.includes('SEARCH one USING INTEGER PRIMARY KEY (rowid=?)'), steps.join(' | '));
  });
});
