// Adds addresses to a suppression list and removes them. Every change locks the list's tally first,
// so that two with the same addresses in another order never deadlock.
import { emailKey } from '../kernel/address.ts';
import { newPause } from '../kernel/slices.ts';
import { oneLine } from '../kernel/text/one-line.ts';
import { insertRows } from '../storage/dialect/insert-rows.ts';
import type { Tx } from '../storage/tables.ts';
import { addToTally, holdTally } from '../storage/tally.ts';
import { deleteSuppressions, tallyScope } from './queries.ts';
import { DETAIL_LENGTH, EVERYBODY, type SuppressionReason } from './rules.ts';

/**
 * An address for a customer's list; customer 0 is the global one. The address is valid, and stored
 * as given.
 */
export type SuppressionEntry = { customerId: number; email: string; reason: SuppressionReason; detail: string };

const COLUMNS = ['email', 'email_key', 'detail'] as const;

/** Keeps a list from others until the transaction ends: what is read of it then stays so. */
export const holdSuppressions = (tx: Tx, customerId: number): Promise<void> => holdTally(tx, customerId, tallyScope());

/**
 * Suppresses addresses. One that is on its list already stays unchanged: the first reason counts.
 * In a transaction that locks messages too, call it after they are locked and before counters are.
 * @param at now, ms
 * @returns how many were added
 */
export async function suppress(tx: Tx, entries: readonly SuppressionEntry[], at: number): Promise<number> {
  let added = 0;
  for (const [customerId, rows] of byCustomer(entries)) {
    const own = [...rows];
    await holdSuppressions(tx, customerId);
    const counts = new Map<string, number>();
    for (const [reason, rows] of byReason(own)) {
      const values = rows.flatMap(({ email, key, detail }) => [email, key, oneLine(detail, DETAIL_LENGTH)]);
      const shared = { customer_id: customerId, reason, created_at: at };
      const conflict = { on: ['customer_id', 'email_key'], update: [] };
      counts.set(reason, await insertRows(tx, { table: 'suppression', shared, columns: COLUMNS, values, conflict }));
    }
    if (customerId === EVERYBODY) await suppressByAll(tx, own, at);
    added += await count(tx, customerId, counts, 1);
  }
  return added;
}

/** What isSuppressed reads of the global list. */
async function suppressByAll(tx: Tx, rows: readonly Row[], at: number): Promise<void> {
  const keys = rows.map(({ key }) => key);
  await insertRows(tx, {
    table: 'suppressed_by_all',
    shared: { created_at: at },
    columns: ['email_key'],
    values: keys,
    conflict: { on: ['email_key'], update: [] },
  });
}

const ENTRIES_A_SLICE = 400; // some milliseconds on SQLite

/** As suppress, for the thousands of a request: others are answered in between. */
export async function suppressInSlices(tx: Tx, entries: readonly SuppressionEntry[], at: number): Promise<number> {
  const pause = newPause();
  let added = 0;
  for (let from = 0; from < entries.length; from += ENTRIES_A_SLICE) {
    added += await suppress(tx, entries.slice(from, from + ENTRIES_A_SLICE), at);
    await pause();
  }
  return added;
}

/**
 * Removes addresses from a list: they get mail again from the next campaign on.
 * @returns how many were on it
 */
export async function unsuppress(tx: Tx, customerId: number, emails: readonly string[]): Promise<number> {
  await holdSuppressions(tx, customerId);
  const removed = await deleteSuppressions(tx, customerId, [...new Set(emails.map(emailKey))]);
  return count(tx, customerId, removed, -1);
}

async function count(tx: Tx, customerId: number, changes: ReadonlyMap<string, number>, sign: 1 | -1): Promise<number> {
  let total = 0;
  for (const [reason, n] of changes) {
    await addToTally(tx, customerId, tallyScope(reason), n * sign);
    total += n;
  }
  await addToTally(tx, customerId, tallyScope(), total * sign);
  return total;
}

type Row = SuppressionEntry & { key: string };

/** The entries ordered by customer, each address once: its first entry. */
function byCustomer(entries: readonly SuppressionEntry[]): [number, Iterable<Row>][] {
  const lists = new Map<number, Map<string, Row>>();
  for (const entry of entries) {
    const list = lists.get(entry.customerId) ?? new Map<string, Row>();
    const key = emailKey(entry.email);
    if (!list.has(key)) list.set(key, { ...entry, key });
    lists.set(entry.customerId, list);
  }
  return [...lists].sort(([a], [b]) => a - b).map(([customerId, list]) => [customerId, list.values()]);
}

function byReason(rows: Iterable<Row>): Map<SuppressionReason, Row[]> {
  const groups = new Map<SuppressionReason, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.reason);
    if (group) group.push(row);
    else groups.set(row.reason, [row]);
  }
  return groups;
}
