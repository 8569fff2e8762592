// Stores for tests: every storage suite runs on both engines. In-process PostgreSQL (PGlite) by
// default; a real server when MAILWRIGHT_TEST_DATABASE_URL names one (then each store is a separate
// database).
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, type TestContext } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { PostgresDialect } from 'kysely';
import type pg from 'pg';
import { newUid } from '../../src/kernel/ids.ts';
import { openDialect, openStore, type Store, type StorePlace } from '../../src/storage/db.ts';
import { isSpread } from '../../src/storage/dialect/spread.ts';
import { connectPostgres } from '../../src/storage/postgres/connection.ts';
import { faultsOfPlans } from './customer-law/tasks.ts';
import { faultsOfWalks } from './customer-law/walks.ts';
import { databaseAt } from './database-url.ts';
import { PGliteSession } from './pglite-pool.ts';

/** `place`: where other processes can open it; undefined for the in-process PostgreSQL. */
export type TestStore = Store & { place?: StorePlace };

/**
 * An engine to test on. `open` gives an empty, migrated store that is closed when the test (or
 * suite) ends.
 */
export type TestEngine = {
  name: 'sqlite' | 'pglite' | 'postgres';
  open(t: Pick<TestContext, 'after'>): Promise<TestStore>;
};

const serverUrl = process.env['MAILWRIGHT_TEST_DATABASE_URL'];

const sqlite: TestEngine = {
  name: 'sqlite',
  async open(t) {
    const dataDir = mkdtempSync(join(tmpdir(), 'mailwright-test-'));
    emptyFile ??= emptySqlite();
    writeFileSync(join(dataDir, SQLITE_FILE), await emptyFile);
    const store = await openStore({ dataDir });
    t.after(async () => {
      await store.close();
      const faults = faultsOfWalks(join(dataDir, SQLITE_FILE));
      rmSync(dataDir, { recursive: true, force: true });
      assert.deepEqual(faults, []);
    });
    return { ...store, place: { dataDir } };
  },
};

const ROOT = join(import.meta.dirname, '..', '..');
const CACHE = join(ROOT, 'node_modules', '.cache');
const SQLITE_FILE = 'mailwright.db';
let emptyFile: Promise<Buffer> | undefined;

