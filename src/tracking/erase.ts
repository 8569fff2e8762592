// Takes what names a person out of opens, clicks and unsubscribes, which stay, as they are counted:
// from where they came, with which program, and what was written. Of old ones the address alone.
import type { Removal } from '../campaigns/remove.ts';
import { numberSet } from '../storage/dialect.ts';
import type { Tx } from '../storage/tables.ts';

/** @returns how many of each there are of these subscribers */
export async function eraseInEvents(tx: Tx, customerId: number, subscriberIds: readonly number[]) {
  const blank = async (table: 'open' | 'click' | 'unsubscribe', more: { reason?: string; note?: string } = {}) => {
    const done = await tx
      .updateTable(table)
      .set({ ip_address: null, user_agent: null, ...more })
      .where('customer_id', '=', customerId)
      .where('subscriber_id', 'in', numberSet(tx, subscriberIds))
      .executeTakeFirst();
    return Number(done.numUpdatedRows);
  };
  return {
    opens: await blank('open'),
    clicks: await blank('click'),
    unsubscribes: await blank('unsubscribe', { reason: '', note: '' }),
  };
}

export type EventKind = 'open' | 'click' | 'unsubscribe';

/**
 * Takes the addresses out of some of a campaign's events, by their ids: those after `after` and
 * from before an instant (ms).
 * @returns the id of the last one, undefined when there is none
 */
export async function forgetAddresses(
  tx: Tx,
  { id, customer_id }: Removal,
  kind: EventKind,
  { after, before }: { after: number; before: number },
  limit: number,
): Promise<number | undefined> {
  const rows = await tx
    .selectFrom(kind)
    .select(['id', 'at'])
    .where('customer_id', '=', customer_id)
    .where('campaign_id', '=', id)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  // Ids are in the order of time, but for some milliseconds.
  const young = rows.findIndex(({ at }) => at >= before);
  const upTo = rows.at(young < 0 ? -1 : young - 1)?.id;
  if (young === 0 || upTo === undefined) return undefined;
  await tx
    .updateTable(kind)
    .set({ ip_address: null })
    .where('customer_id', '=', customer_id)
    .where('campaign_id', '=', id)
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .where('ip_address', 'is not', null)
    .execute();
  return upTo;
}
