import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, formText } from '../../test/support/app.ts';
import { addList, addSegment, type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { DEFAULT_OPTIONS, parsedOptions } from './options.ts';

eachEngine('creating campaigns', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  const stored = async (members: Record<string, unknown>) => app.row(await app.make(members));

  test('with what is required; all else has its default', async () => {
    const uid = await app.make();
    assert.match(uid, /^[a-z]{2}[a-z0-9]{11}$/);
    const row = await app.row(uid);
    assert.deepEqual(await app.record(uid), {
      campaign_uid: uid,
      campaign_id: String(row.number),
      name: 'Spring',
      type: 'regular',
      from_name: 'Ada',
      from_email: 'ada@example.test',
      to_name: '[EMAIL]',
      reply_to: 'answers@example.test',
      subject: 'Hello [FNAME]',
      status: 'pending-sending',
      date_added: '11/21/26, 12:00 PM',
      send_at: '12/1/26, 10:00 AM',
      list: { list_uid: app.listUid, name: 'News', subscribers_count: 0 },
      segment: [],
      group: [],
    });
    assert.deepEqual(parsedOptions(row), DEFAULT_OPTIONS);
    assert.equal(row.content, '<p>Hello [FNAME]</p>');
    assert.deepEqual([row.plain_text, row.auto_plain_text, row.inline_css], [null, 1, 0]);
    assert.deepEqual(
      [row.uncertain_policy, row.freeze_after_id, row.freeze_until_id, row.freeze_done],
      ['hold', 0, null, 0],
    );
    assert.deepEqual([row.created_at, row.started_at, row.finished_at], [app.clock.now(), null, null]);
  });

  test('in every encoding and both forms', async () => {
    const campaign = app.input({
      template: { content: '<p>Zoë & [FNAME]</p>', inline_css: true },
      options: { url_tracking: 1 },
    });
    const base64 = Buffer.from('<p>Zoë & [FNAME]</p>')
      .toString('base64')
      .replace(/(.{10})/g, '$1\n');
    const ways = [
      { json: campaign },
      { json: { campaign } },
      { form: formText(campaign) },
      { form: formText({ campaign }) },
      { form: formText({ campaign: { ...campaign, template: { content: base64, inline_css: 'yes' } } }) },
    ];
    for (const way of ways) {
      const answer = await app.call('POST', '/campaigns', way);
      assertStatus(answer, 201);
      assert.deepEqual(Object.keys(answer.json), ['status', 'campaign_uid']);
      const row = await app.row(answer.json.campaign_uid);
      assert.deepEqual([row.content, row.inline_css, row.subject], ['<p>Zoë & [FNAME]</p>', 1, 'Hello [FNAME]']);
      assert.equal(parsedOptions(row).url_tracking, 'yes');
    }
  });

  test('what is missing is named, all at once', async () => {
    const faults = {
      name: 'Name cannot be blank.',
      from_name: 'From name cannot be blank.',
      from_email: 'From email cannot be blank.',
      subject: 'Subject cannot be blank.',
      reply_to: 'Reply to cannot be blank.',
      send_at: 'Send at cannot be blank.',
      list_uid: 'List uid cannot be blank.',
      template: 'Please provide a template for your campaign.',
    };
    for (const json of [{}, { campaign: {} }, { name: ' ', subject: null, send_at: '', template: [], options: [] }]) {
      const answer = await app.call('POST', '/campaigns', { json });
      assertStatus(answer, 422);
      assert.deepEqual(answer.json, { status: 'error', error: faults });
    }
  });

  test('faults of members, of the store, of template and options come together, and nothing has changed', async () => {
    const count = async () => [
      (await app.call('GET', '/campaigns')).json.data.count,
      await app.db
        .selectFrom('campaign')
        .select((n) => n.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
      await app.db
        .selectFrom('campaign_counter')
        .select((n) => n.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
      await app.db
        .selectFrom('campaign_file')
        .select((n) => n.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
    ];
    const before = await count();
    await app.refused(
      {
        name: 'x'.repeat(256),
        type: 'special',
        from_email: 'nobody',
        send_at: '2026-02-30 10:00:00',
        list_uid: 'ab00000000000',
        segment_uid: 'ab00000000000',
        template: { template_uid: 'ab00000000000', inline_css: 'maybe' },
        options: { url_tracking: 'sometimes', email_stats: 'a@b.test, c', cronjob_enabled: 1 },
      },
      {
        name: 'Name is too long (maximum is 255 characters).',
        type: 'Type must be one of: regular, autoresponder.',
        send_at: 'Send at must be a real date and time in the format Y-m-d H:i:s.',
        list_uid: 'Provided list does not exist.',
        from_email: 'From email is not a valid email address.',
        'template.template_uid': 'Provided template does not exist.',
        'template.inline_css': 'Inline css must be yes or no.',
        'options.url_tracking': 'Url tracking must be yes or no.',
        'options.email_stats': 'Email stats is not a valid email address.',
        'options.cronjob': 'Cronjob cannot be blank.',
      },
    );
    assert.deepEqual(await count(), before);
  });

  test('texts are counted in characters, and refused beyond their limit', async () => {
    const limits = { name: 255, to_name: 255, subject: 255, from_name: 100 };
    for (const [member, max] of Object.entries(limits)) {
      await app.make({ [member]: 'é'.repeat(max) });
      const label = member.replace('_', ' ').replace(/^./, (c) => c.toUpperCase());
      await app.refused(
        { [member]: 'é'.repeat(max + 1) },
        { [member]: `${label} is too long (maximum is ${max} characters).` },
      );
    }
    const address = (length: number) => `a@${'b'.repeat(50)}.${'c'.repeat(length - 58)}.test`;
    await app.make({ from_email: address(100), reply_to: address(100) });
    await app.refused(
      { from_email: address(101), reply_to: address(101) },
      {
        from_email: 'From email is too long (maximum is 100 characters).',
        reply_to: 'Reply to is too long (maximum is 100 characters).',
      },
    );
  });

  test('nothing breaks a header', async () => {
    for (const member of ['name', 'from_name', 'to_name', 'subject', 'from_email', 'reply_to']) {
      for (const between of ['\r\nBcc: x@y.test', '\nx', '\rx', '\0x']) {
        const answer = await app.call('POST', '/campaigns', { json: app.input({ [member]: `a@b.test${between}` }) });
        assertStatus(answer, 422);
        assert.match(answer.json.error[member], /holds a (line break|NUL character)\.$/);
      }
    }
  });

  test('senders may be merge tags that can give an address', async () => {
    await app.make({ from_email: '[LIST_FROM_EMAIL]', reply_to: '[FNAME:filter:lowercase]@example.test' });
    await app.refused(
      { from_email: '[NO_FIELD]@example.test', reply_to: 'Ann [EMAIL]' },
      {
        from_email: 'From email is not a valid email address.',
        reply_to: 'Reply to is not a valid email address.',
      },
    );
  });

  test('send_at is wall-clock time of the customer', async () => {
    const paris = await app.addCustomer({ time_zone: 'Europe/Paris' });
    const list_uid = await addList(app, paris.key);
    const sendAt = async (send_at: string) => {
      const answer = await app.call('POST', '/campaigns', { key: paris.key, json: app.input({ list_uid, send_at }) });
      assertStatus(answer, 201);
      const { send_at: at } = await app.row(answer.json.campaign_uid);
      const shown = (await app.call('GET', `/campaigns/${answer.json.campaign_uid}`, { key: paris.key })).json;
      return [new Date(at ?? 0).toISOString(), shown.data.record.send_at];
    };
    assert.deepEqual(await sendAt('2026-07-01 10:00:00'), ['2026-07-01T08:00:00.000Z', '7/1/26, 10:00 AM']);
    // skipped on 28 March 2027: moves forward
    assert.deepEqual(await sendAt('2027-03-28 02:30:00'), ['2027-03-28T01:30:00.000Z', '3/28/27, 3:30 AM']);
    // twice on 31 October 2027: the earlier
    assert.deepEqual(await sendAt('2027-10-31 02:30:00'), ['2027-10-31T00:30:00.000Z', '10/31/27, 2:30 AM']);
    assert.deepEqual(await sendAt('2001-01-01 00:00:00'), ['2000-12-31T23:00:00.000Z', '1/1/01, 12:00 AM']);
    const bad = ['2026-12-01', '2026-12-01 10:00', '2026-12-01T10:00:00', '01-12-2026 10:00:00', '2026-13-01 10:00:00'];
    for (const send_at of [...bad, '2026-12-01 24:00:00', '2026-12-01 10:00:60', 'now', 1796119200, { a: 1 }]) {
      await app.refused({ send_at }, { send_at: 'Send at must be a real date and time in the format Y-m-d H:i:s.' });
    }
  });

  test('lists and segments are the customer’s own, and belong together', async () => {
    const other = await app.addCustomer();
    const foreign = await addList(app, other.key);
    const second = await addList(app);
    const segment = await addSegment(app, app.listUid);
    const uid = await app.make({ segment_uid: segment });
    assert.deepEqual((await app.record(uid)).segment, { segment_uid: segment, name: 'Anns', subscribers_count: 0 });
    await app.refused({ list_uid: foreign }, { list_uid: 'Provided list does not exist.' });
    await app.refused({ list_uid: ['a'] }, { list_uid: 'Provided list does not exist.' });
    const fault = { segment_uid: 'Provided list segment does not exist.' };
    await app.refused({ list_uid: second, segment_uid: segment }, fault);
    await app.refused({ segment_uid: 'ab00000000000' }, fault);
    await app.refused({ segment_uid: { a: 1 } }, fault);
    await app.make({ segment_uid: '' });
    await app.make({ segment_uid: null });
    await app.make({ segment_uid: 'none' });
  });

  test('status: draft and paused on request, any other text says nothing', async () => {
    const statusOf = async (status: unknown) => (await stored({ status })).status;
    assert.equal(await statusOf('draft'), 'draft');
    assert.equal(await statusOf('PAUSED'), 'paused');
    for (const status of ['pending-sending', 'sent', 'sending', 'blocked', '', null, 7]) {
      assert.equal(await statusOf(status), 'pending-sending');
    }
    await app.refused({ status: ['draft'] }, { status: 'Status must be a text.' });
  });

  test('what one customer makes, another does not see', async () => {
    const uid = await app.make();
    const { key } = await app.addCustomer();
    const paths = ['', '/stats', '/copy', '/pause-unpause', '/mark-sent'];
    for (const [method, path] of [
      ['GET', paths[0]],
      ['GET', paths[1]],
      ['PUT', paths[0]],
      ['POST', paths[2]],
      ['PUT', paths[3]],
      ['PUT', paths[4]],
      ['DELETE', paths[0]],
    ] as const) {
      const answer = await app.call(method, `/campaigns/${uid}${path}`, {
        key,
        json: method === 'GET' ? undefined : {},
      });
      assertStatus(answer, 404);
      assert.deepEqual(answer.json, { status: 'error', error: 'The campaign does not exist.' });
    }
    assert.equal((await app.call('GET', '/campaigns', { key })).json.data.count, '0');
    assert.equal((await app.row(uid)).status, 'pending-sending');
  });
});
