// What is told when a campaign is saved.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { processorMs } from '../../../test/support/processor-time.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { inEnglish } from '../../kernel/sentences/sentence.ts';
import { CHECKED_LENGTH } from '../../mail/html/html-warnings.ts';
import { putBlob } from '../../storage/blobs.ts';
import { inTransaction } from '../../storage/db.ts';
import { knownTags } from '../merge/values.ts';
import { feedWarnings } from './feeds.ts';
import { subjectWarnings } from './subject.ts';
import { tagWarnings } from './tags.ts';
import type { WarnedCampaign } from './warning.ts';

const isKnown = knownTags([{ tag: 'EMAIL' }, { tag: 'FNAME' }]);

function warned(members: Partial<WarnedCampaign>, check = tagWarnings): [member: string, message: string][] {
  const campaign = {
    from_name: 'Ada',
    from_email: '[EMAIL]',
    to_name: '[FNAME] [EMAIL]',
    reply_to: 'a@b.test',
    subject: 'Hi',
    content: '',
    plain_text: null,
    options: '{}',
    ...members,
  };
  return check(campaign, isKnown).map(({ member, why }) => [member, inEnglish(why)]);
}
const none = (tag: string) => `[${tag}] is not a merge tag of this campaign: it is sent as written.`;
const noFilters = (written: string) => `${written} uses filters that do not exist: it is sent as written.`;

