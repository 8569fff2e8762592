// Tracking by API on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { countersOf } from '../../test/support/delivery-rows.ts';
import { seedDelivery } from '../../test/support/message-rows.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { compiledCampaign } from '../content/compiled.ts';
import { parseToken } from '../content/links.ts';
import { sha1, sha256 } from '../kernel/ids.ts';

const URL_OF_SHOP = 'https://shop.example.test/a?mail=[EMAIL:filter:urlencode]';

eachEngine('tracking by API', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  async function seed() {
    const seeded = await seedDelivery(
      app,
      [{ message: { state: 'accepted' } }, { message: { state: 'uncertain' } }, {}],
      {
        content: `<a href="${URL_OF_SHOP}">Shop</a>`,
        options: JSON.stringify({ url_tracking: 'yes' }),
      },
    );
    await compiledCampaign({ db: app.db, baseUrl: app.baseUrl }, seeded.id);
    return seeded;
  }

  test('a click is counted, with an open, and answered with the address', async () => {
    const { uid, id, people } = await seed();
    const [person] = people;
    const path = `/campaigns/${uid}/track-url/${person?.uid}/`;
    const answer = await app.call('GET', path + sha256(URL_OF_SHOP));
    assertStatus(answer, 200);
    const { track_url, destination } = answer.json.data;
    assert.equal(destination, `https://shop.example.test/a?mail=${encodeURIComponent(person?.email ?? '')}`);
    assert.equal(parseToken(app.secret, 'click', track_url.split('/c/')[1])?.subscriberId, person?.id);
    const { clicks, unique_clicks, unique_opens } = await countersOf(app.db, id);
    assert.deepEqual([clicks, unique_clicks, unique_opens], [1, 1, 1]);
    for (const hash of [sha256('https://elsewhere.example.test/'), sha1('x'), 'x', '%00']) {
      assertStatus(await app.call('GET', path + hash), 404);
    }
    assert.equal((await countersOf(app.db, id)).clicks, 1);
    assertStatus(await app.call('GET', path + sha1(URL_OF_SHOP).toUpperCase()), 200);
    assert.equal((await countersOf(app.db, id)).clicks, 2);
  });

  test('links are listed with both hashes and their clicks, as track-url takes them', async () => {
    const content = `<a href=" https://shop.example.test/?a=1&amp;b=[EMAIL] ">One</a> <a href="https://two.example.test">Two</a>
      <a href="https://two.example.test">Two again</a> <a href="mailto:a@b.example">Write</a> <a href="[UNSUBSCRIBE_URL]">Go</a>`;
    const seeded = await seedDelivery(app, [{ message: { state: 'accepted' } }, { message: { state: 'accepted' } }], {
      content,
      options: JSON.stringify({ url_tracking: 'yes' }),
    });
    const { uid, people } = seeded;
    const list = async (query = '') => (await app.call('GET', `/campaigns/${uid}/links${query}`)).json.data;
    assert.deepEqual([(await list()).count, (await list()).records], ['0', []], 'none before a mail was made');
    for (let n = 0; n < 2; n++) await compiledCampaign({ db: app.db, baseUrl: app.baseUrl }, seeded.id);
    const written = 'https://shop.example.test/?a=1&b=[EMAIL]';
    const click = (person: number, hash: string) =>
      app.call('GET', `/campaigns/${uid}/track-url/${people[person]?.uid}/${hash}`);
    for (const person of [0, 0, 1]) assertStatus(await click(person, sha1(written)), 200);
    assertStatus(await click(1, sha256('https://two.example.test')), 200);
    const { records, count } = await list();
    assert.equal(count, '2');
    assert.deepEqual(records[0], {
      hash: sha1(written),
      hash_sha256: sha256(written),
      destination: written,
      clicks_count: 3,
      clicks_rate: 75,
      unique_clicks_count: 2,
      unique_clicks_rate: 100,
    });
    assert.deepEqual([records[1].destination, records[1].clicks_count], ['https://two.example.test', 1]);
    const second = await list('?per_page=1&page=2&counts=filtered');
    assert.deepEqual([second.total_pages, second.records], [2, [records[1]]]);
    assertStatus(await app.call('GET', `/campaigns/${uid}/links?counts=x`), 422);
    const { key } = await app.addCustomer();
    assertStatus(await app.call('GET', `/campaigns/${uid}/links`, { key }), 404);
  });

  test('an open is counted, and settles an uncertain message', async () => {
    const { uid, id, people } = await seed();
    const answer = await app.call('GET', `/campaigns/${uid}/track-opening/${people[1]?.uid}`, {
      headers: { 'x-mw-remote-addr': '203.0.113.9' },
    });
    assertStatus(answer, 200);
    assert.deepEqual(answer.json, { status: 'success', data: [] });
    const { opens, accepted, uncertain } = await countersOf(app.db, id);
    assert.deepEqual([opens, accepted, uncertain], [1, 2, 0]);
    const row = await app.db.selectFrom('open').selectAll().where('campaign_id', '=', id).executeTakeFirstOrThrow();
    assert.equal(row.ip_address, '203.0.113.9');
    const without = await app.call('GET', `/campaigns/${uid}/track-opening/${people[2]?.uid}`);
    assertStatus(without, 404);
    assert.equal(without.json.error, 'The campaign has no message to this subscriber.');
  });

  test('an unsubscribe is recorded once with what was said, and holds without a message too', async () => {
    const { uid, id, people } = await seed();
    const path = `/campaigns/${uid}/track-unsubscribe/`;
    const form = 'ip_address=203.0.113.7&user_agent=Reader%2F1&reason=too+many';
    for (let n = 0; n < 2; n++) assertStatus(await app.call('POST', path + people[0]?.uid, { form }), 200);
    const rows = await app.db.selectFrom('unsubscribe').selectAll().where('campaign_id', '=', id).execute();
    assert.deepEqual(
      rows.map((row) => [row.ip_address, row.user_agent, row.reason]),
      [['203.0.113.7', 'Reader/1', 'too many']],
    );
    assert.equal((await countersOf(app.db, id)).unsubscribes, 1);
    assertStatus(await app.call('POST', path + people[2]?.uid, { json: { ip_address: 'nowhere' } }), 200);
    const statuses = await app.db
      .selectFrom('subscriber')
      .select('status')
      .where('id', 'in', [people[0]?.id ?? 0, people[2]?.id ?? 0])
      .execute();
    assert.deepEqual(
      statuses.map((row) => row.status),
      ['unsubscribed', 'unsubscribed'],
    );
    assert.equal((await countersOf(app.db, id)).unsubscribes, 1);
    const long = { reason: '😀'.repeat(256), user_agent: 'x'.repeat(256) };
    assertStatus(await app.call('POST', path + people[1]?.uid, { json: long }), 200);
    const cut = await app.db
      .selectFrom('unsubscribe')
      .select(['reason', 'user_agent'])
      .where('subscriber_id', '=', people[1]?.id ?? 0)
      .execute();
    assert.deepEqual(
      cut.map((row) => [row.reason, row.user_agent]),
      [['😀'.repeat(255), 'x'.repeat(255)]],
    );
    const refused = await app.call('POST', path + people[1]?.uid, { json: { reason: ['x'], user_agent: 5.5 } });
    assertStatus(refused, 422);
    assert.deepEqual(refused.json.error, { reason: 'Reason must be a text.' });
  });

  test('what is not the customer’s does not exist', async () => {
    const { uid, people } = await seed();
    const { key } = await app.addCustomer();
    const person = people[0]?.uid;
    const hash = sha256(URL_OF_SHOP);
    for (const [method, path] of [
      ['GET', `track-url/${person}/${hash}`],
      ['GET', `track-opening/${person}`],
      ['POST', `track-unsubscribe/${person}`],
    ] as const) {
      assertStatus(await app.call(method, `/campaigns/${uid}/${path}`, { key }), 404);
      const nobody = await app.call(method, `/campaigns/${uid}/${path.replace(person ?? '', 'aa00000000000')}`);
      assertStatus(nobody, 404);
      assert.equal(nobody.json.error, 'The subscriber does not exist in this list.');
    }
  });
});
