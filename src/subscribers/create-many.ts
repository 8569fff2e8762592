// Adding up to 10,000 subscribers of one request, a thousand in a transaction: good ones are
// stored, bad ones reported, and no statement is made per subscriber. One transaction for all would
// keep everybody else from writing for seconds.
import { emailKey } from '../kernel/address.ts';
import type { Faults } from '../kernel/errors.ts';
import { newUids } from '../kernel/ids.ts';
import { newTurns } from '../kernel/turns.ts';
import { inTransaction } from '../storage/db.ts';
import type { Db, List, Subscriber, Tx } from '../storage/tables.ts';
import { requestConfirmations } from './confirmation/confirmations.ts';
import type { Place, SubscriberInput } from './create.ts';
import { findByEmails } from './queries.ts';
import { insertSubscribers, type SubscriberRow } from './queries-write.ts';
import { firstStatus, isAsked, TEXTS, whyNotAgain } from './rules.ts';
import { beginChange, countByStatus } from './status.ts';
import { type CheckedField, checkedFields, readNewValues } from './values/field-input.ts';
import { createFolder, type Folded } from './values/folded.ts';
import { EMAIL_TAG, type FieldValues, readFieldValues } from './values/values.ts';

/** One of many: an input, or the faults that its reading found already. */
export type ManyInput = { input: SubscriberInput } | { faults: Faults };

type Folding = (email: string, values: FieldValues) => Folded;

/**
 * Adds many subscribers; those that unsubscribed come back, with the values that are not given
 * anew.
 * @param place the list with its fields
 * @returns the faults of each (none when stored), in the order given
 */
export async function createSubscribers(
  db: Db,
  { list, fields }: Place,
  inputs: readonly ManyInput[],
  at: number,
): Promise<Faults[]> {
  const checked = checkedFields(fields);
  const fold = createFolder(fields);
  const keys = inputs.flatMap((one) => ('input' in one ? [emailKey(one.input.email)] : []));
  const before = await findByEmails(db, list.customer_id, list.id, keys);
  const good = new Map<string, { place: number; row: Omit<SubscriberRow, 'uid'> }>();
  const answerTo = (one: ManyInput, place: number): Faults => {
    if ('faults' in one) return one.faults;
    const key = emailKey(one.input.email);
    if (good.has(key)) return { [EMAIL_TAG]: TEXTS.exists };
    const { row, faults } = makeRow({ list, checked, fold, at }, one.input, before.get(key));
    if (row) good.set(key, { place, row });
    return faults;
  };
  const turns = newTurns();
  const answers: Faults[] = [];
  for (const [place, one] of inputs.entries()) {
    answers.push(answerTo(one, place));
    await turns();
  }
  const waiting = [...good];
  for (let from = 0; from < waiting.length; from += ROWS_A_TRANSACTION) {
    const mine = new Map(waiting.slice(from, from + ROWS_A_TRANSACTION));
    await inTransaction(db, async (tx) => {
      await beginChange(tx, list.id);
      const existing = await findByEmails(tx, list.customer_id, list.id, [...mine.keys()]);
      for (const [key, { status }] of existing) {
        const why = whyNotAgain(status);
        const one = mine.get(key);
        if (why === undefined || one === undefined) continue;
        answers[one.place] = { [EMAIL_TAG]: why };
        mine.delete(key);
        existing.delete(key);
      }
      const rows = [...mine.values()].map(({ row }) => row);
      await store(tx, list, rows, existing, at);
    });
    await turns();
  }
  return answers;
}

function makeRow(
  { list, checked, fold, at }: { list: List; checked: readonly CheckedField[]; fold: Folding; at: number },
  { email, sent, status, source, ipAddress, timeZone }: SubscriberInput,
  before: Subscriber | undefined,
): { row?: Omit<SubscriberRow, 'uid'>; faults: Faults } {
  const { values, faults } = readNewValues(
    checked,
    sent,
    { at, ipAddress, timeZone },
    before && readFieldValues(before),
  );
  if (Object.keys(faults).length > 0) return { faults };
  const row = {
    email,
    email_key: emailKey(email),
    status: firstStatus(list, status),
    source,
    ip_address: ipAddress,
    field_values: JSON.stringify(values),
    ...fold(email, values),
  };
  return { row, faults };
}

/** Writes the rows; `returning` holds those that the list has already, by address. */
async function store(
  tx: Tx,
  list: List,
  rows: readonly Omit<SubscriberRow, 'uid'>[],
  returning: ReadonlyMap<string, Subscriber>,
  at: number,
): Promise<void> {
  const uids = newUids(rows.length);
  const named = rows.map((row, i) => ({ ...row, uid: uids[i] ?? '' }));
  const turns = newTurns();
  for (let from = 0; from < named.length; from += ROWS_A_SLICE) {
    await insertSubscribers(tx, list, named.slice(from, from + ROWS_A_SLICE), at, REPLACED);
    await turns();
  }
  const deltas = new Map<string, number>();
  const add = (status: string, delta: number) => deltas.set(status, (deltas.get(status) ?? 0) + delta);
  for (const { status } of rows) add(status, 1);
  for (const { status } of returning.values()) add(status, -1);
  await countByStatus(tx, list.id, deltas);
  const asked = rows.filter(({ status }) => isAsked(list, status)).map((row) => row.email_key);
  if (asked.length > 0) await requestConfirmations(tx, list, asked, at);
}

/** On SQLite the index of words is written with the commit: some milliseconds for so many. */
const ROWS_A_TRANSACTION = 1_000;
const ROWS_A_SLICE = 80; // some milliseconds on SQLite

/** What one that comes back gets anew; its uid and the day it was added stay. */
const REPLACED = [
  'email',
  'status',
  'source',
  'ip_address',
  'field_values',
  'folded',
  'tokens',
  'updated_at',
  'unsubscribed_at',
] as const;
