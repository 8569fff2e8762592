import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type Seed, seedCampaign, seedList } from '../../test/support/delivery-rows.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import type { Store } from '../storage/db.ts';
import { findTally } from '../storage/tally.ts';
import { compiledCampaign } from './compiled.ts';
import { ensureLinks } from './queries.ts';

const baseUrl = 'https://mail.example';
const TRACKED = JSON.stringify({ url_tracking: 'yes', open_tracking: 'yes', plain_text_email: 'yes' });

eachEngine('the compiled campaign', (engine) => {
  let store: Store;
  let seed: Seed;
  const opened = suiteStore(engine);
  before(async () => {
    store = opened();
    seed = await seedList(store.db);
  });

  const make = (content: string, options = TRACKED) => seedCampaign(store.db, seed, { content, options });
  const compiled = async (campaignId: number, at = baseUrl) => {
    const found = await compiledCampaign({ db: store.db, baseUrl: at }, campaignId);
    assert.ok(found);
    return found;
  };
  const linksOf = (campaignId: number) =>
    store.db.selectFrom('campaign_link').selectAll().where('campaign_id', '=', campaignId).orderBy('id').execute();

  test('its links are rows, each address once, with stable ids', async () => {
    const id = await make(
      '<a href="https://a.example/">1</a><a href="https://b.example/">2</a><a href="https://a.example/">3</a>',
    );
    const both = await Promise.all([compiled(id), compiled(id)]);
    assert.equal(both[0].compiled, both[1].compiled);
    assert.deepEqual(both[0].linkIds, both[1].linkIds);
    const rows = await linksOf(id);
    assert.deepEqual(
      rows.map((row) => row.url),
      ['https://a.example/', 'https://b.example/'],
    );
    assert.deepEqual(
      both[0].linkIds,
      both[0].compiled.links.map((url) => rows.find((row) => row.url === url)?.id),
    );
    await store.db
      .updateTable('campaign')
      .set({ content: '<a href="https://c.example/">0</a><a href="https://b.example/">2</a>' })
      .where('id', '=', id)
      .execute();
    const changed = await compiled(id);
    assert.deepEqual(changed.compiled.links, ['https://c.example/', 'https://b.example/']);
    assert.equal(changed.linkIds[1], both[0].linkIds[1]);
    assert.equal((await linksOf(id)).length, 3); // links of mails already sent stay
  });

  test('what it adds has the language of the list, else the customer’s', async () => {
    const { db } = store;
    const id = await make('<p>Hallo [UNSUBSCRIBE_LINK]</p>');
    const { list_id, customer_id } = await db
      .selectFrom('campaign')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const words = async ([language, locale, written]: [string, string, string | null]) => {
      await db
        .updateTable('list')
        .set({ pages: JSON.stringify({ language }) })
        .where('id', '=', list_id)
        .execute();
      await db.updateTable('customer').set({ locale }).where('id', '=', customer_id).execute();
      await db.updateTable('campaign').set({ plain_text: written }).where('id', '=', id).execute();
      const { html, text } = (await compiled(id)).compiled;
      return [html, text].map((body) => JSON.stringify(body).match(/Unsubscribe|Abmelden/g));
    };
    const [german, english] = ['Abmelden', 'Unsubscribe'];
    assert.deepEqual(await words(['de', 'en', null]), [
      [german, german],
      [german, german],
    ]);
    assert.deepEqual(await words(['auto', 'de-AT', 'Hallo']), [[german, german], [german]]);
    assert.deepEqual(await words(['en', 'de', 'Hallo']), [[english, english], [english]]);
    assert.deepEqual(await words(['auto', 'en', null]), [
      [english, english],
      [english, english],
    ]);
  });

  test('a draft that is looked at has no links yet; it has those with which it begins', async () => {
    const id = await make('<a href="https://tried.example/">1</a>');
    const set = (values: { status?: string; content?: string; started_at?: number }) =>
      store.db.updateTable('campaign').set(values).where('id', '=', id).execute();
    await set({ status: 'draft' });
    assert.deepEqual([(await compiled(id)).linkIds, await linksOf(id)], [[], []]);
    await set({ content: '<a href="https://kept.example/">1</a>' });
    await compiled(id);
    await set({ status: 'pending-sending' });
    const { linkIds } = await compiled(id);
    assert.deepEqual(
      (await linksOf(id)).map((row) => [row.id, row.url]),
      [[linkIds[0], 'https://kept.example/']],
    );
    await set({ status: 'draft', started_at: 1_000 }); // taken back, when some have it
    assert.deepEqual((await compiled(id)).linkIds, linkIds);
  });

  test('addresses of any length and number', async () => {
    const long = `https://a.example/${Array.from({ length: 20_000 }, (_, n) => (n * 7919) % 36).join('')}`;
    const many = Array.from({ length: 2_500 }, (_, n) => `<a href="https://a.example/${n}">x</a>`).join('');
    const { linkIds, compiled: message } = await compiled(await make(`<a href="${long}">x</a>${many}`));
    assert.equal(message.links[0], long);
    assert.equal(new Set(linkIds).size, 2_501);
  });

  test('many links are kept in slices: others read and write meanwhile', async () => {
    const id = await make('');
    const urls = Array.from({ length: 5_000 }, (_, n) => `https://many.example/${n}`);
    const seen = new Set<number>();
    let isDone = false;
    const keeping = ensureLinks(store.db, { id, customer_id: seed.customerId }, urls).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      seen.add((await linksOf(id)).length);
      await turn();
    }
    const ids = await keeping;
    assert.ok([...seen].some((count) => count > 0 && count < urls.length));
    assert.deepEqual(
      (await linksOf(id)).map((row) => [row.url, row.id]),
      urls.map((url, index) => [url, ids[index]]),
    );
    assert.equal(await findTally(store.db, seed.customerId, 'links', id), urls.length);
    assert.deepEqual(await ensureLinks(store.db, { id, customer_id: seed.customerId }, urls), ids);
  });

  test('it is compiled once, and again when content, options, fields or the address change', async () => {
    const id = await make('<p>[FNAME] [LATER]</p>');
    const first = await compiled(id);
    await store.db.updateTable('campaign').set({ status: 'paused', updated_at: 9 }).where('id', '=', id).execute();
    const second = await compiled(id);
    assert.equal(second.compiled, first.compiled);
    assert.equal(second.campaign.status, 'paused');
    assert.notEqual((await compiled(id, 'https://other.example')).compiled, first.compiled);
    const field = await store.db
      .selectFrom('list_field')
      .selectAll()
      .where('id', '=', seed.nameFieldId)
      .executeTakeFirst();
    assert.ok(field);
    const { id: _, ...rest } = field;
    await store.db
      .insertInto('list_field')
      .values({ ...rest, number: 99, tag: 'LATER' })
      .execute();
    const third = await compiled(id);
    assert.notEqual(third.compiled, first.compiled);
    assert.ok(
      third.compiled.html.some((piece) => typeof piece !== 'string' && piece.kind === 'tag' && piece.tag === 'LATER'),
    );
    await store.db.updateTable('campaign').set({ options: '{}' }).where('id', '=', id).execute();
    assert.notEqual((await compiled(id)).compiled, third.compiled);
  });

  test('options decide on links, pixel and plain text', async () => {
    const content = '<a href="https://a.example/">1</a>';
    const none = await compiled(await make(content, JSON.stringify({ open_tracking: 'no', plain_text_email: 'no' })));
    assert.deepEqual(none.compiled.links, []);
    assert.equal(none.compiled.text, null);
    assert.ok(!none.compiled.html.some((piece) => typeof piece !== 'string' && piece.kind === 'open'));
    const all = await compiled(await make(content));
    assert.equal(all.compiled.links.length, 1);
    assert.ok(all.compiled.text);
    assert.ok(all.compiled.html.some((piece) => typeof piece !== 'string' && piece.kind === 'open'));
  });

  test('a campaign that is gone cannot be compiled', async () => {
    assert.equal(await compiledCampaign({ db: store.db, baseUrl }, 2 ** 40), undefined);
  });
});
