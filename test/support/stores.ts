// Stores for tests: every suite of storage runs on both engines. In-process PostgreSQL (PGlite) by default; a real server
// when MAILWRIGHT_TEST_DATABASE_URL names one (then each store is a database of its own).
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, type TestContext } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { PGliteDialect } from 'kysely';
import pg from 'pg';
import { newUid } from '../../src/kernel/ids.ts';
import { openDialect, openStore, type Store, type StorePlace } from '../../src/storage/db.ts';

/** `place`: where other processes can open it; the in-process PostgreSQL has none. */
export type TestStore = Store & { place?: StorePlace };

/** An engine to test on. `open` gives an empty, migrated store that is closed when the test (or suite) ends. */
export type TestEngine = {
  name: 'sqlite' | 'pglite' | 'postgres';
  open(t: Pick<TestContext, 'after'>): Promise<TestStore>;
};

const serverUrl = process.env['MAILWRIGHT_TEST_DATABASE_URL'];

const sqlite: TestEngine = {
  name: 'sqlite',
  async open(t) {
    const dataDir = mkdtempSync(join(tmpdir(), 'mailwright-test-'));
    const store = await openStore({ dataDir });
    t.after(async () => {
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
    });
    return { ...store, place: { dataDir } };
  },
};

// One instance a process: starting it takes seconds. A store is its public schema, made anew for each.
let instance: Promise<PGlite> | undefined;
let inUse = false;
let willClose = false;

const pglite: TestEngine = {
  name: 'pglite',
  async open(t) {
    if (inUse) throw new Error('PGlite holds one store at a time: open it once for the suite.');
    inUse = true;
    instance ??= openInstance();
    const shared = await instance;
    await shared.exec('drop schema public cascade; create schema public');
    const store = await openDialect(new PGliteDialect({ pglite: keptOpen(shared) }), 'postgres');
    t.after(async () => {
      await store.close();
      inUse = false;
    });
    return store;
  },
};

/** Making a new cluster takes seconds, loading a made one does not: the first run keeps it beside the packages. */
async function openInstance(): Promise<PGlite> {
  const file = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'pglite-cluster.tar');
  try {
    return await PGlite.create({ loadDataDir: new Blob([readFileSync(file)]) });
  } catch {
    const made = await PGlite.create();
    const cluster = Buffer.from(await (await made.dumpDataDir('none')).arrayBuffer());
    mkdirSync(dirname(file), { recursive: true });
    const part = `${file}.${process.pid}`;
    writeFileSync(part, cluster);
    renameSync(part, file); // other test files may be making it at this moment
    return made;
  }
}

/** Kysely closes the instance with the store; ours lives on for the next one. */
function keptOpen(shared: PGlite): PGlite {
  return new Proxy(shared, {
    get(target, name) {
      if (name === 'close') return async () => undefined;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

const postgres: TestEngine = {
  name: 'postgres',
  async open(t) {
    const admin = new pg.Client({ connectionString: serverUrl });
    const name = `mailwright_test_${newUid()}`;
    await admin.connect();
    await admin.query(`create database ${name}`);
    const url = new URL(serverUrl ?? '');
    url.pathname = `/${name}`;
    const place = { databaseUrl: url.href, dataDir: '' };
    const store = await openStore(place);
    t.after(async () => {
      await store.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    });
    return { ...store, place };
  },
};

/** The engines of this run: both by default, the real server alone when one is given. */
export const engines: readonly TestEngine[] = serverUrl === undefined ? [sqlite, pglite] : [postgres];

/** Runs a suite once on each engine. Open the store in `before`, or once in a test. */
export function eachEngine(name: string, suite: (engine: TestEngine) => void): void {
  if (!willClose) after(async () => (await instance)?.close()); // its timers would keep the process alive
  willClose = true; // files share a process
  for (const engine of engines) describe(`${name} on ${engine.name}`, () => suite(engine));
}

/** Runs a suite on one engine: for what an answer says, where other suites ask both engines the same of the store. */
export function oneEngine(name: string, suite: (engine: TestEngine) => void): void {
  const [engine] = engines;
  if (engine) describe(`${name} on ${engine.name}`, () => suite(engine));
}