test('an unknown tag, or one with an unknown filter, is told once for each member it is in', () => {
  assert.deepEqual(
    warned({ subject: '[FNAM] [FNAM]', content: '<p title="[LNAME]">[FNAM] [FNAME]</p>', plain_text: '[NO_SUCH]' }),
    [
      ['subject', none('FNAM')],
      ['template.content', none('LNAME')],
      ['template.content', none('FNAM')],
      ['template.plain_text', none('NO_SUCH')],
    ],
  );
  assert.deepEqual(
    warned({
      from_name: '[FNAME:filter:upcase]',
      to_name: '[FNAME:trim]',
      subject: `[FNAM:filter:trim] [EMAIL:filter:${'trim|'.repeat(50)}`,
    }),
    [
      ['from_name', noFilters('[FNAME:filter:upcase]')],
      ['to_name', noFilters('[FNAME:trim]')],
      ['subject', noFilters('[FNAM:filter:trim]')],
      ['subject', noFilters(`${`[EMAIL:filter:${'trim|'.repeat(50)}`.slice(0, 120)}…`)],
    ],
  );
});

test('a tag in small letters, which is none, is told of where its capitals are one', () => {
  const small = (written: string, tag: string) =>
    `[${written}] has lowercase letters, and merge tags are in capitals ([${tag}]): it is sent as written.`;
  assert.deepEqual(
    warned({
      subject: '[fname], [nobody]',
      content: '<!--[if mso]>[endif]-->[Fname:filter:trim][if:FNAME:is:x]y[endif]',
    }),
    [
      ['subject', small('fname', 'FNAME')],
      ['template.content', small('Fname', 'FNAME')],
      ['template.content', small('if', 'IF')],
    ],
  );
});

test('alternatives without an end are told of, and so are tags in alternatives', () => {
  const unclosed = (written: string) =>
    `${written} has no alternatives, a bracket that is not closed, or too many others around it: it is sent as written.`;
  assert.deepEqual(warned({ subject: '[RANDOM_CONTENT:a|[FNAM]]', to_name: '[RANDOM_CONTENT:a|[FNAME]' }), [
    ['to_name', unclosed('[RANDOM_CONTENT:a|[FNAME]')],
    ['subject', none('FNAM')],
  ]);
  assert.deepEqual(warned({ subject: '[RANDOM_CONTENT] [REMOTE_CONTENT]' }), [
    ['subject', unclosed('[RANDOM_CONTENT]')],
    ['subject', none('REMOTE_CONTENT')],
  ]);
});

test('brackets that are something else are not told of', () => {
  const content = `<!--[if mso]><td>[if gte mso 9]</td><![endif]--><![CDATA[x]]><style>a[HREF]{}</style><p>[A] [1] [x]
    [RANDOM_CONTENT:a|b [c]] [REMOTE_CONTENT url='https://a.test/'] [sic] [Fname x] [NOTE: to all] [SEE BELOW] [FNAME:filter:defaultvalue([FRIEND])] [FILES_URL]/a.png</p><script>a[LAST]`;
  assert.deepEqual(warned({ content, plain_text: content.slice(content.indexOf('[A]'), content.indexOf('</p>')) }), []);
});

test('tags of feeds are told of when the campaign has none', () => {
  const content = `[XML_FEED_BEGIN url="https://a.test/" count="5"][XML_FEED_ITEM_TITLE][XML_FEED_END][JSON_FEED_END]`;
  const inactive = (tag: string, option: string) => [
    'template.content',
    `[${tag}] is not active, because options.${option} is no: it is sent as written.`,
  ];
  assert.deepEqual(warned({ content, options: '{"xml_feed":"yes"}' }), [inactive('JSON_FEED_END', 'json_feed')]);
  assert.deepEqual(warned({ content, options: '{"json_feed":"yes"}' }), [
    inactive('XML_FEED_BEGIN', 'xml_feed'),
    inactive('XML_FEED_ITEM_TITLE', 'xml_feed'),
    inactive('XML_FEED_END', 'xml_feed'),
  ]);
  const filtered = '[XML_FEED_ITEM_TITLE:filter:uppercase|defaultvalue(New)] [XML_FEED_ITEM_LINK:filter:shout]';
  assert.deepEqual(warned({ content: filtered, options: '{"xml_feed":"yes"}' }), [
    ['template.content', '[XML_FEED_ITEM_LINK:filter:shout] uses filters that do not exist: it is sent as written.'],
  ]);
  assert.deepEqual(warned({ content: filtered }), [
    inactive('XML_FEED_ITEM_TITLE', 'xml_feed'),
    inactive('XML_FEED_ITEM_LINK', 'xml_feed'),
  ]);
});

test('an address of a feed whose host a recipient would choose is told of', () => {
  const fault = (member: string, tag: string) => [
    member,
    `[${tag}] has a merge tag in the scheme, host or port of its address: nothing is fetched from there. Merge tags are only allowed after the first / that follows the host.`,
  ];
  const told = (url: string) =>
    warned({ content: `[REMOTE_CONTENT url='${url}'] <p title="[FNAME]">[FNAME]` }, feedWarnings).length;
  const faulty = [
    '[FNAME]',
    'https://[FNAME]/a',
    'http://[FNAME:filter:lowercase].a.test/',
    'https://a.test[FNAME]',
    'https://a.test:[FNAME]/',
    'https://[FNAME]@a.test/',
    'https:/[FNAME]',
  ];
  for (const url of faulty) assert.equal(told(url), 1, url);
  for (const url of [
    'https://a.test',
    'https://a.test/[FNAME]',
    'http://a.test:80?x=[FNAME]',
    'https://a.test/[OTHER]',
  ])
    assert.equal(told(url), 0, url);
  const written = `[JSON_FEED_BEGIN count=&quot;5&quot; url=&quot;https://[FNAME]/&quot;][FNAME][JSON_FEED_END]`;
  const members = { content: `${written} ${written}`, plain_text: `[XML_FEED_BEGIN url="[EMAIL]"][XML_FEED_END]` };
  assert.deepEqual(warned({ ...members, options: '{"json_feed":"yes","xml_feed":"yes"}' }, feedWarnings), [
    fault('template.content', 'JSON_FEED_BEGIN'),
    fault('template.plain_text', 'XML_FEED_BEGIN'),
  ]);
  assert.deepEqual(warned(members, feedWarnings), []);
  const editor = '[REMOTE_CONTENT url=&quot;https://a.test&quot;] for [FNAME]';
  assert.deepEqual(warned({ content: editor }, feedWarnings), []);
  for (const pattern of ['[REMOTE_CONTENT ', "[REMOTE_CONTENT url='", "[REMOTE_CONTENT url='["]) {
    const start = processorMs();
    warned({ content: pattern.repeat(Math.ceil(300_000 / pattern.length)) }, feedWarnings);
    assert.ok(processorMs() - start < 5000, pattern);
  }
});

test('of a long text the beginning is looked at, and nothing is told of what may end after it', () => {
  const content = (end: string) => `[FNAM]${' '.repeat(CHECKED_LENGTH - 36)}[RANDOM_CONTENT:a|[FNAME]${end}`;
  for (const end of ['[FNAME:filter:trim] [LNAME] ]', '[FNAME:filter:trim] [LNAME] ]'.padEnd(60)]) {
    assert.deepEqual(warned({ content: content(end) }), [['template.content', none('FNAM')]]);
  }
});

test('a subject that begins with a field needs a default', () => {
  const told = (subject: string) => warned({ subject }, subjectWarnings).map(([, message]) => message);
  assert.deepEqual(told('[FNAME], new bikes'), [
    'The subject starts with [FNAME], which has no default: for people without a value it starts with ", new bikes". Write [FNAME:filter:defaultvalue(Friend)].',
  ]);
  assert.match(
    told(' [FNAME:filter:ucfirst]')[0] ?? '',
    /nothing in its place\. Write \[FNAME:filter:ucfirst\|defaultvalue/,
  );
  assert.equal(told('[RANDOM_CONTENT:Hi|[FNAME]!|[FNAME]!] new').length, 1);
  for (const good of [
    'Hi [FNAME]',
    '[FNAME:filter:defaultvalue(You)], hi',
    '[LIST_NAME]: new',
    '[EMAIL]',
    '[NOPE] x',
    '',
  ])
    assert.deepEqual(told(good), [], good);
});

test('at most twenty for each member, in linear time', () => {
  const many = Array.from({ length: 5_000 }, (_, n) => `[NO_${n}]`).join('');
  assert.equal(warned({ content: many, plain_text: many }).length, 40);
  for (const pattern of ['[', '[AB:filter:', '[FNAME:filter:trim|', '<style', '<script>', '[XML_FEED_BEGIN ']) {
    const start = processorMs();
    warned({ content: pattern.repeat(Math.ceil(300_000 / pattern.length)) });
    assert.ok(processorMs() - start < 5000, pattern);
  }
});

eachEngine('warnings of campaigns', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  test('saving answers with them, and without them when there are none', async () => {
    const warnings = [{ member: 'subject', message: none('FNAM') }];
    const bad = await app.call('POST', '/campaigns', { json: app.input({ subject: 'Hi [FNAM]' }) });
    assertStatus(bad, 201);
    assert.deepEqual(bad.json, { status: 'success', campaign_uid: bad.json.campaign_uid, warnings });
    const good = await app.call('POST', '/campaigns', { json: app.input() });
    assert.deepEqual(good.json, { status: 'success', campaign_uid: good.json.campaign_uid });
    const path = `/campaigns/${bad.json.campaign_uid}`;
    const still = await app.call('PUT', path, { json: { name: 'Other' } });
    assert.deepEqual(still.json, { status: 'success', warnings });
    const mended = await app.call('PUT', path, { json: { subject: 'Hi [FNAME]' } });
    assert.deepEqual(mended.json, { status: 'success' });
  });

  test('the example newsletter gives nothing to warn of', async () => {
    const archive = readFileSync(new URL('../../../examples/newsletter.zip', import.meta.url)).toString('base64');
    const template = await app.call('POST', '/templates', { json: { template: { name: 'Example', archive } } });
    assert.deepEqual(template.json, { status: 'success', template_uid: template.json.template_uid });
    const members = { template: { template_uid: template.json.template_uid, inline_css: 'yes' } };
    const campaign = await app.call('POST', '/campaigns', { json: app.input(members) });
    assert.deepEqual(campaign.json, { status: 'success', campaign_uid: campaign.json.campaign_uid });
    const { html } = (await app.call('GET', `/campaigns/${campaign.json.campaign_uid}/preview`)).json.data;
    for (const part of ['prefers-color-scheme', 'max-width: 480px', 'viewport', 'display:none', 'Unsubscribe'])
      assert.ok(html.includes(part), part);
  });

  test('what mail programs will not show, and pictures that are too big to travel', async () => {
    const content = '<a href="www.x.test">x</a><img src="https://x.test/a.png">';
    const page = [
      '1 image has no alt text (by line: 1: https://x.test/a.png).',
      '1 address is relative and does not work in an email (by line: 1: www.x.test).',
    ].map((message) => ({ member: 'template.content', message }));
    const answer = await app.call('POST', '/campaigns', { json: app.input({ template: { content } }) });
    assert.deepEqual(answer.json.warnings, page);
    const template = await app.call('POST', '/templates', { json: { name: 'T', content } });
    const ofTemplate = page.map(({ message }) => ({ member: 'content', message }));
    assert.deepEqual(template.json.warnings, ofTemplate);
    const changed = (json: object) => app.call('PUT', `/templates/${template.json.template_uid}`, { json });
    assert.deepEqual((await changed({ content })).json.warnings, ofTemplate);
    assert.deepEqual((await changed({ name: 'U' })).json, { status: 'success' });

    const size = 3_000_000;
    const pictures = [1, 2].map((n) => Buffer.alloc(size, n));
    const hashes = await inTransaction(app.db, (tx) =>
      Promise.all(pictures.map((bytes) => putBlob(tx, { content: bytes, mediaType: 'image/png' }))),
    );
    const big = hashes.map((hash) => `<img src="[FILES_URL]/${hash}.png" alt="">`).join('');
    const save = (embed_images: string) =>
      app.call('POST', '/campaigns', { json: app.input({ template: { content: big }, options: { embed_images } }) });
    assert.equal((await save('no')).json.warnings, undefined);
    assert.deepEqual((await save('yes')).json.warnings, [
      {
        member: 'template.content',
        message:
          'The images are 6.0 MB, and at most 5.0 MB can be embedded in an email: 1 of 2 will be loaded when the email is opened.',
      },
    ]);
  });
});
