// Delivery servers over the interface: their members, faults, and allowed addresses.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus, type TestApp } from '../../test/support/app.ts';
import { postRelay, relayByCommand, relayFaults, relayRecord, relayRow } from '../../test/support/relays.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import { usableRelays } from './usable.ts';

const PASSWORD = 'never to be told';
const CERTAIN = { name: 'Mine', hostname: 'smtp.example.com', username: 'me', password: PASSWORD };

eachEngine('delivery servers', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  before(() => {
    app = opened();
  });

  const post = (json: object, key?: string) => postRelay(app, json, key);
  const recordOf = (id: string) => relayRecord(app, id);
  const rowOf = (id: string) => relayRow(app, id);
  const byCommand = (owner: number | null, members: Record<string, string>) => relayByCommand(app, owner, members);
  const faultsOf = (method: string, path: string, json: object) => relayFaults(app, method, path, json);

  test('direct delivery: for operators, with settings that fit; nobody else, and nothing private', async () => {
    const id = await post({ hostname: 'direct:?perHost=3', helo_name: 'mail.example.com' });
    const record = await recordOf(id);
    assert.deepEqual(
      [record.hostname, record.type, record.port, record.tls, record.verify_tls, record.lanes],
      ['direct:?perhost=3', 'direct', '25', 'opportunistic', 'no', '50'],
    );
    const [usable] = (await usableRelays(app.db, app.secret)).filter(({ number }) => String(number) === id);
    assert.deepEqual([usable?.direct?.perHost, usable?.guarded, usable?.name], [3, false, 'mail.example.com']);
    const { key } = await app.addCustomer();
    const ofOther = await app.call('POST', '/delivery-servers', { key, json: { hostname: 'direct:' } });
    assertStatus(ofOther, 422);
    assert.match(ofOther.json.error.hostname, /operator of the installation/);
    for (const [json, member, why] of [
      [{ hostname: 'direct:?perHost=x' }, 'hostname', /perHost must be/],
      [{ hostname: 'direct:?private=yes' }, 'hostname', /command `relay` only/],
      [{ hostname: 'direct:', username: 'me', password: 'pw' }, 'username', /cannot be used with direct delivery/],
      [{ hostname: 'direct:', tls: 'implicit' }, 'tls', /opportunistic or starttls/],
    ] as const) {
      assert.match((await faultsOf('POST', '/delivery-servers', json))[member] ?? '', why);
    }
    assertStatus(await app.call('PUT', `/delivery-servers/${id}`, { json: { hostname: 'smtp.example.com' } }), 200);
    const now = await recordOf(id);
    assert.deepEqual([now.type, now.tls, now.port, now.verify_tls], ['smtp', 'starttls', '587', 'yes']);
    assertStatus(await app.call('DELETE', `/delivery-servers/${id}`), 200);
  });

  test('made with as little as a hostname, or with everything; shown without the password', async () => {
    const id = await post({ hostname: 'SMTP.Example.com' });
    assert.deepEqual(await recordOf(id), {
      server_id: id,
      type: 'smtp',
      name: 'smtp.example.com',
      hostname: 'smtp.example.com',
      status: 'active',
      shared: 'no',
      port: '587',
      tls: 'starttls',
      verify_tls: 'yes',
      username: null,
      helo_name: null,
      lanes: '20',
      messages_per_connection: null,
      priority: '100',
      weight: '1',
      quotas: { per_second: null, per_minute: null, per_hour: null, per_day: null, per_month: null },
      warm_up: null,
      fault: null,
      sentences: [],
      fault_at: null,
      date_added: '2026-11-21 12:00:00',
      last_updated: '2026-11-21 12:00:00',
    });
    const form =
      'name=Mine&hostname=8.8.8.8&port=2525&tls=IMPLICIT&verify_tls=0&username=me&password=%20se%20cret%20&helo_name=a.test' +
      '&lanes=1000&messages_per_connection=50&priority=1&weight=7&quotas[per_second]=1&quotas[per_minute]=2&quotas[per_hour]=3' +
      '&quotas[per_day]=4&quotas[per_month]=5&warm_up[first_day]=50&warm_up[growth_percent]=30&warm_up[until]=5000&status=inactive';
    const answer = await app.call('POST', '/delivery-servers', { form });
    assertStatus(answer, 201);
    const full = await recordOf(answer.json.server_id);
    assert.deepEqual(full, {
      ...full,
      name: 'Mine',
      hostname: '8.8.8.8',
      status: 'inactive',
      port: '2525',
      tls: 'implicit',
      verify_tls: 'no',
      username: 'me',
      helo_name: 'a.test',
      lanes: '1000',
      messages_per_connection: '50',
      priority: '1',
      weight: '7',
      quotas: { per_second: '1', per_minute: '2', per_hour: '3', per_day: '4', per_month: '5' },
      warm_up: { first_day: '50', growth_percent: '30', until: '5000', started: '2026-11-21 12:00:00' },
    });
    const listing = await app.call('GET', '/delivery-servers');
    assert.deepEqual(listing.json.data.records[0], {
      server_id: answer.json.server_id,
      type: 'smtp',
      name: 'Mine',
      hostname: '8.8.8.8',
      status: 'inactive',
    });
  });

  test('absent members stay, empty ones are removed', async () => {
    const warm_up = { first_day: 50, until: 5000 };
    const id = await post({
      ...CERTAIN,
      port: 2525,
      helo_name: 'a.test',
      quotas: { per_day: 9, per_hour: 8 },
      warm_up,
    });
    const before = await recordOf(id);
    app.clock.forward(MINUTE_MS);
    assertStatus(
      await app.call('PUT', `/delivery-servers/${id}`, { json: { lanes: 3, quotas: { per_day: '' } } }),
      200,
    );
    assert.deepEqual(await recordOf(id), {
      ...before,
      lanes: '3',
      quotas: { ...before.quotas, per_day: null },
      last_updated: '2026-11-21 12:01:00',
    });
    const plan = { warm_up: { until: 9000 }, helo_name: '', quotas: '' };
    assertStatus(await app.call('PUT', `/delivery-servers/${id}`, { json: plan }), 200);
    const changed = await recordOf(id);
    assert.deepEqual(changed.warm_up, { ...before.warm_up, until: '9000' }, 'the plan goes on from when it began');
    assert.deepEqual([changed.helo_name, changed.quotas.per_hour, changed.username], [null, null, 'me']);
    assertStatus(await app.call('PUT', `/delivery-servers/${id}`, { form: 'warm_up=&username=' }), 200);
    const bare = await recordOf(id);
    assert.deepEqual([bare.warm_up, bare.username, (await rowOf(id)).password], [null, null, null]);
    assertStatus(await app.call('PUT', `/delivery-servers/${id}`, { json: { status: 'inactive' } }), 200);
    assert.equal((await recordOf(id)).status, 'inactive');
  });

  test('a port that was the usual one follows the TLS mode; another stays', async () => {
    const [usual, own] = [await post({ hostname: 'a.test' }), await post({ hostname: 'a.test', port: 2525 })];
    for (const [tls, port] of Object.entries({ none: '25', opportunistic: '587', implicit: '465', starttls: '587' })) {
      for (const id of [usual, own]) {
        assertStatus(await app.call('PUT', `/delivery-servers/${id}`, { json: { tls } }), 200);
        assert.equal((await recordOf(id)).port, id === usual ? port : '2525');
      }
    }
  });

  test('all faults at once, by member', async () => {
    assert.deepEqual(await faultsOf('POST', '/delivery-servers', {}), { hostname: 'Hostname cannot be blank.' });
    const wrong = {
      name: 'x'.repeat(256),
      hostname: 'smtp example',
      port: 70_000,
      tls: 'ssl',
      verify_tls: 'perhaps',
      password: 'without a username',
      helo_name: 'a b',
      lanes: 1001,
      messages_per_connection: 0,
      priority: 'first',
      weight: -1,
      quotas: { per_second: 0, per_month: 1.5 },
      warm_up: { first_day: 100, until: 10, growth_percent: 'much' },
      status: 'sleeping',
    };
    const upTo = (label: string, most: number) => `${label} must be a whole number from 1 to ${most}.`;
    assert.deepEqual(await faultsOf('POST', '/delivery-servers', wrong), {
      name: 'Name is too long (maximum is 255 characters).',
      hostname: 'Hostname must be a host name such as smtp.example.com, or an IP address.',
      port: upTo('Port', 65_535),
      tls: 'TLS must be one of: none, opportunistic, starttls, implicit.',
      verify_tls: 'Verify TLS must be yes or no.',
      username: 'Username cannot be blank when a password is given.',
      helo_name: 'Helo name must be a host name, or an IP address in brackets.',
      lanes: upTo('Lanes', 1000),
      messages_per_connection: upTo('Messages per connection', 1_000_000_000),
      priority: upTo('Priority', 1000),
      weight: upTo('Weight', 1000),
      'quotas.per_second': upTo('Per second', 100_000),
      'quotas.per_month': upTo('Per month', 1_000_000_000),
      'warm_up.until': 'Until must not be less than first day.',
      'warm_up.growth_percent': upTo('Growth percent', 1000),
      status: 'Status must be one of: active, inactive.',
    });
    const id = await post(CERTAIN);
    assert.deepEqual(await faultsOf('PUT', `/delivery-servers/${id}`, { hostname: '', warm_up: {}, quotas: 5 }), {
      hostname: 'Hostname cannot be blank.',
      'warm_up.first_day': 'First day cannot be blank.',
      'warm_up.until': 'Until cannot be blank.',
      quotas: 'quotas must be an object.',
    });
    for (const password of [['a'], true, 'a\0b', 'x'.repeat(1001)]) {
      const faults = await faultsOf('POST', '/delivery-servers', { hostname: 'a.test', username: 'me', password });
      assert.deepEqual(Object.keys(faults), ['password']);
    }
    const lone = await faultsOf('POST', '/delivery-servers', { hostname: 'a.test', username: 'me' });
    assert.deepEqual(lone, { password: 'Password cannot be blank when a username is given.' });
  });

  test('a hostname of the operator’s own network is refused', async () => {
    const hosts = [
      '127.0.0.1',
      '::1',
      '10.1.2.3',
      '169.254.169.254',
      '::ffff:8.8.8.8',
      'localhost',
      'db.internal',
      'LOCALHOST.',
    ];
    const id = await post({ hostname: 'smtp.example.com' });
    for (const hostname of hosts) {
      const told = {
        hostname:
          'Hostname must lead to a public address. Relays in the server’s own network are added there: npx mailwright relay add.',
      };
      assert.deepEqual(await faultsOf('POST', '/delivery-servers', { hostname }), told, hostname);
      assert.deepEqual(await faultsOf('PUT', `/delivery-servers/${id}`, { hostname }), told, hostname);
    }
    assert.equal((await rowOf(id)).guarded, 1);
    const usable = (await usableRelays(app.db, app.secret)).find((relay) => relay.id === Number(id));
    assert.equal(usable?.guarded, true, 'names are looked at when the connection is made');
  });

  test('the stored password does not move to another host', async () => {
    const id = await post(CERTAIN);
    const again = { password: 'Password must be given again when hostname, port, TLS or username changes.' };
    const moves = [
      { hostname: 'evil.test' },
      { port: 2525 },
      { tls: 'opportunistic' },
      { verify_tls: 'no' },
      { username: 'x' },
    ];
    for (const move of moves) assert.deepEqual(await faultsOf('PUT', `/delivery-servers/${id}`, move), again);
    assert.equal(
      (await faultsOf('PUT', `/delivery-servers/${id}`, { tls: 'none', password: 'x' })).tls.slice(0, 30),
      'TLS must be opportunistic, sta',
    );
    assertStatus(await app.call('PUT', `/delivery-servers/${id}`, { json: { port: 2525, password: 'new' } }), 200);
    assertStatus(
      await app.call('PUT', `/delivery-servers/${id}`, { json: { hostname: 'evil.test', username: '' } }),
      200,
    );
    assert.equal((await rowOf(id)).password, null);
  });

  test('a relay that the operator created for a customer keeps its host until the customer changes it', async () => {
    const id = await byCommand(app.customer.id, {
      hostname: '10.0.0.1',
      tls: 'none',
      username: 'op',
      password: PASSWORD,
    });
    assert.equal((await rowOf(id)).guarded, 0);
    assertStatus(await app.call('PUT', `/delivery-servers/${id}`, { json: { lanes: 2 } }), 200);
    assert.deepEqual([(await rowOf(id)).guarded, (await recordOf(id)).lanes], [0, '2']);
    const moved = await faultsOf('PUT', `/delivery-servers/${id}`, { hostname: 'a.test', password: 'x' });
    assert.deepEqual(Object.keys(moved), ['tls'], 'over the interface no password without TLS');
    const open = await byCommand(app.customer.id, { hostname: '10.0.0.1', tls: 'none' });
    assertStatus(await app.call('PUT', `/delivery-servers/${open}`, { json: { lanes: 2 } }), 200);
    assert.equal((await rowOf(open)).guarded, 0);
    assertStatus(await app.call('PUT', `/delivery-servers/${open}`, { json: { port: 2526 } }), 200);
    assert.equal((await rowOf(open)).guarded, 1);
  });
});
