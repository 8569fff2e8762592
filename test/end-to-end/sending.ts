// What the end-to-end tests share: an installation with a list of people and a campaign, made over
// the interface.
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newUid } from '../../src/kernel/ids.ts';
import { freePort } from '../../src/network/free-port.ts';
import { openStore } from '../../src/storage/db.ts';
import { connectPostgres } from '../../src/storage/postgres/connection.ts';
import { databaseAt } from '../support/database-url.ts';
import { ledgerOf } from '../support/ledger.ts';
import { type ServerProcess, type ServerSettings, startServer } from '../support/server-process.ts';
import { openSink, type Sink } from '../support/sink.ts';
import { removeFolder } from '../support/temporary-folder.ts';
import { openCluster, SPREAD } from './cluster.ts';

export const LANES = 10;
const serverUrl = process.env['MAILWRIGHT_TEST_DATABASE_URL'];
/** SQLite always; PostgreSQL when a server is named. */
export const DATABASES = serverUrl === undefined ? (['sqlite'] as const) : (['sqlite', 'postgres'] as const);

export type Installation = {
  sink: Sink;
  settings: ServerSettings;
  /**
   * Starts a server here; all of them end with the test, before what they hold goes.
   * @param changes settings that are its own
   * @param said waits only for this output
   */
  start(changes?: Partial<ServerSettings>, said?: RegExp): Promise<ServerProcess>;
};

/** The sink takes a moment for each message, so that some are in flight whenever one looks. */
export function takeAMoment(sink: Sink): void {
  sink.answer(async (phase) => {
    if (phase === 'data_done') await sleep(Math.random() * 8);
    return undefined;
  });
}

/**
 * A data folder (or a database of its own), a sink as relay, and a way to start the server on them.
 */
export async function install(t: TestContext, database: 'sqlite' | 'postgres' | 'citus'): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mailwright-end-to-end-'));
  const sink = await openSink(t);
  const databaseUrl = database === 'sqlite' ? undefined : await newDatabase(t, database);
  const settings = { dataDir, port: await freePort(), smtpUrl: `${sink.url}&lanes=${LANES}`, databaseUrl };
  const servers: ServerProcess[] = [];
  t.after(async () => {
    if (!t.passed) t.diagnostic(`The last server said: ${servers.at(-1)?.output().slice(-4_000)}`);
    await Promise.all(servers.map((server) => server.end('SIGKILL')));
    removeFolder(dataDir);
  });
  return {
    sink,
    settings,
    async start(changes, said) {
      const server = await startServer({ ...settings, ...changes }, said);
      servers.push(server);
      return server;
    },
  };
}

