// Opens the store: SQLite in the data folder, or PostgreSQL by URL. All other code is passed a `Db`
// or `Tx`.
import { join, resolve } from 'node:path';
import { type Dialect, Kysely, sql } from 'kysely';
import { MINUTE_MS } from '../kernel/durations.ts';
import { AppError } from '../kernel/errors.ts';
import { isSpread } from './dialect/spread.ts';
import { isPostgres } from './dialect.ts';
import { makeDataFolder, refuseHalf, requireContent, requireFileOfLog, requireStore, STORE_FILE } from './folder.ts';
import { listenToFile, touch } from './listening/by-file.ts';
import type { Listener, ListenHandlers } from './listening/listener.ts';
import { hasCustomers, MIGRATIONS, migrate, requireMigrated } from './migrate.ts';
import { refuseMoved } from './moving/marks.ts';
import { requireUtf8 } from './postgres/encoding.ts';
import { findSpread, spreadTables } from './postgres/spread.ts';
import { setMachines } from './spread/machines.ts';
import { NodeSqliteDialect } from './sqlite/dialect.ts';
import type { OnDisk } from './sqlite/disk.ts';
import { refuseForeign, sqliteFault } from './sqlite/fault.ts';
import { type FileId, fileAt, isAt } from './sqlite/place.ts';
import { UNSYNCED } from './sqlite/queries.ts';
import { type GateMemory, newWriteGate } from './sqlite/write-gate.ts';
import { atOnceIn, runAtOnce } from './statement.ts';
import type { Db, Tables, Tx } from './tables.ts';
import { fileGone, troubleText } from './trouble.ts';

export type { Db, Tx };

/** Where the store is: a PostgreSQL server by URL, else SQLite in the data folder. */
export type StorePlace = {
  databaseUrl?: string | undefined;
  dataDir: string;
  /**
   * How long a PostgreSQL server may be silent during a statement before its connection counts as
   * dead, ms.
   */
  silenceMs?: number;
  /**
   * How long a PostgreSQL server may work on a statement before it aborts it, ms; absent: the
   * server's own setting.
   */
  limitMs?: number;
  /** Whether a PostgreSQL server plans prepared statements once for all values (client.ts). */
  plansOnce?: boolean;
  /**
   * Shared by the threads of a process that open the same SQLite store, so that they write in turn.
   */
  gate?: GateMemory | undefined;
  /**
   * The file of SQLite that this process has open (fileOf). With another one under its name, which
   * would be opened with the log of this one, nothing is opened.
   */
  openedFile?: FileId;
  /** The store must exist; none is created. */
  isThere?: boolean;
  /** What errors call a PostgreSQL database; absent: by the setting that names it. */
  called?: string;
  /** Why no store may be made in an empty PostgreSQL database; absent: one may. */
  whyNotNew?: string | undefined;
  /** A store that moves, or has moved, is opened too (moving/marks.ts). */
  whileMoving?: boolean;
  /** How long a writer waits while other processes write to a SQLite store, ms. */
  patienceMs?: number;
  /**
   * False: commits on SQLite don't wait for the disk; whoever hands something out on the strength
   * of one waits himself (onDisk).
   */
  waitsForDisk?: boolean;
  /** A command, which has its process for itself, may use more memory for a SQLite store. */
  isOfCommand?: boolean;
};

/** An open store. */
export type Store = {
  db: Db;
  /**
   * The same store over a connection or two that nothing else uses, on which a server plans each
   * statement once: for code that runs the same few statements all the time, each of which looks
   * rows up by their keys. Where there is nothing to save it is `db`.
   */
  dedicated: Db;
  engine: 'sqlite' | 'postgres';
  /**
   * Call when the process is about to end: from now on nobody waits for the store longer than 3 s
   * at a time, and nobody at all after `limitMs`: what is not done by then fails.
   */
  hurry(limitMs: number): void;
  /** Tells all processes that listen on this store that something has changed. */
  tell(): Promise<void>;
  listen(handlers: ListenHandlers): Listener;
  /** Waits for running statements. */
  close(): Promise<void>;
};

const SILENCE_MS = MINUTE_MS;
const HURRY_MS = 3_000;
/** How long a server may take to close its connections then. */
const LEAVE_MS = 1_000;

/**
 * Opens the store and migrates its schema.
 * @throws AppError `unavailable` when the place cannot be used or was written by a newer version.
 */
export async function openStore(options: StorePlace): Promise<Store> {
  const { databaseUrl, dataDir, silenceMs = SILENCE_MS, isThere = false, whileMoving = false } = options;
  if (databaseUrl === undefined) {
    refuseHalf(dataDir);
    if (isThere) {
      requireStore(dataDir);
      requireContent(dataDir);
    }
    const dialect = sqliteDialect(options);
    const store = await openDialect(dialect, 'sqlite', {
      whileMoving,
      isThere,
      place: `The file ${resolve(dataDir, STORE_FILE)}`,
      fault: (error) => sqliteFault(dataDir, error),
    });
    awaited.set(store.db, () => dialect.isAwaited());
    disks.set(store.db, () => dialect.onDisk());
    runAtOnce(store.db, dialect);
    lookers.set(store.db, () => dialect.shareLook());
    const file = join(dataDir, `${STORE_FILE}-changed`);
    return {
      ...store,
      hurry: (ms) => dialect.hurry(Math.min(HURRY_MS, ms), ms),
      tell: () => touch(file),
      listen: (handlers) => listenToFile(file, handlers),
    };
  }
  const { openPostgres } = await import('./postgres/connection.ts'); // a store of one file needs none of it in memory
  const { dialect, dedicated: alone, allowSilence, cut, tell, listen, machines } = openPostgres(databaseUrl, options);
  const { whyNotNew, called } = options;
  const named = called === undefined ? {} : { place: called, fault: (error: unknown) => databaseFault(error, called) };
  const store = await openDialect(dialect, 'postgres', { isThere, whileMoving, whyNotNew, ...named }); // a migration may take long
  const dedicated = isSpread(store.db) ? store.db : new Kysely<Tables>({ dialect: alone }); // there several run at a time
  setMachines(store.db, machines);
  allowSilence(silenceMs);
  let limit: NodeJS.Timeout | undefined;
  const hurry = (ms: number) => {
    allowSilence(Math.min(HURRY_MS, ms));
    limit = setTimeout(cut, ms).unref();
  };
  const listeners: Listener[] = [];
  const close = async () => {
    await Promise.all(listeners.map((listener) => listener.stop())); // each has a connection that closing waits for
    const leave = limit && setTimeout(cut, LEAVE_MS);
    await Promise.all([store.close(), dedicated === store.db ? undefined : dedicated.destroy()]);
    clearTimeout(leave);
    clearTimeout(limit);
  };
  const listenUntilClosed = (handlers: ListenHandlers) => {
    const listener = listen(handlers);
    listeners.push(listener);
    return listener;
  };
  return { ...store, dedicated, hurry, tell, listen: listenUntilClosed, close };
}

