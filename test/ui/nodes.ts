// The processes that journeys walk through: one on SQLite, or, on a PostgreSQL server, one that
// serves and one that sends.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newApiKey, newUid } from '../../src/kernel/ids.ts';
import { freePort } from '../../src/network/free-port.ts';
import { connectPostgres } from '../../src/storage/postgres/connection.ts';
import { databaseAt } from '../support/database-url.ts';
import { type ServerProcess, type ServerSettings, startServer } from '../support/server-process.ts';

export type Place = { dataDir: string; databaseUrl?: string | undefined };

export type Nodes = {
  baseUrl: string;
  place: Place;
  /** The one that serves. */
  web(): ServerProcess;
  start(): Promise<void>;
  end(signal: NodeJS.Signals): Promise<void>;
  /** Ends them for good, with their store. */
  remove(): Promise<void>;
};

/** Starts them on an empty store. @param host by which the browser comes to them */
export async function openNodes(environment: Readonly<Record<string, string>>, host: string): Promise<Nodes> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mailwright-ui-'));
  const database = await newDatabase(process.env['MAILWRIGHT_TEST_DATABASE_URL']);
  const databaseUrl = database?.url;
  const port = await freePort();
  const baseUrl = `http://${host}:${port}`;
  const own = { MAILWRIGHT_BASE_URL: baseUrl, ...environment };
  const settings = { dataDir, port, smtpUrl: '', databaseUrl, environment: own };
  let running: ServerProcess[] = [];
  const nodes: Nodes = {
    baseUrl,
    place: { dataDir, databaseUrl },
    web() {
      const [web] = running;
      if (!web) throw new Error('no node runs');
      return web;
    },
    async start() {
      running = await startNodes(settings);
    },
    async end(signal) {
      await Promise.all(running.map((node) => node.end(signal)));
    },
    async remove() {
      await nodes.end('SIGKILL');
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  const shared = { MAILWRIGHT_API_KEY: newApiKey(), MAILWRIGHT_SECRET: randomBytes(32).toString('hex') };
  if (databaseUrl !== undefined) settings.environment = { ...shared, ...own };
  await nodes.start();
  return nodes;
}

async function startNodes(settings: ServerSettings): Promise<ServerProcess[]> {
  if (settings.databaseUrl === undefined) return [await startServer(settings)];
  const as = (roles: string) => ({
    ...settings,
    dataDir: join(settings.dataDir, roles),
    environment: { ...settings.environment, MAILWRIGHT_ROLES: roles },
  });
  const web = await startServer(as('web'));
  return [web, await startServer(as('worker,clock'), /server\.started/)];
}

/** An empty database on a server; undefined without one. */
async function newDatabase(serverUrl: string | undefined): Promise<{ url: string; drop(): Promise<void> } | undefined> {
  if (serverUrl === undefined) return undefined;
  const name = `mailwright_ui_${newUid()}`;
  const ask = async (statement: string) => {
    const client = await connectPostgres(serverUrl);
    await client.query(statement);
    await client.end();
  };
  await ask(`create database ${name}`);
  return { url: databaseAt(serverUrl, name), drop: () => ask(`drop database ${name} with (force)`) };
}
