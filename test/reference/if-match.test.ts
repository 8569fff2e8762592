// What several people may have open is changed with `If-Match`: nobody overwrites unseen what
// another saved. Campaigns, which have revisions, are in src/campaigns/versions/.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../support/app.ts';
import { makeList } from '../support/lists.ts';
import { eachEngine } from '../support/stores.ts';
import { suiteApp } from '../support/suite.ts';

const full = '?full=1';

type Change = { what: string; path: () => Promise<string>; full?: string; one: object; two: object };

eachEngine('changes that name what they were made for', (engine) => {
  const app = suiteApp(engine);
  const newTemplate = async () => {
    const made = await app().call('POST', '/templates', { json: { name: 'Spring', content: '<p>1</p>' } });
    return `/templates/${made.json.template_uid}`;
  };
  const changes: Change[] = [
    { what: 'name of a template', path: newTemplate, full, one: { name: 'One' }, two: { name: 'Two' } },
    { what: 'page of a template', path: newTemplate, full, one: { content: '<p>2</p>' }, two: { content: '<p>3</p>' } },
    {
      what: 'settings of a list',
      path: async () => `/lists/${await makeList(app())}`,
      full,
      one: { general: { name: 'One' } },
      two: { defaults: { from_name: 'Two' } },
    },
    {
      what: 'public pages of a list',
      path: async () => `/lists/${await makeList(app())}/pages`,
      one: { title: 'One' },
      two: { title: 'Two' },
    },
    { what: 'brand', path: async () => '/brand', one: { radius: 4 }, two: { radius: 8 } },
  ];

  for (const { what, path, full: query = '', one, two } of changes) {
    test(what, async () => {
      const at = await path();
      const load = () => app().call('GET', `${at}${query}`);
      const put = (json: object, tag: string) => app().call('PUT', at, { json, headers: { 'if-match': tag } });
      const loaded = await load();
      const tag = String(loaded.headers['etag']);
      assert.equal((await load()).headers['etag'], tag);

      const saved = await put(one, tag);
      assertStatus(saved, 200);
      const next = String(saved.headers['etag']);
      assert.notEqual(next, tag);
      const now = await load();
      assert.equal(now.headers['etag'], next, 'the answer to a change names what stands after it');

      const stale = await put(two, tag);
      assertStatus(stale, 412);
      assert.equal(stale.headers['etag'], next);
      assert.deepEqual(stale.json.current, { etag: next, saved_at: '2026-11-21T12:00:00Z', saved_by: null });
      assert.deepEqual((await load()).json, now.json, 'nothing has changed');

      assertStatus(await put(two, next), 200);
      assertStatus(await app().call('PUT', at, { json: one }), 200); // whatever stands
    });
  }

  test('without `full=1` the tag is that of the answer, and a client that has it gets a 304', async () => {
    const paths = [await newTemplate(), `/lists/${await makeList(app())}`];
    for (const path of paths) {
      const first = await app().call('GET', path);
      assert.equal(first.headers['cache-control'], 'no-cache', path);
      const headers = { 'if-none-match': String(first.headers['etag']) };
      assertStatus(await app().call('GET', path, { headers }), 304);
    }
  });

  test('a template and its blocks are of one tag', async () => {
    const at = await newTemplate();
    const [page, blocks] = [await app().call('GET', `${at}${full}`), await app().call('GET', `${at}/blocks`)];
    assert.equal(page.headers['etag'], blocks.headers['etag']);
  });
});
