// Changes a relay, or takes it away. What goes through it at the moment comes to its end first: workers look again every
// few seconds and open their connections anew.
import { type Db, inTransaction } from '../storage/db.ts';
import type { RelayRow, RelayRowUpdate } from '../storage/tables/delivery.ts';
import { deleteRelayRow, updateRelayRow } from './queries.ts';
import { type RelaySettings, settingsColumns } from './settings.ts';

/** Puts the settings in the place of those that were read before. */
export async function changeRelay(
  db: Db,
  before: RelayRow,
  settings: RelaySettings,
  { secret, at }: { secret: string; at: number },
): Promise<void> {
  await change(db, before, settingsColumns(settings, secret), at);
}

/** Switches a relay on or off. */
export async function switchRelay(
  db: Db,
  before: RelayRow,
  status: RelaySettings['status'],
  at: number,
): Promise<void> {
  await change(db, before, { status }, at);
}

/** What was wrong may be put right by the change: the workers will see. Revisions never come twice. */
async function change(db: Db, before: RelayRow, changes: RelayRowUpdate, at: number): Promise<void> {
  const updatedAt = Math.max(at, before.updated_at + 1);
  await inTransaction(db, (tx) =>
    updateRelayRow(tx, before, { ...changes, fault: null, fault_at: null, updated_at: updatedAt }),
  );
}

/** Takes a relay away; messages keep its number. */
export async function removeRelay(db: Db, relay: RelayRow): Promise<void> {
  await inTransaction(db, (tx) => deleteRelayRow(tx, relay));
}
