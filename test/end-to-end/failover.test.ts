// A primary and its synchronous standby, both named in the URL: what is open goes on when the
// standby takes over.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openStore } from '../../src/storage/db.ts';
import { connectPostgres } from '../../src/storage/postgres/connection.ts';
import { weakPromises } from '../../src/storage/postgres/durability.ts';
import { postgresPrograms, startPostgres } from '../chaos/postgres.ts';

const PROGRAMS = postgresPrograms();
/** After the promotion, which itself takes long on a busy machine. */
const WITHIN_MS = 20_000;

/** A pair; the standby's port comes first in `url`. */
async function openPair(t: TestContext, bin: string) {
  const folder = mkdtempSync(join(tmpdir(), 'mailwright-pair-'));
  const server = await startPostgres(bin, folder);
  await server.query('create database mail');
  const standby = await server.follow('synchronous');
  t.after(async () => {
    await standby.end();
    await server.stop('fast');
    rmSync(folder, { recursive: true, force: true });
  });
  return { server, standby, url: server.url('mail', standby.port, server.port) };
}

test('a store goes on when a synchronous standby takes over', async (t) => {
  if (PROGRAMS === undefined) return t.skip('there are no programs of PostgreSQL here');
  const { server, standby, url } = await openPair(t, PROGRAMS);
  const { db, close } = await openStore({ databaseUrl: url, dataDir: '' });
  t.after(close);
  const keep = (value: string) =>
    db
      .insertInto('setting')
      .values({ name: `kept ${value}`, value })
      .execute();
  await keep('before');
  assert.deepEqual(await weakPromises(db), [], 'the standby comes first in the list, and is no primary');
  const only = `${server.url('mail', standby.port)}?target_session_attrs=primary`;
  await assert.rejects(connectPostgres(only), /No server accepts changes: 127\.0\.0\.1:\d+ is a standby\./);

  const promoted = standby.takeOver(300).then(() => Date.now());
  // What was open is lost; what is asked for now waits until somebody takes changes.
  for (let tries = 0; ; tries += 1) {
    try {
      await keep(`after ${tries}`);
      break;
    } catch (error) {
      assert.ok(tries < 50, String(error));
    }
  }
  const keptAt = Date.now();
  const ms = keptAt - (await promoted);
  assert.ok(ms < WITHIN_MS, `${ms} ms after the promotion`);
  const kept = await db
    .selectFrom('setting')
    .select('value')
    .where('name', 'like', 'kept %')
    .orderBy('value')
    .execute();
  assert.deepEqual([kept.length, kept[1]?.value], [2, 'before']);
});
