// Imports CSV into a list, in slices of rows, each in one transaction. An import that was killed
// can simply be run again: an address that the list has already is left as it is. A caller that
// notes in each slice's transaction how far it is can also go on there.
import { findCustomer } from '../../accounts/queries.ts';
import type { BadRow } from '../../csv/bad-row.ts';
import { newUids } from '../../kernel/ids.ts';
import { fieldsOf } from '../../lists/fields/queries.ts';
import { noteRemoval } from '../../lists/queries-removal.ts';
import { inTransaction } from '../../storage/db.ts';
import { openSlices } from '../../storage/slices.ts';
import type { Db, List, ListField, Subscriber, Tx } from '../../storage/tables.ts';
import { type Evidence, noteImported } from '../consent/record.ts';
import { countNotConfirmed, findByEmails } from '../queries.ts';
import { insertNewSubscribers, insertSubscribers, type SubscriberRow } from '../queries-write.ts';
import type { Status } from '../rules.ts';
import { PEOPLE_A_MARK, setMarks } from '../search/marks.ts';
import { beginAdding, beginChange, countByStatus } from '../status.ts';
import { givenAtOf, putValue } from '../values/field-input.ts';
import { createFolder } from '../values/folded.ts';
import { parseFieldValues } from '../values/values.ts';
import { tellChanged } from '../webhook-facts.ts';
import type { CsvForm } from './file.ts';
import { IN_FILE_BEFORE, type RowBatch, type RowColumns } from './rows.ts';
import { batchesOf, type FileBytes } from './thread.ts';

/**
 * The progress or result of an import. Every row of the file counts as one of added, updated,
 * present and bad.
 */
export type ImportCounts = {
  added: number;
  updated: number;
  present: number;
  /**
   * Those of updated and present who get no mail (unsubscribed, blacklisted, not confirmed), before
   * and after; only counted for whoever looks into the slices.
   */
  stays: number;
  bad: number;
  bytes: number;
};

export type ImportOptions = {
  file: CsvForm;
  /** The bytes of the file, from its beginning. */
  bytes: FileBytes;
  fields: ListField[];
  /** Status of the subscribers that are added. */
  status: Status;
  /** Whether the file's values replace those of addresses that the list has already. */
  update: boolean;
  /** What is noted of those who are added; absent: that a file was imported. */
  evidence?: Evidence | undefined;
  /** Now, ms. */
  at: number;
  /** Called after every batch, in order, with the bad rows of the batch. */
  onBatch?(counts: ImportCounts, bad: BadRow[]): Promise<void> | void;
};

/** What one transaction did. */
export type ImportSlice = {
  /** Everything up to this line is done. */
  line: number;
  /** With this slice. */
  counts: ImportCounts;
  bad: BadRow[];
  /** Uids for the rows; those of addresses that were there were not used. */
  made: string[];
  /** Those whose values were replaced at `at`, as they were. */
  changed: Subscriber[];
  at: number;
};

/** For one who goes on where the last slice ended. */
export type ImportSteps = {
  /** Rows up to this line were done before; `counts` are theirs. */
  from: { line: number; counts: ImportCounts };
  /** Called in the transaction of each slice. What it throws takes the slice back. */
  inSlice(tx: Tx, slice: ImportSlice): Promise<void>;
  /** Called between slices: false ends the import there. */
  mayGoOn(): boolean;
};

export const NO_ROWS: ImportCounts = { added: 0, updated: 0, present: 0, stays: 0, bad: 0, bytes: 0 };

