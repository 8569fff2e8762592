import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertStatus } from '../../test/support/app.ts';
import { addList, addSegment, type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import { startCampaign } from './delivery/progress.ts';
import { parsedOptions } from './options.ts';
import { STATUSES } from './rules.ts';
import { changeCampaign } from './update.ts';

eachEngine('changing campaigns', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  async function refuses(uid: string, members: Record<string, unknown>, error: unknown): Promise<void> {
    const before = await app.row(uid);
    const answer = await app.update(uid, members);
    assertStatus(answer, 422);
    assert.deepEqual(answer.json, { status: 'error', error });
    assert.deepEqual(await app.row(uid), before);
  }

  test('what is sent changes, all else stays', async () => {
    const uid = await app.make({ options: { url_tracking: 'yes', email_stats: 'a@b.test' } });
    const before = await app.row(uid);
    app.clock.forward(MINUTE_MS);
    const answer = await app.update(uid, { campaign: { subject: 'Other', options: { json_feed: 'yes' } } });
    assert.deepEqual([answer.status, answer.json], [200, { status: 'success' }]);
    const options = { ...parsedOptions(before), json_feed: 'yes' };
    const after = await app.row(uid);
    assert.deepEqual(parsedOptions(after), options);
    assert.deepEqual(
      { ...after, options: '' },
      { ...before, subject: 'Other', revision: 2, updated_at: app.clock.now(), options: '' },
    );
  });

  test('an empty member is an absent one', async () => {
    const uid = await app.make();
    const before = await app.row(uid);
    const empty = {
      name: '',
      from_name: null,
      from_email: ' ',
      subject: '',
      reply_to: null,
      send_at: '',
      list_uid: null,
    };
    assertStatus(await app.update(uid, { ...empty, type: '', status: '', template: {}, options: [] }), 200);
    assertStatus(await app.update(uid, {}), 200);
    assert.deepEqual(await app.row(uid), { ...before, updated_at: app.clock.now() });
  });

  test('faults are as on create, all at once', async () => {
    const uid = await app.make();
    await refuses(
      uid,
      { name: 'x'.repeat(256), from_email: 'x', send_at: 'x', list_uid: 'x', type: 'x', options: { json_feed: 'x' } },
      {
        name: 'Name is too long (maximum is 255 characters).',
        from_email: 'From email is not a valid email address.',
        send_at: 'Send at must be a real date and time in the format Y-m-d H:i:s.',
        list_uid: 'Provided list does not exist.',
        type: 'Type must be one of: regular, autoresponder.',
        'options.json_feed': 'Json feed must be yes or no.',
      },
    );
  });

  test('only in draft, pending-sending and paused', async () => {
    for (const status of STATUSES.filter((status) => status !== 'pending-delete')) {
      const uid = await app.make();
      await app.set(uid, { status, ...(status === 'sending' && { freeze_until_id: 1 }) });
      if (['draft', 'pending-sending', 'paused'].includes(status))
        assertStatus(await app.update(uid, { name: 'x' }), 200);
      else await refuses(uid, { name: 'x', from_email: 'also wrong' }, 'This campaign is not editable.');
    }
  });

  test('a draft is scheduled by its status', async () => {
    const uid = await app.make({ status: 'draft' });
    const statusAfter = async (members: Record<string, unknown>) => {
      assertStatus(await app.update(uid, members), 200);
      return (await app.row(uid)).status;
    };
    assert.equal(await statusAfter({ name: 'x' }), 'draft');
    assert.equal(await statusAfter({ status: 'pending-sending' }), 'pending-sending');
    assert.equal(await statusAfter({ status: 'sent' }), 'pending-sending');
    assert.equal(await statusAfter({ status: 'paused' }), 'paused');
    assert.equal(await statusAfter({}), 'paused');
    assert.equal(await statusAfter({ status: 'draft' }), 'draft');
  });

  test('a copy gets its send time with the update that schedules it', async () => {
    const copy = await app.call('POST', `/campaigns/${await app.make()}/copy`);
    const uid = copy.json.campaign_uid;
    assertStatus(await app.update(uid, { name: 'Mine' }), 200);
    for (const status of ['pending-sending', 'paused'])
      await refuses(uid, { status }, { send_at: 'Send at cannot be blank.' });
    assertStatus(await app.update(uid, { status: 'pending-sending', send_at: '2026-12-24 08:00:00' }), 200);
    assert.deepEqual(
      [(await app.record(uid)).status, (await app.record(uid)).send_at],
      ['pending-sending', '12/24/26, 8:00 AM'],
    );
    assertStatus(await app.update(uid, { status: 'draft' }), 200);
    assertStatus(await app.update(uid, { status: 'pending-sending' }), 200);
  });

  test('the type changes in a draft only', async () => {
    const uid = await app.make();
    await refuses(uid, { type: 'autoresponder' }, { type: 'Type can only be changed in a draft.' });
    await refuses(uid, { type: 'autoresponder', status: 'draft' }, { type: 'Type can only be changed in a draft.' });
    assertStatus(await app.update(uid, { type: 'regular', status: 'draft' }), 200);
    assertStatus(await app.update(uid, { type: 'autoresponder', status: 'pending-sending' }), 200);
    assert.equal((await app.row(uid)).type, 'autoresponder');
  });

  test('another list, and its segment', async () => {
    const [first, second] = [await addSegment(app, app.listUid), await addList(app)];
    const ofSecond = await addSegment(app, second);
    const uid = await app.make({ segment_uid: first });
    const segmentNow = async () => (await app.record(uid)).segment.segment_uid;
    const count = async (list: string) =>
      Number((await app.call('GET', `/campaigns?list_uid=${list}`)).json.data.count);
    const before = await count(app.listUid);
    await refuses(uid, { list_uid: second }, { segment_uid: 'Provided list segment does not exist.' });
    await refuses(uid, { segment_uid: ofSecond }, { segment_uid: 'Provided list segment does not exist.' });
    assertStatus(await app.update(uid, { segment_uid: '' }), 200);
    assert.equal(await segmentNow(), first, 'an empty member never widens the audience');
    assertStatus(await app.update(uid, { list_uid: second, segment_uid: ofSecond }), 200);
    assert.equal(await segmentNow(), ofSecond);
    assert.deepEqual([await count(app.listUid), await count(second)], [before - 1, 1]);
    const kept = await app.update(uid, { segment_uid: null });
    assert.deepEqual(
      [kept.status, kept.json.warnings.map(({ member }: { member: string }) => member)],
      [200, ['segment_uid']],
    );
    assert.equal(await segmentNow(), ofSecond, 'nor does null');
    assertStatus(await app.update(uid, { segment_uid: 'none' }), 200);
    assert.equal(await segmentNow(), undefined);
    assertStatus(await app.update(uid, { segment_uid: 'None' }), 200);
    assertStatus(await app.update(uid, { segment_uid: ofSecond }), 200);
    assertStatus(await app.update(uid, { list_uid: app.listUid, segment_uid: '' }), 200);
    assert.deepEqual((await app.record(uid)).segment, []);
    assert.deepEqual([await count(app.listUid), await count(second)], [before, 0]);
  });

  test('a stored reference that has vanished is a fault by name', async () => {
    const list = await addList(app);
    const segment = await addSegment(app, list);
    const [first, second] = [
      await app.make({ list_uid: list }),
      await app.make({ list_uid: list, segment_uid: segment }),
    ];
    await app.db.deleteFrom('segment').where('uid', '=', segment).execute();
    await refuses(second, { name: 'x' }, { segment_uid: 'Provided list segment does not exist.' });
    assertStatus(await app.call('DELETE', `/lists/${list}`), 200);
    await refuses(first, { name: 'x' }, { list_uid: 'Provided list does not exist.' });
    assert.equal((await app.record(first)).list.name, 'News');
    assertStatus(await app.update(first, { list_uid: app.listUid }), 200);
    const opened = (await app.row(first)).number;
    const options = { autoresponder_event: 'AFTER-CAMPAIGN-OPEN', autoresponder_open_campaign_id: opened };
    const auto = await app.make({ type: 'autoresponder', options });
    assertStatus(await app.call('DELETE', `/campaigns/${first}`), 200);
    await refuses(
      auto,
      { name: 'x' },
      { 'options.autoresponder_open_campaign_id': 'Provided campaign does not exist.' },
    );
  });

  test('options that may be none are taken away by null or empty', async () => {
    const options = { email_stats: 'a@b.test', cronjob: '0 9 * * 1', cronjob_enabled: 1 };
    const uid = await app.make({ options });
    await refuses(uid, { options: { cronjob: '' } }, { 'options.cronjob': 'Cronjob cannot be blank.' });
    assertStatus(await app.update(uid, { options: { cronjob: '', cronjob_enabled: 0, email_stats: null } }), 200);
    const { cronjob, cronjob_enabled, email_stats } = parsedOptions(await app.row(uid));
    assert.deepEqual([cronjob, cronjob_enabled, email_stats], [null, 0, null]);
  });

  test('once it has begun, what is still to go may change, whom it goes to may not', async () => {
    const [segment, second] = [await addSegment(app, app.listUid), await addList(app)];
    const uid = await app.make({ segment_uid: segment });
    await app.set(uid, { status: 'paused', freeze_until_id: 10, freeze_after_id: 5, started_at: 1 });
    const fault = 'The list and the segment can no longer be changed: the campaign has started sending.';
    await refuses(uid, { list_uid: second }, { list_uid: fault, segment_uid: 'Provided list segment does not exist.' });
    await refuses(uid, { segment_uid: await addSegment(app, app.listUid) }, { segment_uid: fault });
    await refuses(uid, { segment_uid: 'none' }, { segment_uid: fault });
    const same = { list_uid: app.listUid, segment_uid: segment };
    const others = { subject: 'Late', send_at: '2027-01-01 00:00:00', template: { content: 'x' }, status: 'draft' };
    assertStatus(await app.update(uid, { ...same, ...others }), 200);
    await refuses(
      uid,
      { type: 'autoresponder' },
      { type: 'Type can no longer be changed: the campaign has started sending.' },
    );
    const { freeze_until_id, freeze_after_id, started_at } = await app.row(uid);
    assert.deepEqual([freeze_until_id, freeze_after_id, started_at], [10, 5, 1]);
  });

  test('updates at the same moment lose nothing', async () => {
    const uid = await app.make();
    const answers = await Promise.all([
      app.update(uid, { name: 'N' }),
      app.update(uid, { subject: 'S' }),
      app.update(uid, { options: { json_feed: 'yes' } }),
      app.update(uid, { options: { xml_feed: 'yes' } }),
      app.update(uid, { template: { inline_css: 'yes' } }),
    ]);
    for (const answer of answers) assertStatus(answer, 200);
    const row = await app.row(uid);
    const { json_feed, xml_feed } = parsedOptions(row);
    assert.deepEqual([row.name, row.subject, json_feed, xml_feed, row.inline_css], ['N', 'S', 'yes', 'yes', 1]);
  });

  test('a start between reading and writing is noticed', async () => {
    const uid = await app.make({ send_at: '2001-01-01 00:00:00' });
    const { id, customer_id } = await app.row(uid);
    let reads = 0;
    const changing = changeCampaign(
      app.db,
      { customerId: customer_id, uid },
      {
        author: { mark: 'key:1', name: 'test' },
        async read({ options, ...before }) {
          reads += 1;
          assert.ok(await startCampaign(app.db, { id, customer_id: app.customer.id }, app.clock.now()));
          return { ...before, type: 'regular', options: parsedOptions({ options }), source: undefined, name: 'Late' };
        },
      },
      app.clock.now(),
    );
    await assert.rejects(changing, { code: 'invalid', message: 'This campaign is not editable.' });
    const { name, status } = await app.row(uid);
    assert.deepEqual([reads, name, status], [1, 'Spring', 'processing']);
  });

  test('property: an update is a create of the merged members', async () => {
    const text = fc.constantFrom(
      'Spring',
      'a@b.test',
      '[EMAIL]',
      '',
      ' ',
      null,
      'x'.repeat(101),
      'a\nb',
      'yes',
      '2027-02-30 00:00:00',
    );
    const members = fc.record(
      {
        name: text,
        from_name: text,
        from_email: text,
        subject: text,
        reply_to: text,
        to_name: text,
        send_at: text,
        segment_uid: text,
        list_uid: fc.constantFrom('', 'ab00000000000'),
        options: fc.record(
          { url_tracking: text, email_stats: text, autoresponder_time_value: text },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(members, async (sent) => {
        const uid = await app.make(); // what is sent empty keeps what stands here
        const given = Object.entries(sent).filter(([, value]) =>
          typeof value === 'object' ? value : value.trim() !== '',
        );
        const fresh = await app.call('POST', '/campaigns', { json: app.input(Object.fromEntries(given)) });
        const changed = await app.update(uid, sent);
        assert.deepEqual(fresh.json.error, changed.json.error);
        if (fresh.status !== 201) return;
        const columns = ['name', 'from_name', 'from_email', 'subject', 'reply_to', 'send_at', 'list_id'] as const;
        const [one, two] = [await app.row(fresh.json.campaign_uid), await app.row(uid)];
        for (const column of columns) assert.equal(two[column], one[column], column);
      }),
      { numRuns: 40 },
    );
  });
});
