// Opens the store: SQLite in the data folder, or PostgreSQL by URL. Everything else gets `Db` or `Tx` handed down.
import { join } from 'node:path';
import { type Dialect, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { AppError, asError } from '../kernel/errors.ts';
import { makeDataFolder } from './folder.ts';
import { migrate } from './migrate.ts';
import { NodeSqliteDialect } from './sqlite-driver.ts';
import type { Db, Tables, Tx } from './tables.ts';

export type { Db, Tx };

/** An open store. `close` waits for running statements. */
export type Store = { db: Db; engine: 'sqlite' | 'postgres'; close(): Promise<void> };

const INT8 = 20; // type oid: ids, counts and instants stay far below 2^53, so numbers hold them
const NUMERIC = 1700;

/**
 * Opens the store and brings its schema up to date.
 * @throws AppError `unavailable` when the place cannot be used or was written by a newer version.
 */
export async function openStore(options: { databaseUrl?: string | undefined; dataDir: string }): Promise<Store> {
  const engine = options.databaseUrl === undefined ? 'sqlite' : 'postgres';
  const dialect =
    options.databaseUrl === undefined ? sqliteDialect(options.dataDir) : postgresDialect(options.databaseUrl);
  return openDialect(dialect, engine);
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
  return { db: store, engine, close: () => store.destroy() };
}

/** Runs `work` in one transaction; it is rolled back when `work` throws. */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(work);
}

function sqliteDialect(dataDir: string): Dialect {
  makeDataFolder(dataDir);
  return new NodeSqliteDialect(join(dataDir, 'mailwright.db'));
}

function postgresDialect(databaseUrl: string): Dialect {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format),
  };
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    types: types as pg.CustomTypesConfig,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  });
  // An idle connection that the server closes is no fault of a request: the pool opens the next one.
  pool.on('error', () => undefined);
  return new PostgresDialect({ pool });
}
