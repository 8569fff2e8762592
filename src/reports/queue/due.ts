// What could go out now, over all customers. A campaign may wait for long without anything being
// wrong: for its sending window, its recipients' own time, retries. What is due stands still only
// by a fault.
import { sql } from 'kysely';
import { runningCampaigns } from '../../campaigns/delivery/progress.ts';
import { opensAt } from '../../campaigns/window/rules.ts';
import { nextWorkOf, openAutoresponders, openEmails } from '../../messages/open.ts';
import type { Db } from '../../storage/db.ts';

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
  let due = emails.length;
  for (const [n, campaign] of open.entries()) {
    const isFree = (next[n] ?? Number.POSITIVE_INFINITY) <= now;
    if (isFree || freezing.has(campaign) || (await isClaimed(db, campaign))) due += 1;
  }
  return due;
}

/** Whether a worker has a batch of a campaign; asked where nothing else is due. */
async function isClaimed(db: Db, { id, customer_id }: Named): Promise<boolean> {
  const { rows } = await sql`select 1 as one from batch
    where customer_id = ${customer_id} and campaign_id = ${id} and lease_id is not null limit 1`.execute(db);
  return rows.length > 0;
}