export async function newDatabase(t: TestContext, on: 'postgres' | 'citus' = 'postgres'): Promise<string> {
  if (on === 'citus') return (await openCluster(t)).citus.url(SPREAD);
  const name = `mailwright_end_to_end_${newUid()}`;
  const admin = await connectPostgres(serverUrl ?? '');
  await admin.query(`create database ${name}`);
  t.after(async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  return databaseAt(serverUrl ?? '', name);
}

const HTML = `<html><body><p>Hello [FNAME] from [CITY],</p><p><a href="https://example.com/a">one</a>
<a href="https://example.com/b?x=[FNAME:filter:urlencode]">two</a></p></body></html>`;

/** What can be asked: a server of a test. */
export type Callable = Pick<ServerProcess, 'api'>;

const readerAddress = (n: number) => `reader${n}@example.com`;

/** Makes a list with one more field and `count` confirmed subscribers; gives its uid. */
export async function makeReaders(
  server: Callable,
  count: number,
  addressOf = readerAddress,
  cityOf = (n: number) => `City ${n}`,
): Promise<string> {
  const api = await server.api();
  const { list_uid } = await api.createList({
    body: {
      general: { name: 'Readers', description: 'Readers of the news', opt_in: 'single' },
      defaults: { from_name: 'Ada', from_email: 'ada@example.com', reply_to: 'ada@example.com', subject: 'News' },
      company: {
        name: 'Example Ltd',
        country: 'United States',
        address_1: '1 Main St',
        city: 'Springfield',
        zip_code: '12345',
      },
    },
  });
  await api.createField({
    list_uid,
    body: { type: 'text', label: 'City', tag: 'CITY', required: 'no', visibility: 'visible' },
  });
  const subscribers = Array.from({ length: count }, (_, n) => {
    return { EMAIL: addressOf(n), FNAME: `Name ${n}`, CITY: cityOf(n), details: { status: 'confirmed' as const } };
  });
  for (let from = 0; from < count; from += 5_000) {
    await api.createSubscribers({ list_uid, body: { subscribers: subscribers.slice(from, from + 5_000) } });
  }
  return list_uid;
}

/** Makes a campaign to a list that is due; gives its uid. */
export async function startCampaign(server: Callable, listUid: string): Promise<string> {
  const { campaign_uid } = await (await server.api()).createCampaign({
    body: {
      name: 'Spring',
      from_name: 'Ada',
      from_email: 'ada@example.com',
      reply_to: 'ada@example.com',
      subject: 'Hello [FNAME]',
      send_at: '2020-01-01 00:00:00',
      list_uid: listUid,
      template: { content: HTML, inline_css: 'no', auto_plain_text: 'yes' },
      options: { url_tracking: 'yes' },
    },
  });
  return campaign_uid;
}

/**
 * Makes a list of `count` confirmed subscribers, and a campaign to it that is due; gives the
 * campaign's uid.
 */
export async function makeCampaign(server: Callable, count: number): Promise<string> {
  return startCampaign(server, await makeReaders(server, count));
}

export async function statusOf(server: Callable, campaignUid: string): Promise<string> {
  return (await (await server.api()).getCampaign({ campaign_uid: campaignUid })).data.record.status;
}

export async function statisticsOf(server: Callable, campaignUid: string) {
  return (await (await server.api()).getCampaignStats({ campaign_uid: campaignUid })).data;
}

/** Of a campaign that is sent after `kills`: everybody has one row, and got it at most once. */
export async function assertEachOnce(
  t: TestContext,
  { sink, settings }: Pick<Installation, 'sink' | 'settings'>,
  { people, kills }: { people: number; kills: number },
): Promise<void> {
  const came = sink.recipients();
  assert.equal(new Set(came).size, came.length, 'nobody got two');
  const { rows } = await storedMessages(settings);
  assert.deepEqual([rows.length, new Set(rows.map(({ email }) => email)).size], [people, people]);
  const uncertain = rows.filter(({ state }) => state === 'uncertain');
  assert.ok(uncertain.length <= LANES * kills, `${uncertain.length} uncertain`);
  assert.ok(rows.every(({ state }) => state === 'accepted' || state === 'uncertain'));
  for (const { email, state } of rows)
    if (state === 'accepted') assert.ok(came.includes(email), `${email} did not come`);
  t.diagnostic(`${came.length} came, ${uncertain.length} uncertain`);
}

export type Row = { state: string; email: string; attempts: number };

/**
 * The campaign's messages as stored, and the names of the leases. The server must not run on SQLite
 * meanwhile.
 */
export async function storedMessages(settings: ServerSettings): Promise<{ rows: Row[]; leases: string[] }> {
  const store = await openStore({ databaseUrl: settings.databaseUrl, dataDir: settings.dataDir });
  try {
    const rows: Row[] = [];
    for (const { id } of await store.db.selectFrom('campaign').select('id').execute()) {
      const people = await store.db.selectFrom('subscriber').select(['id', 'email']).execute();
      const emailOf = new Map(people.map((person) => [person.id, person.email]));
      for (const { subscriber_id, state, attempts } of await ledgerOf(store.db, id)) {
        rows.push({ state, email: emailOf.get(subscriber_id) ?? '', attempts });
      }
    }
    const leases = await store.db.selectFrom('lease').select('name').execute();
    return { rows, leases: leases.map((lease) => lease.name) };
  } finally {
    await store.close();
  }
}
