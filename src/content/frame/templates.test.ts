// Templates as pages for a frame: examples in their tags, their pictures, what they may not do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { STARTING_IDS } from '../../templates/starting/starting.ts';

eachEngine('templates in a frame', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  test('an own template is shown with examples, to its customer alone', async () => {
    const content =
      '<p>Dear [FNAME:filter:uppercase], [NOBODY] <a href="[UNSUBSCRIBE_URL]">out</a></p>[XML_FEED_BEGIN url="x"]<i>[XML_FEED_ITEM_TITLE]</i>[XML_FEED_END]';
    const made = await app.call('POST', '/templates', { json: { name: 'One', content } });
    const path = `/templates/${made.json.template_uid}/preview.html`;
    const answer = await app.call('GET', path);
    assertStatus(answer, 200);
    assert.match(answer.text, /Dear ADA, \[NOBODY\] <a href="#">out/);
    assert.equal(answer.text.split('<i>The title of an entry</i>').length, 4);
    assert.match(String(answer.headers['content-security-policy']), /sandbox$/);
    const { key } = await app.addCustomer();
    assertStatus(await app.call('GET', path, { key }), 404);
    assertStatus(await app.call('GET', '/templates/nosuchuid0000/preview.html'), 404);
  });

  test('a version of a campaign is shown as it was', async () => {
    const uid = await app.make({ status: 'draft', template: { content: '<p>Old [FNAME]</p>' } });
    const changed = { json: { template: { content: '<p>New</p>' } } };
    assertStatus(await app.call('PUT', `/campaigns/${uid}?keep_before=yes`, changed), 200);
    assert.equal((await app.call('GET', `/campaigns/${uid}/versions/1/preview.html`)).text, '<p>Old Ada</p>');
    assertStatus(await app.call('GET', `/campaigns/${uid}/versions/9/preview.html`), 404);
  });

  test('each starting template has no tag left, and finds the scheme that is asked for', async () => {
    for (const id of STARTING_IDS) {
      const answer = await app.call('GET', `/starting-templates/${id}/preview.html?scheme=dark&pictures=off`);
      assertStatus(answer, 200);
      assert.doesNotMatch(answer.text, /\[[A-Z][A-Z_]+[\]:]/, id);
      assert.doesNotMatch(answer.text, /prefers-color-scheme: dark/, id);
      assert.match(String(answer.headers['content-security-policy']), /img-src 'none'/);
    }
    assertStatus(await app.call('GET', '/starting-templates/nothing/preview.html'), 404);
  });
});
