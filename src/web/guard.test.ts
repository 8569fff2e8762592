import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { TestApp } from '../../test/support/app.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { addKey } from '../accounts/keys/keys.ts';
import { insertMails } from '../mail/inbox/queries.ts';

const mail = (customer_id: number | null) => {
  const source = Buffer.from('Subject: Hello\r\nContent-Type: text/html\r\n\r\n<p>Hello</p>');
  const text = { mail_from: 'a@example.com', rcpt_to: 'b@example.com', subject: 'Hello', search: 'hello' };
  return { ...text, customer_id, received_at: 1, size: source.length, source };
};

// Its base URL is public, and it listens on loopback: a proxy on the same machine may request any
// host name.
eachEngine('a public installation', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  let other: Awaited<ReturnType<TestApp['addCustomer']>>;
  let ids: number[];
  before(async () => {
    app = opened();
    other = await app.addCustomer();
    const stored = await insertMails(app.db, [mail(app.customer.id), mail(other.customer.id), mail(null)]);
    ids = stored.map(({ id }) => id);
  });

  const get = (url: string, headers: Record<string, string> = {}) => app.app.inject({ method: 'GET', url, headers });
  const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(`:${key}`).toString('base64')}` });
  const count = async (headers: Record<string, string>) => (await get('/inbox.json', headers)).json().count;

  test('the inbox requires a key, whatever the host name', async () => {
    for (const url of ['/inbox', '/inbox.json', `/inbox/${ids[0]}`, `/inbox/${ids[0]}/raw`]) {
      const answer = await get(url, { host: 'localhost:8080' });
      assert.equal(answer.statusCode, 401, url);
      assert.match(String(answer.headers['www-authenticate']), /^Basic realm=/);
    }
    assert.equal((await get('/inbox', basic('x'.repeat(40)))).statusCode, 401);
  });

  test('a key that only reads lists mails, and neither opens nor removes them', async () => {
    const { key } = await addKey(app.db, { customerId: other.customer.id, name: 'reads', scope: 'read' }, app.clock);
    assert.equal(await count(basic(key)), 1);
    for (const path of ['', '/text', '/source', '/raw', '/html', '/attachments/0'])
      assert.equal((await get(`/inbox/1${path}`, basic(key))).statusCode, 403, path);
    const cleared = await app.app.inject({ method: 'POST', url: '/inbox/clear', headers: basic(key) });
    assert.equal(cleared.statusCode, 403);
    assert.equal(await count(basic(key)), 1);
  });

  test('with a key: the operator sees all, a customer their own', async () => {
    assert.equal(await count(basic(app.key)), 3);
    assert.equal(await count({ 'x-api-key': app.key }), 3);
    assert.equal(await count(basic(other.key)), 1);
    assert.match((await get('/inbox', basic(other.key))).body, /1 mail</);
    // Numbered from 1 for each customer, so that nobody sees how many the others get.
    const listed = (await get('/inbox.json', basic(other.key))).json().mails;
    assert.deepEqual(
      listed.map((one: { id: number }) => one.id),
      [1],
    );
    assert.match((await get('/inbox/1', basic(other.key))).body, /\/inbox\/1\/html/);
    for (const id of [0, ids[1], ids[2]]) {
      for (const path of ['', '/text', '/source', '/raw', '/html', '/attachments/0']) {
        assert.equal((await get(`/inbox/${id}${path}`, basic(other.key))).statusCode, 404);
      }
    }
    const clear = (headers: Record<string, string>) =>
      app.app.inject({ method: 'POST', url: '/inbox/clear', headers: { ...basic(other.key), ...headers } });
    assert.equal((await clear({ origin: 'https://evil.example' })).statusCode, 403);
    assert.equal((await clear({})).statusCode, 303);
    assert.deepEqual([await count(basic(other.key)), await count(basic(app.key))], [0, 2]);
  });

  test('strangers do not see what runs here; the operator does', async () => {
    const stranger = await get('/');
    assert.equal(stranger.statusCode, 404);
    assert.doesNotMatch(stranger.body, /Mailwright/);
    const asked = await get('/status');
    assert.equal(asked.statusCode, 401);
    assert.match(String(asked.headers['www-authenticate']), /^Basic realm=/);
    for (const url of ['/', '/status']) {
      assert.equal((await get(url, basic(app.key))).statusCode, 200);
      assert.equal((await get(url, basic(other.key))).statusCode, 403);
    }
    assert.equal(
      (await get('/openapi.json')).statusCode,
      200,
      'the reference is for everybody unless a setting says no',
    );
  });
});