/** The bytes of a migrated store: each test copies them instead of creating every table again. */
async function emptySqlite(): Promise<Buffer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mailwright-test-'));
  try {
    await (await openStore({ dataDir })).close();
    return readFileSync(join(dataDir, SQLITE_FILE));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

// One instance a process: starting it takes seconds. A store is its public schema, emptied for the
// next one.
let instance: Promise<PGlite> | undefined;
let session: PGliteSession | undefined;
let inUse = false;
let willClose = false;

const pglite: TestEngine = {
  name: 'pglite',
  async open(t) {
    if (inUse) throw new Error('PGlite holds one store at a time: open it once for the suite.');
    inUse = true;
    instance ??= openInstance();
    const shared = await instance;
    await emptySchema(shared);
    session ??= new PGliteSession(shared);
    const store = await openDialect(new PostgresDialect({ pool: session.pool() }), 'postgres');
    madeSchema ??= await schemaOf(shared);
    session.mayHaveChangedSchema = false; // by now
    t.after(async () => {
      await store.close();
      inUse = false;
    });
    return store;
  },
};

let madeSchema: string | undefined;

/**
 * Empties a migrated schema: that takes a tenth of the time of creating the tables, and deleting
 * few rows a tenth of what truncating takes, which makes new files of the table and each index. A
 * table that was analyzed is truncated, so that the figures of its planner are gone too. A schema
 * changed by a test is dropped, and the next store creates it again.
 */
async function emptySchema(shared: PGlite): Promise<void> {
  const mayDiffer = madeSchema === undefined || session === undefined || session.mayHaveChangedSchema;
  if (mayDiffer && (await schemaOf(shared)) !== madeSchema) {
    await shared.exec('drop schema public cascade; create schema public; deallocate all');
    session = undefined;
    return;
  }
  await shared.exec(`do $$ declare of_table record; large_tables text[] := '{}'; begin
    perform set_config('session_replication_role', 'replica', true); -- in any order
    for of_table in select oid, oid::regclass::text as name, relpages from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration' loop
      if of_table.relpages > 0 or pg_relation_size(of_table.oid) > ${DELETED_BYTES} then
        large_tables := large_tables || of_table.name;
      else
        execute 'delete from ' || of_table.name;
      end if;
    end loop;
    if large_tables <> '{}' then execute 'truncate ' || array_to_string(large_tables, ', ') || ' cascade'; end if;
    perform setval(seqrelid, seqstart, false) from pg_sequence;
  end $$`);
}

/** A larger table is truncated: what was deleted takes room, and is read. */
const DELETED_BYTES = 65_536;

/** Describes every table, column, index and constraint, and the migrations that ran. */
async function schemaOf(shared: PGlite): Promise<string> {
  const { rows } = await shared.query<{ schema: string }>(`select concat_ws(' ',
    (select string_agg(concat(c.relname, c.relkind, a.attname, a.atttypid, a.attnotnull), ',' order by c.relname, a.attnum)
      from pg_class c join pg_attribute a on a.attrelid = c.oid where c.relnamespace = 'public'::regnamespace),
    (select string_agg(concat(conname, contype), ',' order by conname, contype) from pg_constraint
      where connamespace = 'public'::regnamespace),
    (select string_agg(tgname::text, ',' order by tgname) from pg_trigger where not tgisinternal),
    (select string_agg(proname::text, ',' order by proname) from pg_proc where pronamespace = 'public'::regnamespace)
    ) as schema`);
  const migrations = rows[0]?.schema.includes('migration')
    ? await shared.query<{ name: string }>('select name from migration order by name')
    : undefined;
  return [rows[0]?.schema, ...(migrations?.rows ?? []).map((row) => row.name)].join(' ');
}

/**
 * A statement is planned once, not for each of its first values; the log, from which nothing is
 * recovered, is kept short: together an eighth of the processor time of tests on PGlite.
 */
const SETTINGS = [
  'plan_cache_mode=force_generic_plan',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'checkpoint_timeout=1h',
];
const startParams = [...PGlite.defaultStartParams, ...SETTINGS.flatMap((setting) => ['-c', setting])];

/**
 * Creating a cluster and its tables takes seconds, loading an existing one does not: the first run
 * caches it beside the packages, under a hash of its input.
 */
async function openInstance(): Promise<PGlite> {
  const file = join(CACHE, `pglite-${clusterDigest()}.tar`);
  if (existsSync(file)) {
    const loaded = await PGlite.create({ startParams, loadDataDir: new Blob([readFileSync(file)]) });
    madeSchema = await schemaOf(loaded);
    return loaded;
  }
  const made = await PGlite.create({ startParams });
  session = new PGliteSession(made);
  await (await openDialect(new PostgresDialect({ pool: session.pool() }), 'postgres')).close();
  madeSchema = await schemaOf(made);
  const cluster = Buffer.from(await (await made.dumpDataDir('none')).arrayBuffer());
  mkdirSync(CACHE, { recursive: true });
  for (const old of readdirSync(CACHE)) if (/^pglite-.*\.tar$/.test(old)) rmSync(join(CACHE, old), { force: true });
  const part = `${file}.${process.pid}`;
  writeFileSync(part, cluster);
  renameSync(part, file); // other test processes may be creating it at the same time
  return made;
}

/** A hash of what a cluster depends on: the migrations, and the release of PGlite. */
function clusterDigest(): string {
  const storage = join(ROOT, 'src', 'storage');
  const sources = readdirSync(storage, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(storage, name));
  const digest = createHash('sha256');
  for (const file of [join(ROOT, 'node_modules', '@electric-sql', 'pglite', 'package.json'), ...sources.sort()]) {
    digest.update(readFileSync(file));
  }
  return digest.digest('hex').slice(0, 16);
}

const postgres: TestEngine = {
  name: 'postgres',
  async open(t) {
    const name = `mailwright_test_${newUid()}`;
    const admin = await connectPostgres(serverUrl ?? '');
    migrated ??= migratedDatabase(admin);
    const template = await migrated;
    await admin.query(`create database ${name} template ${template}`);
    const place = { databaseUrl: databaseAt(serverUrl ?? '', name), dataDir: '' };
    const store = await openStore(place);
    t.after(async () => {
      const faults = isSpread(store.db) ? await plannedIn(place.databaseUrl) : [];
      await store.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      assert.deepEqual(faults, []);
    });
    return { ...store, place };
  },
};

let migrated: Promise<string> | undefined;

/**
 * A database that has every table already: copying it takes a quarter of the time of creating
 * them. Nobody can copy one that somebody is in, as a process of Citus is, or a pooler.
 */
async function migratedDatabase(admin: pg.Client): Promise<string> {
  const name = `mailwright_migrated_${newUid()}`;
  await admin.query(`create database ${name}`);
  await (await openStore({ databaseUrl: databaseAt(serverUrl ?? '', name), dataDir: '' })).close();
  await admin.query(`alter database ${name} allow_connections false`);
  await admin.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}' and usename = current_user`,
  );
  return name;
}

/** Removes what this process made for its tests. */
async function removeMigrated(): Promise<void> {
  const name = await migrated;
  if (name === undefined) return;
  const admin = await connectPostgres(serverUrl ?? '');
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
}

async function plannedIn(databaseUrl: string): Promise<string[]> {
  const client = await connectPostgres(databaseUrl);
  const faults = await faultsOfPlans(client);
  await client.end();
  return faults;
}

/** The engines of this run: both by default, only the real server when one is given. */
export const engines: readonly TestEngine[] = serverUrl === undefined ? [sqlite, pglite] : [postgres];

/** Ends what the suites of a process share: PGlite's timers would keep it alive. */
async function close(): Promise<void> {
  await (await instance)?.close();
  await removeMigrated();
}

/** Runs a suite once on each engine. Open the store in `before`, or once in a test. */
export function eachEngine(name: string, suite: (engine: TestEngine) => void): void {
  if (!willClose) after(close);
  willClose = true; // files share a process
  for (const engine of engines) describe(`${name} on ${engine.name}`, () => suite(engine));
}

/**
 * Runs a suite on one engine: for tests of responses, when other suites test the same statements on
 * both.
 */
export function oneEngine(name: string, suite: (engine: TestEngine) => void): void {
  const [engine] = engines;
  if (engine) describe(`${name} on ${engine.name}`, () => suite(engine));
}
