// The Kysely dialect of the embedded engine; driver.ts does the work.
import { type Dialect, type Driver, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Read } from './connection.ts';
import type { OnDisk } from './disk.ts';
import { SqliteDriver, type SqliteOptions } from './driver.ts';

/** Tells Kysely that sessions may run concurrently; the driver itself queues writers. */
class SideBySideAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * The embedded engine on a database file (a path; not `:memory:`, since two connections share it).
 */
export class NodeSqliteDialect implements Dialect {
  readonly #path: string;
  readonly #options: SqliteOptions;
  #driver: SqliteDriver | undefined;

  constructor(path: string, options: SqliteOptions = {}) {
    this.#path = path;
    this.#options = options;
  }

  createDriver(): Driver {
    this.#driver = new SqliteDriver(this.#path, this.#options);
    return this.#driver;
  }

  /** As SqliteDriver.query. */
  query(text: string): Read {
    if (!this.#driver) throw new Error('The store is not open.');
    return this.#driver.query(text);
  }

  /** As SqliteDriver.runInTransaction. */
  runInTransaction(text: string, parameters: readonly unknown[]): { rows: unknown[]; changed: number } {
    if (!this.#driver) throw new Error('The store is not open.');
    return this.#driver.runInTransaction(text, parameters);
  }

  /** As SqliteDriver.onDisk. */
  onDisk(): OnDisk {
    return this.#driver?.onDisk() ?? true;
  }

  /** As SharedLook.during. */
  atOneMoment<T>(read: () => T): T {
    return this.#driver ? this.#driver.look.during(read) : read();
  }

  /** Lets requests of this turn of the event loop read together (SharedLook). */
  shareLook(): void {
    this.#driver?.look.share();
  }

  /** Whether another process waits to write. */
  isAwaited(): boolean {
    return this.#driver?.isAwaited() ?? false;
  }

  /**
   * From now on a writer waits no longer than `patienceMs`, and nobody waits any more after
   * `limitMs`.
   */
  hurry(patienceMs: number, limitMs: number): void {
    this.#driver?.hurry(patienceMs, performance.now() + limitMs);
  }

  createAdapter(): SqliteAdapter {
    return new SideBySideAdapter();
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler();
  }

  createIntrospector(db: ConstructorParameters<typeof SqliteIntrospector>[0]): SqliteIntrospector {
    return new SqliteIntrospector(db);
  }
}
