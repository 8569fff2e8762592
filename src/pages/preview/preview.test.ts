// The form of a list before it is public: with settings and fields that are not saved, on both
// engines.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { makeList } from '../../../test/support/lists.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { FIELD_TYPES } from '../../lists/fields/types.ts';
import { SHOWN_PAGES } from './wire.ts';

eachEngine('the form of a list before it is public', (engine) => {
  const app = suiteApp(engine);
  let list = '';
  before(async () => {
    list = `/lists/${await makeList(app())}`;
  });
  const show = async (query: Record<string, unknown>, status = 200) => {
    const texts = Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    const answer = await app().call('GET', `${list}/form-preview.html?${new URLSearchParams(texts)}`);
    assertStatus(answer, status);
    return answer;
  };

  test('it has the settings that are not saved, and they stay unsaved', async () => {
    const pages = {
      title: 'Tea & Cake',
      logo_url: 'https://cdn.example.com/logo.png',
      colors: { background: '#102030', accent: '#ffcc00' },
    };
    const { text: body, headers } = await show({ pages, language: 'de' });
    assert.match(body, /<img src="https:\/\/cdn\.example\.com\/logo\.png" alt="Tea &amp; Cake">/);
    assert.match(body, /#102030/);
    assert.match(body, /lang="de"/);
    assert.match(String(headers['content-security-policy']), /img-src https:\/\/cdn\.example\.com;/);
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'self'$/);
    assert.doesNotMatch((await show({})).text, /Tea/);
    assert.match((await show({ page: 'done', pages })).text, /<h1>/);
    assert.equal((await app().call('GET', `${list}/pages`)).json.data.record.title, '');
  });

  test('every page that has the look is shown, in both languages, as somebody invented sees it', async () => {
    const logo = `${app().baseUrl}/files/${'a'.repeat(64)}.png`;
    const pages = { logo_url: logo, colors: { background: '#102030' } };
    const seen = new Set<string>();
    for (const page of SHOWN_PAGES) {
      for (const language of ['en', 'de']) {
        const { text: body } = await show({ page, language, pages });
        assert.match(body, /#102030/, page);
        assert.match(body, new RegExp(`lang="${language}"`));
        assert.ok(body.includes(`<img src="${logo}"`), page);
        assert.doesNotMatch(body, /undefined|\[object/);
        seen.add(/<h1>[\s\S]*/.exec(body)?.[0] ?? '');
      }
    }
    assert.equal(seen.size, 2 * SHOWN_PAGES.length, 'each is another one');
    assert.match((await show({ page: 'unsubscribe', language: 'de' })).text, /a…|ada|@example\.com/);
    assert.doesNotMatch((await show({ page: 'profile' })).text, /name="EMAIL"/);
    const other = { logo_url: 'http://cdn.example.com/logo.png' };
    assert.deepEqual(Object.keys((await show({ pages: other }, 422)).json.error), ['logo_url']);
  });

  test('a field of each type stands in it before it is saved', async () => {
    for (const { identifier: type, hasOptions } of FIELD_TYPES) {
      const field = {
        type,
        label: `Own ${type}`,
        tag: 'OWN',
        required: 'yes',
        visibility: 'visible',
        ...(hasOptions && { options: [{ name: 'Red', value: 'r' }] }),
        ...(type === 'consentcheckbox' && { consent_text: 'I agree.' }),
      };
      const { text: body } = await show({ field });
      assert.match(body, /OWN/, type);
    }
    const fields = (await app().call('GET', `${list}/fields`)).json.data.records;
    const first = fields.find(({ tag }: { tag: string }) => tag === 'FNAME');
    const changed = await show({ field: { field_id: first.field_id, label: 'Given name', sort_order: 99 } });
    assert.match(changed.text, /Given name/);
    assert.doesNotMatch(changed.text, />First name/);
    const hidden = await show({ field: { field_id: first.field_id, visibility: 'hidden' } });
    assert.doesNotMatch(hidden.text, /FNAME/);
  });

  test('what is wrong is told as when it is saved', async () => {
    const taken = { type: 'text', label: 'X', tag: 'FNAME', required: 'no', visibility: 'visible' };
    assert.deepEqual(Object.keys((await show({ field: taken }, 422)).json.error), ['tag']);
    assert.deepEqual(Object.keys((await show({ pages: { colors: { text: 'red' } } }, 422)).json.error), [
      'colors.text',
    ]);
    assert.deepEqual(Object.keys((await show({ field: 'x', page: 'y' }, 422)).json.error).sort(), ['field', 'page']);
    const { key } = await app().addCustomer();
    assertStatus(await app().call('GET', `${list}/form-preview.html`, { key }), 404);
  });

  test('as code it has the fields, and leads to the form', async () => {
    const answer = await app().call('GET', `${list}/form-code?language=de`);
    assertStatus(answer, 200);
    const { url, frame, html } = answer.json.data;
    assert.ok(url.endsWith(`/subscribe/${list.slice('/lists/'.length)}`));
    assert.ok(frame.includes(`src="${url}"`));
    assert.ok(html.startsWith(`<form action="${url}" method="post"`));
    for (const tag of ['EMAIL', 'FNAME', 'LNAME']) assert.ok(html.includes(`name="${tag}"`), tag);
    assertStatus(await app().call('PUT', list, { json: { general: { visibility: 'private' } } }), 200);
    assertStatus(await app().call('GET', `${list}/form-code`), 400);
  });
});
