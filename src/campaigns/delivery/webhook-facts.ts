// Facts for webhooks about campaigns: one began, was paused, or is finished.
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import type { CampaignFact } from '../../webhooks/outbox/facts.ts';
import { interests, wants } from '../../webhooks/outbox/interest.ts';
import { tell } from '../../webhooks/outbox/tell.ts';

type Owner = Pick<Campaign, 'id' | 'customer_id'>;
type CampaignType = CampaignFact['type'];

/** Writes it down, in the transaction in which it happens. `at`: ms */
export function tellCampaign(tx: Tx, { id, customer_id }: Owner, type: CampaignType, at: number): Promise<void> {
  return tell<CampaignFact>(tx, customer_id, [type], () => [{ type, at, campaign: id }]);
}

/**
 * Does something to a campaign in one statement, and in a transaction with what is told of it where
 * somebody wants to know.
 * @param change gives what happened; undefined: nothing
 */
export async function changeAndTell(
  db: Db,
  campaign: Owner,
  types: readonly CampaignType[],
  change: (db: Db | Tx) => Promise<CampaignType | undefined>,
  at: number,
): Promise<CampaignType | undefined> {
  if (!(await wants(db, campaign.customer_id, types))) return change(db);
  return inTransaction(db, async (tx) => {
    const type = await change(tx);
    if (type) await tellCampaign(tx, campaign, type, at);
    return type;
  });
}

/** Pauses campaigns of several customers in one statement that gives them. `at`: ms */
export async function pauseAndTell(
  db: Db | Tx,
  pause: (db: Db | Tx) => Promise<readonly Owner[]>,
  at: number,
): Promise<number> {
  if ((await interests(db)).size === 0) return (await pause(db)).length;
  const both = async (tx: Tx) => {
    const paused = await pause(tx);
    for (const campaign of paused) await tellCampaign(tx, campaign, 'campaign.paused', at);
    return paused.length;
  };
  return db.isTransaction ? both(db as Tx) : inTransaction(db, both);
}
