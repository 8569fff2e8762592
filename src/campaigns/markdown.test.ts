// Campaigns and templates from Markdown, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { eachEngine } from '../../test/support/stores.ts';

const MARKDOWN = '# Hello [FNAME]\n\n[Read on](https://x.test/?e=[EMAIL]) or [leave]([UNSUBSCRIBE_URL]).\n';

eachEngine('content in Markdown', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (made) => {
    app = made;
  });

  test('a campaign keeps the page, with its merge tags; the plain text is made from it', async () => {
    const base64 = Buffer.from(MARKDOWN).toString('base64');
    for (const content of [MARKDOWN, base64]) {
      const uid = await app.make({ template: { content, format: 'Markdown' } });
      const { content: html } = (await app.call('GET', `/campaigns/${uid}?full=1`)).json.data.record.template;
      assert.match(html, /<h1>Hello \[FNAME\]<\/h1>\n<p><a href="https:\/\/x\.test\/\?e=\[EMAIL\]">Read on<\/a>/);
      const preview = (await app.call('GET', `/campaigns/${uid}/preview`)).json.data;
      assert.match(preview.html, /<h1>Hello First name<\/h1>[\s\S]*e=subscriber%40example\.com"/);
      assert.match(preview.plain_text, /Hello First name[\s\S]*Read on <https:/i);
      assertStatus(await app.update(uid, { template: { content: html } }), 200);
      assert.equal((await app.row(uid)).content, html);
    }
  });

  test('a template keeps the page that its Markdown made', async () => {
    const made = await app.call('POST', '/templates', { json: { name: 'M', content: MARKDOWN, format: 'markdown' } });
    assertStatus(made, 201);
    const at = `/templates/${made.json.template_uid}`;
    const content = async () => (await app.call('GET', at)).json.data.record.content;
    assert.match(await content(), /<h1>Hello \[FNAME\]<\/h1>/);
    assertStatus(await app.call('PUT', at, { json: { content: '*x*', format: 'markdown' } }), 200);
    assert.match(await content(), /<p><em>x<\/em><\/p>/);
    assertStatus(await app.call('PUT', at, { json: { content: '*x*' } }), 200);
    assert.equal(await content(), '*x*');
  });

  test('what is wrong is named', async () => {
    const long = 'x'.repeat(100_001);
    await app.refused(
      { template: { content: long, format: 'markdown' } },
      { 'template.content': 'Content is too long for Markdown (maximum is 100000 characters).' },
    );
    await app.refused(
      { template: { content: 'x', format: 'rtf' } },
      { 'template.format': 'Format must be one of: html, markdown.' },
    );
    const json = { name: 'M', content: 'x', format: 'rtf' };
    assert.deepEqual((await app.call('POST', '/templates', { json })).json.error, {
      format: 'Format must be one of: html, markdown.',
    });
  });
});
