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
import { htmlWarnings } from '../../mail/html/html-warnings.ts';
import { attributeOf, parseHtml } from '../../mail/html/tags.ts';
import { STARTING_TEMPLATES, startingArchive, startingDocument } from './starting.ts';

const CLIPPED = 102 * 1024;
const VOID = new Set(['meta', 'img', 'br', 'link', 'hr']);

for (const { id } of STARTING_TEMPLATES) {
  test(`${id} is right for mail programs`, () => {
    const { html, files } = startingArchive(id);
    assert.ok(Buffer.byteLength(html) < CLIPPED / 2, 'half of what Gmail cuts off is left for what people write');
    assert.equal(withFooter(html, null).html, html, 'it has an unsubscribe link and the postal address');
    assert.deepEqual(htmlWarnings(html), [], 'alt texts, no empty links, nothing that is taken out');
    const headers = { from_name: '', from_email: '', to_name: '', reply_to: '', subject: '' };
    const campaign = { ...headers, content: html, plain_text: null, options: '{"xml_feed":"yes"}' };
    assert.deepEqual(tagWarnings(campaign, knownTags([{ tag: 'FNAME' }, { tag: 'EMAIL' }])), [], 'no unknown tags');
    assert.doesNotMatch(html, /<script|javascript:|\son\w+=|@import|position:|float:|display:\s*(?:flex|grid)/i);
    assert.match(html, /<meta name="color-scheme" content="light dark">/);
    assert.match(html, /@media \(prefers-color-scheme: dark\)/);
    assert.ok(files.every(({ content }) => content.length < 70_000));
  });

  test(`${id} is right for mail programs when it is made of blocks`, async () => {
    const document = startingDocument(id);
    const html = await compileMail({ document, look: {}, fixed: { logo: null, footer: '', language: 'en' } });
    assert.ok(Buffer.byteLength(html) < CLIPPED / 2);
    assert.equal(withFooter(html, null).html, html, 'it has an unsubscribe link and the postal address');
    assert.deepEqual(htmlWarnings(html), []);
    const tags = (page: string) => new Set(page.match(/\[[A-Z_]+(?::[^\]]*)?\](?!\/)/g));
    assert.deepEqual(tags(html), tags(startingArchive(id).html), 'the same tags as in the page');
    assert.match(html, /<meta name="color-scheme" content="light dark">/);
    const used = new Set(html.match(/[0-9a-f]{64}/g));
    assert.deepEqual(used, new Set(startingArchive(id).files.map(({ hash }) => hash)), 'the same pictures');
  });

  test(`${id} has balanced elements, for Outlook too`, () => {
    const { html } = startingArchive(id);
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
