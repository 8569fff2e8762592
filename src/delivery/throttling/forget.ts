// Forgets what is counted of a relay.
import type { Tx } from '../../storage/db.ts';

/** Forgets what a relay that is gone has used, and its slowed and parked destinations. */
export async function forgetThrottling(tx: Tx, relayId: number): Promise<void> {
  for (const table of ['relay_usage', 'destination'] as const)
    await tx.deleteFrom(table).where('relay_id', '=', relayId).execute();
}
