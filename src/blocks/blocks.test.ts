// Templates and campaigns of blocks, and the brand, through the API.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { eachEngine } from '../../test/support/stores.ts';

const DOCUMENT = {
  version: 1,
  preheader: 'New: [FNAME]',
  blocks: [
    { kind: 'heading', level: 1, text: 'Hello [FNAME], <b>you</b>' },
    { kind: 'text', text: '<p>One<script>x()</script></p>' },
    { kind: 'button', text: 'Go & see', href: 'https://www.example.com/?a=1&b=2' },
    { kind: 'footer' },
  ],
};
const KEPT = {
  ...DOCUMENT,
  blocks: [
    { kind: 'heading', level: 1, text: 'Hello [FNAME], <strong>you</strong>' },
    { kind: 'text', text: '<p>One</p>' },
    ...DOCUMENT.blocks.slice(2),
  ],
};

eachEngine('mails of blocks', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  const blocksOf = async (path: string) => (await app.call('GET', `${path}/blocks`)).json.data.record.blocks;
  const template = async (path: string) => (await app.call('GET', path)).json.data.record;

  test('a template is made of blocks, shows them, and gives them to a campaign', async () => {
    const made = await app.call('POST', '/templates', { json: { name: 'Blocks', blocks: DOCUMENT } });
    assertStatus(made, 201);
    const path = `/templates/${made.json.template_uid}`;
    assert.deepEqual(await blocksOf(path), KEPT);
    const { content } = await template(path);
    assert.match(content, /Hello \[FNAME\], <strong>you<\/strong><\/h1>/);
    assert.match(content, /href="https:\/\/www\.example\.com\/\?a=1&amp;b=2"/);
    assert.match(content, /\[UNSUBSCRIBE_URL\][\s\S]*\[COMPANY_FULL_ADDRESS\]/);

    const uid = await app.make({ template: { template_uid: made.json.template_uid } });
    assert.deepEqual(await blocksOf(`/campaigns/${uid}`), KEPT);

    // What was read may be sent back, and the blocks stay; another page takes their place.
    assertStatus(await app.call('PUT', path, { json: { template: { name: 'Same', content } } }), 200);
    assert.deepEqual(await blocksOf(path), KEPT);
    assertStatus(await app.call('PUT', path, { json: { content: '<p>[FNAME]</p>' } }), 200);
    assert.equal(await blocksOf(path), null);
    assertStatus(await app.call('PUT', path, { form: `blocks=${encodeURIComponent(JSON.stringify(DOCUMENT))}` }), 200);
    assert.deepEqual([await blocksOf(path), (await template(path)).content], [KEPT, content], 'as JSON in a form');
  });

  test('a campaign keeps its blocks until its content is written otherwise, and brings them back', async () => {
    const uid = await app.make({ status: 'draft', template: { blocks: DOCUMENT } });
    const path = `/campaigns/${uid}`;
    const loaded = (await app.call('GET', `${path}?full=1`)).json.data.record;
    const html: string = loaded.template.content;
    assert.match(html, /Hello \[FNAME\]/);
    assertStatus(await app.call('PUT', path, { json: { campaign: loaded } }), 200);
    assert.deepEqual(await blocksOf(path), KEPT, 'a loaded record changes nothing');
    app.clock.forward(600_000);
    assertStatus(await app.call('PUT', path, { json: { status: 'draft', template: { content: '<p>x</p>' } } }), 200);
    assert.equal(await blocksOf(path), null);
    const { records } = (await app.call('GET', `${path}/versions`)).json.data;
    assert.ok(records[0].changed.includes('template.blocks'));
    assertStatus(await app.call('POST', `${path}/versions/${records[1].revision}/restore`), 200);
    assert.deepEqual(await blocksOf(path), KEPT);
    assert.equal((await app.call('GET', `${path}?full=1`)).json.data.record.template.content, html);
    const copy = (await app.call('POST', `${path}/copy`)).json.campaign_uid;
    assert.deepEqual(await blocksOf(`/campaigns/${copy}`), KEPT);
    const { customer, key } = await app.addCustomer();
    assert.ok(customer);
    assertStatus(await app.call('GET', `${path}/blocks`, { key }), 404);
  });

  test('what is wrong is refused by its path, and nothing changes', async () => {
    const uid = await app.make({ status: 'draft', template: { blocks: DOCUMENT } });
    const bad = { version: 1, blocks: [{ kind: 'button', text: 'x', href: 'javascript:x()' }] };
    const of = async (template: object) => {
      const answer = await app.call('PUT', `/campaigns/${uid}`, { json: { template } });
      assertStatus(answer, 422);
      return answer.json.error;
    };
    assert.deepEqual(Object.keys(await of({ blocks: bad })), ['template.blocks.blocks[0].href']);
    assert.deepEqual(await of({ blocks: 'x' }), { 'template.blocks': 'Blocks is not valid JSON.' });
    assert.deepEqual(await of({ blocks: DOCUMENT, content: '<p>x</p>' }), {
      template: 'Provide exactly one of archive, template_uid, content and blocks; got content and blocks.',
    });
    assert.deepEqual(await blocksOf(`/campaigns/${uid}`), KEPT);
    const made = await app.call('POST', '/templates', { json: { name: 'x', blocks: bad } });
    assert.deepEqual(Object.keys(made.json.error), ['blocks.blocks[0].href']);
    const unlike = { version: 1, blocks: [{ kind: 'columns', columns: [[], []], widths: [] }] };
    for (const path of ['/templates', '/blocks/page']) {
      const answer = await app.call('POST', path, { json: { name: 'x', blocks: unlike } });
      assert.deepEqual(answer.json.error, {
        'blocks.blocks[0].widths': 'Widths must be as many as there are columns.',
      });
    }
    const both = await app.call('POST', '/templates', { json: { name: 'x', blocks: bad, content: 'y' } });
    assert.deepEqual(Object.keys(both.json.error), ['blocks']);
    const started = await app.call('POST', '/templates', { json: { starting: 'letter', blocks: DOCUMENT } });
    assert.deepEqual(Object.keys(started.json.error), ['starting']);
  });

  test('without a footer of its own a mail has one in the language of the customer', async () => {
    const { customer, key } = await app.addCustomer();
    const footerIn = async (locale: string) => {
      await app.db.updateTable('customer').set({ locale }).where('id', '=', customer.id).execute();
      const blocks = { version: 1, blocks: [{ kind: 'footer' }] };
      const { html } = (await app.call('POST', '/blocks/page', { key, json: { blocks } })).json.data.record;
      const { footer } = (await app.call('GET', '/brand', { key })).json.data.defaults;
      const link = /<a href="\[UNSUBSCRIBE_URL\]"[^>]*>([^<]*)/;
      assert.match(html, /\[COMPANY_FULL_ADDRESS\]/);
      return [link.exec(html)?.[1], link.exec(footer)?.[1], /<html lang="([^"]*)"/.exec(html)?.[1]];
    };
    assert.deepEqual(await footerIn('de-CH'), ['Abmelden', 'Abmelden', 'de']);
    assert.deepEqual(await footerIn('de'), ['Abmelden', 'Abmelden', 'de']);
    assert.deepEqual(await footerIn('en-GB'), ['Unsubscribe', 'Unsubscribe', 'en']);
    assert.deepEqual(await footerIn('fr'), ['Unsubscribe', 'Unsubscribe', 'en'], 'a language without texts');
  });

  test('the brand is in every mail that is made after it', async () => {
    const { key } = await app.addCustomer();
    const call = (method: 'GET' | 'PUT' | 'POST', path: string, json?: object) =>
      app.call(method, path, { key, ...(json && { json }) });
    assert.deepEqual((await call('GET', '/brand')).json.data.record, {});
    const brand = {
      colors: { accent: '#AA1155' },
      heading_font: 'georgia',
      logo: { src: `${app.baseUrl}/files/${'a'.repeat(64)}.png`, alt: 'Acme', width: 120, href: 'https://acme.test/' },
      footer: '<p>Acme <script>x</script>[COMPANY_FULL_ADDRESS]</p>',
    };
    const put = await call('PUT', '/brand', brand);
    assertStatus(put, 200);
    const kept = { ...brand, colors: { accent: '#aa1155' }, footer: '<p>Acme [COMPANY_FULL_ADDRESS]</p>' };
    assert.deepEqual(put.json.data.record, kept);
    const blocks = { ...DOCUMENT, blocks: [{ kind: 'image', alt: '' }, ...DOCUMENT.blocks] };
    const page = await call('POST', '/blocks/page', { blocks });
    assertStatus(page, 200);
    const { html } = page.json.data.record;
    assert.match(html, /#aa1155/);
    assert.match(html, /Georgia/);
    assert.match(html, /alt="Acme" src="http:[^"]*\/files\/a{64}\.png"/);
    assert.match(html, /Acme \[COMPANY_FULL_ADDRESS\]/);
    assert.doesNotMatch(html, /UNSUBSCRIBE/);
    const stored = await app.db.selectFrom('brand').select('content').execute();
    assert.match(stored[0]?.content ?? '', /\[FILES_URL\]/);

    const bad = await call('PUT', '/brand', { colors: { accent: 'red' }, logo: { src: 'x', alt: 1 }, radius: 99 });
    assertStatus(bad, 422);
    assert.deepEqual(Object.keys(bad.json.error).sort(), [
      ...['colors.accent', 'logo.alt', 'logo.src', 'logo.width', 'radius'],
    ]);
    assert.deepEqual((await call('GET', '/brand')).json.data.record, kept);
    assert.deepEqual((await app.call('GET', '/brand')).json.data.record, {}, 'of one customer only');
    assertStatus(await call('POST', '/blocks/page', {}), 422);
  });

  test('a change of the brand is answered with itself, whatever others save at once', async () => {
    const { key } = await app.addCustomer();
    const accents = Array.from({ length: 12 }, (_, n) => `#0000${String(10 + n)}`);
    const answers = await Promise.all(
      accents.map((accent) => app.call('PUT', '/brand', { key, json: { colors: { accent } } })),
    );
    const shown = answers.map(({ json }) => json.data.record.colors.accent);
    assert.deepEqual(shown, accents);
    const tags = answers.map(({ headers }) => headers['etag']);
    assert.equal(new Set(tags).size, accents.length, 'each names what its own request stored');
  });
});
