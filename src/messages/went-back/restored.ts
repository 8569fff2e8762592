// A store that was restored from a backup: what was in flight then has its outcome elsewhere, and
// what was still to be sent may have been sent since.
import { addToCounters, type CounterDeltas, countInto } from '../../campaigns/counters.ts';
import { workerLeases } from '../../coordination/lease.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import { endFlights, endWork } from '../end.ts';
import { type KeyRow, keyOf } from '../keys.ts';
import { recoverLease, recoverOrphans } from '../recover.ts';
import { mayLeave } from '../states.ts';
import { customersInFlight, takeOutOfFlight } from '../turn/hold.ts';
import { type HoldCounts, holdUnknown, UNKNOWN } from './hold-unknown.ts';

/** `inFlight`: how many messages were in flight, which are uncertain now. */
export type RestoredCounts = HoldCounts & { inFlight: number };

/**
 * Holds everything of which only people can say whether it was sent: what was in flight becomes
 * uncertain, whatever the campaign's policy, open transactional emails too, and campaigns under way
 * or due are paused. No worker may run. Repeating it changes nothing more.
 * @param now ms
 */
export async function holdRestored(db: Db, now: number): Promise<RestoredCounts> {
  const inFlight = await holdInFlight(db, now);
  // Nobody has these leases here: what was claimed under them is to do again.
  for (const lease of await workerLeases(db)) await recoverLease(db, lease, now);
  await recoverOrphans(db, now);
  return { inFlight, ...(await holdUnknown(db, now)) };
}

function holdInFlight(db: Db, at: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const ending = { event: 'lose', ...UNKNOWN, isTried: true, at } as const;
    const rows: KeyRow[] = [];
    for (const customerId of await customersInFlight(tx)) {
      const flights = await takeOutOfFlight(tx, customerId, () => true);
      rows.push(...(await endFlights(tx, customerId, flights, ending)));
    }
    rows.push(...(await endWork(tx, mayLeave('work', 'lose'), ending)));
    const deltas: CounterDeltas = new Map();
    for (const row of rows) countInto(deltas, keyOf(row), 'uncertain');
    await addToCounters(tx, deltas);
    return rows.length;
  });
}
