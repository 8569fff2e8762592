// A read-only store: clients get 503 with Retry-After, supervisors see it in /readyz, people at the
// campaign.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openTestApp } from '../../test/support/app.ts';
import { seedCampaign, seedList, seedMessages, seedSubscribers } from '../../test/support/delivery-rows.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { until } from '../../test/support/until.ts';
import { openStore } from '../storage/db.ts';
import { whyNoChanges } from '../storage/probe.ts';
import { findProblems } from './problems.ts';

const LIST = {
  general: { name: 'A list', description: 'Of people' },
  defaults: { from_name: 'A', from_email: 'a@example.com', reply_to: 'a@example.com' },
};

test('a full disk, where a small change still finds room', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mailwright-full-'));
  t.after(() => {
    spawnSync('umount', ['-l', dataDir]);
    rmSync(dataDir, { recursive: true, force: true });
  });
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', dataDir]);
  if (status !== 0) return t.skip('nothing can be mounted here');
  const engine = {
    name: 'sqlite',
    async open() {
      const store = await openStore({ dataDir });
      t.after(() => store.close());
      return store;
    },
  } as const;
  const { app, call } = await openTestApp(t, engine);
  assert.equal((await call('POST', '/lists', { json: LIST })).status, 201);
  assert.equal((await app.inject('/readyz')).statusCode, 200);
  const filler = join(dataDir, 'filler');
  assert.throws(() => writeFileSync(filler, Buffer.alloc(32 * 1024 * 1024)), /ENOSPC/);
  await until('the probe notices', async () => (await app.inject('/readyz')).statusCode === 503);
  assert.match((await app.inject('/readyz')).json().reason, /^The disk with the database is full/);
  rmSync(filler);
  await until('and that there is room', async () => (await app.inject('/readyz')).statusCode === 200);
});

eachEngine('a store that falls silent', (engine) => {
  test('/readyz and the start page answer in time when the store does not answer after a good probe', async (t) => {
    if (engine.name === 'sqlite') return t.skip('a file does not fall silent');
    const { app, db, key } = await openTestApp(t, engine);
    assert.equal(await whyNoChanges(db), undefined);
    const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = db.transaction().execute(async (tx) => {
      await sql`lock table setting in access exclusive mode`.execute(tx);
      held.resolve();
      await over.promise;
    });
    await held.promise;
    const askedAt = performance.now();
    let tenths = 0; // of a second: while the machine stands still, none passes
    const ticking = setInterval(() => (tenths += 1), 100);
    t.after(() => clearInterval(ticking));
    const start = app.inject({ method: 'GET', url: '/', headers: { 'x-api-key': key } });
    const [answer, page] = await Promise.all([app.inject('/readyz'), start]);
    const took = [performance.now() - askedAt, tenths] as const;
    over.resolve();
    await holding;
    // On a store of one connection the key cannot be looked up either.
    assert.equal(page.statusCode, engine.name === 'pglite' ? 503 : 200);
    assert.match(page.body, /The database did not answer within 5 seconds/);
    assert.equal(answer.statusCode, 503);
    assert.deepEqual(answer.json(), {
      status: 'unavailable',
      store: 'unavailable',
      reason: 'The database did not answer within 5 seconds.',
    });
    assert.ok(took[0] > 4_000 && took[1] < 70, `${took[0]} ms, ${took[1]} tenths of a second awake`);
    await until('it answers again', async () => (await app.inject('/readyz')).statusCode === 200);
  });
});

test('of a file that takes long it is not known whether the disk or somebody else is why', async (t) => {
  const dataDir = temporaryFolder(t, 'slow');
  const store = await openStore({ dataDir, patienceMs: 600_000 });
  t.after(() => store.close());
  const other = new DatabaseSync(join(dataDir, 'mailwright.db'));
  other.exec('begin exclusive');
  assert.match((await findProblems(store.db, undefined)).store ?? '', /its disk is slow, or another process/);
  other.close();
  await until('it is over', async () => (await findProblems(store.db, undefined)).store === undefined);
});

test('a store that somebody has locked', async (t) => {
  const dataDir = temporaryFolder(t, 'standing');
  const engine = {
    name: 'sqlite',
    async open() {
      const store = await openStore({ dataDir, patienceMs: 20 });
      t.after(() => store.close());
      return store;
    },
  } as const;
  const { app, call, db, clock, customer } = await openTestApp(t, engine);
  const made = await call('POST', '/lists', { json: LIST });
  assert.equal(made.status, 201);
  const campaignUid = await campaignUnderWay();
  assert.equal((await app.inject('/readyz')).statusCode, 200);

  const other = new DatabaseSync(join(dataDir, 'mailwright.db'));
  other.exec('begin exclusive');
  const refused = await call('POST', '/lists', { json: LIST });
  assert.equal(refused.status, 503);
  assert.match(String(refused.headers['retry-after']), /^\d+$/);
  assert.match(refused.json.error, /^The database is busy/);
  await until('the probe notices', async () => (await app.inject('/readyz')).statusCode === 503);
  const ready = (await app.inject('/readyz')).json();
  assert.equal(ready.store, 'unavailable');
  assert.match(ready.reason, /^The database is busy/);
  const waits = async () => (await call('GET', `/campaigns/${campaignUid}/delivery`)).json.data.waits;
  assert.match(await waits(), /^Data cannot be stored right now, so nothing is sent\. The database is busy/);
  other.close();

  assert.equal((await call('POST', '/lists', { json: LIST })).status, 201);
  await until('the probe notices', async () => (await app.inject('/readyz')).statusCode === 200);
  assert.doesNotMatch((await waits()) ?? '', /cannot be stored/);
  assert.equal((await findProblems(db, undefined)).store, undefined);

  async function campaignUnderWay(): Promise<string> {
    const seed = await seedList(db, 1_000, customer.id);
    await seedSubscribers(db, seed, 2);
    const id = await seedCampaign(db, seed, { status: 'sending', freeze_done: 1, send_at: clock.now() - 1 });
    await seedMessages(db, seed, id);
    const { uid } = await db.selectFrom('campaign').select('uid').where('id', '=', id).executeTakeFirstOrThrow();
    return uid;
  }
});
