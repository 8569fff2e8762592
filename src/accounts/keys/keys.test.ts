// What keys may do, from where and until when; making and changing them by the API.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, type CallOptions } from '../../../test/support/app.ts';
import { addUser } from '../../../test/support/people.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { openAuthenticator } from '../authenticate.ts';

eachEngine('API keys', (engine) => {
  const opened = suiteApp(engine);
  const call = (method: string, path: string, options?: CallOptions) => opened().call(method, path, options);
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

  async function made(json: object) {
    const answer = await call('POST', '/api-keys', { json: { name: 'k', ...json } });
    assertStatus(answer, 201);
    const { key_uid, api_key: key, ...record } = answer.json.data.record;
    return { path: `/api-keys/${key_uid}`, key: key as string, record };
  }

  test('a scope is a role or some rights; each route asks for its own', async () => {
    const { key, record } = await made({ scope: ['send', 'READ'] });
    assert.equal(record.scope, 'read,send');
    assertStatus(await call('GET', '/lists', { key }), 200);
    const refused = await call('POST', '/templates', { key, json: { name: 'x', content: '<p>x</p>' } });
    assertStatus(refused, 403);
    assert.equal(
      refused.json.error,
      'Changing this needs the role editor, sender or owner, or an API key with the scope write.',
    );
    const sendOnly = await made({ scope: 'send' });
    assertStatus(await call('GET', '/lists', { key: sendOnly.key }), 403);
    assertStatus(await call('POST', '/transactional-emails', { key: sendOnly.key, json: {} }), 422);
    assert.equal((await made({ scope: 'owner , owner' })).record.scope, 'owner');
  });

  test('without a scope a key may what its maker may; nobody gives the right of the operator who has not it', async () => {
    const { session } = await addUser(opened(), { role: 'owner' });
    const plain = await call('POST', '/api-keys', { session, json: { name: 'k' } });
    assert.equal(plain.json.data.record.scope, 'owner');
    assert.equal((await made({})).record.scope, 'owner,operator', 'the first key is an operator');
    for (const [method, path] of [
      ['POST', '/api-keys'],
      ['PUT', `/api-keys/${plain.json.data.record.key_uid}`],
    ] as const) {
      const refused = await call(method, path, { session, json: { name: 'k', scope: 'read,operator' } });
      assertStatus(refused, 422);
      assert.deepEqual(refused.json.error, {
        scope: 'Scope operator can only be given by operators of the installation.',
      });
    }
  });

  test('faults are named, all at once', async () => {
    const json = { name: '', scope: 'admin', allow: '10.0.0.0/99', expires_at: '2027-02-30', dialect: 'x' };
    const { status, json: answer } = await call('POST', '/api-keys', { json });
    assert.equal(status, 422);
    assert.deepEqual(answer.error, {
      name: 'Name cannot be blank.',
      scope: 'Scope must be one or several of: owner, sender, editor, viewer, read, write, send, operator.',
      allow: 'Allow: "10.0.0.0/99" is neither an address nor a network like 10.0.0.0/8.',
      expires_at: 'Expires at must be a time like 2027-01-01 or 2027-01-01 12:00:00.',
      dialect: 'Dialect must be one of: strict, lenient.',
    });
    const past = await call('POST', '/api-keys', { json: { name: 'k', expires_at: '2026-11-21 12:00:00' } });
    assert.deepEqual([past.status, past.json.error.expires_at], [422, 'Expires at must be in the future.']);
    const many = Array.from({ length: 101 }, (_, i) => `10.0.0.${i}`);
    const { error } = (await call('POST', '/api-keys', { json: { name: 'k', allow: many } })).json;
    assert.deepEqual(error, { allow: 'Allow holds more than 100 addresses and networks.' });
  });

  test('addresses are compared as what they are, however they are written', async () => {
    const { key } = await made({ allow: '::ffff:10.0.0.1, ::ffff:c0a8:0/112, fe80::/10' });
    for (const address of ['10.0.0.1', '::ffff:10.0.0.1', '192.168.7.7', 'fe80::1'])
      assertStatus(await call('GET', '/lists', { key, ...from(address) }), 200);
    for (const address of ['10.0.0.2', '192.169.0.1'])
      assertStatus(await call('GET', '/lists', { key, ...from(address) }), 403);
    const zoned = await call('POST', '/api-keys', { json: { name: 'k', allow: 'fe80::1%eth0' } });
    assert.match(zoned.json.error.allow, /"fe80::1%eth0" is neither an address nor a network/);
  });

  test('a key is used from where it may be: the address behind trusted proxies counts', async () => {
    const { key, path, record } = await made({ allow: '203.0.113.7, 10.0.0.0/8, 2001:db8::/32' });
    assert.deepEqual(record.allow, ['203.0.113.7', '10.0.0.0/8', '2001:db8::/32']);
    for (const address of ['203.0.113.7', '10.9.8.7', '2001:db8::1', '::ffff:10.9.8.7', '10.9.8.7:4711'])
      assertStatus(await call('GET', '/lists', { key, ...from(address) }), 200);
    for (const address of ['203.0.113.8', '2001:db9::1', '10.9.8.7, 198.51.100.1']) {
      const refused = await call('GET', '/lists', { key, ...from(address) });
      assertStatus(refused, 403);
      assert.match(refused.json.error, /^This API key may not be used from the address \S+\.$/);
    }
    const claimed = { 'x-forwarded-for': '198.51.100.1', 'x-mw-remote-addr': '10.9.8.7' };
    assertStatus(await call('GET', '/lists', { key, headers: claimed }), 403); // that header names a subscriber
    assertStatus(await call('GET', '/lists', { key }), 403); // the peer itself
    assertStatus(await call('PUT', path, { json: { allow: '' } }), 200);
    assertStatus(await call('GET', '/lists', { key, ...from('198.51.100.1') }), 200);
    const page = {
      method: 'GET',
      url: '/inbox',
      headers: { 'x-api-key': (await made({ scope: 'send' })).key },
    } as const;
    assert.equal((await opened().app.inject(page)).statusCode, 403, 'pages ask for the right to read, too');
  });

  test('a key expires to the instant, and can be given more time before and after', async () => {
    const { clock } = opened();
    const { key, path } = await made({ expires_at: '2026-11-22' });
    const end = Date.UTC(2026, 10, 22);
    clock.set(end - 1);
    assertStatus(await call('GET', '/lists', { key }), 200);
    clock.set(end);
    const refused = await call('GET', '/lists', { key });
    assertStatus(refused, 401);
    assert.equal(refused.json.error, 'The API key expired at 2026-11-22 00:00:00 UTC.');
    assertStatus(await call('PUT', path, { json: { expires_at: '2026-11-23 10:00:00', name: 'longer' } }), 200);
    assertStatus(await call('GET', '/lists', { key }), 200);
    clock.forward(2 * DAY_MS);
    assertStatus(await call('GET', '/lists', { key }), 401);
    const { record } = (await call('PUT', path, { json: { expires_at: null } })).json.data;
    assert.deepEqual([record.name, record.expires_at], ['longer', null]);
    assertStatus(await call('GET', '/lists', { key }), 200);
    assertStatus(await call('DELETE', path), 200);
    assertStatus(await call('PUT', path, { json: { name: 'again' } }), 404);
    assert.notEqual((await call('GET', path)).json.data.record.revoked_at, null);
    assertStatus(await call('GET', '/api-keys/nothing'), 404);
  });

  test('the last use is kept, not by each request, and never goes back', async () => {
    const { db } = opened();
    const { key, path } = await made({ allow: '10.0.0.1' });
    const lastUse = async () => (await call('GET', path)).json.data.record.last_used_at;
    let at = Date.UTC(2027, 0, 1, 10);
    const keys = openAuthenticator(db, { clock: { now: () => at } });
    const use = (ip: string) => keys.find({ headers: { 'x-api-key': key }, ip });
    await assert.rejects(async () => use('10.0.0.2'), /may not be used/);
    await keys.end();
    assert.equal(await lastUse(), null, 'what is refused is no use');
    await use('10.0.0.1');
    assert.equal(await lastUse(), null, 'a request writes nothing');
    await keys.end();
    assert.equal(await lastUse(), '2027-01-01 10:00:00');
    const other = openAuthenticator(db, { clock: { now: () => at } });
    at -= DAY_MS;
    await other.find({ headers: { 'x-api-key': key }, ip: '10.0.0.1' });
    await other.end();
    assert.equal(await lastUse(), '2027-01-01 10:00:00', 'what another process noted later stands');
  });
});
