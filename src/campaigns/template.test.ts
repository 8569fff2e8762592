import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { makeZip, pictures } from '../../test/support/zips.ts';
import { sha256 } from '../kernel/ids.ts';

eachEngine('templates of campaigns', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  const zip = makeZip([
    { name: 'index.html', content: '<p>Hi <img src="logo.png"></p>' },
    { name: 'logo.png', content: pictures.png },
  ]);
  const hash = sha256(pictures.png);
  const stored = async (template: unknown) => app.row(await app.make({ template }));
  const filesOf = async (campaignId: number) => {
    const files = app.db.selectFrom('campaign_file').select(['path', 'hash', 'media_type']);
    return (await files.where('campaign_id', '=', campaignId).execute()).map((file) => ({ ...file }));
  };
  const logo = { path: 'logo.png', hash, media_type: 'image/png' };

  async function addTemplate(): Promise<string> {
    const archive = Buffer.from(zip).toString('base64');
    const answer = await app.call('POST', '/templates', { json: { template: { name: 'Card', archive } } });
    assertStatus(answer, 201);
    return answer.json.template_uid;
  }

  test('an archive: as base64, or as a file of a multipart body', async () => {
    const campaign = await stored({ archive: Buffer.from(zip).toString('base64') });
    assert.equal(campaign.content, `<p>Hi <img src="[FILES_URL]/${hash}.png"></p>`);
    assert.deepEqual(await filesOf(campaign.id), [logo]);

    const { template: _, ...texts } = app.input();
    const parts = Object.entries(texts).map(
      ([name, value]) => `--xYx\r\nContent-Disposition: form-data; name="campaign[${name}]"\r\n\r\n${value}\r\n`,
    );
    const file =
      '--xYx\r\nContent-Disposition: form-data; name="campaign[template][archive]"; filename="t.zip"\r\nContent-Type: application/zip\r\n\r\n';
    const raw = Buffer.concat([Buffer.from(parts.join('') + file), zip, Buffer.from('\r\n--xYx--\r\n')]);
    const headers = { 'content-type': 'multipart/form-data; boundary=xYx' };
    const answer = await app.call('POST', '/campaigns', { raw, headers });
    assertStatus(answer, 201);
    const { id, content } = await app.row(answer.json.campaign_uid);
    assert.equal(content, campaign.content);
    assert.deepEqual(await filesOf(id), [logo]);
    const picture = await app.app.inject({ url: `/files/${hash}.png` });
    assert.deepEqual(picture.rawPayload, pictures.png);
  });

  test('a template: the campaign keeps its own copy of page and pictures', async () => {
    const template_uid = await addTemplate();
    const campaign = await stored({ template_uid });
    await app.call('PUT', `/templates/${template_uid}`, { json: { content: '<p>other</p>' } });
    await app.call('DELETE', `/templates/${template_uid}`);
    const { content, id } = await app.row(campaign.uid);
    assert.equal(content, `<p>Hi <img src="[FILES_URL]/${hash}.png"></p>`);
    assert.deepEqual(await filesOf(id), [logo]);
  });

  test('content that was read from a template keeps its pictures', async () => {
    const template_uid = await addTemplate();
    const { content } = (await app.call('GET', `/templates/${template_uid}`)).json.data.record;
    assert.match(content, /src="http:\/\/mail\.example\.test\/files\//);
    const campaign = await stored({ content });
    assert.equal(campaign.content, `<p>Hi <img src="[FILES_URL]/${hash}.png"></p>`);
    assert.deepEqual(await filesOf(campaign.id), [{ ...logo, path: hash }]);
  });

  test('another customer’s template is unknown', async () => {
    const other = await app.addCustomer();
    const json = { name: 'Theirs', content: '<p>x</p>' };
    const { template_uid } = (await app.call('POST', '/templates', { key: other.key, json })).json;
    const fault = { 'template.template_uid': 'Provided template does not exist.' };
    await app.refused({ template: { template_uid } }, fault);
    await app.refused({ template: { template_uid: ['x'] } }, fault);
  });

  test('a template has exactly one source', async () => {
    const none = { template: 'Please provide a template for your campaign.' };
    for (const template of [
      undefined,
      null,
      '',
      [],
      {},
      { content: '' },
      { content: ' \n' },
      { archive: null, content: '' },
    ]) {
      await app.refused({ template }, none);
    }
    const got = (names: string) => ({
      template: `Provide exactly one of archive, template_uid and content; got ${names}.`,
    });
    await app.refused({ template: { content: 'x', archive: 'y' } }, got('archive and content'));
    await app.refused({ template: { content: 'x', template_uid: 'y' } }, got('template_uid and content'));
    await app.refused(
      { template: { content: 'x', template_uid: 'y', archive: 'z' } },
      got('archive, template_uid and content'),
    );
    await stored({ content: '<p>x</p>', template_uid: '', archive: null });
    await app.refused({ template: 'x' }, { template: 'Template must be an object.' });
  });

  test('archives at fault say what is wrong', async () => {
    const fault = { 'template.archive': 'Your archive does not seem to be a valid zip file.' };
    await app.refused({ template: { archive: 'no zip' } }, fault);
    await app.refused({ template: { archive: { a: 1 } } }, fault);
    const empty = makeZip([{ name: 'a.png', content: pictures.png }]);
    await app.refused(
      { template: { archive: Buffer.from(empty).toString('base64') } },
      { 'template.archive': 'Your archive contains no HTML page.' },
    );
  });

  test('flags and plain text have defaults, also where they are sent empty', async () => {
    const flags = async (template: object) => {
      const { inline_css, auto_plain_text, plain_text } = await stored({ content: '<p>x</p>', ...template });
      return [inline_css, auto_plain_text, plain_text];
    };
    assert.deepEqual(await flags({}), [0, 1, null]);
    assert.deepEqual(await flags({ inline_css: 'yes', auto_plain_text: 'no', plain_text: null }), [1, 0, null]);
    assert.deepEqual(await flags({ inline_css: '', auto_plain_text: '', plain_text: '' }), [0, 1, null]);
    const text = 'A plain text, not so short.\n\nZoë';
    assert.deepEqual(await flags({ plain_text: text }), [0, 1, text]);
    assert.deepEqual(await flags({ plain_text: Buffer.from(text).toString('base64') }), [0, 1, text]);
    assert.deepEqual(await flags({ plain_text: 'SGVsbG8=' }), [0, 1, 'SGVsbG8=']); // short is literal
    // but beside content or an archive in base64
    const content = Buffer.from('<p>x</p>').toString('base64');
    for (const [sent, text] of [
      ['U2hvcnQgdHh0', 'Short txt'],
      ['SGk=', 'Hi'],
      ['Hello', 'Hello'],
    ]) {
      assert.deepEqual(await flags({ content, plain_text: sent }), [0, 1, text]);
    }
    const { plain_text: beside } = await stored({ archive: Buffer.from(zip).toString('base64'), plain_text: 'SGk=' });
    assert.equal(beside, 'Hi');

    await app.refused(
      { template: { content: { a: 1 }, plain_text: ['x'], auto_plain_text: 'perhaps' } },
      {
        'template.content': 'Content must be a text.',
        'template.plain_text': 'Plain text must be a text.',
        'template.auto_plain_text': 'Auto plain text must be yes or no.',
      },
    );
    await app.refused(
      { template: { content: 'x'.repeat(5_000_001) } },
      {
        'template.content': 'Content is too long (maximum is 5000000 characters).',
      },
    );
    await app.refused({ template: { content: '<p>\0</p>' } }, { 'template.content': 'Content holds a NUL character.' });
  });

  test('an update replaces the source; without one, members change only themselves', async () => {
    const uid = await app.make({
      template: { archive: Buffer.from(zip).toString('base64'), inline_css: 'yes', plain_text: 'By hand' },
    });
    const now = async () => {
      const { content, inline_css, auto_plain_text, plain_text, id } = await app.row(uid);
      return [content.length > 20, inline_css, auto_plain_text, plain_text, (await filesOf(id)).length];
    };
    const change = async (template: unknown) => {
      assertStatus(await app.update(uid, { template }), 200);
      return now();
    };
    assert.deepEqual(await now(), [true, 1, 1, 'By hand', 1]);
    assert.deepEqual(await change({ auto_plain_text: 'no' }), [true, 1, 0, 'By hand', 1]);
    assert.deepEqual(await change({ plain_text: 'Anew' }), [true, 1, 0, 'Anew', 1]);
    assert.deepEqual(await change({ content: '', inline_css: 'no' }), [true, 0, 0, 'Anew', 1]);
    assert.deepEqual(await change({ plain_text: null }), [true, 0, 0, null, 1]);
    assert.deepEqual(await change({ plain_text: 'Again' }), [true, 0, 0, 'Again', 1]);
    // the text that was written for another page goes with it
    assert.deepEqual(await change({ content: '<p>new</p>' }), [false, 0, 0, null, 0]);
    assert.deepEqual(await change({ content: '<p>new</p>', plain_text: 'Both' }), [false, 0, 0, 'Both', 0]);
    const answer = await app.update(uid, { template: { content: 'x', archive: 'y' } });
    assertStatus(answer, 422);
    assert.deepEqual(await now(), [false, 0, 0, 'Both', 0]);
  });
});
