// Statements that write table `subscriber`. Callers update the tallies (status.ts) in the same
// transaction.
import { sql } from 'kysely';
import { AppError } from '../kernel/errors.ts';
import type { Pause } from '../kernel/slices.ts';
import { insertColumns } from '../storage/dialect/insert-columns.ts';
import { insertRows } from '../storage/dialect/insert-rows.ts';
import { together } from '../storage/dialect/together.ts';
import { indexingTokens, indexTokens } from '../storage/dialect/token-index.ts';
import { areOwn, textSet } from '../storage/dialect.ts';
import type { List, NewSubscriber, Subscriber, SubscriberUpdate, Tx } from '../storage/tables.ts';
import { addingToTally } from '../storage/tally.ts';
import { suppressHashed } from '../suppression/hashes.ts';
import { wants } from '../webhooks/outbox/interest.ts';
import { deleteConfirmationsOf } from './confirmation/confirmations.ts';
import { type ConsentNote, consentOf, type Evidence, notingConsent } from './consent/record.ts';
import { addingToGrowth, type GrowthNote, growthOf } from './growth/note.ts';
import { tallyScope } from './queries.ts';
import { TEXTS } from './rules.ts';
import { takeOffMarks } from './search/marks.ts';
import { tellAdded, tellChanged } from './webhook-facts.ts';

/** The columns of a new subscriber. */
const NEW = [
  ...(['uid', 'customer_id', 'list_id', 'email', 'email_key', 'status', 'source', 'ip_address'] as const),
  ...(['field_values', 'folded', 'tokens', 'created_at', 'updated_at'] as const),
  ...(['unsubscribed_at', 'confirmed_at', 'confirm_ip'] as const),
] satisfies (keyof NewSubscriber)[];

type NewRow = { [name in (typeof NEW)[number]]: string | number | null };

const addOne = together<
  NewRow & ConsentNote & GrowthNote & { key: string; scope: string; ownerId: number; delta: number },
  Subscriber
>([
  addingToTally,
  notingConsent,
  addingToGrowth,
  ({ value }) => sql`insert into subscriber (${sql.join(NEW.map((name) => sql.ref(name)))})
    values (${sql.join(NEW.map((name) => value(name)))}) returning *`,
]);

/** Inserts one, counts it, and notes the consent. */
export async function insertSubscriber(tx: Tx, subscriber: NewSubscriber, evidence: Evidence): Promise<Subscriber> {
  const { customer_id, list_id, status, created_at } = subscriber;
  await suppressHashed(tx, customer_id, [subscriber], created_at);
  const note = await consentOf(tx, { id: list_id, customer_id }, { status, at: created_at }, evidence);
  const counted = { scope: tallyScope(status), ownerId: list_id, delta: 1 };
  const columns = Object.fromEntries(NEW.map((name) => [name, subscriber[name] ?? null])) as NewRow;
  const grown = growthOf({ id: list_id, customer_id }, new Map([[status, 1]]), created_at);
  const [row] = await addOne(tx, { ...columns, ...note, ...counted, ...grown, key: subscriber.email_key });
  if (!row) throw new TypeError('a new subscriber was not stored');
  await indexTokens(tx, row);
  await tellAdded(tx, { id: row.list_id, customer_id: row.customer_id }, () => [row], row.created_at);
  return row;
}

/**
 * Changes one.
 * @param before as they were
 * @throws AppError `not_found` when they are gone: rows of a customer that is removed go without a
 * lock on lists
 */
export async function updateSubscriber(
  tx: Tx,
  before: Pick<Subscriber, 'id' | 'customer_id' | 'status'>,
  changes: SubscriberUpdate,
): Promise<Subscriber> {
  const { id, customer_id } = before;
  const { email, email_key, updated_at } = changes;
  if (typeof email === 'string' && typeof email_key === 'string') {
    await suppressHashed(tx, customer_id, [{ email, email_key }], Number(updated_at));
  }
  const after = await tx
    .updateTable('subscriber')
    .set(changes)
    .where('id', '=', id)
    .where('customer_id', '=', customer_id)
    .returningAll()
    .executeTakeFirstOrThrow(() => new AppError('not_found', TEXTS.unknown));
  // What is tidied up in the background is no change of theirs.
  if (updated_at !== undefined) {
    const list = { id: after.list_id, customer_id };
    await tellChanged(tx, list, () => [{ before: before.status, after }], after.updated_at);
  }
  return after;
}

/**
 * Removes people who are on the list, which must be locked (status.ts: beginChange), with what they
 * entered and never confirmed: nobody would find it any more, also not an erasure.
 */
export async function deleteSubscribers(
  tx: Tx,
  list: Pick<List, 'id' | 'customer_id'>,
  ids: readonly number[],
): Promise<void> {
  await tx
    .deleteFrom('subscriber')
    .where(areOwn(tx, 'subscriber', list.customer_id, ids))
    .execute();
  await deleteConfirmationsOf(tx, list.customer_id, ids);
  await takeOffMarks(tx, list, ids);
}

/** The columns that differ from row to row when many are written at once. */
export type SubscriberRow = {
  uid: string;
  email: string;
  email_key: string;
  status: string;
  source: string;
  ip_address: string | null;
  field_values: string;
  folded: string;
  tokens: string;
};

