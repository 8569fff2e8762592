// The gallery of templates: pages of it, what is shown of each, copies.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { eachEngine } from '../../../test/support/stores.ts';

type Card = { template_uid: string; name: string; made_of: string; picture: string; picture_version: string };

eachEngine('the gallery of templates', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  const make = async (json: object, key = app.key): Promise<string> => {
    app.clock.forward(1_000);
    const answer = await app.call('POST', '/templates', { json, key });
    assertStatus(answer, 201);
    return answer.json.template_uid;
  };
  const cards = async (query = '', key = app.key): Promise<{ records: Card[]; next: string | null }> => {
    const answer = await app.call('GET', `/templates/overview?${query}`, { key });
    assertStatus(answer, 200);
    return answer.json.data;
  };
  const named = ({ records }: { records: Card[] }) => records.map(({ name }) => name);

  test('shows what was changed last first, page by page', async () => {
    const { key } = await app.addCustomer();
    assert.deepEqual(await cards('', key), { records: [], next: null });
    const uids = [];
    for (const name of ['One', 'Two', 'Three', 'Four']) uids.push(await make({ name, content: `<p>${name}</p>` }, key));
    app.clock.forward(1_000);
    assertStatus(await app.call('PUT', `/templates/${uids[1]}`, { json: { name: 'Zwei' }, key }), 200);
    const first = await cards('per_page=3', key);
    assert.deepEqual(named(first), ['Zwei', 'Four', 'Three']);
    const second = await cards(`per_page=3&after=${first.next}`, key);
    assert.deepEqual([named(second), second.next], [['One'], null]);
    for (const query of ['after=nonsense', 'per_page=0', 'per_page=101', `search=${'x'.repeat(256)}`])
      assertStatus(await app.call('GET', `/templates/overview?${query}`), 422);
  });

  test('shows them by name, page by page, alike on both engines', async () => {
    const { key } = await app.addCustomer();
    for (const name of ['beta', 'Zwei', 'alpha', 'Beta', 'Ähre', 'a_b']) await make({ name, content: '<p>x</p>' }, key);
    const seen: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const page = await cards(`sort=name&per_page=2${next === '' ? '' : `&after=${next}`}`, key);
      seen.push(...named(page));
      next = page.next;
    }
    assert.deepEqual(seen, ['a_b', 'alpha', 'beta', 'Beta', 'Zwei', 'Ähre']);
    const { next } = await cards('sort=name&per_page=2', key);
    for (const query of [`after=${next}`, 'sort=size'])
      assertStatus(await app.call('GET', `/templates/overview?${query}`, { key }), 422);
  });

  test('finds by name, without regard to case, and takes signs as they are', async () => {
    const { key } = await app.addCustomer();
    for (const name of ['ÄRGER 100%', 'ärger 1000', 'a_b', 'axb']) await make({ name, content: '<p>x</p>' }, key);
    assert.deepEqual(named(await cards(`search=${encodeURIComponent('Ärger')}`, key)), ['ärger 1000', 'ÄRGER 100%']);
    assert.deepEqual(named(await cards('search=100%25', key)), ['ÄRGER 100%']);
    assert.deepEqual(named(await cards('search=A_B', key)), ['a_b']);
    assert.deepEqual(named(await cards('search=%5C', key)), []);
  });

  test('has a picture of each: an outline that changes with the content alone', async () => {
    const uid = await make({ name: 'Shown', content: '<body bgcolor="#0a141e"><h1>Hello</h1></body>' });
    const ofIt = async () => (await cards('search=Shown')).records.find((one) => one.template_uid === uid) as Card;
    const before = await ofIt();
    assert.deepEqual([before.made_of, before.picture], ['html', 'outline']);
    const path = `/templates/${uid}/picture`;
    const kept = await app.call('GET', `${path}?version=${before.picture_version}`);
    assertStatus(kept, 200);
    assert.match(kept.text, /^<svg .*fill="#0a141e"/);
    assert.match(String(kept.headers['content-type']), /^image\/svg\+xml/);
    assert.match(String(kept.headers['cache-control']), /^private, .*immutable/);
    assert.match(String(kept.headers['content-security-policy']), /default-src 'none'; sandbox/);
    assert.equal(kept.headers['x-content-type-options'], 'nosniff');
    const other = await app.call('GET', `${path}?version=old`);
    assert.deepEqual([other.text, other.headers['cache-control']], [kept.text, 'private, no-cache']);

    assertStatus(await app.call('PUT', `/templates/${uid}`, { json: { name: 'Shown again' } }), 200);
    assert.equal((await ofIt()).picture_version, before.picture_version);
    assertStatus(await app.call('PUT', `/templates/${uid}`, { json: { content: '<body bgcolor="#ff0000">' } }), 200);
    assert.notEqual((await ofIt()).picture_version, before.picture_version);
    assert.match((await app.call('GET', path)).text, /fill="#ff0000"/);

    const { key } = await app.addCustomer();
    assertStatus(await app.call('GET', path, { key }), 404);
    assertStatus(await app.call('GET', path, { key: null }), 401);
    assertStatus(await app.call('DELETE', `/templates/${uid}`), 200);
    assertStatus(await app.call('GET', path), 404);
    assert.deepEqual((await cards('search=Shown')).records, []);
  });

  test('copies a template with its blocks, subject, files and picture', async () => {
    const uid = await make({ starting: 'event', made_of: 'blocks', subject: 'Come, [FNAME]' });
    const copied = await app.call('POST', `/templates/${uid}/copy`);
    assertStatus(copied, 201);
    const full = async (one: string) => (await app.call('GET', `/templates/${one}?full=1`)).json.data.record;
    const blocksOf = async (one: string) => (await app.call('GET', `/templates/${one}/blocks`)).json.data.record.blocks;
    const [from, copy] = [await full(uid), await full(copied.json.template_uid)];
    assert.equal(copy.name, 'Copy of Event invitation');
    assert.deepEqual([copy.content, copy.subject], [from.content, 'Come, [FNAME]']);
    assert.deepEqual(await blocksOf(copy.template_uid), await blocksOf(uid));
    const found = (await cards('search=event')).records;
    assert.deepEqual(named({ records: found }), ['Copy of Event invitation', 'Event invitation']);
    assert.equal(found[0]?.picture_version, found[1]?.picture_version);
    const files = await app.db
      .selectFrom('template_file')
      .innerJoin('template', (on) =>
        on
          .onRef('template.customer_id', '=', 'template_file.customer_id')
          .onRef('template.id', '=', 'template_file.template_id'),
      )
      .select(['template.uid', 'hash'])
      .where('template_file.customer_id', '=', app.customer.id)
      .where('template.customer_id', '=', app.customer.id)
      .where('template.uid', 'in', [uid, copy.template_uid])
      .execute();
    assert.ok(files.length > 0 && files.length % 2 === 0);

    assertStatus(await app.call('PUT', `/templates/${copy.template_uid}`, { json: { content: '<p>Other</p>' } }), 200);
    assert.deepEqual(await full(uid), from);
    const long = await make({ name: '😀'.repeat(127), content: '<p>x</p>' });
    const cut = (await app.call('POST', `/templates/${long}/copy`)).json.template_uid;
    assert.match((await full(cut)).name, /^Copy of 😀+$/u);
    const [mine] = [(await app.call('POST', `/templates/${uid}/copy`, { json: { name: 'Mine' } })).json.template_uid];
    assert.equal((await full(mine)).name, 'Mine');
    assertStatus(await app.call('POST', `/templates/${uid}/copy`, { json: { name: 'x'.repeat(256) } }), 422);
    const { key } = await app.addCustomer();
    assertStatus(await app.call('POST', `/templates/${uid}/copy`, { key }), 404);
  });
});
