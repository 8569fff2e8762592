// The templates that come with the server: what every mail program needs of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { compileMail } from '../../blocks/compile/apart.ts';
import { knownTags } from '../../campaigns/merge/values.ts';
import { tagWarnings } from '../../campaigns/warnings/tags.ts';
import { withFooter } from '../../content/footer.ts';
import { atOnce } from '../../kernel/slices.ts';
import { PAGE_LANGUAGES } from '../../lists/pages/settings.ts';
import { htmlWarningSteps } from '../../mail/html/html-warnings.ts';
import { attributeOf, parseHtml } from '../../mail/html/tags.ts';
import { STARTING_TEMPLATES, startingArchive, startingDocument } from './starting.ts';
import { GERMAN } from './texts/de.ts';

const CLIPPED = 102 * 1024;
const VOID = new Set(['meta', 'img', 'br', 'link', 'hr']);

const IN_EACH_LANGUAGE = STARTING_TEMPLATES.flatMap(({ id }) =>
  PAGE_LANGUAGES.map((language) => ({ id, language, name: `${id} (${language})` })),
);
const tagsIn = (page: string) => page.match(/\[[A-Z_]+(?::[^\]]*)?\](?!\/)/g) ?? [];

for (const { id, language, name } of IN_EACH_LANGUAGE) {
  test(`${name} is right for mail programs`, () => {
    const { html, files } = startingArchive(id, language);
    assert.ok(Buffer.byteLength(html) < CLIPPED / 2, 'half of what Gmail cuts off is left for what people write');
    assert.equal(withFooter(html, null, 'en').html, html, 'it has an unsubscribe link and the postal address');
    assert.deepEqual(atOnce(htmlWarningSteps(html)), [], 'alt texts, no empty links, nothing that is taken out');
    const headers = { from_name: '', from_email: '', to_name: '', reply_to: '', subject: '' };
    const campaign = { ...headers, content: html, plain_text: null, options: '{"xml_feed":"yes"}' };
    assert.deepEqual(tagWarnings(campaign, knownTags([{ tag: 'FNAME' }, { tag: 'EMAIL' }])), [], 'no unknown tags');
    assert.doesNotMatch(html, /<script|javascript:|\son\w+=|@import|position:|float:|display:\s*(?:flex|grid)/i);
    assert.match(html, /<meta name="color-scheme" content="light dark">/);
    assert.match(html, /@media \(prefers-color-scheme: dark\)/);
    assert.ok(files.every(({ content }) => content.length < 70_000));
  });

  test(`${name} is right for mail programs when it is made of blocks`, async () => {
    const document = startingDocument(id, language);
    assert.equal(document.language, language);
    const html = await compileMail({ document, look: {}, fixed: { logo: null, footer: '', language: 'en' } }, 1);
    assert.ok(Buffer.byteLength(html) < CLIPPED / 2);
    assert.equal(withFooter(html, null, 'en').html, html, 'it has an unsubscribe link and the postal address');
    assert.deepEqual(atOnce(htmlWarningSteps(html)), []);
    const page = startingArchive(id, language).html;
    assert.deepEqual(new Set(tagsIn(html)), new Set(tagsIn(page)), 'the same tags as in the page');
    assert.match(html, /<meta name="color-scheme" content="light dark">/);
    const used = new Set(html.match(/[0-9a-f]{64}/g));
    assert.deepEqual(used, new Set(startingArchive(id).files.map(({ hash }) => hash)), 'the same pictures');
  });

  test(`${name} has balanced elements, for Outlook too`, () => {
    const { html } = startingArchive(id, language);
    // What Outlook sees: the content of its comments too.
    for (const page of [html, html.replaceAll(/<!--\[if mso\]>([\s\S]*?)<!\[endif\]-->/g, '$1')]) {
      const open: string[] = [];
      parseHtml(page, {
        onOpen({ name }) {
          if (!VOID.has(name) && !name.includes(':')) open.push(name);
        },
        onClose(name) {
          if (!name.includes(':')) assert.equal(open.pop(), name);
        },
      });
      assert.deepEqual(open, []);
    }
    const sizes: (string | undefined)[] = [];
    parseHtml(html, {
      onOpen(tag) {
        if (tag.name === 'table') assert.equal(attributeOf(tag, 'role'), 'presentation');
        if (tag.name === 'img') sizes.push(attributeOf(tag, 'width'), attributeOf(tag, 'height'));
      },
    });
    assert.ok(
      sizes.every((size) => /^\d+$/.test(size ?? '')),
      'Outlook draws pictures by their attributes',
    );
    assert.match(html, /<!--\[if mso\]><table role="presentation" width="\d+"/);
  });
}

