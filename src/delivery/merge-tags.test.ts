// Merge tags from the API to the mail server and back: what a real SMTP server got, and what the
// pages of the mail say.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { DomUtils, parseDocument } from 'htmlparser2';
import PostalMime from 'postal-mime';
import { assertStatus, type TestApp } from '../../test/support/app.ts';
import { deliver } from '../../test/support/delivery.ts';
import { campaignOf } from '../../test/support/delivery-rows.ts';
import { withEveryType } from '../../test/support/fields.ts';
import { makeList, news } from '../../test/support/lists.ts';
import { openSink } from '../../test/support/sink.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { until } from '../../test/support/until.ts';
import { FIXED_TAGS } from '../campaigns/merge/tags.ts';
import { trackingLinks } from '../content/links.ts';
import { formatCalendarTime } from '../kernel/clock.ts';
import { MINUTE_MS } from '../kernel/durations.ts';

const OPTIONS = { options: ['red', 'green'].map((value) => ({ name: value, value })) };
/** A field of each type, what is entered, and the text of its tag. */
const FIELDS = withEveryType([
  ['text', {}, 'Zoë [EMAIL] <b>', 'Zoë [EMAIL] <b>'],
  ['dropdown', OPTIONS, 'red', 'red'],
  ['multiselect', OPTIONS, ['red', 'green'], 'red, green'],
  ['date', {}, '1990-02-28', '1990-02-28'],
  ['datetime', {}, '2026-11-21 08:05:00', '2026-11-21 08:05:00'],
  ['textarea', {}, 'one\ntwo', 'one\ntwo'],
  ['country', {}, 'Germany', 'Germany'],
  ['state', {}, 'Bayern', 'Bayern'],
  ['checkboxlist', OPTIONS, ['green', 'red'], 'red, green'],
  ['radiolist', OPTIONS, 'green', 'green'],
  ['geocountry', {}, 'Germany', 'Germany'],
  ['geostate', {}, 'Hessen', 'Hessen'],
  ['geocity', {}, 'Köln', 'Köln'],
  ['checkbox', { check_value: 'on paper' }, 'on paper', 'on paper'],
  ['consentcheckbox', { consent_text: 'I agree.' }, 'I agree.', 'I agree.'],
  ['yearsrange', {}, '1984', '1984'],
  ['phonenumber', { default_country: 'DE' }, '030 123456', '+4930123456'],
  ['email', {}, 'second@example.com', 'second@example.com'],
  ['url', {}, 'https://example.com/?a=1&b="2"', 'https://example.com/?a=1&b="2"'],
  ['rating', {}, '3', '3'],
]);
const STOPPED = {
  name: 'Typo',
  from_name: 'Ada',
  from_email: 'ada@example.test',
  reply_to: 'ada@example.test',
  subject: 'Hi [FNAM]',
  template: { content: '<p>Hi</p>' },
};
const tagOf = (type: string) => `F_${type}`.toUpperCase();
const WRITTEN = [...FIXED_TAGS.keys(), ...FIELDS.map(([type]) => tagOf(type))];
const HTML = `<html><body>${WRITTEN.map((tag) => `<p id="${tag}" title="[${tag}]">[${tag}]</p>`).join('\n')}
<p id="draw">[RANDOM_CONTENT:<a href="https://a.test/?n=[F_TEXT]">A</a>|<a href="https://b.test/?n=[F_TEXT]">B</a>]</p></body></html>`;

