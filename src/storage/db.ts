// Opens the store: SQLite in the data folder, or PostgreSQL by URL. Everything else gets `Db` or `Tx` handed down.
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { type Dialect, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { AppError, asError } from '../kernel/errors.ts';
import { makeDataFolder } from './folder.ts';
import { migrate } from './migrate.ts';
import { NodeSqliteDialect } from './sqlite-driver.ts';
import { nameOfStatement } from './statement.ts';
import type { Db, Tables, Tx } from './tables.ts';
import { type GateMemory, openWriteGate } from './write-gate.ts';

export type { Db, Tx };

/** Where the store is: a PostgreSQL server by URL, else SQLite in the data folder. */
export type StorePlace = {
  databaseUrl?: string | undefined;
  dataDir: string;
  /** How long a PostgreSQL server may leave a statement without a word before its connection counts as dead, ms. */
  silenceMs?: number;
  /** Shared by the threads of a process that open the same SQLite store: they write in turn. */
  gate?: GateMemory | undefined;
};

/** An open store. */
export type Store = {
  db: Db;
  engine: 'sqlite' | 'postgres';
  /** The end is near: a server that leaves a statement without a word for 3 s from now on is given up. */
  hurry(): void;
  /** Waits for running statements. */
  close(): Promise<void>;
};

const INT8 = 20; // type oid: ids, counts and instants stay far below 2^53, so numbers hold them
const NUMERIC = 1700;
const SILENCE_MS = 60_000;
const HURRY_MS = 3_000;
/** Shorter than a lease: a node that stopped in the middle of a transaction keeps nobody from its rows for longer. */
const IDLE_TRANSACTION_MS = 8_000;

/** How long a connection in use may be silent, and which are in use. */
type Silence = { ms: number; listening: Set<Socket> };

/** A connection's socket, which pg keeps to itself. */
type WithStream = { connection: { stream: Socket } };

/**
 * Opens the store and brings its schema up to date.
 * @throws AppError `unavailable` when the place cannot be used or was written by a newer version.
 */
export async function openStore(options: StorePlace): Promise<Store> {
  const { databaseUrl, dataDir, silenceMs = SILENCE_MS, gate } = options;
  if (databaseUrl === undefined) return openDialect(sqliteDialect(dataDir, gate), 'sqlite');
  const silence: Silence = { ms: 0, listening: new Set() }; // a migration may take its time
  const store = await openDialect(postgresDialect(databaseUrl, silence), 'postgres');
  silence.ms = silenceMs;
  const hurry = () => {
    silence.ms = HURRY_MS;
    for (const stream of silence.listening) stream.setTimeout(HURRY_MS);
  };
  return { ...store, hurry };
}

/** Opens a store on a Kysely dialect (tests use it for the in-process PostgreSQL). */
export async function openDialect(dialect: Dialect, engine: Store['engine']): Promise<Store> {
  let db: Db | undefined;
  try {
    db = new Kysely<Tables>({ dialect });
    await migrate(db);
  } catch (error) {
    await db?.destroy().catch(() => undefined); // the first error is the one to tell
    if (error instanceof AppError) throw error;
    const place = engine === 'sqlite' ? 'the SQLite store in the data folder' : 'the PostgreSQL database';
    throw new AppError('unavailable', `Cannot use ${place}: ${asError(error).message}`, undefined, { cause: error });
  }
  const store = db;
  return { db: store, engine, hurry: () => undefined, close: () => store.destroy() };
}

/** Runs `work` in one transaction; it is rolled back when `work` throws. */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(work);
}

function sqliteDialect(dataDir: string, gate: GateMemory | undefined): Dialect {
  makeDataFolder(dataDir);
  return new NodeSqliteDialect(join(dataDir, 'mailwright.db'), gate && openWriteGate(gate));
}

/** A plan was good for the table's size when it was made; a campaign's start adds a million rows in seconds. */
const PLANS_MS = 5_000;

/** Statements of the hot paths are parsed and planned once in a while: planning one takes as long as running it. */
class PreparingClient extends pg.Client {
  #plannedAt = 0;

  // biome-ignore lint/suspicious/noExplicitAny: pg's own overloads
  override query(query: any, values?: any, done?: any): any {
    const name = typeof query === 'string' ? nameOfStatement(query) : undefined;
    if (name === undefined) return super.query(query, values, done);
    this.#forgetOldPlans();
    return super.query({ name, text: query, values }, done);
  }

  #forgetOldPlans(): void {
    const now = performance.now();
    if (now - this.#plannedAt < PLANS_MS) return;
    this.#plannedAt = now;
    super.query('discard plans').catch(() => undefined); // the statement behind it says what is wrong
  }
}

/**
 * A server that vanishes (a cut network, a frozen host) must not hold anybody up: what it leaves open is given up by both
 * sides. TCP alone would wait for a quarter of an hour.
 */
function postgresDialect(databaseUrl: string, silence: Silence): Dialect {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format),
  };
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    Client: PreparingClient as typeof pg.Client,
    types: types as pg.CustomTypesConfig,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
  });
  // An idle connection that the server closes is no fault of a request: the pool opens the next one.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined); // while it is in use: the statement under way fails and says so
    const { stream } = (client as unknown as WithStream).connection;
    stream.on('timeout', () => stream.destroy(new Error('The database does not answer.')));
  });
  pool.on('acquire', (client) => {
    const { stream } = (client as unknown as WithStream).connection;
    silence.listening.add(stream);
    stream.setTimeout(silence.ms);
  });
  pool.on('release', (_error, client) => {
    const { stream } = (client as unknown as WithStream).connection;
    silence.listening.delete(stream);
    stream.setTimeout(0);
  });
  return new PostgresDialect({ pool });
}