/** Opens a store on a Kysely dialect (tests use it for the in-process PostgreSQL). */
export async function openDialect(
  dialect: Dialect,
  engine: Store['engine'],
  {
    fault = databaseFault,
    isThere = false,
    place = 'The database that MAILWRIGHT_DATABASE_URL names',
    whileMoving = false,
    whyNotNew,
  }: Pick<StorePlace, 'isThere' | 'whileMoving' | 'whyNotNew'> & {
    fault?: (error: unknown) => AppError;
    place?: string;
  } = {},
): Promise<Store> {
  let db: Db | undefined;
  try {
    db = new Kysely<Tables>({ dialect });
    if (engine === 'postgres') await requireUtf8(db, place);
    if (isThere) await requireMigrated(db, place);
    if (whyNotNew !== undefined && !(await hasCustomers(db, place))) throw new AppError('unavailable', whyNotNew);
    await migrate(db, MIGRATIONS, place);
    if (!whileMoving) await refuseMoved(db);
    if (engine === 'postgres' && (await findSpread(db))) await spreadTables(db);
  } catch (error) {
    await db?.destroy().catch(() => undefined); // the first error is the one to report
    throw fault(error);
  }
  const store = db;
  const alone = { tell: async () => undefined, listen: () => ({ stop: async () => undefined }) };
  return { db: store, dedicated: store, engine, hurry: () => undefined, ...alone, close: () => store.destroy() };
}

function databaseFault(error: unknown, called?: string): AppError {
  if (error instanceof AppError) return error;
  const why = troubleText(error).replace(/\.?$/, '.');
  const line =
    called === undefined
      ? `Cannot use the PostgreSQL database: ${why} MAILWRIGHT_DATABASE_URL names it.`
      : `Cannot use ${called}: ${why}`;
  return new AppError('unavailable', line, { cause: error });
}

/**
 * Runs `work` in one transaction; it is rolled back when `work` throws. Within a transaction it is
 * a part of that one: rolled back alone, committed with the whole.
 */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.isTransaction ? asPart(db as Tx, work) : db.transaction().execute(atOnceIn(db, work));
}

async function asPart<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(tx);
  try {
    const result = await work(tx);
    await sql`release savepoint part`.execute(tx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx);
    throw error;
  }
}

/**
 * The same without waiting for the disk (fsync) where the store is a file: a power cut, which ends
 * this process too, may take the last of such transactions, in their order; once another one has
 * ended, none of them can be lost. A database server may lose them while its clients live on:
 * there each waits.
 */
export function inUnsyncedTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return isPostgres(db) || db.isTransaction
    ? inTransaction(db, work)
    : db.transaction().setIsolationLevel(UNSYNCED).execute(atOnceIn(db, work));
}

/** Runs reads that a server is to count, and to answer, as one transaction. */
export function readTogether<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  return isPostgres(db) && !db.isTransaction ? inTransaction(db, read) : read(db);
}

/** The file of SQLite in a data folder. */
export const fileOf = (dataDir: string): FileId => fileAt(join(dataDir, STORE_FILE));

function sqliteDialect(options: StorePlace): NodeSqliteDialect {
  const { dataDir, openedFile, gate, patienceMs, waitsForDisk, isOfCommand } = options;
  if (!isAt(join(dataDir, STORE_FILE), openedFile)) throw fileGone();
  makeDataFolder(dataDir);
  requireFileOfLog(dataDir);
  refuseForeign(dataDir);
  return new NodeSqliteDialect(join(dataDir, STORE_FILE), {
    gate: gate && newWriteGate(gate),
    patienceMs,
    waitsForDisk,
    isOfCommand,
  });
}

const lookers = new WeakMap<Db, () => void>();

/**
 * Call it before a request is answered that changes nothing: prepared queries of requests that came
 * together may then read the store as it is at one moment, which costs less.
 */
export function readsOnly(db: Db): void {
  lookers.get(db)?.();
}

const awaited = new WeakMap<Db, () => boolean>();

/**
 * Whether another process waits to write to the store; always false on PostgreSQL, which locks rows
 * and not the store.
 */
export function isAwaited(db: Db): boolean {
  return awaited.get(db)?.() ?? false;
}

const disks = new WeakMap<Db, () => OnDisk>();

/**
 * Whether all that was committed over this `db` survives a power cut: true, or a promise of whether
 * the disk took it. On a store whose commits wait it is that when they have returned.
 */
export function onDisk(db: Db): OnDisk {
  return disks.get(db)?.() ?? true;
}