eachEngine('merge tags on their way', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  before(() => {
    app = opened();
  });

  const shownIn = (html: string) => {
    const elements = DomUtils.findAll(({ attribs }) => attribs['id'] !== undefined, parseDocument(html).children);
    return new Map(elements.map((element) => [element.attribs['id'] ?? '', element]));
  };

  test('a tag that nothing is known of stops a campaign where the installation says so', async (t) => {
    const sink = await openSink(t);
    const list = await makeList(app, { ...news, general: { ...news.general, opt_in: 'single' } });
    await app.call('POST', `/lists/${list}/subscribers`, { json: { EMAIL: 'a@example.test' } });
    const { json } = await app.call('POST', '/campaigns', {
      json: { ...STOPPED, list_uid: list, send_at: formatCalendarTime(Date.now() - MINUTE_MS) },
    });
    const path = `/campaigns/${json.campaign_uid}`;
    const delivery = deliver(t, app.db, sink, { unknownTags: 'stop' });
    const status = async () => (await app.call('GET', path)).json.data.record.status;
    await until('it is paused', async () => (await status()) === 'paused');
    const { waits, sentences } = (await app.call('GET', `${path}/delivery`)).json.data;
    assert.match(
      waits,
      /^The campaign is paused\. The campaign was paused because MAILWRIGHT_UNKNOWN_TAGS is stop\. subject: \[FNAM\] is not a merge tag /,
    );
    const codes = sentences.map(({ code }: { code: string }) => code);
    assert.deepEqual(codes, ['waits-paused', 'notice-tags', 'notice-member', 'merge-unknown']);
    await until('the log says why', () => delivery.named('campaign.paused').length === 1);
    assert.equal(delivery.named('campaign.paused')[0]?.['reason'], 'tags');
    assertStatus(await app.call('PUT', path, { json: { subject: 'Hi [FNAME]' } }), 200);
    assertStatus(await app.call('PUT', `${path}/pause-unpause`), 200);
    await until('it is sent', () => sink.received.length === 1);
  });

  test('every tag, in the mail and on its page; one alternative everywhere', async (t) => {
    const listUid = await makeList(app, { ...news, general: { ...news.general, opt_in: 'single' } });
    for (const [type, more] of FIELDS) {
      const general = { label: type, tag: tagOf(type), required: 'no', visibility: 'visible' };
      assertStatus(await app.call('POST', `/lists/${listUid}/fields`, { json: { type, ...general, ...more } }), 201);
    }
    const entered = Object.fromEntries(FIELDS.map(([type, , value]) => [tagOf(type), value]));
    const people = ['ann.lee@example.com', 'bea@example.com', 'cem@example.com', 'dan@example.com', 'eve@example.com'];
    for (const EMAIL of people) {
      const answer = await app.call('POST', `/lists/${listUid}/subscribers`, {
        json: { ...entered, EMAIL, FNAME: 'Ann' },
      });
      assertStatus(answer, 201);
    }
    const make = async (members: object) => {
      const base = { name: 'Spring', from_name: 'Ada', from_email: 'ada@example.com', reply_to: 'ada@example.com' };
      const json = { ...base, send_at: '2020-01-01 10:00:00', list_uid: listUid, ...members };
      const answer = await app.call('POST', '/campaigns', { json });
      assertStatus(answer, 201);
      assert.equal(
        answer.json.warnings?.filter((one: { message: string }) => /merge tag/.test(one.message)).length ?? 0,
        0,
      );
      const row = await app.db
        .selectFrom('campaign')
        .select('id')
        .where('uid', '=', answer.json.campaign_uid)
        .executeTakeFirstOrThrow();
      return row.id;
    };
    const sink = await openSink(t);
    const { baseUrl, secret } = app;
    const delivery = deliver(t, app.db, sink, { baseUrl, secret });
    const sent = (id: number) => until('it is sent', async () => (await campaignOf(app.db, id)).status === 'sent');
    await sent(await make({ subject: 'First', template: { content: '<p>x</p>' } }));
    sink.received.length = 0;
    const fields = (await app.call('GET', `/lists/${listUid}/fields?per_page=500`)).json.data.records;
    const { field_id } = fields.find(({ tag }: { tag: string }) => tag === 'FNAME');
    const conditions = [{ field_id, operator_id: 1, value: 'Ann' }];
    const segment = await app.call('POST', `/lists/${listUid}/segments`, { json: { name: 'Anns', conditions } });
    const id = await make({
      segment_uid: segment.json.data.record.segment_uid,
      subject: '[RANDOM_CONTENT:A|B]: é [F_TEXT] [DS_NAME]',
      to_name: '[F_TEXT] [F_GEOCITY]',
      template: {
        content: HTML,
        plain_text: '[RANDOM_CONTENT:A|B] [SUBSCRIBER_LAST_SENT_DATE] [F_TEXT]',
      },
      options: { url_tracking: 'yes' },
    });
    await sent(id);
    await delivery.stop();

    const links = trackingLinks(app);
    const [campaign, list] = [await campaignOf(app.db, id), await app.call('GET', `/lists/${listUid}`)];
    const defaults = list.json.data.record.defaults;
    assert.equal(sink.received.length, people.length);
    for (const { source, to } of sink.received) {
      const mail = await PostalMime.parse(source);
      const rows = app.db
        .selectFrom('message')
        .innerJoin('subscriber', (on) =>
          on
            .onRef('subscriber.customer_id', '=', 'message.customer_id')
            .onRef('subscriber.id', '=', 'message.subscriber_id'),
        );
      const all = await rows
        .selectAll('subscriber')
        .select(['finished_at', 'campaign_id'])
        .where('subscriber.email', '=', to)
        .orderBy('message.campaign_id')
        .execute();
      const [before, row] = all;
      assert.ok(before && row && row.campaign_id === id);
      const message = { campaignId: id, subscriberId: row.id };
      const day = (at: number | null) => (at === null ? '' : formatCalendarTime(at));
      const lastSent = day(before.finished_at);
      const expected: Record<string, string> = {
        ...Object.fromEntries(FIELDS.map(([type, , , text]) => [tagOf(type), text])),
        EMAIL: to,
        EMAIL_NAME: to.split('@')[0] ?? '',
        EMAIL_DOMAIN: 'example.com',
        SUBSCRIBER_UID: row.uid,
        SUBSCRIBER_IP: row.ip_address ?? '',
        SUBSCRIBER_OPTIN_IP: row.ip_address ?? '',
        SUBSCRIBER_OPTIN_DATE: day(row.created_at),
        SUBSCRIBER_CONFIRM_DATE: day(row.confirmed_at),
        SUBSCRIBER_CONFIRM_IP: row.confirm_ip ?? '',
        SUBSCRIBER_LAST_SENT_DATE: lastSent,
        LIST_UID: listUid,
        LIST_FROM_EMAIL: defaults.from_email,
        CAMPAIGN_UID: campaign.uid,
        CAMPAIGN_SEGMENT_NAME: 'Anns',
        CAMPAIGN_STARTED_AT: day(campaign.started_at),
        CAMPAIGN_SEND_AT: '2020-01-01 10:00:00',
        DS_ID: '0',
        DS_NAME: 'Configuration',
        DS_HOST: '127.0.0.1',
        DS_TYPE: 'smtp',
        DS_FROM_EMAIL: 'ada@example.com',
        UNSUBSCRIBE_URL: links.unsubscribeUrl(message),
        WEB_VERSION_URL: links.webVersionUrl(message),
        CAMPAIGN_URL: links.campaignUrl(id),
        CAMPAIGN_REPORT_ABUSE_URL: links.abuseUrl(message),
        FORWARD_FRIEND_URL: links.forwardUrl(message),
        UPDATE_PROFILE_URL: links.profileUrl(row.id),
        UNSUBSCRIBE_FROM_CUSTOMER_URL: links.preferencesUrl(row.id),
        SUBSCRIBE_URL: links.subscribeUrl(listUid),
        CURRENT_DOMAIN: 'mail.example.test',
        CURRENT_DOMAIN_URL: baseUrl,
        COMPANY_ZONE: 'Kent',
      };
      const draw = mail.subject?.slice(0, 1) ?? '';
      expected['CAMPAIGN_SUBJECT'] = `${draw}: é Zoë [EMAIL] <b> Configuration`;
      assert.equal(mail.subject, expected['CAMPAIGN_SUBJECT']);
      assert.deepEqual(mail.to, [{ name: 'Zoë [EMAIL] <b> Köln', address: to }]);
      const [plain = ''] = (mail.text ?? '').replaceAll('\r\n', '\n').split('\n\n-- \n');
      assert.equal(plain, `${draw} ${lastSent} Zoë [EMAIL] <b>`);

      const web = await app.app.inject({
        method: 'GET',
        url: links.webVersionUrl(message).slice(baseUrl.length),
      });
      const [inMail, onPage] = [shownIn(mail.html ?? ''), shownIn(web.body)];
      for (const [tag, value] of Object.entries(expected)) {
        assert.equal(inMail.get(tag)?.attribs['title']?.replaceAll('\r\n', '\n'), value, tag);
        const shown = tag.startsWith('DS_')
          ? ''
          : tag === 'CAMPAIGN_SUBJECT'
            ? value.replace('Configuration', '')
            : value;
        assert.equal(onPage.get(tag)?.attribs['title'], shown, `${tag} on the page`);
      }
      for (const tag of WRITTEN) assert.ok(!(inMail.get(tag)?.attribs['title'] ?? '[').startsWith(`[${tag}`), tag);
      for (const page of [inMail, onPage]) {
        const link = DomUtils.findOne(({ name }) => name === 'a', page.get('draw')?.children ?? []);
        assert.equal(link && DomUtils.textContent(link), draw);
        const click = await app.app.inject({ method: 'GET', url: link?.attribs['href']?.slice(baseUrl.length) ?? '' });
        const host = draw.toLowerCase();
        assert.equal(click.headers['location'], `https://${host}.test/?n=Zo%C3%AB%20%5BEMAIL%5D%20%3Cb%3E`);
      }
    }
  });
});