const COLUMNS = [
  'uid',
  'email',
  'email_key',
  'status',
  'source',
  'ip_address',
  'field_values',
  'folded',
  'tokens',
] as const satisfies (keyof SubscriberRow)[];
const ADDRESS_INDEX = ['customer_id', 'email_key', 'list_id'];

/** Columns that a new row may replace in the existing row of its address. */
export type ReplacedColumns = readonly (Exclude<keyof SubscriberRow, 'uid'> | 'updated_at' | 'unsubscribed_at')[];

export type InsertOptions = {
  /** Now, ms. */
  at: number;
  /** Absent: none. */
  replaced?: ReplacedColumns;
  /** Gives way to other work between some rows and the next. */
  pause?: Pause;
};

/**
 * Inserts many subscribers. An address that the list has already is left as it is, or has the
 * `replaced` columns replaced; with its status, also when and from where it was confirmed.
 * @returns how many rows were written
 */
export async function insertSubscribers(
  tx: Tx,
  list: Pick<List, 'id' | 'customer_id'>,
  rows: readonly SubscriberRow[],
  { at, replaced = [], pause }: InsertOptions,
): Promise<number> {
  await suppressHashed(tx, list.customer_id, rows, at);
  const insert = async () => {
    let written = 0;
    const size = pause ? ROWS_A_SLICE : rows.length;
    for (let from = 0; from < rows.length; from += size) {
      written += await writeRows(tx, list, rows.slice(from, from + size), { at, replaced });
      await pause?.();
    }
    return written;
  };
  return indexingTokens(tx, list.customer_id, insert, pause && { rows, pause });
}

const ROWS_A_SLICE = 80; // some milliseconds on SQLite

async function writeRows(
  tx: Tx,
  list: Pick<List, 'id' | 'customer_id'>,
  rows: readonly SubscriberRow[],
  { at, replaced }: Required<Pick<InsertOptions, 'at' | 'replaced'>>,
): Promise<number> {
  let written = 0;
  for (const [status, group] of Map.groupBy(rows, (row) => row.status)) {
    const isConfirmed = status === 'confirmed';
    const shared = {
      customer_id: list.customer_id,
      list_id: list.id,
      created_at: at,
      updated_at: at,
      unsubscribed_at: status === 'unsubscribed' ? at : null,
      ...(isConfirmed && { confirmed_at: at }),
    };
    const hasIp = isConfirmed && group.some((row) => row.ip_address !== null);
    const columns = hasIp ? [...COLUMNS, 'confirm_ip'] : COLUMNS;
    const values = group.flatMap((row) => {
      const own = COLUMNS.map((column) => row[column]);
      return hasIp ? [...own, row.ip_address] : own;
    });
    const becomesConfirmed = isConfirmed && replaced.includes('status');
    const update = becomesConfirmed ? [...replaced, 'confirmed_at', 'confirm_ip'] : replaced;
    written += await insertRows(tx, {
      table: 'subscriber',
      shared,
      columns,
      values,
      conflict: { on: ADDRESS_INDEX, update },
    });
  }
  return written;
}

/** New subscribers, column by column. None of the texts has control characters. */
export type NewColumns = {
  [name in 'uid' | 'email' | 'email_key' | 'field_values' | 'folded' | 'tokens']: readonly string[];
};

/**
 * Inserts many new subscribers of the same status and source; an address that the list has already
 * is left as it is.
 * @param at now, ms
 * @returns how many rows were written
 */
export async function insertNewSubscribers(
  tx: Tx,
  list: Pick<List, 'id' | 'customer_id'>,
  columns: NewColumns,
  { status, source, at }: { status: string; source: string; at: number },
): Promise<number> {
  await suppressHashed(tx, list.customer_id, peopleOf(columns), at);
  const shared = {
    customer_id: list.customer_id,
    list_id: list.id,
    status,
    source,
    created_at: at,
    updated_at: at,
    ...(status === 'unsubscribed' && { unsubscribed_at: at }),
    ...(status === 'confirmed' && { confirmed_at: at }),
  };
  const added = await indexingTokens(tx, list.customer_id, () =>
    insertColumns(tx, 'subscriber', shared, columns, ADDRESS_INDEX),
  );
  if (added === columns.uid.length) await tellAdded(tx, list, () => peopleIn(columns, { status, source }), at);
  else if (added > 0 && (await wants(tx, list.customer_id, ['subscriber.added']))) {
    const there = await listUids(tx, list, columns.uid);
    await tellAdded(tx, list, () => peopleIn(columns, { status, source }).filter(({ uid }) => there.has(uid)), at);
  }
  return added;
}

const peopleIn = ({ uid, email }: NewColumns, shared: { status: string; source: string }) =>
  uid.map((one, i) => ({ uid: one, email: email[i] ?? '', ...shared }));

/** Which of these uids people of a list have. */
async function listUids(tx: Tx, list: Pick<List, 'id' | 'customer_id'>, uids: readonly string[]) {
  const rows = await tx
    .selectFrom('subscriber')
    .select('uid')
    .where('customer_id', '=', list.customer_id)
    .where('uid', 'in', textSet(tx, uids))
    .execute();
  return new Set(rows.map(({ uid }) => uid));
}

function* peopleOf({ email, email_key }: NewColumns): Generator<{ email: string; email_key: string }> {
  for (const [i, one] of email.entries()) yield { email: one, email_key: email_key[i] ?? '' };
}
