// A copy of a SQLite store beside those who write to it, and the check of one.
import { backup, DatabaseSync } from 'node:sqlite';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { asError } from '../../kernel/errors.ts';

/** Rows by table. */
export type RowCounts = Readonly<Record<string, number>>;

/** Called from time to time. */
export type Progress = (done: number, total: number) => void;

const PAGES_A_STEP = 1_024;
const PATIENCE_MS = MINUTE_MS;

/** What it is a copy of cannot be read, as opposed to the place that the copy goes to. */
export class UnreadStore extends Error {
  override readonly cause: Error;
  readonly file: string;

  constructor(file: string, cause: unknown) {
    super(`The database ${file} cannot be read`);
    this.file = file;
    this.cause = asError(cause);
  }
}

/**
 * Copies the store as it is at one moment, page by page, while others write.
 * SQLite begins such a copy anew whenever another connection commits, so beside a busy server it
 * would never end; with a read transaction open all the while, it copies what that one sees.
 * @param to a file that does not exist
 * @returns what the tables hold at that moment
 * @throws UnreadStore; other errors are of the copy
 */
export async function copyStore(from: string, to: string, onProgress: Progress): Promise<RowCounts> {
  const reading = <T>(read: () => T): T => {
    try {
      return read();
    } catch (error) {
      throw new UnreadStore(from, error);
    }
  };
  const source = reading(() => new DatabaseSync(from, { timeout: PATIENCE_MS }));
  try {
    reading(() => {
      source.exec('begin');
      source.prepare('select count(*) from sqlite_schema').get(); // the transaction sees this moment from here on
    });
    const progress = ({ totalPages, remainingPages }: { totalPages: number; remainingPages: number }) =>
      onProgress(totalPages - remainingPages, totalPages);
    const pages = await backup(source, to, { rate: PAGES_A_STEP, progress }).catch((error: unknown) => {
      throw isOfReading(error) ? new UnreadStore(from, error) : error;
    });
    onProgress(pages, pages);
    return reading(() => countRows(source));
  } finally {
    source.close();
  }
}

/**
 * Reading a page of a file, a part of one, and pages that make no sense: a copy only writes. See
 * https://sqlite.org/rescode.html#extrc
 */
const OF_READING: ReadonlySet<unknown> = new Set([266, 522, 11, 26]);

const isOfReading = (error: unknown) => OF_READING.has((error as { errcode?: unknown } | null)?.errcode);

/** An existing file of a store that nobody else uses. */
export type StoreCopy = {
  /** Rows of a text that reads only. */
  rows<Row>(text: string): Row[];
  has(table: string): boolean;
  /**
   * Reads everything, and compares tables with their indexes.
   * @returns what is wrong, a line each
   */
  faults(onProgress: Progress): string[];
  counts(): RowCounts;
  close(): void;
};

/** Opens a copy; a log beside it is brought in when it is closed. */
export function openCopy(path: string): StoreCopy {
  const database = new DatabaseSync(path, { timeout: PATIENCE_MS });
  return {
    rows: <Row>(text: string) => database.prepare(text).all() as Row[],
    has: (table) => tablesOf(database, ['table']).includes(table),
    faults(onProgress) {
      const tables = tablesOf(database, ['table', 'virtual']);
      const found: string[] = [];
      for (const [done, table] of tables.entries()) {
        onProgress(done, tables.length);
        const lines = database.prepare(`pragma integrity_check(${quoted(table)})`).all();
        found.push(...lines.map((line) => String(line['integrity_check'])).filter((line) => line !== 'ok'));
      }
      onProgress(tables.length, tables.length);
      return found;
    },
    counts: () => countRows(database),
    close: () => database.close(),
  };
}

function countRows(database: DatabaseSync): RowCounts {
  return Object.fromEntries(
    tablesOf(database, ['table']).map((table) => {
      const row = database.prepare(`select count(*) as n from ${quoted(table)}`).get();
      return [table, Number(row?.['n'])];
    }),
  );
}

function tablesOf(database: DatabaseSync, kinds: readonly string[]): string[] {
  const rows = database.prepare("select name, type from pragma_table_list where schema = 'main' order by name").all();
  return rows
    .filter(({ name, type }) => kinds.includes(String(type)) && !String(name).startsWith('sqlite_'))
    .map(({ name }) => String(name));
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
