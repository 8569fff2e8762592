// Changes or removes a relay. Messages under way through it are finished first: workers check every
// few seconds and reopen their connections.
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import type { RelayRow, RelayRowUpdate } from '../storage/tables/delivery.ts';
import { deleteRelayRow, holdRelay, updateRelayRow } from './queries.ts';
import { type RelaySettings, settingsColumns } from './settings.ts';

/** Replaces the settings that were read before. */
export async function changeRelay(
  db: Db,
  before: RelayRow,
  settings: RelaySettings,
  { secret, at }: { secret: string; at: number },
): Promise<void> {
  await change(db, before, settingsColumns(settings, secret), at);
}

/** Enables or disables a relay. */
export async function switchRelay(
  db: Db,
  before: RelayRow,
  status: RelaySettings['status'],
  at: number,
): Promise<void> {
  await change(db, before, { status }, at);
}

/** Clears the fault, which the change may have fixed. Revisions are never reused. */
async function change(db: Db, before: RelayRow, changes: RelayRowUpdate, at: number): Promise<void> {
  const updatedAt = Math.max(at, before.updated_at + 1);
  await inTransaction(db, (tx) =>
    updateRelayRow(tx, before, { ...changes, fault: null, fault_at: null, updated_at: updatedAt }),
  );
}

/** Removes a relay; messages keep its number. @throws AppError `not_found` */
export async function removeRelay(db: Db, relay: RelayRow): Promise<void> {
  await changingRelay(db, relay, deleteRelayRow);
}

/**
 * Changes a relay in one transaction. It is held before it is read, so that a request that leaves
 * members out leaves them as others made them meanwhile.
 * @throws AppError `not_found`
 */
export function changingRelay<T>(
  db: Db,
  relay: Pick<RelayRow, 'id' | 'customer_id'>,
  change: (tx: Tx, now: RelayRow) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    const now = await holdRelay(tx, relay);
    if (!now) throw new AppError('not_found', say('relay-missing'));
    return change(tx, now);
  });
}
