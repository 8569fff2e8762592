// The installation shared by all rounds of an engine: a store with one list of subscribers, created
// once over the interface. Each round works on a copy.
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../src/network/free-port.ts';
import { makeReaders } from '../end-to-end/sending.ts';
import { startServer } from '../support/server-process.ts';
import type { Engine } from './plan.ts';
import type { PostgresServer } from './postgres.ts';
import type { Place } from './store.ts';
import { readStore } from './store.ts';

/** Shared by the nodes of one installation. */
export const KEY = 'Chaos'.repeat(8);
export const SECRET = 'a secret of the chaos test '.repeat(2);

const DOMAINS = 25;

export type Installation = {
  engine: Engine;
  listUid: string;
  /** Another list, without subscribers. */
  otherListUid: string;
  /** Subscriber uids by address. */
  people: ReadonlyMap<string, string>;
  /** A copy for one round; files go to `folder`. */
  copy(folder: string, round: string): Promise<Place>;
};

/** Creates the installation. @param server absent: on SQLite */
export async function makeInstallation(
  folder: string,
  count: number,
  server?: PostgresServer,
  engine: Engine = server ? 'postgres' : 'sqlite',
): Promise<Installation> {
  const template = 'chaos_template';
  const dataDir = join(folder, server ? 'template-postgres' : 'template-sqlite');
  mkdirSync(dataDir, { recursive: true });
  if (server) await server.createDatabase(template);
  const running = await startServer({
    dataDir,
    port: await freePort(),
    smtpUrl: 'smtp://127.0.0.1:9',
    databaseUrl: server?.url(template),
    environment: { MAILWRIGHT_API_KEY: KEY, MAILWRIGHT_SECRET: SECRET },
  });
  const listUid = await makeReaders(running, count, (n) => `reader${n}@d${n % DOMAINS}.test`);
  const otherListUid = await makeReaders(running, 1, () => 'nobody@d0.test');
  await running.end('SIGTERM');
  const place: Place = server ? { kind: 'postgres', server, database: template } : { kind: 'sqlite', folder: dataDir };
  const rows = await readStore(place, `select email, uid from subscriber where email like 'reader%'`);
  return {
    engine,
    listUid,
    otherListUid,
    people: new Map(rows.map((row) => [String(row['email']), String(row['uid'])])),
    async copy(to, round) {
      if (!server) {
        cpSync(dataDir, to, { recursive: true });
        return { kind: 'sqlite', folder: to };
      }
      await server.createDatabase(round, template);
      return { kind: 'postgres', server, database: round };
    },
  };
}
