import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { LENIENT, STRICT } from '../http/dialect.ts';
import { rightsOf } from '../http/rights.ts';
import type { Caller } from '../http/route.ts';
import { AppError, type ErrorCode } from '../kernel/errors.ts';
import type { Db } from '../storage/db.ts';
import { authenticate, openAuthenticator } from './authenticate.ts';
import { createCustomer } from './create.ts';
import { addKey, changeKey, listKeys, revokeKey } from './keys/keys.ts';
import { forgetCallers, KNOWN_MS, newKnownCallers } from './keys/known-callers.ts';
import { updateCustomer } from './update.ts';

const clock = { now: () => 1_000 };
const NO_KEY = 'Please provide your API key in the X-Api-Key header.';
const NOT_VALID = 'The API key is not valid.';

eachEngine('authentication', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  const refused = (headers: Record<string, string>, code: ErrorCode, message: string) =>
    assert.rejects(authenticate(db, { headers }), (error) => {
      assert.ok(error instanceof AppError);
      assert.deepEqual([error.code, error.message, error.fields], [code, message, undefined]);
      return true;
    });

  async function customerWithKey(name: string) {
    const customer = await createCustomer(
      db,
      { name, email: `${name}@example.test`, timeZone: 'Europe/Paris', locale: 'fr' },
      clock,
    );
    const { key, id, uid } = await addKey(db, { customerId: customer.id, name: 'test' }, clock);
    return { customer, key, id, uid };
  }

  test('a key in either header identifies its customer', async () => {
    const { customer, key, id, uid } = await customerWithKey('either');
    const who = {
      rights: rightsOf('owner', false),
      actor: { kind: 'key', keyId: id, uid, name: 'test', scope: 'owner' },
    };
    const caller = { customerId: customer.id, timeZone: 'Europe/Paris', locale: 'fr', dialect: STRICT, ...who };
    assert.deepEqual(await authenticate(db, { headers: { 'x-api-key': key } }), caller);
    assert.deepEqual(await authenticate(db, { headers: { 'x-mw-public-key': ` ${key} ` } }), caller);
    assert.deepEqual(await authenticate(db, { headers: { 'x-api-key': '', 'x-mw-public-key': key } }), caller);
  });

  test('a non-empty X-Api-Key wins', async () => {
    const [a, b] = [await customerWithKey('wins'), await customerWithKey('loses')];
    const caller = await authenticate(db, { headers: { 'x-api-key': a.key, 'x-mw-public-key': b.key } });
    assert.equal(caller.customerId, a.customer.id);
    await refused({ 'x-api-key': 'x', 'x-mw-public-key': b.key }, 'unauthorized', NOT_VALID);
  });

  test('no key, unknown keys, revoked keys, inactive customers', async () => {
    const { customer, key, id } = await customerWithKey('off');
    await refused({}, 'unauthorized', NO_KEY);
    await refused({ 'x-api-key': ' ' }, 'unauthorized', NO_KEY);
    await refused({ 'x-api-key': 'a'.repeat(40) }, 'unauthorized', NOT_VALID);
    await refused({ 'x-api-key': "' or 1=1 --\0" }, 'unauthorized', NOT_VALID);
    await updateCustomer(db, customer, { status: 'inactive' }, async () => undefined);
    await refused({ 'x-api-key': key }, 'forbidden', 'This customer account is not active.');
    await updateCustomer(db, customer, { status: 'active' }, async () => undefined);
    assert.ok(await authenticate(db, { headers: { 'x-api-key': key } }));
    await revokeKey(db, String(id), clock);
    await refused({ 'x-api-key': key }, 'unauthorized', NOT_VALID);
  });

  test('several keys; each is revoked alone, by id or by the key itself', async () => {
    const { customer, key } = await customerWithKey('several');
    const second = await addKey(db, { customerId: customer.id, name: 'second' }, clock);
    assert.equal((await revokeKey(db, key, clock)).hint, key.slice(0, 4));
    await refused({ 'x-api-key': key }, 'unauthorized', NOT_VALID);
    assert.ok(await authenticate(db, { headers: { 'x-api-key': second.key } }));
    const keys = await listKeys(db, customer.id);
    assert.deepEqual(
      keys.map(({ name, revoked_at }) => [name, revoked_at]),
      [
        ['test', 1_000],
        ['second', null],
      ],
    );
    assert.ok(!JSON.stringify(keys).includes(second.key));
    await assert.rejects(revokeKey(db, '999999', clock), /There is no API key 999999/);
  });

  test('a server knows a key for a second; what it changes itself applies at once', async () => {
    const { customer, key, id } = await customerWithKey('known');
    const known = openAuthenticator(db, { clock });
    const asked = async () => known.find({ headers: { 'x-api-key': key } });
    const caller = await asked();
    assert.equal(await asked(), caller, 'the same one: the store was not asked again');
    await changeKey(db, key, { dialect: 'lenient' });
    assert.equal((await asked()).dialect, LENIENT);
    await updateCustomer(db, customer, { status: 'inactive' }, async () => undefined);
    await assert.rejects(asked(), /not active/);
    await assert.rejects(asked(), /not active/, 'a refusal is not remembered as a caller');
    await updateCustomer(db, customer, { status: 'active' }, async () => undefined);
    assert.ok(await asked());
    await revokeKey(db, String(id), clock);
    await assert.rejects(asked(), /not valid/);
  });

  test('what is read while a change is made is not remembered', async () => {
    const { key } = await customerWithKey('meanwhile');
    const known = newKnownCallers<Caller>();
    const old = await known('a', async () => {
      const caller = await authenticate(db, { headers: { 'x-api-key': key } });
      forgetCallers();
      return caller;
    });
    assert.notEqual(await known('a', () => authenticate(db, { headers: { 'x-api-key': key } })), old);
  });

  test('what another process changes applies within a second', async () => {
    const { key, id } = await customerWithKey('elsewhere');
    const known = openAuthenticator(db, { clock });
    const asked = async () => known.find({ headers: { 'x-api-key': key } });
    await asked();
    await db.updateTable('api_key').set({ revoked_at: 1 }).where('id', '=', id).execute();
    const from = performance.now();
    for (let isRefused = false; !isRefused; ) {
      const at = performance.now();
      isRefused = await asked().then(
        () => false,
        () => true,
      );
      if (!isRefused) assert.ok(at - from <= KNOWN_MS, 'no longer than that');
      await sleep(20);
    }
  });

  test('a chosen key has 40 letters and digits and belongs to one customer', async () => {
    const { customer } = await customerWithKey('chosen');
    const key = 'C'.repeat(40);
    assert.equal((await addKey(db, { customerId: customer.id, name: '', key }, clock)).key, key);
    await assert.rejects(addKey(db, { customerId: customer.id, name: '', key }, clock), /already in use/);
    await assert.rejects(
      addKey(db, { customerId: customer.id, name: '', key: 'short' }, clock),
      /40 letters and digits/,
    );
  });
});
