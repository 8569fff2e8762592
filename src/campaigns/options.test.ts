import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { addList, type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { takeNumbers } from '../storage/numbers.ts';
import { DEFAULT_OPTIONS, parsedOptions, UTM } from './options.ts';

eachEngine('options of campaigns', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  const stored = async (members: Record<string, unknown>) => app.row(await app.make(members));
  const optionsOf = async (options: unknown, members = {}) => parsedOptions(await stored({ options, ...members }));

  test('options: every member, with what clients write for yes and no', async () => {
    const first = (await app.row(await app.make())).number;
    const options = {
      url_tracking: 'yes',
      open_tracking: false,
      json_feed: '1',
      xml_feed: true,
      plain_text_email: 0,
      embed_images: 'Yes',
      feed_failure: 'SKIP',
      email_stats: 'a@b.test, c@d.test',
      cronjob: '0 9 * * 1',
      cronjob_enabled: '1',
      cronjob_max_runs: '5',
      nobody_knows_this: 'x',
    };
    assert.deepEqual(await optionsOf(options), {
      ...DEFAULT_OPTIONS,
      url_tracking: 'yes',
      open_tracking: 'no',
      json_feed: 'yes',
      xml_feed: 'yes',
      plain_text_email: 'no',
      embed_images: 'yes',
      feed_failure: 'skip',
      email_stats: 'a@b.test, c@d.test',
      cronjob: '0 9 * * 1',
      cronjob_enabled: 1,
      cronjob_max_runs: 5,
    });
    const autoresponder = {
      autoresponder_event: 'AFTER-CAMPAIGN-OPEN',
      autoresponder_time_unit: 'week',
      autoresponder_time_value: '3',
      autoresponder_open_campaign_id: String(first),
      autoresponder_include_imported: 'yes',
      autoresponder_include_current: 'no',
    };
    const parsed = await optionsOf(autoresponder, { type: 'autoresponder' });
    assert.deepEqual(
      [parsed.autoresponder_event, parsed.autoresponder_time_unit, parsed.autoresponder_time_value],
      ['AFTER-CAMPAIGN-OPEN', 'week', 3],
    );
    assert.deepEqual(
      [
        parsed.autoresponder_open_campaign_id,
        parsed.autoresponder_include_imported,
        parsed.autoresponder_include_current,
      ],
      [first, 'yes', 'no'],
    );
  });

  test('options at fault are named', async () => {
    await app.refused({ options: 'yes' }, { options: 'Options must be an object.' });
    await app.refused(
      { options: { cronjob_enabled: 2 } },
      { 'options.cronjob_enabled': 'Cronjob enabled must be one of: 1, 0.' },
    );
    const cron = async (cronjob: string) => {
      const answer = await app.call('POST', '/campaigns', {
        json: app.input({ options: { cronjob, cronjob_enabled: 1 } }),
      });
      assertStatus(answer, 422);
      return answer.json.error['options.cronjob'];
    };
    assert.match(await cron('*/5 * * * *'), /more often than once an hour/);
    assert.match(await cron('0 9 * *'), /five fields/);
    await app.make({ options: { cronjob: 'not cron', cronjob_enabled: 0 } }); // read only when it is enabled
    const auto = (options: object) => ({ type: 'autoresponder', options });
    const foreignOwner = await app.addCustomer();
    await takeNumbers(app.db, 'campaign', foreignOwner.customer.id, 1000); // we have none of the one that follows
    const foreignList = await addList(app, foreignOwner.key);
    const made = await app.call('POST', '/campaigns', {
      key: foreignOwner.key,
      json: app.input({ list_uid: foreignList }),
    });
    const foreign = (await app.row(made.json.campaign_uid)).number;
    const member = 'options.autoresponder_open_campaign_id';
    const opened = { autoresponder_event: 'AFTER-CAMPAIGN-OPEN' };
    await app.refused(auto(opened), { [member]: 'Autoresponder open campaign id cannot be blank.' });
    await app.refused(auto({ ...opened, autoresponder_open_campaign_id: 0 }), {
      [member]: 'Autoresponder open campaign id cannot be blank.',
    });
    await app.refused(auto({ ...opened, autoresponder_open_campaign_id: foreign }), {
      [member]: 'Provided campaign does not exist.',
    });
    const recurring = await app.row(await app.make({ options: { cronjob: '0 9 * * *', cronjob_enabled: 1 } }));
    await app.refused(auto({ ...opened, autoresponder_open_campaign_id: recurring.number }), {
      [member]: 'Provided campaign recurs, so it is not sent itself. Please name one of its runs.',
    });
    const itself = await app.row(await app.make(auto({ autoresponder_event: 'AFTER-SUBSCRIBE' })));
    const options = { ...opened, autoresponder_open_campaign_id: itself.number };
    const answer = await app.call('PUT', `/campaigns/${itself.uid}`, { json: { options } });
    assertStatus(answer, 422);
    assert.match(answer.json.error[member], /is this campaign itself: .* name another one/);
    await app.refused(auto({ autoresponder_event: 'AFTER-CAMPAIGN-SENT' }), {
      'options.autoresponder_sent_campaign_id': 'Autoresponder sent campaign id cannot be blank.',
    });
    await app.refused(
      auto({ autoresponder_event: 'AFTER-PARTY', autoresponder_time_unit: 'moon', autoresponder_time_value: 3651 }),
      {
        'options.autoresponder_event':
          'Autoresponder event must be one of: AFTER-SUBSCRIBE, AFTER-CAMPAIGN-OPEN, AFTER-CAMPAIGN-SENT.',
        'options.autoresponder_time_unit':
          'Autoresponder time unit must be one of: minute, hour, day, week, month, year.',
        'options.autoresponder_time_value': 'Autoresponder time value must be a whole number from 0 to 3650.',
      },
    );
  });

  test('links for web analytics: defaults until somebody says otherwise, empty takes one away', async () => {
    const uid = await app.make({ options: { utm_tags: 'yes', utm_source: ' [LIST_NAME] & co ', utm_campaign: '' } });
    const now = async () => {
      const { options } = (await app.call('GET', `/campaigns/${uid}?full=1`)).json.data.record;
      return UTM.map((name) => options[name]);
    };
    assert.deepEqual(await now(), ['[LIST_NAME] & co', 'email', null, null, null]);
    const change = { utm_source: null, utm_term: 'é'.repeat(200) };
    assertStatus(await app.call('PUT', `/campaigns/${uid}`, { json: { options: change } }), 200);
    assert.deepEqual(await now(), [null, 'email', null, null, 'é'.repeat(200)]);
    const copied = await app.call('POST', `/campaigns/${uid}/copy`);
    assert.deepEqual(parsedOptions(await app.row(copied.json.campaign_uid)), parsedOptions(await app.row(uid)));
    await app.refused(
      { options: { utm_tags: 'perhaps', utm_source: 'x'.repeat(201), utm_medium: ['a'], utm_term: 'a\nb' } },
      {
        'options.utm_tags': 'Utm tags must be yes or no.',
        'options.utm_source': 'utm_source is too long (maximum is 200 characters).',
        'options.utm_medium': 'utm_medium must be a text.',
        'options.utm_term': 'utm_term must be one line without control characters.',
      },
    );
    const warned = await app.call('PUT', `/campaigns/${uid}`, { json: { options: { utm_term: '[NOBODY]' } } });
    assert.deepEqual(
      warned.json.warnings.map(({ member }: { member: string }) => member),
      ['options.utm_term'],
    );
    const own = '<p>a</p>\n<a href="https://a.test/?utm_source=b">c</a><a href="https://a.test/#?utm_source=b">d</a>';
    const told = async (utm_tags: string) => {
      const json = { template: { content: own }, options: { utm_tags, utm_term: '' } };
      return (await app.call('PUT', `/campaigns/${uid}`, { json })).json.warnings;
    };
    const message = '1 link already has utm parameters and keeps them (by line: 2: https://a.test/?utm_source=b).';
    assert.deepEqual(await told('yes'), [{ member: 'template.content', message }]);
    assert.equal(await told('no'), undefined);
  });

  test('options of the other type are accepted and without effect', async () => {
    await app.make({ options: { autoresponder_event: 'AFTER-CAMPAIGN-OPEN', autoresponder_time_value: 'soon' } });
    const options = { cronjob: '* * * * *', cronjob_enabled: 1 };
    const row = await stored({ type: 'AUTORESPONDER', options });
    assert.equal(row.type, 'autoresponder');
  });
});
