// The chaos test's own PostgreSQL server, in a temporary folder, which can be restarted and killed.
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../support/server-process.ts';
import { openNetwork } from './network.ts';

/** An asynchronous standby. */
export type Standby = {
  /** Stops its replication. */
  cutOff(): void;
  /** Kills the server, and promotes this standby in its place. */
  takeOver(): Promise<void>;
  /** Ends it, unless it took over. */
  end(): Promise<void>;
};

export type PostgresServer = {
  /** Changes when a standby has taken over. */
  readonly port: number;
  readonly logFile: string;
  /** Address of a database, direct or through a proxy's port. */
  url(database: string, port?: number): string;
  /** Runs statements as the server's owner, one connection for all. */
  query<Row extends object>(statement: string, database?: string): Promise<Row[]>;
  /**
   * `immediate` is a crash of the whole server, with recovery at the start; `fast` ends the
   * sessions.
   */
  stop(mode: 'immediate' | 'fast'): Promise<void>;
  start(): Promise<void>;
  /** Creates a standby with asynchronous replication. */
  follow(): Promise<Standby>;
  /** Without waiting, when the process exits. */
  stopNow(): void;
};

const OWNER = 'mailwright';

/**
 * The folder of PostgreSQL's programs: MAILWRIGHT_CHAOS_POSTGRES_BIN, or the newest of Debian's
 * packages.
 */
export function postgresPrograms(): string | undefined {
  const given = process.env['MAILWRIGHT_CHAOS_POSTGRES_BIN'];
  if (given !== undefined && given !== '') return given;
  try {
    const folder = '/usr/lib/postgresql';
    const newest = readdirSync(folder)
      .toSorted((a, b) => Number(a) - Number(b))
      .at(-1);
    return newest === undefined ? undefined : join(folder, newest, 'bin');
  } catch {
    return undefined;
  }
}

/**
 * Creates a cluster in `folder` and starts it. As root it runs as the user `postgres`, because
 * PostgreSQL refuses to run as root.
 */
export async function startPostgres(bin: string, folder: string): Promise<PostgresServer> {
  let port = await freePort();
  let data = join(folder, 'data');
  let standbys = 0;
  const logFile = join(folder, 'log');
  mkdirSync(folder, { recursive: true });
  const user = userToRunAs();
  if (user) chownSync(folder, user.uid, user.gid);
  const options: SpawnOptions = { cwd: folder, stdio: 'ignore', ...user };
  const settings = (at: number) =>
    [
      `-p ${at} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=300`,
      // The log must show the causes of a stall.
      '-c log_lock_waits=on -c log_min_duration_statement=2000 -c log_checkpoints=off',
      "-c log_line_prefix='%m [%p] %d '",
    ].join(' ');
  const run = async (program: string, args: string[]) => {
    const child = spawn(join(bin, program), args, options);
    const [code] = (await once(child, 'exit')) as [number];
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}; its log is ${logFile}`);
  };
  const control = (of: string, ...args: string[]) => run('pg_ctl', ['-D', of, '-w', ...args]);
  const initialise = ['-D', data, '-U', OWNER, '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'];
  const made = spawnSync(join(bin, 'initdb'), initialise, { ...options, stdio: 'pipe' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr ?? made.error}`);
  const start = () => control(data, '-l', logFile, '-o', settings(port), 'start');
  await start();
  const url = (database: string, at = port) => `postgres://${OWNER}@127.0.0.1:${at}/${database}`;
  return {
    get port() {
      return port;
    },
    logFile,
    url,
    async query<Row extends object>(statement: string, database = 'postgres') {
      const client = new pg.Client({ connectionString: url(database) });
      client.on('error', () => undefined);
      await client.connect();
      try {
        return (await client.query<Row>(statement)).rows;
      } finally {
        await client.end().catch(() => undefined);
      }
    },
    stop: (mode) => control(data, '-m', mode, 'stop'),
    start,
    async follow() {
      standbys += 1;
      const [itsData, itsPort, network] = [
        join(folder, `standby-${standbys}`),
        await freePort(),
        await openNetwork(port),
      ];
      const from = ['-h', '127.0.0.1', '-p', String(network.port), '-U', OWNER];
      await run('pg_basebackup', [...from, '-D', itsData, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']);
      await control(itsData, '-l', logFile, '-o', settings(itsPort), 'start');
      return {
        cutOff: () => network.breakDown('hang'),
        async takeOver() {
          await control(data, '-m', 'immediate', 'stop');
          network.close();
          await control(itsData, 'promote');
          rmSync(data, { recursive: true, force: true });
          [data, port] = [itsData, itsPort];
        },
        async end() {
          if (data === itsData) return;
          await control(itsData, '-m', 'immediate', 'stop');
          network.close();
          rmSync(itsData, { recursive: true, force: true });
        },
      };
    },
    stopNow() {
      spawnSync(join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', '-W', 'stop'], options);
    },
  };
}

function userToRunAs(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined) throw new Error('PostgreSQL does not run as root, and there is no user "postgres".');
  return { uid: Number(uid), gid: Number(gid) };
}
