// Removes a customer with everything that belongs to it: first it is marked, so that its keys are
// refused, nothing is sent and nothing found any more; then its rows go in short steps, beside
// servers that send for others; the customer itself goes last. What was cut off is done on from
// where it was by doing it again.
import { setTimeout as sleep } from 'node:timers/promises';
import { forgetCallers, KNOWN_MS } from '../../accounts/keys/known-callers.ts';
import {
  deleteCustomerRow,
  firstCustomerId,
  getCustomer,
  lockTimeZone,
  updateCustomerRow,
} from '../../accounts/queries.ts';
import { insertEntries } from '../../audit/queries.ts';
import { forgetThrottling } from '../../delivery/throttling/forget.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { markAllRemoved } from '../../lists/queries.ts';
import { holdUpTurns } from '../../messages/turn/hold.ts';
import { deleteRelayRow, listRelays } from '../../relays/queries.ts';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import { useOneConnectionEach } from '../../storage/dialect/spread.ts';
import { countRowsOf, type Position, removeRowsOf } from '../../storage/removing/rows.ts';
import { type CustomerTable, listCustomerTables } from '../../storage/removing/tables.ts';
import { openSlices } from '../../storage/slices.ts';
import type { Customer } from '../../storage/tables.ts';
import { deleteAllMemberships, deleteUserWithout, membersAndOthers } from '../../users/members/queries.ts';
import { holdUser } from '../../users/queries.ts';
import { refuseHindered } from './hindrances.ts';

/** Whoever found the customer before it was marked has ended after this time. */
const SETTLED_MS = 2 * KNOWN_MS;
const SLICE = { least: 10, first: 100, most: 20_000 };
/** What lets somebody in, or is told what happens: it goes when the customer is marked. */
const AT_ONCE = new Set(['api_key', 'webhook', 'webhook_lane']);

/** How many rows of each table there are, and how many users. */
export type Stock = {
  rows: ReadonlyMap<string, number>;
  /** All users of the customer, and those who belong to no other one. */
  users: { all: number; onlyHere: number };
};

/** What a removal would remove. */
export async function stockOf(db: Db, customerId: number): Promise<Stock> {
  const rows = new Map<string, number>();
  for (const table of await listCustomerTables(db)) {
    rows.set(table.name, await countRowsOf(db, table, customerId));
  }
  const users = await membersAndOthers(db, customerId);
  return { rows, users: { all: users.length, onlyHere: users.filter(({ isOnlyHere }) => isOnlyHere).length } };
}

/**
 * Removes a customer.
 * @param options.removed called after each step with the number of its rows
 * @param options.settledMs how long others may still write who found the customer before
 * @throws AppError `state` for the first customer, and while something is under way
 * (hindrances.ts); then nothing has changed
 */
export async function removeCustomer(
  { db, clock }: { db: Db; clock: Clock },
  { id }: Pick<Customer, 'id'>,
  { removed, settledMs = SETTLED_MS }: { removed(rows: number): void; settledMs?: number },
): Promise<void> {
  const tables = await listCustomerTables(db);
  await mark(db, id, { tables, at: clock.now() });
  forgetCallers();
  const settledAt = performance.now() + settledMs;
  const kept = tables.filter(({ name }) => name !== 'relay'); // it goes with what is counted of it
  for (let isOver = false; !isOver; ) {
    const isSettled = performance.now() >= settledAt;
    let rows = 0;
    for (const table of kept) rows += await clear(db, table, id, removed);
    isOver = rows === 0 && isSettled;
    if (rows === 0 && !isSettled) await sleep(Math.max(settledAt - performance.now(), 1));
  }
  await end(db, id);
}

async function mark(db: Db, id: number, { tables, at }: { tables: readonly CustomerTable[]; at: number }) {
  await inTransaction(db, async (tx) => {
    await useOneConnectionEach(tx);
    await lockTimeZone(tx, id);
    const customer = await getCustomer(tx, id);
    if (customer.status === 'removing') return;
    const first = await firstCustomerId(tx);
    if (first === undefined || first === id)
      throw new AppError(
        'state',
        'This is the first customer of the installation, to which the operator’s keys belong: it cannot be removed. Delete its lists and campaigns instead.',
      );
    await holdUpTurns(tx, id);
    await refuseHindered(tx, customer);
    await updateCustomerRow(tx, id, { status: 'removing' });
    await markAllRemoved(tx, id);
    await removeMembers(tx, id);
    for (const table of tables) if (AT_ONCE.has(table.name)) await removeAll(tx, table, id);
    const actor = { kind: 'nobody', uid: '', name: 'npx mailwright' } as const;
    const object = { kind: 'customer', id: customer.uid };
    await insertEntries(tx, [{ customerId: first, operation: 'removeCustomer', object, actor, ipAddress: '' }], at);
  });
}

/** Users who belong to no other customer go too, unless they are operators. */
async function removeMembers(tx: Tx, customerId: number): Promise<void> {
  const members = await membersAndOthers(tx, customerId);
  const held = [];
  for (const { id } of members) held.push(await holdUser(tx, id));
  await deleteAllMemberships(tx, customerId);
  for (const user of held) if (user?.is_operator === 0) await deleteUserWithout(tx, user.id);
}

async function removeAll(tx: Tx, table: CustomerTable, customerId: number): Promise<void> {
  for (let after: Position | undefined, isFirst = true; isFirst || after; isFirst = false) {
    ({ next: after } = await removeRowsOf(tx, table, customerId, { after, limit: SLICE.most }));
  }
}

/** Removes the rows of a table. @returns how many */
async function clear(db: Db, table: CustomerTable, customerId: number, removed: (rows: number) => void) {
  const slices = openSlices(SLICE, { rest: 1 });
  let sum = 0;
  for (let after: Position | undefined, isFirst = true; isFirst || after; isFirst = false) {
    const limit = slices.size();
    const done = await slices.run(db, limit, (tx) => removeRowsOf(tx, table, customerId, { after, limit }));
    after = done.next;
    sum += done.rows;
    if (done.rows > 0) removed(done.rows);
  }
  return sum;
}

async function end(db: Db, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await useOneConnectionEach(tx);
    for (const relay of await listRelays(tx, id)) {
      await forgetThrottling(tx, relay.id);
      await deleteRelayRow(tx, relay);
    }
    await deleteCustomerRow(tx, id);
  });
  forgetCallers();
}
