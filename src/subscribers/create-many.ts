// Adds up to 10,000 subscribers of one request, a thousand in a transaction: valid ones are stored,
// others reported, and no statement is made per subscriber. A single transaction would keep all
// other writers waiting for seconds. When the store fails after some were stored, the answer tells
// of each whether it was.
import { emailKey } from '../kernel/address.ts';
import type { Faults } from '../kernel/errors.ts';
import { newUids } from '../kernel/ids.ts';
import { newPause } from '../kernel/slices.ts';
import type { ListToAdd } from '../lists/queries.ts';
import { inTransaction } from '../storage/db.ts';
import type { Db, Subscriber, Tx } from '../storage/tables.ts';
import { type StoreTrouble, storeTrouble } from '../storage/trouble.ts';
import { requestConfirmations } from './confirmation/confirmations.ts';
import { noteConsents } from './consent/record.ts';
import { evidenceOf, type SubscriberInput } from './create.ts';
import { findByEmails } from './queries.ts';
import { insertSubscribers, type SubscriberRow } from './queries-write.ts';
import { firstStatus, isAsked, TEXTS, whyNotAgain } from './rules.ts';
import { beginAddingTo, countByStatus, type Place } from './status.ts';
import { type CheckedField, checkedFields, readNewValues } from './values/field-input.ts';
import { createFolder, type DerivedColumns } from './values/folded.ts';
import { EMAIL_TAG, type FieldValues, parseFieldValues } from './values/values.ts';
import { tellAdded, tellChanged } from './webhook-facts.ts';

/** One subscriber of the request: an input, or the faults found when reading it. */
export type ManyInput = { input: SubscriberInput } | { faults: Faults };

/** A row to be stored: which one of the request it is, and who it is of. */
type NewOne = { which: number; row: Omit<SubscriberRow, 'uid'>; input: SubscriberInput };

/**
 * A part of the request: its rows by address, and the subscribers that had these addresses
 * beforehand.
 */
type Part = { mine: Map<string, NewOne>; before: ReadonlyMap<string, Subscriber> };

/** A list with its fields, ready for many subscribers. */
type ReadyPlace = Place & {
  checked: readonly CheckedField[];
  fold: (email: string, values: FieldValues) => DerivedColumns;
};

/**
 * Adds many subscribers; those that had unsubscribed are subscribed again, and keep the values that
 * are not sent.
 * @param place the list with its fields
 * @returns the faults of each (none when stored), in the order given
 * @throws the trouble of a store that took none of them
 */
export async function createSubscribers(
  db: Db,
  known: Place,
  inputs: readonly ManyInput[],
  at: number,
): Promise<Faults[]> {
  let place = readyPlace(known);
  const good = new Set<string>();
  const pause = newPause();
  const answers: Faults[] = [];
  let hasStored = false;
  for (let from = 0; from < inputs.length; from += ROWS_A_TRANSACTION) {
    const part = inputs.slice(from, from + ROWS_A_TRANSACTION);
    const keys = part.flatMap((one) => ('input' in one ? [emailKey(one.input.email)] : []));
    const mine = new Map<string, NewOne>();
    try {
      const before = await findByEmails(db, place.list.customer_id, place.list.id, keys);
      const answerTo = (one: ManyInput, which: number): Faults => {
        if ('faults' in one) return one.faults;
        const key = emailKey(one.input.email);
        if (good.has(key)) return { [EMAIL_TAG]: TEXTS.exists };
        const { row, faults } = makeRow(place, one.input, before.get(key), at);
        if (row) mine.set(key, { which, row, input: one.input });
        if (row) good.add(key);
        return faults;
      };
      for (const [i, one] of part.entries()) {
        answers.push(answerTo(one, from + i));
        await pause();
      }
      if (mine.size > 0) place = await storePart(db, place, { mine, before }, { answers, at });
    } catch (error) {
      const trouble = storeTrouble(error);
      if (!trouble || !hasStored) throw error;
      return inputs.map((one, i) => answerAfter(trouble, one, answers[i], mine));
    }
    hasStored ||= mine.size > 0;
    await pause();
  }
  return answers;
}

function readyPlace(place: Place): ReadyPlace {
  return { ...place, checked: checkedFields(place.fields), fold: createFolder(place.fields) };
}

/**
 * Stores one part in a transaction; who turns out to be there gets an answer instead.
 * @returns the list as it was then
 */
