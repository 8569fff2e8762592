import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { eachEngine } from '../../test/support/stores.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { STRICT } from '../http/dialect.ts';
import { inTransaction } from '../storage/db.ts';
import { authenticate } from './authenticate.ts';
import { companyOf, fullAddress } from './company.ts';
import { ensureFirstCustomer, ensureSecret, nameFirstCustomer } from './first-start.ts';
import { listKeys, revokeKey } from './keys/keys.ts';
import { countWithoutAddress, findCustomer, listCustomers } from './queries.ts';

const clock = { now: () => 1_000 };
const GIVEN = 'G'.repeat(40);

const folder = (t: TestContext) => join(temporaryFolder(t, 'accounts'), 'data');

const modeOf = (file: string) => statSync(file).mode & 0o777;

eachEngine('first start', (engine) => {
  test('creates a customer and a key, stored in a file for its owner only, shown once', async (t) => {
    const store = await engine.open(t);
    const dataDir = folder(t);
    const first = await ensureFirstCustomer(store, { dataDir }, clock);
    const key = first.newKey ?? '';
    assert.match(key, /^[a-z0-9]{40}$/);
    assert.equal(first.keyFile, join(dataDir, 'api-key'));
    assert.equal(readFileSync(join(dataDir, 'api-key'), 'utf8').trim(), key);
    assert.equal(modeOf(join(dataDir, 'api-key')), 0o600);
    assert.match(first.advice ?? '', /postal address/);
    assert.equal(fullAddress(companyOf(first.customer)), 'First customer\nPostal address not set');
    const { actor, rights, ...caller } = await authenticate(store.db, { headers: { 'x-api-key': key } });
    assert.deepEqual(caller, { customerId: first.customer.id, timeZone: 'UTC', locale: 'en', dialect: STRICT });
    assert.equal(actor.kind, 'key');
    assert.ok(rights.has('operate'), "the first customer's keys are the operator's");
    const again = await ensureFirstCustomer(store, { dataDir }, clock);
    assert.deepEqual([again.customer.uid, again.newKey, again.advice], [first.customer.uid, undefined, undefined]);
    assert.equal((await listKeys(store.db)).length, 1);
  });

  test('the first owner gives the customer a name and, once, their language', async (t) => {
    const store = await engine.open(t);
    const { customer } = await ensureFirstCustomer(store, { dataDir: folder(t) }, clock);
    const shown = async () => {
      const now = await findCustomer(store.db, customer.id);
      const [company] = fullAddress(companyOf({ company: now?.company ?? null })).split('\n');
      return [now?.first_name, now?.last_name, now?.email, now?.locale, company];
    };
    const name = (email: string, language: string) =>
      inTransaction(store.db, (tx) => nameFirstCustomer(tx, customer.id, { name: 'Käthe Kruse', email, language }));
    await name('kaethe@example.test', 'de');
    assert.deepEqual(await shown(), ['Käthe', 'Kruse', 'kaethe@example.test', 'de', 'Erster Kunde']);
    assert.equal(await countWithoutAddress(store.db), 1);
    await name('other@example.test', 'en');
    assert.deepEqual(await shown(), ['Käthe', 'Kruse', 'kaethe@example.test', 'de', 'Erster Kunde']);
  });

  test('takes the configured key; one configured later is added', async (t) => {
    const store = await engine.open(t);
    const dataDir = folder(t);
    const first = await ensureFirstCustomer(store, { dataDir, apiKey: GIVEN }, clock);
    assert.equal(first.newKey, undefined);
    assert.ok(!existsSync(join(dataDir, 'api-key')));
    await ensureFirstCustomer(store, { dataDir, apiKey: GIVEN }, clock);
    const later = 'L'.repeat(40);
    await ensureFirstCustomer(store, { dataDir, apiKey: later }, clock);
    for (const key of [GIVEN, later]) {
      assert.equal((await authenticate(store.db, { headers: { 'x-api-key': key } })).customerId, first.customer.id);
    }
    assert.equal((await listKeys(store.db)).length, 2);
    await revokeKey(store.db, later, clock);
    await ensureFirstCustomer(store, { dataDir, apiKey: later }, clock);
    await assert.rejects(
      authenticate(store.db, { headers: { 'x-api-key': later } }),
      /not valid/,
      'a revoked key stays revoked',
    );
  });

  test('the configuration says how the first key’s requests are understood', async (t) => {
    const store = await engine.open(t);
    const dataDir = folder(t);
    const made = (await ensureFirstCustomer(store, { dataDir, lenient: true }, clock)).newKey ?? '';
    const dialectOf = async (key: string) =>
      (await authenticate(store.db, { headers: { 'x-api-key': key } })).dialect.name;
    assert.equal(await dialectOf(made), 'lenient');
    await ensureFirstCustomer(store, { dataDir }, clock);
    assert.equal(await dialectOf(made), 'lenient', 'where it says nothing, nothing changes');
    await ensureFirstCustomer(store, { dataDir, lenient: false }, clock);
    assert.equal(await dialectOf(made), 'strict');
    await ensureFirstCustomer(store, { dataDir, apiKey: GIVEN, lenient: true }, clock);
    assert.deepEqual([await dialectOf(GIVEN), await dialectOf(made)], ['lenient', 'strict']);
  });

  test('several nodes at once make one customer and one key', async (t) => {
    const store = await engine.open(t);
    const dataDir = folder(t);
    const starts = await Promise.all([1, 2, 3, 4].map(() => ensureFirstCustomer(store, { dataDir }, clock)));
    assert.equal(new Set(starts.map((start) => start.customer.uid)).size, 1);
    assert.equal(starts.filter((start) => start.newKey !== undefined).length, 1);
    assert.equal((await listCustomers(store.db)).length, 1);
    assert.equal((await listKeys(store.db)).length, 1);
  });

  test('the key file of an interrupted start is used; a broken one is an error', async (t) => {
    const store = await engine.open(t);
    const dataDir = folder(t);
    await ensureSecret({ db: store.db, engine: 'sqlite' }, { dataDir }); // creates the folder
    writeFileSync(join(dataDir, 'api-key'), 'broken');
    await assert.rejects(ensureFirstCustomer(store, { dataDir }, clock), /api-key does not contain an API key/);
    assert.deepEqual(await listCustomers(store.db), []);
    writeFileSync(join(dataDir, 'api-key'), `${GIVEN}\n`);
    assert.equal((await ensureFirstCustomer(store, { dataDir }, clock)).newKey, GIVEN);
  });

  test('the secret is created once and stored; a given one is used unchanged', async (t) => {
    const store = await engine.open(t);
    const dataDir = folder(t);
    const secrets = await Promise.all([1, 2, 3].map(() => ensureSecret(store, { dataDir })));
    assert.match(secrets[0] ?? '', /^[0-9a-f]{64}$/);
    assert.equal(new Set(secrets).size, 1);
    assert.equal(await ensureSecret(store, { dataDir }), secrets[0]);
    const given = 'given by the operator, 32 characters';
    assert.equal(await ensureSecret(store, { dataDir, secret: given }), given);
    const file = join(dataDir, 'secret');
    assert.equal(existsSync(file), store.engine === 'sqlite', 'nodes on PostgreSQL share it through the store');
    if (store.engine === 'postgres') {
      assert.equal(await ensureSecret(store, { dataDir: folder(t) }), secrets[0]);
      return;
    }
    assert.equal(modeOf(file), 0o600);
    writeFileSync(file, 'short');
    await assert.rejects(
      ensureSecret(store, { dataDir }),
      /secret does not contain a secret of at least 32 characters/,
    );
  });

  test('an unusable data folder is an error of one line', async (t) => {
    const store = await engine.open(t);
    const file = join(temporaryFolder(t, 'accounts'), 'file');
    writeFileSync(file, '');
    await assert.rejects(
      ensureFirstCustomer(store, { dataDir: join(file, 'data') }, clock),
      /^AppError: Cannot keep .*api-key: .*ENOTDIR/,
    );
    assert.deepEqual(await listCustomers(store.db), []);
  });
});
