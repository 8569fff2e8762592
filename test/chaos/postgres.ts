// The chaos test's own PostgreSQL server, in a temporary folder, which can be restarted and killed.
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../src/network/free-port.ts';
import { connectPostgres } from '../../src/storage/postgres/connection.ts';
import { openNetwork } from './network.ts';
import { startPooler } from './pooler.ts';

export type Standby = {
  readonly port: number;
  /** Stops its replication. */
  cutOff(): void;
  /**
   * Kills the server with all its processes, and promotes this standby in its place after a while.
   * Returns when it was told to, by Date.now().
   */
  takeOver(afterMs?: number): Promise<number>;
  /** Ends it, unless it took over. */
  end(): Promise<void>;
};

export type PostgresServer = {
  /** Changes when a standby has taken over. */
  readonly port: number;
  /** Where nodes connect to that know one host: the server, or the pooler in front of it. */
  readonly frontPort: number;
  readonly logFile: string;
  /** Address of a database, direct or through the port of a proxy, or of several. */
  url(database: string, ...ports: number[]): string;
  createDatabase(name: string, template?: string): Promise<void>;
  dropDatabase(name: string): Promise<void>;
  /** Runs statements as the server's owner, one connection for all. */
  query<Row extends object>(statement: string, database?: string): Promise<Row[]>;
  /**
   * `immediate` is a crash of the whole server, with recovery at the start; `fast` ends the
   * sessions.
   */
  stop(mode: 'immediate' | 'fast'): Promise<void>;
  start(): Promise<void>;
  /**
   * Creates a standby. `synchronous`: from now on nothing is acknowledged that it does not have.
   */
  follow(how: 'synchronous' | 'asynchronous'): Promise<Standby>;
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
 * @param isPooled with PgBouncer in front of it
 * @param more options of the server
 */
export async function startPostgres(
  bin: string,
  folder: string,
  { isPooled = false, more = '' }: { isPooled?: boolean; more?: string } = {},
): Promise<PostgresServer> {
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
      more,
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
  const pooler = isPooled ? await startPooler(folder, { user: OWNER, leadsTo: port, options }) : undefined;
  const url = (database: string, ...ports: number[]) => {
    const hosts = (ports.length > 0 ? ports : [port]).map((at) => `127.0.0.1:${at}`);
    return `postgres://${OWNER}@${hosts.join(',')}/${database}`;
  };
  async function query<Row extends object>(text: string, database = 'postgres'): Promise<Row[]> {
    const client = await connectPostgres(url(database));
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  return {
    get port() {
      return port;
    },
    get frontPort() {
      return pooler?.port ?? port;
    },
    logFile,
    url,
    query,
    async createDatabase(name, template) {
      await query(`create database ${name}${template === undefined ? '' : ` template ${template}`}`);
    },
    async dropDatabase(name) {
      await query(`drop database ${name} with (force)`);
    },
    stop: (mode) => control(data, '-m', mode, 'stop'),
    start,
    async follow(how) {
      standbys += 1;
      const [itsData, itsPort, network] = [
        join(folder, `standby-${standbys}`),
        await freePort(),
        await openNetwork(port),
      ];
      const from = ['-h', '127.0.0.1', '-p', String(network.port), '-U', OWNER];
      await run('pg_basebackup', [...from, '-D', itsData, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']);
      await control(itsData, '-l', logFile, '-o', settings(itsPort), 'start');
      const isSynchronous = how === 'synchronous';
      // After the copy was made: alone, it must not wait for a standby of its own.
      if (isSynchronous) await waitForStandby(query);
      return {
        port: itsPort,
        cutOff: () => network.breakDown('hang'),
        async takeOver(afterMs = 0) {
          killServer(data);
          network.close();
          await sleep(afterMs);
          const toldAt = Date.now();
          await control(itsData, 'promote');
          rmSync(data, { recursive: true, force: true });
          [data, port] = [itsData, itsPort];
          pooler?.leadTo(port);
          return toldAt;
        },
        async end() {
          if (data === itsData) return;
          if (isSynchronous) await setNames(query, '');
          await control(itsData, '-m', 'immediate', 'stop');
          network.close();
          rmSync(itsData, { recursive: true, force: true });
        },
      };
    },
    stopNow() {
      pooler?.stopNow();
      // Waited for: what it writes at its end would keep its folder from being removed.
      spawnSync(join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', '-w', '-t', '5', 'stop'], options);
    },
  };
}

type Query = PostgresServer['query'];

async function setNames(query: Query, names: string): Promise<void> {
  await query(`alter system set synchronous_standby_names = '${names}'`);
  await query('select pg_reload_conf()');
}

/** Makes the standby a synchronous one, and waits until it is. */
async function waitForStandby(query: Query): Promise<void> {
  await setNames(query, 'ANY 1 (*)');
  for (const deadline = performance.now() + 20_000; ; await sleep(50)) {
    const rows = await query("select pid from pg_stat_replication where sync_state in ('sync', 'quorum')");
    if (rows.length > 0) return;
    if (performance.now() > deadline) throw new Error('The standby does not become a synchronous one.');
  }
}

/** SIGKILL to the server and all its processes: nobody gets a last word. */
function killServer(data: string): void {
  const server = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(server, 'SIGSTOP'); // it would tell its processes of each other's end
  const parentOf = (pid: string) => / \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (parentOf(pid) === String(server)) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // it has ended meanwhile
    }
  }
  process.kill(server, 'SIGKILL');
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
