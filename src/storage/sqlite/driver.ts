// A Kysely driver for node:sqlite. One connection writes, another reads: a request that reads never
// waits for another request's transaction and never sees half of one (WAL gives the reader the last
// committed state). Transactions queue for the writing connection, so statements of concurrent
// requests cannot mix on it.
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  type TransactionSettings,
} from 'kysely';
import { noteLockWait } from '../../metrics/lock-waits.ts';
import { Connection, type ConnectionSizes, type Read } from './connection.ts';
import { type Disk, type OnDisk, openDisk } from './disk.ts';
import { isBusy, openTurnstile, PATIENCE_MS, patiently, type Turnstile, unlessBusy } from './lock.ts';
import { openPlace, type Place } from './place.ts';
import { type ForEachQuery, isRead, UNSYNCED } from './queries.ts';
import { Queue } from './queue.ts';
import { SharedLook } from './shared-look.ts';
import type { WriteGate } from './write-gate.ts';

/** Of each connection; every worker has its own two, so that caches add up. */
const READER: ConnectionSizes = { cacheKb: 4_000, logPages: 1_000 };
const WRITER: ConnectionSizes = { cacheKb: 6_000, logPages: 1_000 };
const WRITER_OF_COMMAND: ConnectionSizes = { cacheKb: 64_000, logPages: 8_000 };

/**
 * A writer that went through the turnstile need not at its next turns: one that waits gets the
 * store between them, or after this time. Going through takes longer than a small change.
 */
const TURNSTILE_EVERY_MS = 10;

/**
 * The connection of one Kysely query or transaction: holds the writer for a transaction or one
 * writing statement.
 */
class Session implements DatabaseConnection {
  readonly #driver: SqliteDriver;
  #leave: (() => void) | undefined;
  #isUnsynced = false;

  constructor(driver: SqliteDriver) {
    this.#driver = driver;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { writer, reader, look } = this.#driver;
    if (this.#leave) {
      return 'sets' in query
        ? writer.runForEach(query.sql, (query as ForEachQuery).sets)
        : writer.run(query.sql, query.parameters);
    }
    if (SelectQueryNode.is(query.query) || isRead(query.sql)) {
      look.end();
      return reader.run(query.sql, query.parameters);
    }
    const since = performance.now();
    const leave = await this.#driver.enter();
    let result: QueryResult<R>;
    try {
      result = await this.#driver.write(() => writer.run(query.sql, query.parameters), since);
    } finally {
      this.#driver.committed();
      leave();
    }
    if (!('isUnsynced' in query)) await this.#driver.kept();
    return result;
  }

  /** While one is open, all others of the reader would see the store as it was when it began. */
  streamQuery(): never {
    throw new Error('Rows are not streamed: ask for them in pages.');
  }

  async begin(isUnsynced: boolean): Promise<void> {
    const since = performance.now();
    const leave = await this.#driver.enter();
    this.#isUnsynced = isUnsynced;
    try {
      // immediate: waits here for other threads and processes, instead of failing in the middle
      await this.#driver.write(() => this.#driver.writer.run('begin immediate', []), since);
    } catch (error) {
      this.#leave = leave;
      this.#end();
      throw error;
    }
    this.#leave = leave;
  }

  /** When it fails, Kysely rolls back: until then the turn is kept. */
  async commit(): Promise<void> {
    this.#driver.writer.run('commit', []);
    this.#driver.committed();
    this.#end();
    if (!this.#isUnsynced) await this.#driver.kept();
  }

  rollback(): void {
    if (!this.#leave) return; // it was committed, and only the disk has failed
    const { writer } = this.#driver;
    try {
      // A full disk and similar errors have rolled back already
      // (https://sqlite.org/lang_transaction.html, section 3).
      if (writer.isInTransaction) writer.run('rollback', []);
    } finally {
      this.#end();
    }
  }

  #end(): void {
    this.#leave?.();
    this.#leave = undefined;
  }
}

export type SqliteOptions = {
  /** Shared by the threads of the process. */
  gate?: WriteGate | undefined;
  /** How long a writer waits for others, ms. */
  patienceMs?: number | undefined;
  /** Whether commits wait for the disk; default: yes. */
  waitsForDisk?: boolean | undefined;
  /** Whether a command has the process for itself: its writer keeps more of the file in memory. */
  isOfCommand?: boolean | undefined;
};

/** The Kysely driver: a writing and a reading connection to one file. */
export class SqliteDriver implements Driver {
  readonly #queue = new Queue();
  readonly #gate: WriteGate | undefined;
  readonly #turnstile: Turnstile;
  readonly #disk: Disk;
  readonly #place: Place;
  readonly #waits: boolean;
  readonly writer: Connection;
  readonly reader: Connection;
  readonly look: SharedLook;
  #patienceMs: number;
  #endAt = Number.POSITIVE_INFINITY;
  /** Until then nobody is asked whether they wait. */
  #freeUntil = 0;
  /** What the writer had changed at its last commit. */
  #changes = 0;

