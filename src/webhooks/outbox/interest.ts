// Which customers want to be told of what. A process knows it for a second: what it changes itself
// applies at once, what another process changes within that second. So nobody pays for webhooks
// that are not there. With thousands of customers it is much to read: each change of a webhook
// writes down another edition of it all, and as long as that is the same nothing else is read.
import { type RawBuilder, sql } from 'kysely';
import { findSetting, replaceSetting } from '../../accounts/queries.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { newUid } from '../../kernel/ids.ts';
import type { Db, Tx } from '../../storage/db.ts';
import { isSpread } from '../../storage/dialect/spread.ts';
import { customersToPoll, isAmong } from '../../storage/spread/customers-to-poll.ts';
import { reading } from '../../storage/statement.ts';
import { KEPT_MS } from '../rules.ts';
import { type EventType, typesIn } from '../types.ts';

const KNOWN_MS = 1_000;
/** Those that were switched off for too long are forgotten without a change. */
const EDITION_MS = 5 * MINUTE_MS;
const EDITION = 'webhooks-edition';

type Known = {
  until: number;
  changes: number;
  /** Undefined: it is not written down on this store. */
  edition: { name: string; until: number } | undefined;
  byCustomer: ReadonlyMap<number, ReadonlySet<string>>;
};

const known = new WeakMap<object, Known>();
const NOTHING: ReadonlySet<string> = new Set();
/** Counts the changes by this thread, of any store: they are rare. */
let changes = 0;

/** Call it when a webhook was changed, after the commit. */
export function forgetInterest(): void {
  changes += 1;
}

/** Notes that a webhook changes, in the transaction that changes it. */
export async function changeInterest(tx: Tx): Promise<void> {
  await replaceSetting(tx, EDITION, newUid());
}

// One that the server switched off is still written for, as long as events are kept: once it is on
// again, nothing is missing.
type Listening = { customer_id: number; events: string };
const listen = (db: Db | Tx, since: RawBuilder<number>) =>
  db
    .selectFrom('webhook')
    .select(['customer_id', 'events'])
    .where(sql<boolean>`(status = 'on' or (reason is not null and off_at > ${since}))`);
const listening = reading<{ since: number }, Listening>((db, value) => listen(db, value('since')));

async function look(db: Db | Tx, store: object, before: Known | undefined): Promise<Known> {
  const now = performance.now();
  const asked = { until: now + KNOWN_MS, changes }; // as of before the store is asked
  // Where the store is spread those alone are read who have something to do.
  const name = isSpread(db) ? undefined : ((await findSetting(db, EDITION)) ?? '');
  if (before?.edition && before.edition.name === name && now < before.edition.until) {
    return remember(store, { ...before, ...asked });
  }
  const byCustomer = new Map<number, Set<string>>();
  for (const { customer_id, events } of await readListening(db)) {
    const types = byCustomer.get(customer_id) ?? new Set<string>();
    for (const type of typesIn(events)) types.add(type);
    byCustomer.set(customer_id, types);
  }
  const edition = name === undefined ? undefined : { name, until: now + EDITION_MS };
  return remember(store, { ...asked, edition, byCustomer });
}

function remember(store: object, found: Known): Known {
  known.set(store, found);
  return found;
}

/** For all customers: a few rows, by the indexes of those that are on, or were until lately. */
async function readListening(db: Db | Tx): Promise<Listening[]> {
  const since = Date.now() - KEPT_MS;
  const those = await customersToPoll(db, 'webhooks');
  if (those === undefined) return listening(db, { since });
  return listen(db, sql.val(since)).where(isAmong(those, 'customer_id')).execute();
}

/** What is wanted of which customers. */
export async function interests(db: Db | Tx): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const store = db.getExecutor().adapter; // the same for a store and its transactions
  const before = known.get(store);
  if (before && before.changes === changes && performance.now() < before.until) return before.byCustomer;
  return (await look(db, store, before)).byCustomer;
}

/** The types that a customer wants to be told of. */
export async function interestOf(db: Db | Tx, customerId: number): Promise<ReadonlySet<string>> {
  return (await interests(db)).get(customerId) ?? NOTHING;
}

/** Whether a customer wants to be told of one of these types. */
export async function wants(db: Db | Tx, customerId: number, types: readonly EventType[]): Promise<boolean> {
  const wanted = await interestOf(db, customerId);
  return types.some((type) => wanted.has(type));
}
