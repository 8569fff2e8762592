// What open streams of events cost a campaign that is being sent: the same campaign with and
// without them, in turns, so that both have the same machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { insertKey } from '../../src/accounts/keys/queries.ts';
import { newApiKey, newUid, sha256 } from '../../src/kernel/ids.ts';
import { freePort } from '../../src/network/free-port.ts';
import {
  campaignOf,
  countersOf,
  type Seed,
  seedCampaign,
  seedList,
  seedSubscribers,
} from '../../test/support/delivery-rows.ts';
import { startSink } from '../support/peers.ts';
import { startWatched } from '../support/process.ts';
import { makePlace, median, type Place } from './place.ts';

const PEOPLE = 60_000;
const ROUNDS = 3;
/** A process lets a customer have this many. */
const OF_ONE = 200;
const CONTENT = `<html><body>${'<p>Hello [FNAME], <a href="https://example.com/article">read on</a>.</p>'.repeat(12)}<a href="[UNSUBSCRIBE_URL]">Unsubscribe</a></body></html>`;

/** Prints the rates. */
export async function measureStreams(streams: number): Promise<void> {
  const sink = await startSink();
  const place = await makePlace();
  const { db } = place.store;
  const seed = await seedList(db);
  await seedSubscribers(db, seed, PEOPLE, { domains: 50 });
  const keys = await keysFor(place, seed, Math.ceil(streams / OF_ONE));
  const settings = {
    ...place.settings,
    MAILWRIGHT_BASE_URL: 'http://mail.bench.test',
    MAILWRIGHT_SMTP_URL: `smtp://127.0.0.1:${sink.port}?ignoreTLS=true&lanes=50`,
  };
  const server = await startWatched(await freePort(), settings);
  console.log(`
A campaign to ${PEOPLE.toLocaleString('en')} people beside ${streams.toLocaleString('en')} open streams of events, ${OF_ONE} of them of its own customer; in turns

| round | messages/s without | with | events read, KB | memory MB |
|---|---|---|---|---|`);
  const rates: Record<'without' | 'with', number[]> = { without: [], with: [] };
  await rateOf(place, seed); // a first one, so that everything is compiled and warm
  for (let round = 1; round <= ROUNDS; round += 1) {
    const without = await rateOf(place, seed);
    const readers = await openStreams(server.baseUrl, keys, streams);
    const withStreams = await rateOf(place, seed);
    const memory = server.memory();
    const bytes = await readers.end();
    rates.without.push(without);
    rates.with.push(withStreams);
    const cells = [
      round,
      without.toLocaleString('en'),
      withStreams.toLocaleString('en'),
      Math.round(bytes / 1e3),
      memory,
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  const share = (100 * median(rates.with)) / median(rates.without);
  console.log(`| median | ${median(rates.without)} | ${median(rates.with)} (${share.toFixed(0)} %) | | |`);
  await server.end();
  await place.remove();
  sink.stop();
}

/** A key of the campaign's customer, then those of others. */
async function keysFor({ store: { db } }: Place, seed: Seed, customers: number): Promise<string[]> {
  const keys: string[] = [];
  for (let n = 0; n < customers; n += 1) {
    const customerId = n === 0 ? seed.customerId : (await seedList(db)).customerId;
    const key = newApiKey();
    const names = { uid: newUid(), hash: sha256(key), hint: key.slice(0, 4), name: 'bench' };
    await insertKey(db, { ...names, customer_id: customerId, created_at: 0 });
    keys.push(key);
  }
  return keys;
}

/** Messages a second of a campaign to everybody. */
async function rateOf({ store: { db } }: Place, seed: Seed): Promise<number> {
  const startedAt = performance.now();
  const id = await seedCampaign(db, seed, { content: CONTENT });
  while ((await campaignOf(db, id)).status !== 'sent') await sleep(50);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { accepted } = await countersOf(db, id);
  if (accepted !== PEOPLE) throw new Error(`${accepted} of ${PEOPLE} accepted`);
  return Math.round(PEOPLE / seconds);
}

/** Opens the streams in a process of its own, and waits until all of them have begun. */
async function openStreams(baseUrl: string, keys: readonly string[], streams: number) {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'readers.ts'), baseUrl, keys.join(','), String(streams)],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const [ready] = (await once(child.stdout, 'data')) as [Buffer];
  if (!ready.toString().startsWith('open')) throw new Error(`the streams did not open: ${ready.toString()}`);
  return {
    /** Closes them. @returns the bytes that were read */
    async end(): Promise<number> {
      child.stdin.write('end\n');
      const [bytes] = (await once(child.stdout, 'data')) as [Buffer];
      await once(child, 'exit');
      return Number(bytes.toString());
    },
  };
}
