// Which campaigns have come to their end. Of many running ones that is one look: to finish one
// takes a transaction that writes, which thousands that only wait for their retries shall not cost
// at each look.
import { sql } from 'kysely';
import type { Db } from '../../storage/db.ts';
import { recordSet } from '../../storage/dialect.ts';
import { byCustomer } from '../../storage/statement.ts';
import type { Campaign } from '../../storage/tables.ts';
import { hasEnded } from '../counters.ts';

/**
 * Ids of those whose audience is frozen and whose messages have all ended, as their counters say
 * now; `finishCampaign` asks once more.
 */
export async function endedAmong(
  db: Db,
  campaigns: readonly Pick<Campaign, 'id' | 'customer_id'>[],
): Promise<Set<number>> {
  const ended = new Set<number>();
  const records = campaigns.map(({ id, customer_id }) => ({ customer: customer_id, campaign: id }));
  for (const some of byCustomer(db, records)) {
    if (some.length === 0) continue;
    const { rows } = await sql<{ id: number }>`select campaign.id
      from ${recordSet(db, some, { customer: 'number', campaign: 'number' })} as w
        join campaign on campaign.customer_id = w.customer and campaign.id = w.campaign
      where campaign.status = 'sending' and campaign.freeze_done = 1 and ${hasEnded(sql`w.customer`)}`.execute(db);
    for (const { id } of rows) ended.add(Number(id));
  }
  return ended;
}

/**
 * Whether a person may have ended a campaign that is sent: marking it as sent is a change of the
 * campaign, coming to its end by itself is none (`finishCampaign`). One that was changed since then
 * counts as ended by a person.
 */
export function isEndedByPerson({ finished_at, updated_at }: Pick<Campaign, 'finished_at' | 'updated_at'>): boolean {
  return finished_at === null || updated_at >= finished_at;
}