function storePart(
  db: Db,
  known: ReadyPlace,
  { mine, before }: Part,
  { answers, at }: { answers: Faults[]; at: number },
): Promise<ReadyPlace> {
  return inTransaction(db, async (tx) => {
    const now = await beginAddingTo(tx, known);
    const place = now.fields === known.fields ? { ...known, list: now.list } : readyPlace(now);
    const { list } = place;
    const existing = await findByEmails(tx, list.customer_id, list.id, [...mine.keys()]);
    for (const [key, { status }] of existing) {
      const why = whyNotAgain(status);
      const one = mine.get(key);
      if (why === undefined || one === undefined) continue;
      answers[one.which] = { [EMAIL_TAG]: why };
      mine.delete(key);
      existing.delete(key);
    }
    const isSame = place.checked === known.checked && list.opt_in === known.list.opt_in;
    for (const [key, one] of mine) {
      const there = existing.get(key);
      if (isSame && there?.field_values === before.get(key)?.field_values) continue;
      // Made of what others have changed since.
      const { row, faults } = makeRow(place, one.input, there, at);
      answers[one.which] = faults;
      if (row) mine.set(key, { ...one, row });
      else mine.delete(key);
      if (!row) existing.delete(key);
    }
    const rows = [...mine.values()].map(({ row }) => row);
    await store(tx, list, rows, existing, at);
    await noteAdded(tx, list, [...mine.values()], at);
    return place;
  });
}

/**
 * The answer to one of the request after the store failed in the middle of it. Whether a commit
 * that nobody confirmed has happened is not known.
 */
function answerAfter(
  { kind, text }: StoreTrouble,
  one: ManyInput,
  told: Faults | undefined,
  cutOff: ReadonlyMap<string, NewOne>,
): Faults {
  if ('faults' in one) return one.faults;
  const isCutOff = cutOff.has(emailKey(one.input.email));
  if (told && !isCutOff) return told;
  const what = isCutOff && kind === 'gone' ? TEXTS.perhapsStored : TEXTS.notStored;
  return { [EMAIL_TAG]: `${what} ${text} Please send it again.` };
}

/** Those who came the same way are noted together. */
async function noteAdded(
  tx: Tx,
  list: ListToAdd,
  added: readonly { row: Omit<SubscriberRow, 'uid'>; input: SubscriberInput }[],
  at: number,
): Promise<void> {
  const alike = Map.groupBy(added, ({ row, input }) => JSON.stringify([row.status, evidenceOf(input)]));
  for (const some of alike.values()) {
    const [first] = some;
    const keys = some.map(({ row }) => row.email_key);
    if (first) await noteConsents(tx, list, keys, { status: first.row.status, at }, evidenceOf(first.input));
  }
}

function makeRow(
  { list, checked, fold }: ReadyPlace,
  { email, sent, status, source, ipAddress, timeZone }: SubscriberInput,
  before: Subscriber | undefined,
  at: number,
): { row?: Omit<SubscriberRow, 'uid'>; faults: Faults } {
  const { values, faults } = readNewValues(
    checked,
    sent,
    { at, ipAddress, timeZone },
    before && parseFieldValues(before),
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

/** Writes the rows; `returning` has, by address, the subscribers that are on the list already. */
async function store(
  tx: Tx,
  list: ListToAdd,
  rows: readonly Omit<SubscriberRow, 'uid'>[],
  returning: ReadonlyMap<string, Subscriber>,
  at: number,
): Promise<void> {
  const uids = newUids(rows.length);
  const named = rows.map((row, i) => ({ ...row, uid: uids[i] ?? '' }));
  await insertSubscribers(tx, list, named, { at, replaced: REPLACED, pause: newPause() });
  await tellAdded(tx, list, () => named.filter(({ email_key }) => !returning.has(email_key)), at);
  await tellChanged(
    tx,
    list,
    () =>
      named.flatMap((row) => {
        const before = returning.get(row.email_key);
        return before ? [{ before: before.status, after: { ...row, uid: before.uid } }] : [];
      }),
    at,
  );
  const deltas = new Map<string, number>();
  const add = (status: string, delta: number) => deltas.set(status, (deltas.get(status) ?? 0) + delta);
  for (const { status } of rows) add(status, 1);
  for (const { status } of returning.values()) add(status, -1);
  await countByStatus(tx, list, deltas, at);
  const asked = rows.filter(({ status }) => isAsked(list, status)).map((row) => row.email_key);
  if (asked.length > 0) await requestConfirmations(tx, list, asked, at);
}

const ROWS_A_TRANSACTION = 1_000;

/**
 * The columns that are replaced when somebody subscribes again; uid and the day they were added
 * stay.
 */
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
