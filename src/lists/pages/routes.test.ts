import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus, formText } from '../../../test/support/app.ts';
import { makeList, nowhere } from '../../../test/support/lists.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';

const byDefault = {
  title: '',
  intro: '',
  colors: { background: '', text: '', accent: '' },
  logo_url: '',
  language: 'auto',
  archive: 'no',
  captcha: 'no',
  redirect_url: '',
};

const chosen = {
  title: 'Bread & News',
  intro: 'Fresh every day.\nAnd on Sundays.',
  colors: { background: '#fff8f0', text: '#221100', accent: '#aa3300' },
  logo_url: 'https://cdn.example.com/logo.png',
  language: 'de',
  archive: 'yes',
  captcha: 'yes',
  redirect_url: 'https://example.com/thanks?a=1',
};

eachEngine('settings of the public pages of a list', (engine) => {
  const app = suiteApp(engine);
  let path: string;
  let listUid: string;
  before(async () => {
    listUid = await makeList(app());
    path = `/lists/${listUid}/pages`;
  });
  const read = async () => {
    const answer = await app().call('GET', path);
    assertStatus(answer, 200);
    return answer.json.data.record;
  };
  const put = async (json: unknown) => {
    const answer = await app().call('PUT', path, { json });
    assertStatus(answer, 200);
    return answer.json.data.record;
  };

  test('they are as by default until somebody chooses', async () => {
    assert.deepEqual(await read(), byDefault);
    assert.deepEqual(await put(chosen), chosen);
    assert.deepEqual(await read(), chosen);
  });

  test('what is not sent stays, what is empty is as by default', async () => {
    await put(chosen);
    assert.deepEqual(await put({}), chosen);
    assert.deepEqual(await put({ title: '' }), { ...chosen, title: '' });
    assert.deepEqual(await put({ colors: { accent: null } }), {
      ...chosen,
      title: '',
      colors: { ...chosen.colors, accent: '' },
    });
    assert.deepEqual((await put({ colors: { accent: '#ABC' } })).colors, { ...chosen.colors, accent: '#aabbcc' });
    const cleared = {
      intro: null,
      colors: '',
      logo_url: ' ',
      language: null,
      archive: '',
      captcha: null,
      redirect_url: '',
    };
    assert.deepEqual(await put(cleared), byDefault);
  });

  test('forms do, with the wrapper and without', async () => {
    const wrapped = await app().call('PUT', path, { form: formText({ pages: chosen }) });
    assert.deepEqual(wrapped.json.data.record, chosen);
    const flat = await app().call('PUT', path, { form: formText({ colors: { text: '' }, archive: '0' }) });
    assert.deepEqual(flat.json.data.record, { ...chosen, colors: { ...chosen.colors, text: '' }, archive: 'no' });
  });

  test('every faulty member is named, and nothing has changed', async () => {
    await put(chosen);
    const answer = await app().call('PUT', path, {
      json: {
        title: 'x'.repeat(101),
        intro: { a: 1 },
        colors: { background: 'red', text: '#12345', accent: '#0b62c4' },
        logo_url: 'http://example.com/logo.png',
        language: 'fr',
        archive: 'perhaps',
        captcha: 'often',
        redirect_url: 'javascript:alert(1)',
      },
    });
    assertStatus(answer, 422);
    assert.deepEqual(answer.json.error, {
      title: 'Title is too long (maximum is 100 characters).',
      intro: 'Intro must be a text.',
      logo_url: 'Logo url must be an absolute https address without a user name.',
      language: 'Language must be one of: auto, en, de.',
      archive: 'Archive must be yes or no.',
      captcha: 'Captcha must be yes or no.',
      redirect_url: 'Redirect url must be an absolute http or https address without a user name.',
      'colors.background': 'Background must be a color like #0b62c4.',
      'colors.text': 'Text must be a color like #0b62c4.',
    });
    assert.deepEqual(await read(), chosen);
    const colors = await app().call('PUT', path, { json: { colors: ['#fff'] } });
    assert.deepEqual(colors.json.error, { colors: 'Colors must hold background, text and accent.' });
    for (const logo_url of [
      '//x/y',
      'https://',
      'https://a:b@example.com/',
      "https://a;script-src 'unsafe-inline'/",
      'data:image/png,x',
    ]) {
      assertStatus(await app().call('PUT', path, { json: { logo_url } }), 422);
    }
    assertStatus(await app().call('PUT', path, { json: { title: 'a\nb' } }), 422);
    assert.deepEqual(await read(), chosen);
  });

  test('nobody reads or changes the pages of another customer', async () => {
    const { key } = await app().addCustomer();
    for (const answer of [
      await app().call('GET', path, { key }),
      await app().call('PUT', path, { key, json: { title: 'Mine' } }),
      await app().call('GET', '/lists/ab12345678901/pages'),
    ]) {
      assertStatus(answer, 404);
      assert.equal(answer.json.error, nowhere);
    }
    assert.equal((await read()).title, chosen.title);
  });

  test('a list that is changed keeps its pages, and a copy has them too', async () => {
    await put(chosen);
    const copy = await app().call('POST', `/lists/${listUid}/copy`);
    assert.deepEqual((await app().call('GET', `/lists/${copy.json.list_uid}/pages`)).json.data.record, chosen);
    const changed = await app().call('PUT', `/lists/${listUid}`, { json: { general: { name: 'Other' } } });
    assertStatus(changed, 200);
    assert.deepEqual(await read(), chosen);
  });
});
