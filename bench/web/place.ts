// A store of its own for a measurement: on SQLite, or a database of a PostgreSQL server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { newApiKey, newUid } from '../../src/kernel/ids.ts';
import { openStore, type Store } from '../../src/storage/db.ts';

export type EmptyPlace = {
  apiKey: string;
  /** What a server on it is started with. */
  settings: Record<string, string>;
  remove(): Promise<void>;
};

export type Place = EmptyPlace & { store: Store };

/** @param serverUrl of a PostgreSQL server; absent: SQLite */
export async function makePlace(serverUrl?: string): Promise<Place> {
  const empty = await makeEmptyPlace(serverUrl);
  const { MAILWRIGHT_DATA_DIR: dataDir = '', MAILWRIGHT_DATABASE_URL: databaseUrl } = empty.settings;
  const store = await openStore({ dataDir, databaseUrl });
  const remove = async () => {
    await store.close();
    await empty.remove();
  };
  return { ...empty, store, remove };
}

/** As makePlace, for any version of the server: it makes the tables itself. */
export async function makeEmptyPlace(serverUrl?: string): Promise<EmptyPlace> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mailwright-bench-'));
  const database = serverUrl === undefined ? undefined : await newDatabase(serverUrl);
  const apiKey = newApiKey();
  return {
    apiKey,
    settings: {
      MAILWRIGHT_DATA_DIR: dataDir,
      MAILWRIGHT_API_KEY: apiKey,
      MAILWRIGHT_SECRET: 'a secret of benchmarks, 64 characters long for good measure.....',
      ...(database && { MAILWRIGHT_DATABASE_URL: database.url }),
    },
    async remove() {
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function newDatabase(serverUrl: string) {
  const name = `mailwright_bench_${newUid()}`;
  const ask = async (statement: string) => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await ask(`create database ${name}`);
  return { url: new URL(`/${name}`, serverUrl).href, drop: () => ask(`drop database ${name} with (force)`) };
}

/** The middle one of some times. */
export function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
