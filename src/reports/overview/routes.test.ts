// The table of campaigns on both engines.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus, getData } from '../../../test/support/app.ts';
import { addSegment, type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { putBatches, setCounters } from '../../../test/support/ledger.ts';
import { seedDelivery } from '../../../test/support/message-rows.ts';
import { statementsOf } from '../../../test/support/plans.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import { pageOfOverview } from './overview.ts';

eachEngine('the table of campaigns', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  const uids: string[] = [];
  const get = (path: string) => getData(app, path);
  const names = (data: { records: { name: string }[] }) => data.records.map(({ name }) => name);

  before(async () => {
    const segment = await addSegment(app, app.listUid);
    uids.push(await app.make({ name: 'Grüße', segment_uid: segment }));
    uids.push(await app.make({ name: 'Recurring', options: { cronjob: '0 9 * * 1', cronjob_enabled: 1 } }));
    const now = app.clock.now();
    const running = await seedDelivery(
      app,
      [
        ...[1, 2, 3].map((n) => ({ message: { state: 'accepted', finished_at: now - n * 1000 } as const })),
        { message: { state: 'accepted', finished_at: now - 600_000 } },
        { message: { state: 'deferred' } },
      ],
      { name: 'Running', started_at: now - 600_000 },
    );
    await setCounters(app.db, running.id, {
      audience: 10,
      accepted: 4,
      rejected: 1,
      unique_opens: 2,
      filtered_unique_opens: 1,
      hard_bounces: 1,
    });
    uids.push(running.uid);
    uids.push(await app.make({ name: 'Draft', subject: '100 % GRÜN' }));
    await app.set(uids[3] ?? '', { status: 'draft' });
  });

  test('shows what each is, where it stands and what came of it', async () => {
    const { records, statuses, next } = await get('/campaigns/overview');
    assert.deepEqual([names({ records }), next], [['Draft', 'Running', 'Recurring', 'Grüße'], null]);
    assert.deepEqual([statuses.draft, statuses.sending, statuses.sent], [1, 1, 0]);
    const [draft, running, recurring, first] = records;
    assert.deepEqual([running.audience, running.accepted, running.has_begun], [10, 4, true]);
    assert.deepEqual(running.raw.opened, { people: 2, rate: 50 });
    assert.deepEqual([running.filtered.opened.people, running.bounced], [1, { people: 1, rate: 25 }]);
    const { per_second, seconds_left, ...progress } = running.progress;
    assert.deepEqual(progress, { done: 5, left: 5, deferred: 1, failed: 1 });
    assert.deepEqual([per_second > 0, seconds_left > 0], [true, true]);
    assert.deepEqual([first.list.list_uid, first.segment.name, recurring.segment], [app.listUid, 'Anns', null]);
    assert.deepEqual([recurring.is_recurring, recurring.next_run_at !== null], [true, true]);
    assert.deepEqual([draft.progress, draft.send_at], [null, '2026-12-01T10:00:00.000Z']);
    assert.deepEqual((await get(`/campaigns/${running.campaign_uid}/overview`)).record, running);
    await app.set(running.campaign_uid, { status: 'paused' });
    assert.equal((await get(`/campaigns/${running.campaign_uid}/overview`)).record.progress.seconds_left, null);
    await app.set(running.campaign_uid, { status: 'sending' });

    // Where recipients get it at their own time, the last of them decide.
    const { id, customer_id: customerId } = await app.row(running.campaign_uid);
    await putBatches(app.db, { id, customerId }, [999]);
    const due_at = app.clock.now() + 9 * HOUR_MS;
    await app.db.updateTable('batch').set({ due_at }).where('campaign_id', '=', id).execute();
    await app.set(running.campaign_uid, { recipient_time_zone: '{}' });
    const { record } = await get(`/campaigns/${running.campaign_uid}/overview`);
    assert.equal(record.progress.seconds_left, 9 * 3_600);
    await app.set(running.campaign_uid, { recipient_time_zone: null });
    await app.db.deleteFrom('batch').where('campaign_id', '=', id).execute();
  });

  test('is filtered, searched and read page by page', async () => {
    assert.deepEqual(names(await get('/campaigns/overview?status=sending,DRAFT')), ['Draft', 'Running']);
    assert.deepEqual(names(await get(`/campaigns/overview?search=${encodeURIComponent('grü')}`)), ['Draft', 'Grüße']);
    assert.deepEqual(names(await get('/campaigns/overview?search=nothing')), []);
    for (const filter of ['', `&search=${encodeURIComponent('GR')}`, '&status=draft,sending']) {
      const all = names(await get(`/campaigns/overview?per_page=200${filter}`));
      const walked: string[] = [];
      for (let next = ''; ; ) {
        const page = await get(`/campaigns/overview?per_page=1${filter}${next && `&after=${next}`}`);
        walked.push(...names(page));
        if (page.next === null) break;
        assert.equal(page.statuses === null, next !== '');
        next = page.next;
      }
      assert.deepEqual(walked, all);
    }
    const asked = await statementsOf(app.db, (db) =>
      pageOfOverview(db, app.customer.id, { statuses: [], search: undefined }, { after: undefined, perPage: 50 }, 0),
    );
    assert.equal(asked.length, 3, 'whatever the page has');
  });

  test('what is under way, automations too, and the runs of a recurring campaign in one', async () => {
    const now = app.clock.now();
    const recurring = await app.make({ name: 'Weekly', options: { cronjob: '0 9 * * 1', cronjob_enabled: 1 } });
    await app.set(recurring, { run_count: 2, status: 'pending-sending' });
    const { id } = await app.row(recurring);
    for (const n of [1, 2]) {
      const run = await app.make({ name: `Weekly ${n}` });
      await app.set(run, { parent_id: id, status: 'sent', freeze_until_id: 1, finished_at: now });
      await setCounters(app.db, (await app.row(run)).id, { audience: 10 * n, accepted: 8 * n, unique_opens: n });
    }
    const options = {
      autoresponder_event: 'AFTER-SUBSCRIBE',
      autoresponder_time_unit: 'day',
      autoresponder_time_value: 1,
    };
    const make = (name: string) => app.make({ name, type: 'autoresponder', options });
    const [welcome, later] = [await make('Welcome'), await make('Later')];
    await app.set(welcome, { status: 'sending', started_at: now - HOUR_MS });
    await app.set(later, { status: 'sending', send_at: now + HOUR_MS });
    await setCounters(app.db, (await app.row(welcome)).id, { audience: 3, accepted: 3 });
    for (const variants of ['yes', 'no']) {
      const { records } = await get(`/campaigns/overview?under_way=yes&variants=${variants}&per_page=50`);
      assert.deepEqual(names({ records }), ['Welcome', 'Weekly', 'Running'], 'not what is planned, a draft, or sent');
      const [automation, weekly] = records;
      assert.deepEqual([automation.accepted, automation.runs], [3, null]);
      const { count, audience, accepted, raw } = weekly.runs;
      assert.deepEqual([count, audience, accepted, raw.opened], [2, 30, 24, { people: 3, rate: 12.5 }]);
      assert.equal(weekly.accepted, 0, 'it sends nothing itself');
    }
    assert.deepEqual(names(await get('/campaigns/overview?under_way=yes&status=sent,draft')), []);
    assert.deepEqual(names(await get('/campaigns/overview?under_way=yes&status=pending-sending')), ['Weekly']);
    for (const uid of [recurring, welcome, later]) await app.set(uid, { status: 'pending-delete' });
    await app.db.updateTable('campaign').set({ status: 'pending-delete' }).where('parent_id', '=', id).execute();
  });

  test('an A/B test is one campaign, with the figures of all its parts', async () => {
    const draft = { name: 'Tested', status: 'draft', options: { open_tracking: 'yes' } };
    const first = await app.make(draft);
    assertStatus(await app.call('PUT', `/campaigns/${first}/ab-test`, { json: { percent: 40 } }), 200);
    const added = await app.call('POST', `/campaigns/${first}/ab-test/variants`, { json: {} });
    const b = added.json.campaign_uid;
    const { id, customer_id } = await app.row(first);
    const rest = await app.make({ name: 'Tested (rest: B)' });
    await app.set(rest, { test_of: id, status: 'sending', freeze_until_id: 1 });
    const { id: rest_id } = await app.row(rest);
    const { id: winner_id } = await app.row(b);
    await app.db
      .updateTable('ab_test')
      .set({ begun_at: 1, decided_at: 2, winner_id, rest_id })
      .where('customer_id', '=', customer_id)
      .where('campaign_id', '=', id)
      .execute();
    for (const [n, uid] of [first, b].entries()) {
      await app.set(uid, { status: 'sent', part_from: n * 2_000, part_to: (n + 1) * 2_000 });
      const opened = n === 0 ? 4 : 16;
      const counters = { audience: 20, accepted: 20, unique_opens: opened, filtered_unique_opens: opened };
      await setCounters(app.db, (await app.row(uid)).id, counters);
    }
    await setCounters(app.db, rest_id, { audience: 60, accepted: 40, unique_opens: 10, filtered_unique_opens: 10 });
    const whole = await get('/campaigns/overview?variants=no&search=tested');
    assert.deepEqual(names(whole), ['Tested']);
    const [record] = whole.records;
    assert.deepEqual(
      [record.campaign_uid, record.audience, record.accepted, record.filtered.opened],
      [first, 100, 80, { people: 30, rate: 37.5 }],
    );
    assert.deepEqual([record.progress.done, record.progress.left], [80, 20]);
    assert.deepEqual([record.status, record.finished_at], ['sending', null], 'not sent: its rest is still going');
    type Part = { campaign_uid: string; letter: string; is_winner: boolean; status: string; accepted: number };
    assert.deepEqual(
      record.ab_test.parts.map((one: Part) => [one.campaign_uid, one.letter, one.is_winner, one.status, one.accepted]),
      [
        [first, 'A', false, 'sent', 20],
        [b, 'B', true, 'sent', 20],
        [rest, null, false, 'sending', 40],
      ],
    );
    assert.deepEqual([whole.statuses.sent, whole.statuses.sending], [0, 2], 'a test is counted once');
    const each = await get('/campaigns/overview?search=tested');
    assert.deepEqual(names(each), ['Tested (rest: B)', 'Tested (B)', 'Tested']);
    assert.deepEqual([each.records[2].accepted, each.records[2].ab_test.parts], [20, null]);

    // It is found by what any part is called, and stands in one status, which is counted.
    await app.set(b, { subject: 'Another subject', tags: '["spring"]' });
    const whole2 = async (query: string) => names(await get(`/campaigns/overview?variants=no&${query}`));
    assert.deepEqual(await whole2('search=another'), ['Tested']);
    assert.deepEqual(await whole2('tag=spring'), ['Tested']);
    assert.deepEqual(await whole2('search=another&tag=summer'), []);
    const statuses = ['draft', 'pending-sending', 'processing', 'sending', 'paused', 'blocked', 'sent'] as const;
    const states = [
      [['draft', 'draft', 'draft'], 'draft'],
      [['pending-sending', 'draft', 'draft'], 'pending-sending'],
      [['paused', 'draft', 'draft'], 'paused'],
      [['sent', 'sending', 'sent'], 'sending'],
      [['sent', 'paused', 'pending-sending'], 'paused'],
      [['paused', 'blocked', 'processing'], 'processing'],
      [['sent', 'sent', 'blocked'], 'blocked'],
      [['sent', 'sent', 'sent'], 'sent'],
    ] as const;
    for (const [parts, status] of states) {
      for (const [n, uid] of [first, b, rest].entries()) await app.set(uid, { status: parts[n] ?? 'sent' });
      const found: string[] = [];
      for (const one of statuses) {
        const page = await get(`/campaigns/overview?variants=no&status=${one}`);
        assert.equal(page.records.length, page.statuses[one], `${one} is counted as it is listed`);
        if (names(page).includes('Tested')) found.push(one);
        for (const record of page.records) assert.equal(record.status, one);
      }
      assert.deepEqual(found, [status], `${parts}`);
      assert.equal((await whole2(`status=${statuses}`)).filter((name) => name === 'Tested').length, 1);
    }

    // Stores have tests whose first variant was deleted before: each part stands for itself.
    await app.set(first, { status: 'pending-delete' });
    const left = await get('/campaigns/overview?variants=no&search=tested');
    assert.deepEqual(
      left.records.map((one: { name: string; accepted: number }) => [one.name, one.accepted]),
      [
        ['Tested (rest: B)', 40],
        ['Tested (B)', 20],
      ],
    );
    for (const uid of [b, rest]) await app.set(uid, { status: 'pending-delete' });
  });

  test('what does not fit is named, and what is another’s does not exist', async () => {
    const answer = await app.call('GET', '/campaigns/overview?status=draft,gone&per_page=500&after=W10');
    assertStatus(answer, 422);
    assert.deepEqual(answer.json.error, {
      status:
        'Status must be one or several of: draft, pending-sending, sending, processing, sent, paused, blocked, pending-approve.',
      per_page: 'Per page must be a whole number from 1 to 200.',
      after: 'After must be `next` of an answer to the same question.',
    });
    const { key } = await app.addCustomer();
    assert.deepEqual((await app.call('GET', '/campaigns/overview', { key })).json.data.records, []);
    assertStatus(await app.call('GET', `/campaigns/${uids[0]}/overview`, { key }), 404);
  });
});
