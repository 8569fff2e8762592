// The import of a CSV file into a list: slices of rows, each in one transaction. Killed half way,
// it is simply run again: an address that the list has already is left as it is.
import { findCustomer } from '../../accounts/queries.ts';
import type { BadRow } from '../../csv/report.ts';
import { newUids } from '../../kernel/ids.ts';
import { openSlices, type Slices } from '../../storage/slices.ts';
import type { Db, List, ListField, Subscriber, Tx } from '../../storage/tables.ts';
import { findByEmails } from '../queries.ts';
import { insertSubscribers, type SubscriberRow } from '../queries-write.ts';
import type { Status } from '../rules.ts';
import { beginChange, countByStatus } from '../status.ts';
import { givenAtOf, putValue } from '../values/field-input.ts';
import { createFolder } from '../values/folded.ts';
import { readFieldValues } from '../values/values.ts';
import type { CsvFile } from './file.ts';
import { IN_FILE_BEFORE, type RowBatch } from './rows.ts';
import { batchesOf } from './thread.ts';

/**
 * How far an import is, or how it ended. Every row of the file counts in one of added, updated,
 * present and bad.
 */
export type ImportCounts = { added: number; updated: number; present: number; bad: number; bytes: number };

export type ImportOptions = {
  file: CsvFile;
  fields: ListField[];
  /** Status of the subscribers that are added. */
  status: Status;
  /**
   * Whether the values of addresses that the list has already are replaced by those of the file.
   */
  update: boolean;
  /** Now, ms. */
  at: number;
  /** Called after every batch, in order, with the bad rows of the batch. */
  onBatch(counts: ImportCounts, bad: BadRow[]): Promise<void> | void;
};

/** Imports a file. @returns what became of its rows */
export async function importSubscribers(db: Db, list: List, options: ImportOptions): Promise<ImportCounts> {
  const { file, fields, status, at, update, onBatch } = options;
  const counts = { added: 0, updated: 0, present: 0, bad: 0, bytes: 0 };
  const merge = update ? merger(fields) : undefined;
  const timeZone = (await findCustomer(db, list.customer_id))?.time_zone;
  const begunAt = performance.now();
  const slices = openSlices(SLICE_ROWS);
  for await (const batch of batchesOf({ file, fields, status, at, timeZone, keepGiven: update })) {
    // Each batch has its own instant: whoever follows what is new looks back for some minutes only.
    const stored = await storeBatch(db, list, batch, slices, at + Math.round(performance.now() - begunAt), merge);
    const bad = [...batch.bad, ...stored.bad].sort((a, b) => a.line - b.line);
    counts.added += stored.added;
    counts.updated += stored.updated;
    counts.present += batch.rows.length - stored.added - stored.updated - stored.bad.length;
    counts.bad += bad.length;
    counts.bytes += batch.bytes;
    await onBatch(counts, bad);
  }
  return counts;
}

type NewRow = Omit<SubscriberRow, 'uid'>;
type Stored = { added: number; updated: number; bad: BadRow[] };
/** Makes the row that replaces a subscriber's values; undefined when that changes nothing. */
type Merge = (subscriber: Subscriber, batch: RowBatch, place: number) => SubscriberRow | undefined;

/**
 * A batch shares its pages best when it is stored whole; others who write must not wait for it
 * long.
 */
const SLICE_ROWS = { least: 100, first: 1_000, most: 5_000 };

async function storeBatch(
  db: Db,
  list: List,
  batch: RowBatch,
  slices: Slices,
  at: number,
  merge: Merge | undefined,
): Promise<Stored> {
  const stored: Stored = { added: 0, updated: 0, bad: [] };
  for (let from = 0, to = 0; from < batch.rows.length; from = to) {
    to = Math.min(from + slices.size(), batch.rows.length);
    const slice = sliceOf(batch, from, to);
    const { added, updated, bad } = await slices.run(db, to - from, (tx) => storeSlice(tx, list, slice, at, merge));
    stored.added += added;
    stored.updated += updated;
    stored.bad.push(...bad);
  }
  return stored;
}

function sliceOf(batch: RowBatch, from: number, to: number): RowBatch {
  return {
    ...batch,
    rows: batch.rows.slice(from, to),
    lines: batch.lines.slice(from, to),
    given: batch.given.slice(from, to),
    again: batch.again.flatMap((place) => (place >= from && place < to ? [place - from] : [])),
  };
}

async function storeSlice(tx: Tx, list: List, batch: RowBatch, at: number, merge: Merge | undefined): Promise<Stored> {
  await beginChange(tx, list.id);
  const twice = await inFileBefore(tx, list, batch);
  const places = batch.rows.flatMap((_, place) => (twice.has(place) ? [] : [place]));
  const bad = [...twice].map((place) => ({
    line: batch.lines[place] ?? 0,
    email: batch.rows[place]?.email ?? '',
    reason: IN_FILE_BEFORE,
  }));
  const updated = merge ? await updatePresent(tx, list, batch, places, at, merge) : 0;
  const rows = places.flatMap((place) => batch.rows[place] ?? []);
  return { added: await insertNew(tx, list, rows, at), updated, bad };
}

/**
 * The places whose address really was in the file before: then the list has it, since every good
 * row is stored.
 */
async function inFileBefore(tx: Tx, list: List, { rows, again }: RowBatch): Promise<Set<number>> {
  if (again.length === 0) return new Set();
  const keys = again.map((place) => rows[place]?.email_key ?? '');
  const found = await findByEmails(tx, list.customer_id, list.id, keys);
  return new Set(again.filter((place) => found.has(rows[place]?.email_key ?? '')));
}

async function insertNew(tx: Tx, list: List, rows: readonly NewRow[], at: number): Promise<number> {
  const uids = newUids(rows.length);
  const named = rows.map((row, i) => ({ ...row, uid: uids[i] ?? '' }));
  const added = await insertSubscribers(tx, list, named, at);
  await countByStatus(tx, list.id, new Map([[rows[0]?.status ?? '', added]]));
  return added;
}

const REPLACED = ['field_values', 'folded', 'tokens', 'updated_at'] as const;

async function updatePresent(
  tx: Tx,
  list: List,
  batch: RowBatch,
  places: readonly number[],
  at: number,
  merge: Merge,
): Promise<number> {
  const keys = places.map((place) => batch.rows[place]?.email_key ?? '');
  const present = await findByEmails(tx, list.customer_id, list.id, keys);
  const changed = places.flatMap((place) => {
    const subscriber = present.get(batch.rows[place]?.email_key ?? '');
    return (subscriber && merge(subscriber, batch, place)) ?? [];
  });
  if (changed.length > 0) await insertSubscribers(tx, list, changed, at, REPLACED);
  return changed.length;
}

/** What `--update` does with the values of a row. */
export function merger(fields: readonly ListField[]): Merge {
  const fold = createFolder(fields);
  return (subscriber, batch, place) => {
    const values = readFieldValues(subscriber);
    const before = JSON.stringify(values);
    const given = batch.given[place] ?? {};
    for (const { id } of fields) {
      const value = given[id];
      if (value !== undefined) putValue(values, id, { value, givenAt: givenAtOf(given, id) });
    }
    const field_values = JSON.stringify(values);
    if (field_values === before) return undefined;
    return { ...subscriber, field_values, ...fold(subscriber.email, values) };
  };
}
