// A PostgreSQL server that is brought back to a moment in the middle of two campaigns, by the steps
// of docs/backup.md: nothing goes out before somebody says so, and then nobody is mailed twice.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../src/network/free-port.ts';
import { type PostgresServer, postgresPrograms, startPostgres } from '../chaos/postgres.ts';
import { runProcess } from '../support/command-process.ts';
import { type ServerSettings, startServer } from '../support/server-process.ts';
import { openSink } from '../support/sink.ts';
import { until } from '../support/until.ts';
import { DATABASES, LANES, makeCampaign, statusOf, storedMessages } from './sending.ts';

const PROGRAMS = DATABASES.length > 1 ? postgresPrograms() : undefined;
const PEOPLE = 400;
const KEY = 'recoveredrecoveredrecoveredrecovered1234';

/** A cluster that archives its write-ahead log. */
async function openCluster(t: TestContext, bin: string) {
  const folder = mkdtempSync(join(tmpdir(), 'mailwright-recovery-'));
  const server = await startPostgres(bin, folder);
  t.after(async () => {
    await server.stop('immediate').catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  });
  const archive = join(folder, 'wal');
  mkdirSync(archive);
  chmodSync(archive, 0o777);
  await server.query('alter system set archive_mode = on');
  await server.query(`alter system set archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`);
  await server.stop('fast');
  await server.start();
  return { server, folder, archive };
}

type Cluster = Awaited<ReturnType<typeof openCluster>>;

function takeBaseBackup(bin: string, { server, folder }: Cluster): string {
  const base = join(folder, 'base');
  const args = ['-h', '127.0.0.1', '-p', String(server.port), '-U', 'mailwright', '-D', base, '--checkpoint=fast'];
  const { status, stderr } = spawnSync(join(bin, 'pg_basebackup'), args, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return base;
}

async function archiveAll({ query }: PostgresServer): Promise<void> {
  const [last] = await query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
  await until('the log is archived', async () => {
    const [row] = await query<{ name: string | null }>('select last_archived_wal as name from pg_stat_archiver');
    return (row?.name ?? '') >= (last?.name ?? '');
  });
}

/** The base backup in the place of the data, and the log after it up to an instant. */
async function recover({ server, folder, archive }: Cluster, base: string, at: string): Promise<void> {
  await server.stop('fast');
  const data = join(folder, 'data');
  spawnSync('chown', ['-R', '--reference', data, base]);
  rmSync(data, { recursive: true });
  cpSync(base, data, { recursive: true, preserveTimestamps: true });
  appendFileSync(
    join(data, 'postgresql.auto.conf'),
    `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${at}'\nrecovery_target_action = 'promote'\n`,
  );
  writeFileSync(join(data, 'recovery.signal'), '');
  spawnSync('chown', ['-R', '--reference', base, data]);
  chmodSync(data, 0o700);
  await server.start();
  await until('the server takes changes', async () => {
    const [row] = await server.query<{ back: boolean }>('select pg_is_in_recovery() as back');
    return row?.back === false;
  });
}

test('recovery to a moment in the middle of a campaign', { timeout: 600_000 }, async (t) => {
  if (PROGRAMS === undefined) return t.skip('needs MAILWRIGHT_TEST_DATABASE_URL and the programs of PostgreSQL');
  const cluster = await openCluster(t, PROGRAMS);
  const { server } = cluster;
  const base = takeBaseBackup(PROGRAMS, cluster);
  const open = async (name: string) => {
    await server.query(`create database ${name}`);
    const sink = await openSink(t, async (phase) => {
      if (phase === 'data_done') await sleep(50);
      return undefined;
    });
    const settings: ServerSettings = {
      dataDir: join(cluster.folder, name),
      port: await freePort(),
      smtpUrl: `${sink.url}&lanes=${LANES}`,
      databaseUrl: server.url(name),
      environment: { MAILWRIGHT_API_KEY: KEY },
    };
    const first = await startServer(settings);
    t.after(() => first.end('SIGKILL'));
    return { sink, settings, first, uid: await makeCampaign(first, PEOPLE) };
  };
  // One goes on with the data folder that it had, the other on a machine that has none.
  const [kept, fresh] = await Promise.all([open('kept'), open('fresh')]);
  const both = [kept, fresh];
  await until('both send', () => both.every(({ sink }) => sink.received.length >= 60));
  const [row] = await server.query<{ at: string }>('select clock_timestamp()::text as at');
  await until('both go on', () => both.every(({ sink }) => sink.received.length >= 160));
  await Promise.all(both.map(({ first }) => first.end('SIGKILL')));
  await archiveAll(server);
  await recover(cluster, base, row?.at ?? '');
  rmSync(fresh.settings.dataDir, { recursive: true, force: true });

  await Promise.all(
    both.map(async ({ sink, settings, uid }) => {
      await sleep(200);
      const before = sink.recipients();
      const again = await startServer(settings);
      t.after(() => again.end('SIGKILL'));
      await until('the campaign is paused', async () => (await statusOf(again, uid)) === 'paused', 60);
      assert.deepEqual(sink.recipients(), before, 'nobody is mailed before somebody says so');
      // The campaign is paused before the emails are held, and what was found is told after both.
      await until('it is told', () => again.output().includes('store.went-back-unknown'), 60);
      const log = join(cluster.folder, `${uid}.txt`);
      writeFileSync(log, before.join('\n'));
      const environment = {
        MAILWRIGHT_DATABASE_URL: settings.databaseUrl ?? '',
        MAILWRIGHT_DATA_DIR: settings.dataDir,
      };
      const settle = (...args: string[]) => runProcess(['settle', uid, ...args], { environment });
      const accepted = await settle('accept', '--mailed', log);
      assert.equal(accepted.code, 0, accepted.err);
      await settle('resend'); // whoever is uncertain and not on the log
      await (await again.api()).pauseOrUnpauseCampaign({ campaign_uid: uid });
      await until('it ends', async () => (await statusOf(again, uid)) === 'sent', 60);
      await again.end('SIGTERM');
      const came = sink.recipients();
      assert.deepEqual([came.length, new Set(came).size], [PEOPLE, PEOPLE], 'everybody once');
      const { rows } = await storedMessages(settings);
      assert.deepEqual([...new Set(rows.map(({ state }) => state))], ['accepted']);
      t.diagnostic(`${before.length} mailed before; ${accepted.out.trim().replaceAll('\n', ' ')}`);
    }),
  );
});
