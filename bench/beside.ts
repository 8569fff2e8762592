// Requests beside listmonk, another campaign server, on one PostgreSQL: reading a subscriber, a
// page of 50, and following a link, by clients that ask as fast as they are answered, in turns.
// Each click is of another person, and each read of a person of all.
//
//   MAILWRIGHT_TEST_DATABASE_URL=postgres://… node bench/beside.ts [--requests 20000]
//     [--rounds 3] [--clients 512]
//
// Needs listmonk's program on the PATH. Theirs and ours write a click down before they answer; ours
// counts unique clicks, the open that it implies, its link and its list in the same transaction.
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../src/network/free-port.ts';
import { seedList, seedSubscribers } from '../test/support/delivery-rows.ts';
import { readOptions } from '../test/support/options.ts';
import { type Asking, askAll, requestOf } from './hits/clients.ts';
import { databaseTimes, msBetween } from './hits/database-time.ts';
import { seedMessages } from './hits/seed.ts';
import { type Listmonk, seedPeople, withListmonk } from './peers/listmonk.ts';
import { machine } from './support/machine.ts';
import { startWatched } from './support/process.ts';
import { processorMs, statOf } from './support/processor-time.ts';
import { makePlace, median, type Place } from './web/place.ts';

const { values } = readOptions(import.meta.filename, {
  requests: { type: 'string', default: '20000' },
  rounds: { type: 'string', default: '3' },
  clients: { type: 'string', default: '512' },
});
const requests = Number(values.requests);
const rounds = Number(values.rounds);
const clients = Number(values.clients);
/** A round more than is counted: until code is compiled and plans are made. */
const PEOPLE = requests * (rounds + 1);
const KINDS = ['GET subscriber', 'page of 50', 'click'] as const;
const PAGE = 50;

/** A server that answers, and what it is asked for: one request a person. */
type Contestant = {
  name: string;
  port: number;
  databaseUrl: string | undefined;
  askings: Record<(typeof KINDS)[number], Asking[]>;
  /** Processor time so far, ms. */
  used(): number;
};
type Cost = { rate: number; server: number; database: number };

const serverUrl = process.env['MAILWRIGHT_TEST_DATABASE_URL'];
if (serverUrl === undefined) throw new Error('MAILWRIGHT_TEST_DATABASE_URL names no server of PostgreSQL.');
console.log(machine());
const place = await makePlace(serverUrl);
const ours = await startOurs(place);
try {
  const done = await withListmonk(serverUrl, async (listmonk) => {
    await compare([ours, await startTheirs(listmonk)]);
    return true;
  });
  if (!done) throw new Error('listmonk is not on the PATH.');
} finally {
  await ours.end();
  await place.remove();
}

async function compare(all: readonly [Contestant, Contestant]): Promise<void> {
  const columns = all.map(({ name }) => `${name}: requests/s | µs of its processor | of the database`);
  console.log(`\n| request | ${columns.join(' | ')} | times as fast | times the processor, all in all |`);
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const kind of KINDS) {
    const costs = all.map((): Cost[] => []);
    for (let round = 0; round <= rounds; round += 1) {
      for (const [at, one] of all.entries()) {
        const each = one.askings[kind].length / (rounds + 1);
        const cost = await costOf(one, one.askings[kind].slice(round * each, (round + 1) * each));
        if (round > 0) costs[at]?.push(cost);
      }
    }
    const [ours, theirs] = costs.map((some) => {
      const middle = (of: keyof Cost) => median(some.map((cost) => cost[of]));
      return { rate: middle('rate'), server: middle('server'), database: middle('database') };
    });
    if (!ours || !theirs) throw new Error('nothing was measured');
    const cells = [ours, theirs].flatMap(({ rate, server, database }) => [rate, server, database].map(Math.round));
    const both = (ours.server + ours.database) / (theirs.server + theirs.database);
    console.log(
      `| ${kind} | ${cells.join(' | ')} | **${(ours.rate / theirs.rate).toFixed(2)}** | ${both.toFixed(2)} |`,
    );
  }
}

