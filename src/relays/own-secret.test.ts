import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { eachEngine } from '../../test/support/stores.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { removeSetting, replaceSetting } from '../accounts/queries.ts';
import { inTransaction } from '../storage/db.ts';
import type { Db } from '../storage/tables.ts';
import { lockInForce, settingsOf } from './in-force.ts';
import { ownSecret, secretOfServers, secretToServe } from './own-secret.ts';

eachEngine('the secret of an installation', (engine) => {
  const GIVEN = 'given by the operator, 32 characters';
  const putInForce = (db: Db, secret: string) =>
    inTransaction(db, (tx) => lockInForce(tx, settingsOf({ baseUrl: 'http://127.0.0.1', secret }), 1));
  const folder = (t: Pick<TestContext, 'after'>) => temporaryFolder(t, 'secret');

  test('is made at the first start, and never another one for a store that was used with it', async (t) => {
    const store = await engine.open(t);
    const dataDir = folder(t);
    const secret = await ownSecret(store, { dataDir });
    assert.match(secret, /^[0-9a-f]{64}$/);
    await putInForce(store.db, secret);
    assert.equal(await secretOfServers(store, { dataDir }), secret);
    if (store.engine === 'sqlite') rmSync(join(dataDir, 'secret'));
    else await removeSetting(store.db, 'secret');
    for (const read of [ownSecret, secretOfServers])
      await assert.rejects(
        read(store, { dataDir }),
        /^AppError: The secret that this database was used with is missing/,
      );
    assert.equal(existsSync(join(dataDir, 'secret')), false);
    assert.equal(await ownSecret(store, { dataDir, secret: GIVEN }), GIVEN, 'who lost it says so');
  });

  test('that was changed under the store lets no server begin, unless it is said that it is meant', async (t) => {
    const store = await engine.open(t);
    const dataDir = folder(t);
    const former = await secretToServe(store, { dataDir });
    await putInForce(store.db, former);
    assert.equal(await secretToServe(store, { dataDir }), former);
    const changed = 'f'.repeat(64);
    if (store.engine === 'sqlite') writeFileSync(join(dataDir, 'secret'), `${changed}\n`);
    else await replaceSetting(store.db, 'secret', changed);
    await assert.rejects(
      secretToServe(store, { dataDir }),
      /secret"? (?:of the database )?was changed .* links in emails already sent stop working/,
    );
    assert.match(await secretToServe(store, { dataDir, formerSecrets: [former] }), new RegExp(changed));
    assert.equal(await secretToServe(store, { dataDir, secret: changed }), changed, 'who lost the former one says so');
    await ownSecret(store, { dataDir }); // doctor tells what is wrong
  });

  test('of a command is that of the servers', async (t) => {
    const store = await engine.open(t);
    const dataDir = folder(t);
    assert.equal(await secretOfServers(store, { dataDir, secret: GIVEN }), GIVEN, 'before the first worker');
    await putInForce(store.db, GIVEN);
    assert.equal(await secretOfServers(store, { dataDir, secret: GIVEN }), GIVEN);
    await assert.rejects(secretOfServers(store, { dataDir }), /MAILWRIGHT_SECRET is not set/);
    const other = { dataDir, secret: `${GIVEN} but another one` };
    await assert.rejects(secretOfServers(store, other), /has another secret than this command/);
    assert.equal(existsSync(join(dataDir, 'secret')), false);
  });
});