/** Imports a file. @returns the counts of its rows, and whether all of them are done */
export async function importSubscribers(
  db: Db,
  list: List,
  options: ImportOptions,
  steps?: ImportSteps,
): Promise<ImportCounts & { isAll: boolean }> {
  const { file, bytes, fields, status, at, update, onBatch, evidence = { way: 'import' } } = options;
  const counts = { ...NO_ROWS, ...steps?.from.counts, bytes: 0 };
  let done = steps?.from.line ?? 0;
  const timeZone = (await findCustomer(db, list.customer_id))?.time_zone;
  const begunAt = performance.now();
  const slices = openSlices(SLICE_ROWS, { rest: steps ? REST : 0, isUnsynced: true });
  const job = { file, fields, at, timeZone, keepGiven: update, ...(!steps && { rowsABatch: ROWS_OF_COMMAND }) };
  for await (const batch of batchesOf(job, bytes)) {
    counts.bytes += batch.bytes;
    const left = rowsAfter(batch, done);
    if (left.lines.length + left.bad.length === 0) continue;
    // Each batch has its own instant: whoever follows new subscribers looks back only for some
    // minutes.
    const now = at + Math.round(performance.now() - begunAt);
    const bad: BadRow[] = [];
    let from = 0;
    do {
      if (steps && !steps.mayGoOn()) return { ...counts, isAll: false };
      let next = { ...counts };
      const taken = await slices.runTogether(db, async (tx, size) => {
        const slice = sliceOf(left, from, from + size);
        const stored = await storeSlice(tx, list, slice, {
          at: now,
          status,
          update,
          fields,
          evidence,
          countsStays: steps !== undefined,
        });
        next = sumOf(next, slice, stored);
        await steps?.inSlice(tx, { line: slice.line, counts: next, ...stored, at: now });
        from += Math.max(slice.lines.length, 1);
        return { ...stored, things: slice.lines.length, isLast: from >= left.lines.length };
      });
      Object.assign(counts, next);
      bad.push(...taken.flatMap((one) => one.bad));
    } while (from < left.lines.length);
    done = left.line;
    await onBatch?.(counts, bad);
  }
  if (counts.added > 2 * PEOPLE_A_MARK) await setMarks(db, list); // the first far page need not walk
  await inTransaction(db, (tx) => beginChange(tx, list)); // waits until all slices are on the disk
  return { ...counts, isAll: true };
}

function sumOf(counts: ImportCounts, slice: RowBatch, stored: SliceResult): ImportCounts {
  const twice = stored.bad.length - slice.bad.length;
  return {
    added: counts.added + stored.added,
    updated: counts.updated + stored.changed.length,
    present: counts.present + slice.lines.length - stored.added - stored.changed.length - twice,
    stays: counts.stays + stored.stays,
    bad: counts.bad + stored.bad.length,
    bytes: counts.bytes,
  };
}

type SliceResult = { added: number; stays: number; made: string[]; changed: Subscriber[]; bad: BadRow[] };
/** Makes the row that replaces a subscriber's values; undefined when that changes nothing. */
type Merge = (subscriber: Subscriber, batch: RowBatch, place: number) => SubscriberRow | undefined;

/** A command has its process for itself. */
const ROWS_OF_COMMAND = 5_000;
/** Storing a batch whole shares its pages best, but other writers must not wait for it long. */
const SLICE_ROWS = { least: 100, first: 1_000, most: 5_000 };
/** In a server, requests have their turn after each slice: so much of the time that it took. */
const REST = 0.5;

/** What of a batch stands after a line. */
function rowsAfter(batch: RowBatch, line: number): RowBatch {
  const first = batch.lines.findIndex((one) => one > line);
  const rest = rangeOf(batch, first === -1 ? batch.lines.length : first, batch.lines.length);
  return { ...rest, bad: batch.bad.filter((row) => row.line > line) };
}

/** Some rows of a batch, and the bad rows up to the last of them. */
function sliceOf(batch: RowBatch, from: number, to: number): RowBatch {
  const isLast = to >= batch.lines.length;
  const before = from === 0 ? 0 : (batch.lines[from - 1] ?? 0);
  const line = isLast ? batch.line : (batch.lines[to - 1] ?? 0);
  const bad = batch.bad.filter((row) => row.line > before && row.line <= line);
  return { ...rangeOf(batch, from, to), bad, line };
}

function rangeOf(batch: RowBatch, from: number, to: number): RowBatch {
  return {
    ...batch,
    rows: eachColumn(batch.rows, (texts) => texts.slice(from, to)),
    lines: batch.lines.slice(from, to),
    given: batch.given.slice(from, to),
    again: batch.again.flatMap((place) => (place >= from && place < to ? [place - from] : [])),
  };
}

const eachColumn = (
  { email, email_key, field_values, folded, tokens }: RowColumns,
  change: (texts: string[]) => string[],
) => ({
  email: change(email),
  email_key: change(email_key),
  field_values: change(field_values),
  folded: change(folded),
  tokens: change(tokens),
});