/** One of each ten requests is for a page, which costs more: of the first ones, in turns. */
function pagesOf(asking: (page: number) => Asking): Asking[] {
  const pages = Math.min(100, Math.floor(PEOPLE / PAGE));
  return Array.from({ length: PEOPLE / 10 }, (_, i) => asking((i % pages) + 1));
}

async function costOf({ port, databaseUrl, used }: Contestant, askings: Asking[]): Promise<Cost> {
  const [usedBefore, databaseBefore, startedAt] = [used(), databaseTimes(databaseUrl), performance.now()];
  await askAll(askings, { port, rate: Number.POSITIVE_INFINITY, onAnswer: () => undefined, clients });
  const micros = (ms: number) => (ms * 1_000) / askings.length;
  return {
    rate: (askings.length / (performance.now() - startedAt)) * 1_000,
    server: micros(used() - usedBefore),
    database: micros(msBetween(databaseBefore, databaseTimes(databaseUrl))),
  };
}

async function startOurs({ store: { db }, settings, apiKey }: Place): Promise<Contestant & { end(): Promise<void> }> {
  const seed = await seedList(db);
  await seedSubscribers(db, seed, PEOPLE);
  const { clicks } = await seedMessages(db, seed, settings['MAILWRIGHT_SECRET'] ?? '');
  const people = await db.selectFrom('subscriber').select('uid').orderBy('id').execute();
  const list = await db.selectFrom('list').select('uid').where('id', '=', seed.listId).executeTakeFirstOrThrow();
  const port = await freePort();
  const server = await startWatched(port, { ...settings, MAILWRIGHT_LOG_LEVEL: 'error' });
  const headers = { 'X-Api-Key': apiKey };
  return {
    name: 'Mailwright',
    port,
    databaseUrl: settings['MAILWRIGHT_DATABASE_URL'],
    askings: {
      'GET subscriber': people.map(({ uid }) => ({
        request: requestOf(`/api/lists/${list.uid}/subscribers/${uid}`, headers),
        status: 200,
      })),
      'page of 50': pagesOf((page) => ({
        request: requestOf(`/api/lists/${list.uid}/subscribers?page=${page}&per_page=${PAGE}`, headers),
        status: 200,
      })),
      click: clicks.map((path) => ({ request: requestOf(path), status: 302 })),
    },
    used: () => server.cpuSeconds() * 1_000,
    end: () => server.end(),
  };
}

async function startTheirs({ db, url, port, authorization, start }: Listmonk): Promise<Contestant> {
  await seedPeople(db, PEOPLE);
  const link = '6f1dd0b5-5c1f-4f4c-8f7e-1f3f0a3a7c11';
  await db.query(`insert into links (uuid, url) values ('${link}', 'https://shop.example.com/article/1?utm=mail')`);
  // Its default: who clicked is written down.
  await db.query(`update settings set value = 'true' where key = 'privacy.individual_tracking'`);
  const { rows: campaigns } = await db.query<{ uuid: string }>('select uuid from campaigns order by id limit 1');
  const { rows: lists } = await db.query<{ id: number }>('select id from lists order by id limit 1');
  const { rows: people } = await db.query<{ id: number; uuid: string }>('select id, uuid from subscribers order by id');
  const child = start();
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    if (answer) break;
    if (child.exitCode !== null) throw new Error('listmonk ended');
    await sleep(50);
  }
  const headers = { Authorization: authorization };
  return {
    name: 'listmonk',
    port,
    databaseUrl: url,
    askings: {
      'GET subscriber': people.map(({ id }) => ({
        request: requestOf(`/api/subscribers/${id}`, headers),
        status: 200,
      })),
      'page of 50': pagesOf((page) => ({
        request: requestOf(`/api/subscribers?list_id=${lists[0]?.id}&page=${page}&per_page=${PAGE}`, headers),
        status: 200,
      })),
      click: people.map(({ uuid }) => ({
        request: requestOf(`/link/${link}/${campaigns[0]?.uuid}/${uuid}`),
        status: 307,
      })),
    },
    used: () => processorMs(statOf(child.pid ?? 0)),
  };
}