test('every text of them is there in German, with the same merge tags', () => {
  const texts = new Set<string>(STARTING_TEMPLATES.map(({ name }) => name));
  const gather = (text: string) => {
    for (const piece of text.split(/<style>[\s\S]*?<\/style>|<[^>]*>|&#8199;/)) texts.add(piece.trim());
  };
  for (const { id } of STARTING_TEMPLATES) {
    const { html } = startingArchive(id);
    gather(html);
    for (const [, alt = ''] of html.matchAll(/ alt="([^"]*)"/g)) texts.add(alt);
    JSON.stringify({ ...startingDocument(id), look: {} }, (name, value) => {
      if (typeof value === 'string' && SHOWN.includes(name)) gather(value);
      return value;
    });
  }
  const worded = [...texts].filter((text) => /[a-z€]/i.test(text.replaceAll(/\[[^\]]*\]|&#?\w+;/g, '')));
  const untold = worded.filter((text) => GERMAN[text] === undefined);
  assert.deepEqual(untold, ['SPRING20'], 'a code is the same in each language');
  assert.deepEqual(
    Object.keys(GERMAN).filter((text) => !texts.has(text)),
    [],
    'none that is not needed',
  );
  const bare = (text: string) => tagsIn(text).map((tag) => tag.replace(/\(.*\)/, '()'));
  const dated = (text: string) => text.replaceAll('[CURRENT_DAY].[CURRENT_MONTH].[CURRENT_YEAR]', '[DATE]');
  assert.equal(dated(GERMAN['[DATE]'] ?? ''), '[DATE]', 'a day is written as Germans do');
  for (const [english, german] of Object.entries(GERMAN)) assert.deepEqual(bare(dated(german)), bare(english));
});

/** Members of blocks that are read. */
const SHOWN: readonly string[] = ['title', 'preheader', 'text', 'alt', 'label', 'price', 'old_price', 'more'];

eachEngine('starting templates', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  test('are listed with pictures that can be seen, and made templates of', async () => {
    const listed = await app.call('GET', '/starting-templates');
    assertStatus(listed, 200);
    const { records } = listed.json.data;
    assert.deepEqual(
      records.map(({ id }: { id: string }) => id),
      STARTING_TEMPLATES.map(({ id }) => id),
    );
    const pictures = [...records[0].html.matchAll(/src="([^"]+)"/g)].map(([, address]) => address);
    assert.equal(pictures.length, 3);
    for (const address of pictures) {
      assert.match(address, /^http:\/\/mail\.example\.test\/files\/[0-9a-f]{64}\.png$/);
      const shown = await app.app.inject({ method: 'GET', url: new URL(address).pathname });
      assert.deepEqual([shown.statusCode, shown.headers['content-type']], [200, 'image/png']);
    }
    for (const { id, name } of records) {
      const made = await app.call('POST', '/templates', { json: { starting: id } });
      assertStatus(made, 201);
      const { record } = (await app.call('GET', `/templates/${made.json.template_uid}`)).json.data;
      assert.deepEqual(
        [record.name, record.content],
        [name, records.find((one: { id: string }) => one.id === id).html],
      );
    }
    assert.equal((await app.db.selectFrom('template_file').select('hash').execute()).length, 8);
    const blocks = await app.call('POST', '/templates', { json: { starting: 'newsletter', made_of: 'blocks' } });
    assertStatus(blocks, 201);
    const path = `/templates/${blocks.json.template_uid}`;
    const document = (await app.call('GET', `${path}/blocks`)).json.data.record.blocks;
    assert.match(JSON.stringify(document), /http:\/\/mail\.example\.test\/files\/[0-9a-f]{64}\.png/);
    assert.match((await app.call('GET', path)).json.data.record.content, /the paths are dry again<\/h1>/);
    assertStatus(await app.call('PUT', path, { json: { blocks: document } }), 200);
    assert.deepEqual((await app.call('GET', `${path}/blocks`)).json.data.record.blocks, document);
    const named = await app.call('POST', '/templates', { json: { starting: 'LETTER', name: 'Mine' } });
    assertStatus(named, 201);
    assert.equal((await app.call('GET', `/templates/${named.json.template_uid}`)).json.data.record.name, 'Mine');
  });

  test('are in the language of the customer', async () => {
    const { key } = await app.addCustomer({ locale: 'de-AT' });
    const { records } = (await app.call('GET', '/starting-templates', { key })).json.data;
    assert.match(records[0].html, /<html lang="de"/);
    assert.equal(records[0].blocks.language, 'de');
    const frame = await app.call('GET', '/starting-templates/newsletter/preview.html', { key });
    assert.match(frame.text, /die Wege sind wieder trocken<\/h1>/);
    for (const [made_of, name] of [
      ['blocks', 'Ankündigung'],
      ['html', 'Ankündigung'],
    ]) {
      const made = await app.call('POST', '/templates', { key, json: { starting: 'announcement', made_of } });
      assertStatus(made, 201);
      const { record } = (await app.call('GET', `/templates/${made.json.template_uid}`, { key })).json.data;
      assert.equal(record.name, name);
      assert.match(record.content, /lang="de"/);
      assert.match(record.content, /Rechtzeitig Bescheid wissen/);
      assert.doesNotMatch(record.content, /Unsubscribe|Questions/);
    }
  });

  test('refusals name the member', async () => {
    for (const [json, member] of [
      [{ starting: 'poster', name: 'x' }, 'starting'],
      [{ starting: 'letter', content: '<p>x</p>' }, 'starting'],
      [{ starting: 'letter', name: 'x'.repeat(256) }, 'name'],
      [{ starting: 'letter', made_of: 'paper' }, 'made_of'],
      [{ content: '<p>x</p>' }, 'name'],
    ] as const) {
      const answer = await app.call('POST', '/templates', { json });
      assertStatus(answer, 422);
      assert.deepEqual(Object.keys(answer.json.error), [member]);
    }
  });
});