type SliceOptions = Pick<ImportOptions, 'at' | 'status' | 'update' | 'fields'> & {
  evidence: Evidence;
  countsStays: boolean;
};

async function storeSlice(
  tx: Tx,
  list: List,
  batch: RowBatch,
  { at, status, update, fields, evidence, countsStays }: SliceOptions,
): Promise<SliceResult> {
  await beginAdding(tx, list);
  const fieldsNow = await fieldsOf(tx, list.customer_id, list.id);
  const isThere = new Set(fieldsNow.map(({ id }) => id));
  // Values of a field that was removed meanwhile: their removal, perhaps past here, starts again.
  if (!fields.every(({ id }) => isThere.has(id))) await noteRemoval(tx, list);
  const twice = await inFileBefore(tx, list, batch);
  const repeated = [...twice].map((place) => ({
    line: batch.lines[place] ?? 0,
    email: batch.rows.email[place] ?? '',
    reasons: [IN_FILE_BEFORE],
  }));
  const bad = [...batch.bad, ...repeated].sort((a, b) => a.line - b.line);
  const rows = without(batch.rows, twice);
  const stays = await countNotConfirmed(tx, list, countsStays ? rows.email_key : []);
  const { changed, there } = update
    ? await updatePresent(tx, list, batch, { twice, at, merge: merger(fieldsNow) })
    : { changed: [], there: twice };
  const { added, made } = await insertNew(tx, list, without(batch.rows, there), status, at);
  if (added > 0) await noteImported(tx, list, { status, at }, evidence);
  return { added, stays, made, changed, bad };
}

const without = (rows: RowColumns, places: ReadonlySet<number>): RowColumns =>
  places.size === 0 ? rows : eachColumn(rows, (texts) => texts.filter((_, place) => !places.has(place)));

/**
 * The places whose address really was earlier in the file: then the list has it, since every valid
 * row is stored.
 */
async function inFileBefore(tx: Tx, list: List, { rows, again }: RowBatch): Promise<Set<number>> {
  if (again.length === 0) return new Set();
  const keys = again.map((place) => rows.email_key[place] ?? '');
  const found = await findByEmails(tx, list.customer_id, list.id, keys);
  return new Set(again.filter((place) => found.has(rows.email_key[place] ?? '')));
}

async function insertNew(tx: Tx, list: List, rows: RowColumns, status: Status, at: number) {
  const uids = newUids(rows.email.length);
  const added = await insertNewSubscribers(tx, list, { uid: uids, ...rows }, { status, source: 'import', at });
  await countByStatus(tx, list, new Map([[status, added]]), at);
  return { added, made: added === 0 ? [] : uids };
}

/** The columns of a subscriber that an import changes. */
export const REPLACED = ['field_values', 'folded', 'tokens', 'updated_at'] as const;

/** @returns those who were changed, as they were, and the places that need not be inserted */
async function updatePresent(
  tx: Tx,
  list: List,
  batch: RowBatch,
  { twice, at, merge }: { twice: ReadonlySet<number>; at: number; merge: Merge },
): Promise<{ changed: Subscriber[]; there: Set<number> }> {
  const keys = batch.rows.email_key;
  const present = await findByEmails(tx, list.customer_id, list.id, keys);
  const rows: SubscriberRow[] = [];
  const changed: Subscriber[] = [];
  const there = new Set(twice);
  for (const [place, key] of keys.entries()) {
    const subscriber = twice.has(place) ? undefined : present.get(key);
    if (!subscriber) continue;
    there.add(place);
    const row = merge(subscriber, batch, place);
    if (!row) continue;
    rows.push(row);
    changed.push(subscriber);
  }
  if (rows.length > 0) {
    await insertSubscribers(tx, list, rows, { at, replaced: REPLACED });
    await tellChanged(tx, list, () => changed.map((row) => ({ before: row.status, after: row })), at);
  }
  return { changed, there };
}

/** Makes the function that merges a row's values into a subscriber, for `--update`. */
export function merger(fields: readonly ListField[]): Merge {
  const fold = createFolder(fields);
  return (subscriber, batch, place) => {
    const values = parseFieldValues(subscriber);
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
