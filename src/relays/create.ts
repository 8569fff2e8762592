// Creates a relay.
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import { takeNumbers } from '../storage/numbers.ts';
import type { RelayRow } from '../storage/tables/delivery.ts';
import { countRelays, insertRelay } from './queries.ts';
import { MAX_RELAYS } from './rules.ts';
import { type RelaySettings, settingsColumns } from './settings.ts';

/**
 * Creates a relay of a customer, or (null) one shared by all customers.
 * @throws AppError `forbidden` when the customer has MAX_RELAYS already
 */
export function createRelay(
  db: Db,
  customerId: number | null,
  settings: RelaySettings,
  { secret, at }: { secret: string; at: number },
): Promise<RelayRow> {
  return inTransaction(db, async (tx) => {
    const number = await takeNumbers(tx, 'relay', customerId); // first: of two at once the second counts both
    if (customerId !== null && (await countRelays(tx, customerId)) >= MAX_RELAYS) {
      throw new AppError('forbidden', say('relay-many', { most: MAX_RELAYS }));
    }
    return insertRelay(tx, {
      password: null,
      ...settingsColumns(settings, secret),
      customer_id: customerId,
      number,
      fault: null,
      fault_at: null,
      created_at: at,
      updated_at: at,
    });
  });
}