  constructor(path: string, options: SqliteOptions) {
    const { gate, patienceMs = PATIENCE_MS, waitsForDisk: waits = true, isOfCommand } = options;
    this.#gate = gate;
    this.#patienceMs = patienceMs;
    this.#turnstile = openTurnstile(`${path}-turn`);
    this.#disk = openDisk(path);
    this.#waits = waits;
    this.writer = new Connection(path, isOfCommand ? WRITER_OF_COMMAND : WRITER);
    this.writer.run('pragma busy_timeout = 0', []); // waiting is done above, without blocking the thread
    this.reader = new Connection(path, READER);
    this.#place = openPlace(path);
    this.look = new SharedLook(this.reader);
  }

  /** Prepares a text that reads only, to be run at once: a prepared query needs no more. */
  query(text: string): Read {
    const read = this.reader.query(text);
    return (parameters) => {
      this.look.join();
      return read(parameters);
    };
  }

  /** Runs a statement of the transaction that has the writer now. */
  runInTransaction(text: string, parameters: readonly unknown[]): { rows: unknown[]; changed: number } {
    const { rows, numAffectedRows } = this.writer.run(text, parameters);
    return { rows, changed: Number(numAffectedRows) };
  }

  /** Call after what may have been a commit of the writer. */
  committed(): void {
    this.look.end();
    const { changes } = this.writer;
    if (changes !== this.#changes) this.#disk.committed();
    this.#changes = changes;
  }

  /** Whether all that this driver committed is on the disk, or when it is known. */
  onDisk(): OnDisk {
    return this.#disk.onDisk();
  }

  /** Waits for the disk, where commits are to. @throws Error when it does not take them */
  async kept(): Promise<void> {
    const isKept = !this.#waits || this.onDisk();
    if (!(await isKept)) throw Object.assign(new Error('The disk does not take what was written.'), { code: 'EIO' });
  }

  /** @param endAt by performance.now(): from then on a busy store fails at once */
  hurry(patienceMs: number, endAt: number): void {
    this.#patienceMs = patienceMs;
    this.#endAt = endAt;
  }

  /**
   * The writer's turn: first come, first served in this thread, then among the threads of the
   * process.
   */
  async enter(): Promise<() => void> {
    const leaveQueue = await this.#queue.enter();
    const leaveGate = await this.#gate?.enter();
    return () => {
      leaveGate?.();
      leaveQueue();
    };
  }

  /**
   * Runs a function that takes the file lock, in this process's turn.
   * @param since when the caller began to wait, by performance.now()
   * @throws "database is locked" when that takes longer than the store's patience; fileGone(),
   *   logGone()
   */
  async write<T>(run: () => T, since: number): Promise<T> {
    this.#place.check(() => this.writer.run('pragma wal_checkpoint(passive)', []));
    const startedAt = performance.now();
    let triedAt = startedAt;
    const attempt = () => {
      triedAt = performance.now();
      return run();
    };
    const giveUpAt = Math.min(startedAt + this.#patienceMs, this.#endAt);
    let hasTurn = false;
    try {
      if (startedAt < this.#freeUntil) {
        const done = unlessBusy(attempt);
        if (done) return done.result;
      }
      hasTurn = await this.#takeTurn((startedAt + giveUpAt) / 2);
      return await patiently(attempt, giveUpAt);
    } finally {
      noteLockWait(triedAt - since);
      if (hasTurn) this.#turnstile.leave();
    }
  }

  /**
   * A process that was stopped while holding the turnstile must not block others: then turns are
   * ignored.
   */
  async #takeTurn(giveUpAt: number): Promise<boolean> {
    try {
      await patiently(this.#turnstile.enter, giveUpAt);
      this.#freeUntil = performance.now() + TURNSTILE_EVERY_MS;
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    }
  }

  /** Whether another process waits to write. */
  isAwaited(): boolean {
    return this.#turnstile.isTaken();
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Session> {
    return new Session(this);
  }

  /** One whose isolation is `UNSYNCED` does not wait for the disk. */
  async beginTransaction(session: Session, { isolationLevel }: TransactionSettings): Promise<void> {
    await session.begin(isolationLevel === UNSYNCED);
  }

  commitTransaction(session: Session): Promise<void> {
    return session.commit();
  }

  async rollbackTransaction(session: Session): Promise<void> {
    session.rollback();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#disk.close();
    this.look.end();
    this.reader.close();
    this.writer.close();
    this.#turnstile.close();
  }
}
