// Access to delivery servers: a customer's own, shared ones, what a probe reports, and what stays
// hidden.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { openAnswerCheck } from '../../test/support/answers.ts';
import { assertStatus, type TestApp } from '../../test/support/app.ts';
import { postRelay, relayByCommand, relayRecord } from '../../test/support/relays.ts';
import { openSink } from '../../test/support/sink.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { buildApp } from '../app.ts';
import { createLogger } from '../kernel/log.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { parseRelayUrl } from '../mail/smtp/relay-url.ts';
import { takeNumbers } from '../storage/numbers.ts';
import { listRelays } from './queries.ts';
import { MAX_RELAYS } from './rules.ts';

const PASSWORD = 'never to be told';
const CERTAIN = { name: 'Mine', hostname: 'smtp.example.com', username: 'me', password: PASSWORD };

eachEngine('access to delivery servers', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  before(() => {
    app = opened();
  });

  const post = (json: object, key?: string) => postRelay(app, json, key);
  const recordOf = (id: string) => relayRecord(app, id);
  const byCommand = (owner: number | null, members: Record<string, string>) => relayByCommand(app, owner, members);

  test('another customer’s is invisible; a shared one is visible but cannot be changed', async () => {
    const { key, customer } = await app.addCustomer();
    await takeNumbers(app.db, 'relay', customer.id, 1000); // none of ours has that number
    const theirs = await post(CERTAIN, key);
    const shared = await byCommand(null, { hostname: '10.0.0.9', username: 'operator', password: PASSWORD });
    const rows = await listRelays(app.db);
    const tries = [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/probe'],
    ] as const;
    for (const [method, end] of tries) {
      const json = method === 'PUT' ? { json: { status: 'inactive' } } : {};
      for (const id of [theirs, '999999', '0', 'x', '-1', '1e3', '9'.repeat(30)]) {
        const answer = await app.call(method, `/delivery-servers/${id}${end}`, json);
        assertStatus(answer, 404);
        assert.equal(answer.json.error, 'The delivery server does not exist.');
      }
      if (method !== 'GET') assertStatus(await app.call(method, `/delivery-servers/${shared}${end}`, json), 403);
    }
    assert.deepEqual(await listRelays(app.db), rows);
    const record = await recordOf(shared);
    assert.deepEqual([record.shared, record.hostname, record.username], ['yes', '10.0.0.9', null]);
    const mine = await app.call('GET', '/delivery-servers?per_page=500');
    const seen = mine.json.data.records.map((one: { server_id: string }) => one.server_id);
    assert.ok(seen.includes(shared) && !seen.includes(theirs));
    const other = await app.call('GET', '/delivery-servers', { key });
    assert.deepEqual(
      other.json.data.records.map((one: { server_id: string }) => one.server_id),
      [shared, theirs],
    );
  });

  test('a removed one no longer exists', async () => {
    const id = await post({ hostname: 'a.test' });
    assertStatus(await app.call('DELETE', `/delivery-servers/${id}`), 200);
    assertStatus(await app.call('GET', `/delivery-servers/${id}`), 404);
    assertStatus(await app.call('DELETE', `/delivery-servers/${id}`), 404);
    assert.notEqual(await post({ hostname: 'a.test' }), id, 'numbers are not used twice');
  });

  test('the listing is paged; a customer has a hundred at most', async () => {
    const { key } = await app.addCustomer();
    const others = (await listRelays(app.db, null)).length;
    for (let n = 0; n < MAX_RELAYS; n += 1) await post({ hostname: `a${n}.test` }, key);
    const refused = await app.call('POST', '/delivery-servers', { json: { hostname: 'a.test' }, key });
    assertStatus(refused, 403);
    assert.equal(refused.json.error, 'A customer can have at most 100 delivery servers.');
    const count = MAX_RELAYS + others;
    const last = Math.ceil(count / 30);
    const page = await app.call('GET', '/delivery-servers?per_page=30&page=2', { key });
    const { records, ...around } = page.json.data;
    assert.deepEqual(around, {
      count: String(count),
      total_pages: last,
      current_page: 2,
      next_page: 3,
      prev_page: 1,
    });
    assert.equal(records.length, 30);
    const beyond = await app.call('GET', '/delivery-servers?per_page=30&page=9', { key });
    assert.deepEqual([beyond.json.data.records, beyond.json.data.prev_page], [[], last]);
  });

  test('a probe reports its result, of one’s own relays only, and clears the fault when it works', async (t) => {
    const sink = await openSink(t);
    const id = await byCommand(app.customer.id, { hostname: '127.0.0.1', port: String(sink.port), tls: 'none' });
    await app.db
      .updateTable('relay')
      .set({ fault: JSON.stringify([say('server-says', { words: 'TCP: no' })]), fault_at: 1 })
      .where('number', '=', Number(id))
      .where('customer_id', '=', app.customer.id)
      .execute();
    assert.equal((await recordOf(id)).fault, 'TCP: no');
    assert.deepEqual((await recordOf(id)).sentences, [{ code: 'server-says', values: { words: 'TCP: no' } }]);
    const good = await app.call('POST', `/delivery-servers/${id}/probe`, { json: { from: 'a@x.test' } });
    assertStatus(good, 200);
    assert.equal(good.json.data.works, 'yes');
    assert.match(good.json.data.result, /^ok: .* ESMTP.*, no TLS, no AUTH, .*MAIL accepted \(250 .*took \d+ ms$/);
    assert.equal((await recordOf(id)).fault, null);
    const bad = await app.call('POST', `/delivery-servers/${id}/probe`, { json: { from: 'a@' } });
    assertStatus(bad, 422);
    assert.deepEqual(bad.json.error, { from: 'From is not a valid email address.' });
    const guarded = await post({ hostname: 'smtp.example.com' });
    await app.db
      .updateTable('relay')
      .set({ host: 'localhost', port: sink.port })
      .where('number', '=', Number(guarded))
      .where('customer_id', '=', app.customer.id)
      .execute();
    const closed = await app.call('POST', `/delivery-servers/${guarded}/probe`);
    assert.equal(closed.json.data.works, 'no');
    assert.match(
      closed.json.data.result,
      /^address: localhost is not known in public DNS; /,
      'nothing of the inside is told',
    );
    await app.db
      .updateTable('relay')
      .set({ host: 'no-such-host.invalid' })
      .where('number', '=', Number(guarded))
      .where('customer_id', '=', app.customer.id)
      .execute();
    const unknown = await app.call('POST', `/delivery-servers/${guarded}/probe`);
    assert.equal(
      unknown.json.data.result.replace('no-such-host.invalid', 'localhost'),
      closed.json.data.result,
      'names can not be tried out',
    );
  });

  test('the configuration’s relay is number 0: shown last, never changed; the log and the answers hold no password', async () => {
    const configuredRelay = parseRelayUrl(`smtps://op:${encodeURIComponent(PASSWORD)}@relay.test?lanes=4`);
    const lines: string[] = [];
    const web = await buildApp({
      services: { ...app.services, configuredRelay },
      log: createLogger('trace', { write: (line) => void lines.push(line) }),
      version: '0.0.0',
      engine: engine.name === 'sqlite' ? 'sqlite' : 'postgres',
      relay: { host: 'relay.test', port: 465, testInbox: false },
      host: '127.0.0.1',
    });
    await web.ready();
    const check = await openAnswerCheck();
    const texts: string[] = [];
    const call = async (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, payload?: object) => {
      const headers = { 'x-api-key': app.key };
      const response = await web.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
      texts.push(response.body);
      check(method, path, response.statusCode, response.json());
      return { status: response.statusCode, json: response.json() };
    };
    const { json: first } = await call('GET', '/delivery-servers?per_page=500');
    assert.deepEqual(first.data.records.at(-1), {
      server_id: '0',
      type: 'smtp',
      name: 'Configuration',
      hostname: 'relay.test',
      status: 'active',
    });
    assert.equal(first.data.count, String(first.data.records.length));
    const { json: one } = await call('GET', '/delivery-servers/0');
    const { shared, port, tls, lanes, username } = one.data.record;
    assert.deepEqual([shared, port, tls, lanes, username], ['yes', '465', 'implicit', '4', null]);
    assert.equal((await call('PUT', '/delivery-servers/0', { lanes: 1 })).status, 403);
    assert.equal((await call('DELETE', '/delivery-servers/0')).status, 403);
    assert.equal((await call('POST', '/delivery-servers/0/probe', {})).status, 403);
    const made = await call('POST', '/delivery-servers', { ...CERTAIN, lanes: 'many' });
    assert.equal(made.status, 422);
    const { json } = await call('POST', '/delivery-servers', { ...CERTAIN, hostname: 'no-such-host.invalid' });
    await call('PUT', `/delivery-servers/${json.server_id}`, { password: PASSWORD, port: 1 });
    await call('GET', `/delivery-servers/${json.server_id}`);
    await call('GET', '/delivery-servers?per_page=500');
    const probe = await call('POST', `/delivery-servers/${json.server_id}/probe`, {});
    assert.match(probe.json.data.result, /^address: no-such-host/);
    assert.ok(lines.length > 5 && texts.length > 8);
    for (const text of [...lines, ...texts]) assert.ok(!text.includes(PASSWORD) && !text.includes('v1.'), text);
    await web.close();
  });
});
