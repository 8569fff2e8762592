// Tags of campaigns and lists, and listings by them, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, formText } from '../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { eachEngine } from '../../test/support/stores.ts';

eachEngine('tags', (engine) => {
  let opened: CampaignApp;
  openForSuite(engine, (made) => {
    opened = made;
  });
  const app = () => opened;
  const get = async (path: string) => (await app().call('GET', path)).json.data;
  const tagsOf = async (uid: string) => (await get(`/campaigns/${uid}?full=1`)).record.tags;

  test('of campaigns: trimmed, each once in any case, as they were written first', async () => {
    const uid = await app().make({ tags: [' Frühling ', 'frühling', 'VIP', '', 7] });
    assert.deepEqual(await tagsOf(uid), ['Frühling', 'VIP', '7']);
    assertStatus(await app().update(uid, { name: 'Other' }), 200);
    assert.deepEqual(await tagsOf(uid), ['Frühling', 'VIP', '7']);
    const form = formText({ campaign: { tags: ['a', 'b'] } });
    assertStatus(await app().call('PUT', `/campaigns/${uid}`, { form }), 200);
    assert.deepEqual(await tagsOf(uid), ['a', 'b']);
    assertStatus(await app().update(uid, { tags: 'x, Y ,x' }), 200);
    assert.deepEqual(await tagsOf(uid), ['x', 'Y']);
    const copy = (await app().call('POST', `/campaigns/${uid}/copy`)).json.campaign_uid;
    assert.deepEqual(await tagsOf(copy), ['x', 'Y']);
    assert.equal('tags' in (await app().record(uid)), false);
    for (const none of [null, '', []]) {
      assertStatus(await app().update(uid, { tags: ['x'] }), 200);
      assertStatus(await app().update(uid, { tags: none }), 200);
      assert.deepEqual(await tagsOf(uid), []);
    }
  });

  test('narrow the listings of campaigns', async () => {
    const uids = [];
    for (const tags of [['Spring'], ['spring', 'vip'], ['vip']])
      uids.unshift(await app().make({ name: 'Tagged', tags }));
    const found = async (query: string) =>
      (await get(`/campaigns?${query}`)).records.map((one: { campaign_uid: string }) => one.campaign_uid);
    assert.deepEqual(await found('tag=SPRING'), uids.slice(1));
    assert.deepEqual(await found('tag=vip&search=tagged&per_page=1&page=2'), uids.slice(1, 2));
    assert.deepEqual(await found('tag=none'), []);
    const { records } = await get('/campaigns/overview?tag=spring');
    assert.deepEqual(
      records.map((one: { campaign_uid: string; tags: string[] }) => [one.campaign_uid, one.tags]),
      [
        [uids[1], ['spring', 'vip']],
        [uids[2], ['Spring']],
      ],
    );
    const { key } = await app().addCustomer({ email: 'eve@example.test' });
    assert.equal((await app().call('GET', '/campaigns?tag=spring', { key })).json.data.count, '0');
  });

  test('of lists: kept with the other settings, shown with full, copied, and narrowing the listing', async () => {
    const uid = app().listUid;
    const tags = async () => (await get(`/lists/${uid}?full=1`)).record.general.tags;
    const put = (general: object) => app().call('PUT', `/lists/${uid}`, { json: { general } });
    assert.deepEqual(await tags(), []);
    assertStatus(await put({ tags: ['Kunden', 'kunden', ' B2B '] }), 200);
    assertStatus(await put({ description: 'Other words' }), 200);
    assert.deepEqual(await tags(), ['Kunden', 'B2B']);
    assert.equal('tags' in (await get(`/lists/${uid}`)).record.general, false);
    assertStatus(await app().call('POST', `/lists/${uid}/copy`), 201);
    const found = async (tag: string) => (await get(`/lists?tag=${tag}`)).count;
    assert.deepEqual([await found('KUNDEN'), await found('x')], ['2', '0']);
    assertStatus(await put({ tags: null }), 200);
    assert.deepEqual(await tags(), []);
    assert.equal(await found('kunden'), '1');
  });

  test('what is wrong is named', async () => {
    const many = Array.from({ length: 21 }, (_, i) => `t${i}`);
    await app().refused({ tags: many }, { tags: 'Tags are too many (maximum is 20).' });
    await app().refused({ tags: ['x'.repeat(51)] }, { tags: 'Tags are too long (maximum is 50 characters each).' });
    await app().refused({ tags: ['a\nb'] }, { tags: 'Tags must be of one line, without commas.' });
    await app().refused({ tags: [['a']] }, { tags: 'Tags must be texts.' });
    const list = await app().call('PUT', `/lists/${app().listUid}`, { json: { general: { tags: many } } });
    assertStatus(list, 422);
    assert.deepEqual(list.json.error, { general: { tags: 'Tags are too many (maximum is 20).' } });
  });
});
