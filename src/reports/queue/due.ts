// What could go out now, over all customers. A campaign may wait for long without anything being
// wrong: for its sending window, its recipients' own time, retries. What is due stands still only
// by a fault.
import { sql } from 'kysely';
import { runningCampaigns } from '../../campaigns/delivery/progress.ts';
import { opensAt } from '../../campaigns/window/rules.ts';
import { nextWorkOf, openAutoresponders, openEmails } from '../../messages/open.ts';
import type { Db } from '../../storage/db.ts';
import { recordSet } from '../../storage/dialect.ts';
import { byCustomer } from '../../storage/statement.ts';

type Named = { id: number; customer_id: number };

/**
 * How many campaigns, and customers with transactional emails, have messages that are due: free to
 * be claimed now, or in batches that a worker has, or an audience that is not frozen to the end.
 * Retries that a worker has are not looked for: they are its for as long as an attempt takes.
 * @param now instant in ms
 */
export async function countDue(db: Db, now: number): Promise<number> {
  const emails = await openEmails(db, now);
  const frozen = await runningCampaigns(db, now);
  const open = [...(await openAutoresponders(db, now)), ...frozen].filter(
    ({ sending_window }) => opensAt(sending_window, now) <= now,
  );
  const freezing = new Set(frozen.filter(({ freeze_done }) => freeze_done === 0));
  const next = await nextWorkOf(db, open);
  const isDue = (campaign: (typeof open)[number], n: number) =>
    (next[n] ?? Number.POSITIVE_INFINITY) <= now || freezing.has(campaign);
  const others = open.filter((campaign, n) => !isDue(campaign, n));
  return emails.length + open.length - others.length + (await countClaimed(db, others));
}

/** Of how many of these campaigns a worker has batches. */
async function countClaimed(db: Db, campaigns: readonly Named[]): Promise<number> {
  const records = campaigns.map(({ id, customer_id }) => ({ customer: customer_id, campaign: id }));
  let count = 0;
  for (const some of byCustomer(db, records)) {
    if (some.length === 0) continue;
    const claimed = sql`exists (select 1 from batch where batch.customer_id = w.customer
      and batch.campaign_id = w.campaign and batch.lease_id is not null)`;
    const { rows } = await sql<{ n: number }>`select count(*) as n
      from ${recordSet(db, some, { customer: 'number', campaign: 'number' })} as w where ${claimed}`.execute(db);
    count += Number(rows[0]?.n ?? 0);
  }
  return count;
}
