// What an open and a click cost: processor time of the server, of its database and of the clients,
// at a given rate, in turns with another version.
//
//   node bench/hits.ts [--hits 90000] [--rate 10000] [--rounds 3] [--before <folder>]
//     [--only sqlite] [--profile <folder>]
//
// Each hit is of another person, every second one a click, on messages that were accepted a minute
// ago. SQLite, and PostgreSQL when MAILWRIGHT_TEST_DATABASE_URL names a server. `--before` names
// the folder of another version, `--profile` one for profiles of the processor.
import { resolve } from 'node:path';
import { freePort } from '../src/network/free-port.ts';
import { seedList, seedSubscribers } from '../test/support/delivery-rows.ts';
import { readOptions } from '../test/support/options.ts';
import { type Asking, askAll, requestOf } from './hits/clients.ts';
import { databaseTimes, msBetween } from './hits/database-time.ts';
import { seedMessages } from './hits/seed.ts';
import { machine } from './support/machine.ts';
import { startWatched } from './support/process.ts';
import { makePlace, median, type Place } from './web/place.ts';

const { values: options } = readOptions(import.meta.filename, {
  hits: { type: 'string', default: '90000' },
  rate: { type: 'string', default: '10000' },
  rounds: { type: 'string', default: '3' },
  before: { type: 'string' },
  only: { type: 'string' },
  profile: { type: 'string' },
});
const hits = Number(options.hits);
const rate = Number(options.rate);

type Version = { name: string; home: string | undefined };
const versions: Version[] = [{ name: 'this', home: undefined }];
if (options.before !== undefined) versions.unshift({ name: 'before', home: resolve(options.before) });

/** Microseconds a hit, and hits a second. */
type Cost = { server: number; database: number; clients: number; rate: number; p99: number };

console.log(machine());
const serverUrl = process.env['MAILWRIGHT_TEST_DATABASE_URL'];
console.log(
  '\n| engine | version | server µs a hit | database | clients | hits/s | p99 ms |\n|---|---|---|---|---|---|---|',
);
if (options.only !== 'postgres') await onPlace('SQLite');
if (options.only !== 'sqlite' && serverUrl !== undefined) await onPlace('PostgreSQL', serverUrl);

async function onPlace(engine: string, url?: string): Promise<void> {
  const costs = new Map<Version, Cost[]>(versions.map((version) => [version, []]));
  for (let round = 0; round < Number(options.rounds); round += 1) {
    for (const version of versions) costs.get(version)?.push(await costOf(version, url));
  }
  for (const [{ name }, some] of costs) {
    const middle = (of: keyof Cost) => median(some.map((cost) => cost[of]));
    const figures = [middle('server'), middle('database'), middle('clients'), middle('rate')].map(Math.round);
    console.log(`| ${engine} | ${name} | ${figures.join(' | ')} | ${middle('p99').toFixed(1)} |`);
  }
}

async function costOf({ home }: Version, url?: string): Promise<Cost> {
  const place = await makePlace(url);
  const port = await freePort();
  try {
    const askings = await fill(place);
    const settings = {
      ...place.settings,
      MAILWRIGHT_LOG_LEVEL: 'error',
      MAILWRIGHT_BASE_URL: 'http://mail.bench.test',
    };
    const flags = options.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${resolve(options.profile)}`];
    const server = await startWatched(port, settings, flags, home);
    await askAll(askings.slice(0, hits / 3), { port, rate, onAnswer: () => undefined }); // until code is compiled
    const [serverAt, databaseAt, clientsAt, startedAt] = readings();
    const times: number[] = [];
    await askAll(askings.slice(hits / 3), { port, rate, onAnswer: (_, dueAt, now) => times.push(now - dueAt) });
    const [serverEnd, databaseEnd, clientsEnd, endedAt] = readings();
    await server.end();
    return {
      server: ((serverEnd - serverAt) * 1_000) / times.length,
      database: (msBetween(databaseAt, databaseEnd) * 1_000) / times.length,
      clients: ((clientsEnd - clientsAt) * 1_000) / times.length,
      rate: (times.length / (endedAt - startedAt)) * 1_000,
      p99: times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0,
    };

    /** Milliseconds of processor time so far, and the time. */
    function readings(): [number, ReadonlyMap<string, number>, number, number] {
      const { user, system } = process.cpuUsage();
      const database = databaseTimes(place.settings['MAILWRIGHT_DATABASE_URL']);
      return [server.cpuSeconds() * 1_000, database, (user + system) / 1_000, performance.now()];
    }
  } finally {
    await place.remove();
  }
}

/** A campaign that everybody got. @returns what to ask for */
async function fill({ store: { db }, settings }: Place): Promise<Asking[]> {
  const seed = await seedList(db);
  await seedSubscribers(db, seed, hits);
  const { opens, clicks } = await seedMessages(db, seed, settings['MAILWRIGHT_SECRET'] ?? '');
  return opens.map((path, n) => {
    const isOpen = n % 2 === 0;
    return { request: requestOf(isOpen ? path : (clicks[n] ?? '')), status: isOpen ? 200 : 302 };
  });
}
