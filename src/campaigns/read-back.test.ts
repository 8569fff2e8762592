// A campaign can be loaded with everything that may be set, changed and saved; sent back as it is
// it changes nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertStatus, formText } from '../../test/support/app.ts';
import { addSegment, type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { HOUR_MS } from '../kernel/durations.ts';
import { UNCERTAIN_POLICIES } from './rules.ts';

const yesNo = fc.constantFrom('yes', 'no');
const some = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(model, { requiredKeys: [] });
/**
 * Also contents that would be taken for base64, and that stand there so after their own base64 was
 * read.
 */
const CONTENTS = [
  '<p>Hello [FNAME], <a href="https://a.example/?b=1&amp;c">read</a></p>',
  'Words',
  'abcd',
  Buffer.from('SGVsbG8gdGhlcmU=').toString('base64'),
  ' <b>Größe</b>\n\n',
];
const members = fc.record({
  members: some({
    status: fc.constantFrom('draft', 'paused', 'pending-sending'),
    send_at: fc.constantFrom('2026-01-01 00:00:00', '2027-03-28 02:30:59'),
    to_name: fc.constantFrom('[FNAME] [LNAME]', 'You'),
    subject: fc.constantFrom('Grüße', '[FNAME:ucfirst], hello'),
    delivery: some({
      uncertain_policy: fc.constantFrom(...UNCERTAIN_POLICIES),
      max_per_minute: fc.constantFrom(0, 1, 600),
      sending_window: fc.constantFrom(null, { days: ['sun'], from: '00:00', to: '24:00', time_zone: 'UTC' }),
    }),
  }),
  isNarrowed: fc.boolean(),
  template: fc.record(
    {
      content: fc.constantFrom(...CONTENTS),
      plain_text: fc.constantFrom(null, 'By hand, and long enough.', 'Hi', 'QUJDREVGR0hJSktM', 'V29yZHMgYW5kIG1vcmU='),
      inline_css: yesNo,
      auto_plain_text: yesNo,
    },
    { requiredKeys: ['content'] },
  ),
  kind: fc.oneof(
    some({ type: fc.constant('autoresponder'), time: fc.integer({ min: 0, max: 90 }), opened: fc.boolean() }),
    some({ cron: fc.constantFrom('0 9 * * 1', '30 6 1 * *'), runs: fc.constantFrom(-1, 5) }),
  ),
  options: some({
    url_tracking: yesNo,
    open_tracking: yesNo,
    json_feed: yesNo,
    xml_feed: yesNo,
    plain_text_email: yesNo,
    embed_images: yesNo,
    feed_failure: fc.constantFrom('wait', 'skip', 'stop'),
    email_stats: fc.constantFrom(null, 'a@b.example, c@d.example'),
  }),
});

/** Without what says which one it is. */
function likeness({ campaign_uid: _, campaign_id: __, ...rest }: Record<string, unknown>) {
  return rest;
}

eachEngine('reading campaigns back', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  /** Without when its events are looked at next, which each save moves up. */
  const row = async (uid: string) => {
    const { rests_until: _, ...rest } = await app.row(uid);
    return rest;
  };
  const full = async (uid: string) => {
    const answer = await app.call('GET', `/campaigns/${uid}?full=1`);
    assertStatus(answer, 200);
    return answer.json.data.record;
  };

  test('property: what was loaded changes nothing, and makes an equal one', async () => {
    const segment = await addSegment(app, app.listUid);
    const other = (await app.row(await app.make())).number;
    const property = fc.asyncProperty(members, fc.boolean(), async (drawn, asForm) => {
      const kind = drawn.kind as { type?: string; time?: number; opened?: boolean; cron?: string; runs?: number };
      const options = {
        ...drawn.options,
        ...(kind.time !== undefined && { autoresponder_time_value: kind.time, autoresponder_time_unit: 'week' }),
        ...(kind.opened && { autoresponder_event: 'AFTER-CAMPAIGN-OPEN', autoresponder_open_campaign_id: other }),
        ...(kind.cron !== undefined && { cronjob: kind.cron, cronjob_enabled: 1 }),
        ...(kind.runs !== undefined && { cronjob_max_runs: kind.runs, cronjob_missed: 'skip' }),
      };
      const uid = await app.make({
        ...drawn.members,
        ...(kind.type !== undefined && { type: kind.type }),
        ...(drawn.isNarrowed && { segment_uid: segment }),
        template: drawn.template,
        options,
      });
      const [before, stored] = [await full(uid), await row(uid)];
      const body = asForm ? { form: formText(before) } : { json: before };
      assertStatus(await app.call('PUT', `/campaigns/${uid}`, body), 200);
      assert.deepEqual(await full(uid), before);
      assert.deepEqual(await row(uid), stored);
      const plain = await app.record(uid);
      assertStatus(await app.update(uid, plain), 200);
      assert.deepEqual(await row(uid), stored, 'the record of the interface alone says nothing new either');
      const made = await app.call('POST', '/campaigns', body);
      assertStatus(made, 201);
      assert.deepEqual(likeness(await full(made.json.campaign_uid)), likeness(before));
    });
    await fc.assert(property, { numRuns: 8 });
  });

  test('the members are those that were sent, instants in ISO 8601', async () => {
    const sending_window = { days: ['mon'], from: '09:00', to: '24:00', time_zone: 'Asia/Tokyo' };
    const delivery = { uncertain_policy: 'skip', max_per_minute: 60, sending_window };
    const template = { content: '<p>x</p>', plain_text: 'By hand', inline_css: 'yes', auto_plain_text: 'no' };
    const record = await full(await app.make({ template, delivery, options: { email_stats: 'a@b.example' } }));
    assert.deepEqual([record.list_uid, record.segment_uid], [app.listUid, null]);
    assert.deepEqual([record.template, record.delivery], [template, { ...delivery, recipient_time_zone: null }]);
    assert.equal(record.options.email_stats, 'a@b.example');
    assert.equal(record.options.autoresponder_event, 'AFTER-SUBSCRIBE');
    assert.deepEqual(
      [record.date_added_iso, record.send_at_iso, record.started_at_iso, record.finished_at_iso],
      ['2026-11-21T12:00:00Z', '2026-12-01T10:00:00Z', null, null],
    );
    const plain = await app.record(record.campaign_uid);
    for (const name of ['template', 'options', 'delivery', 'send_at_iso'])
      assert.equal(Object.hasOwn(plain, name), false);
  });

  test('of a loaded record, what was changed counts', async () => {
    const record = await full(await app.make());
    const sendAt = async (changes: object) => {
      assertStatus(await app.update(record.campaign_uid, { ...record, ...changes }), 200);
      return (await full(record.campaign_uid)).send_at_iso;
    };
    assert.equal(await sendAt({ send_at: '2026-12-24 08:00:00' }), '2026-12-24T08:00:00Z');
    assert.equal(await sendAt({}), '2026-12-01T10:00:00Z');
    assert.equal(await sendAt({ send_at_iso: '2027-01-01T00:00:00+01:00' }), '2026-12-31T23:00:00Z');
    const stale = await app.update(record.campaign_uid, { ...record, send_at: '2026-12-24 08:00:00' });
    assertStatus(stale, 422);
    assert.deepEqual(Object.keys(stale.json.error), ['send_at_iso'], 'somebody else changed it meanwhile');
  });

  test('drafts without a send time, and another one of what was sent', async () => {
    const copy = (await app.call('POST', `/campaigns/${await app.make()}/copy`)).json.campaign_uid;
    const record = await full(copy);
    app.clock.forward(3 * HOUR_MS); // what it shows as its time goes on with the present
    for (const body of [{ json: record }, { form: formText(record) }]) {
      assertStatus(await app.call('PUT', `/campaigns/${copy}`, body), 200);
      assert.equal((await app.row(copy)).send_at, null);
      const again = await app.call('POST', '/campaigns', body);
      assertStatus(again, 201);
      const { status, send_at } = await app.row(again.json.campaign_uid);
      assert.deepEqual([status, send_at], ['draft', null]);
    }
    const uid = await app.make({ send_at: '2026-11-01 00:00:00' });
    await app.set(uid, { status: 'sent', freeze_until_id: 1, freeze_done: 1, finished_at: 1 });
    const made = await app.call('POST', '/campaigns', { json: await full(uid) });
    assert.equal((await app.row(made.json.campaign_uid)).status, 'draft', 'nobody is mailed once more by this');
    assert.equal(made.json.warnings[0].member, 'send_at');
  });

  test('delivery is set with the campaign, and its faults are told by name', async () => {
    const uid = await app.make({ delivery: { uncertain_policy: 'resend' } });
    assertStatus(await app.update(uid, { delivery: { max_per_minute: 10 } }), 200);
    const { uncertain_policy, max_per_minute } = await app.row(uid);
    assert.deepEqual([uncertain_policy, max_per_minute], ['resend', 10]);
    await app.refused(
      { delivery: { uncertain_policy: 'x', max_per_minute: -1 } },
      {
        'delivery.uncertain_policy': 'Uncertain policy must be one of: hold, resend, skip.',
        'delivery.max_per_minute': 'Max per minute must be a whole number from 0 to 10000000.',
      },
    );
    await app.refused({ delivery: 'x' }, { delivery: 'Delivery must be an object.' });
  });
});
