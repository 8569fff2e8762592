// listmonk, another campaign server: a campaign by its own program in a database of its own. Needs
// the program on the PATH (https://listmonk.app; one file). Its limits a second are lifted, and it
// gets as many workers as connections.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { newUid } from '../../src/kernel/ids.ts';
import { freePort } from '../../src/network/free-port.ts';
import type { Sink } from '../support/peers.ts';
import type { Size } from './size.ts';

const API_USER = 'asker';
/** More than anybody sends here. */
const MOST_A_SECOND = 100_000;
const FIRST_LIST = 'select id, name from lists order by id limit 1';

/** As its templates name what ours have in brackets; links are tracked, as ours are. */
function translated(content: string): string {
  return content
    .replaceAll('[FNAME]', '{{ .Subscriber.FirstName }}')
    .replaceAll('[EMAIL]', '{{ .Subscriber.Email }}')
    .replaceAll('[COMPANY_FULL_ADDRESS]', 'Example Ltd, 1 Main St, Springfield 12345')
    .replaceAll('[UNSUBSCRIBE_URL]', '{{ UnsubscribeURL }}')
    .replaceAll(/href="(https:[^"]*)"/g, 'href="{{ TrackLink "$1" }}"')
    .replace('</body>', '{{ TrackView }}</body>');
}

export type Listmonk = {
  db: pg.Client;
  url: string;
  port: number;
  /** The value of the header `Authorization` with which its interface may be asked. */
  authorization: string;
  /** Starts it. @returns the process, which is ended with the rest */
  start(): ChildProcess;
};

/**
 * Runs a function with listmonk installed in a database of its own.
 * @returns undefined when it is not on the PATH
 */
export async function withListmonk<T>(serverUrl: string, run: (listmonk: Listmonk) => Promise<T>) {
  const isThere = spawnSync('listmonk', ['--version'], { stdio: 'ignore' }).error === undefined;
  if (!isThere) return undefined;
  const database = `listmonk_bench_${newUid()}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`create database ${database}`);
  const url = new URL(`/${database}`, serverUrl);
  const db = new pg.Client({ connectionString: url.href });
  const port = await freePort();
  const env = { PATH: process.env['PATH'], ...environmentOf(url, port) };
  let child: ChildProcess | undefined;
  try {
    const installed = spawnSync('listmonk', ['--config', '', '--install', '--yes'], { env, encoding: 'utf8' });
    const said = `${installed.stdout}${installed.stderr}`;
    if (installed.status !== 0) throw new Error(`listmonk: ${said}`);
    await db.connect();
    const token = /LISTMONK_ADMIN_API_TOKEN="(\w+)"/.exec(said)?.[1] ?? '';
    return await run({
      db,
      url: url.href,
      port,
      authorization: `token ${API_USER}:${token}`,
      start() {
        child = spawn('listmonk', ['--config', ''], { env, stdio: 'ignore' });
        return child;
      },
    });
  } finally {
    child?.kill('SIGKILL');
    await sleep(200);
    await db.end();
    await admin.query(`drop database ${database} with (force)`);
    await admin.end();
  }
}

/** Messages a second, by its own clock from start to end; undefined when it is not installed. */
export async function listmonkRate(sink: Sink, content: string, size: Size, serverUrl: string) {
  return withListmonk(serverUrl, async ({ db, start }) => {
    await prepare(db, sink, content, size);
    const child = start();
    return rateOf(db, size, () => child.exitCode !== null);
  });
}

function environmentOf(url: URL, port: number): Record<string, string> {
  return {
    LISTMONK_app__address: `127.0.0.1:${port}`,
    LISTMONK_db__host: url.hostname,
    LISTMONK_db__port: url.port || '5432',
    LISTMONK_db__user: url.username,
    LISTMONK_db__password: url.password,
    LISTMONK_db__database: url.pathname.slice(1),
    LISTMONK_db__ssl_mode: 'disable',
    // as its example has them: without, it opens as many connections as it is asked at a time
    LISTMONK_db__max_open: '25',
    LISTMONK_db__max_idle: '25',
    LISTMONK_ADMIN_USER: 'bench',
    LISTMONK_ADMIN_PASSWORD: 'a password of benchmarks',
    LISTMONK_ADMIN_API_USER: API_USER,
  };
}

/** People who are confirmed on its first list. */
export async function seedPeople(db: pg.Client, people: number): Promise<void> {
  await db.query('delete from subscribers');
  await db.query(`insert into subscribers (uuid, email, name, status)
    select gen_random_uuid(), 'u' || n || '@example.com', 'Name ' || n, 'enabled' from generate_series(1, ${people}) n`);
  await db.query(`insert into subscriber_lists (subscriber_id, list_id, status)
    select subscribers.id, list.id, 'confirmed' from subscribers, (${FIRST_LIST}) as list`);
  await db.query('analyze');
}

/** Settings, subscribers, and a campaign that is due. */
async function prepare(db: pg.Client, sink: Sink, content: string, { people, lanes }: Size): Promise<void> {
  const server = { enabled: true, host: '127.0.0.1', port: sink.port, auth_protocol: 'none', tls_type: 'none' };
  const pool = { max_conns: lanes, idle_timeout: '15s', wait_timeout: '5s', max_msg_retries: 2, email_headers: [] };
  const settings = {
    smtp: [{ ...server, ...pool }],
    'app.concurrency': lanes,
    'app.message_rate': MOST_A_SECOND / lanes, // of each worker; it makes room for twice as many at once
    'app.batch_size': 5_000,
    'app.check_updates': false,
    'privacy.individual_tracking': true,
  };
  for (const [key, value] of Object.entries(settings)) {
    await db.query('update settings set value = $2 where key = $1', [key, JSON.stringify(value)]);
  }
  await seedPeople(db, people);
  await db.query('delete from campaigns');
  const { rows } = await db.query(
    `insert into campaigns (uuid, name, subject, from_email, body, content_type, messenger, template_id, status)
     values (gen_random_uuid(), 'Bench', 'Hello {{ .Subscriber.FirstName }}', 'Ada <ada@example.com>', $1, 'html', 'email',
       (select id from templates where type = 'campaign' order by id limit 1), 'running') returning id`,
    [translated(content)],
  );
  await db.query('update templates set body = \'{{ template "content" . }}\'');
  await db.query(
    `insert into campaign_lists (campaign_id, list_id, list_name) select $1, id, name from (${FIRST_LIST}) as list`,
    [rows[0].id],
  );
}

async function rateOf(db: pg.Client, { people }: Size, hasEnded: () => boolean): Promise<number> {
  for (;;) {
    if (hasEnded()) throw new Error('listmonk ended');
    const { rows } = await db.query(`select status, sent, extract(epoch from now() - started_at)::float8 as seconds
      from campaigns`);
    const { status, sent, seconds } = rows[0] as { status: string; sent: number; seconds: number };
    if (status === 'finished') {
      if (sent < people) throw new Error(`listmonk: ${sent} of ${people} sent`);
      return people / seconds;
    }
    if (status !== 'running') throw new Error(`listmonk: the campaign is ${status}`);
    await sleep(50);
  }
}
