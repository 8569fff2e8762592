// A connection to a SQLite file.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { QueryResult } from 'kysely';
import { newRecent } from '../../kernel/recent.ts';
import { rowMaker } from '../dialect/rows.ts';

const CACHED_STATEMENTS = 500;

/**
 * SQLite plans a statement anew whenever a value is bound to a parameter that is its limit, since
 * the value might lead to another plan; for many that takes longer than running them. With a plus
 * the limit is an expression, which it does not look into.
 */
const PLAIN_LIMIT = /\b(limit|offset) \?/gi;

const planned = (sql: string) => sql.replace(PLAIN_LIMIT, '$1 +?');

/** Runs a query that was prepared. */
export type Read = (parameters: readonly unknown[]) => unknown[];

/** `read`: of one that returns rows. */
type PreparedStatement = { statement: StatementSync; read: Read | undefined };

export type ConnectionSizes = {
  /** How much of the file is kept in memory. */
  cacheKb: number;
  /**
   * At this many pages of 4 KB a commit copies the write-ahead log into the file: in a longer one,
   * more of those that commit after commit changes are copied once, and that one commit takes
   * longer.
   */
  logPages: number;
};

/** A connection with its prepared statements; the least recently used one beyond 500 is dropped. */
export class Connection {
  readonly #database: DatabaseSync;
  readonly #statements = newRecent<string, PreparedStatement>(CACHED_STATEMENTS);

  /** Its commits do not wait for the disk (disk.ts). */
  constructor(path: string, { cacheKb, logPages }: ConnectionSizes) {
    this.#database = new DatabaseSync(path, { timeout: 5000 });
    this.#database.exec(
      'pragma journal_mode = wal; pragma foreign_keys = on; pragma busy_timeout = 5000; pragma temp_store = memory',
    );
    this.#database.exec(
      `pragma cache_size = -${cacheKb}; pragma synchronous = normal; pragma wal_autocheckpoint = ${logPages}`,
    );
  }

  run(sql: string, parameters: readonly unknown[]): QueryResult<never> {
    const { statement, read } = this.#prepare(sql);
    if (read) {
      const rows = read(parameters) as never[];
      return { rows, numAffectedRows: BigInt(rows.length) };
    }
    const { changes, lastInsertRowid } = statement.run(...(parameters as SQLInputValue[]));
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  /** Prepares a query for good: there are as many as `reading` and `statement` made. */
  query(sql: string): Read {
    return readerOf(this.#database.prepare(planned(sql)));
  }

  runForEach(text: string, sets: readonly (readonly unknown[])[]): QueryResult<never> {
    const { statement, read } = this.#prepare(text);
    const rows: { set: number }[] = [];
    for (const [set, parameters] of sets.entries()) {
      const values = parameters as SQLInputValue[];
      if (read ? statement.get(...values) : statement.run(...values).changes !== 0) rows.push({ set });
    }
    return { rows: rows as never[], numAffectedRows: BigInt(rows.length) };
  }

  /** Rows that this connection has changed so far. */
  get changes(): number {
    const [row] = this.run('select total_changes() as n', []).rows as unknown as [{ n: number }];
    return row.n;
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string): PreparedStatement {
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    const statement = this.#database.prepare(planned(sql));
    const prepared = { statement, read: statement.columns().length > 0 ? readerOf(statement) : undefined };
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

/** Has the driver return arrays: the rows that it makes take longer, to make and to read. */
function readerOf(statement: StatementSync): Read {
  const names = () => statement.columns().map(({ name }) => name);
  let [width, toRow] = [names().length, rowMaker(names())];
  statement.setReturnArrays(true);
  return (parameters) => {
    const rows = statement.all(...(parameters as SQLInputValue[])) as unknown as unknown[][];
    const [first] = rows;
    if (first && first.length !== width) {
      // a newer version has added a column
      [width, toRow] = [first.length, rowMaker(names())];
    }
    return rows.map(toRow);
  };
}
