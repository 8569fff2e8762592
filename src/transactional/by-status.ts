// The transactional emails of one status. What is unsent has a row of work, anything else a
// message; both are found by the customer's hidden campaign, so that a few among many cost little.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { findTransactionalCampaign } from '../campaigns/transactional.ts';
import type { Db } from '../storage/db.ts';
import type { EmailStatus } from './rules.ts';

/** The customer's transactional emails that were not deleted. */
export function emailsOf(db: Db, customerId: number) {
  return db
    .selectFrom('email')
    .where('email.customer_id', '=', customerId)
    .where('email.kind', '=', 'transactional')
    .where('email.deleted_at', 'is', null);
}

/**
 * A condition on table `email`: it has that status (rules.ts says which states that is).
 * @returns undefined when the customer never had an email
 */
export async function hasStatus(
  db: Db,
  customerId: number,
  status: EmailStatus,
): Promise<RawBuilder<SqlBool> | undefined> {
  const campaignId = await findTransactionalCampaign(db, customerId);
  if (campaignId === undefined) return undefined;
  const ofCampaign = sql`customer_id = ${customerId} and campaign_id = ${campaignId}`;
  switch (status) {
    case 'unsent':
      return sql<SqlBool>`email.id in (select -subscriber_id from work where ${ofCampaign})`;
    case 'sent': // most are: each email is looked up
      return sql<SqlBool>`exists (select 1 from message where ${ofCampaign}
        and message.subscriber_id = -email.id and message.state in ('accepted', 'uncertain'))`;
    case 'failed': // the first condition makes the index of what was not accepted answer
      return sql<SqlBool>`email.id in (select -subscriber_id from message where ${ofCampaign}
        and state <> 'accepted' and state in ('rejected', 'skipped'))`;
  }
}

/**
 * How many emails have the status, of `all` that the customer has. What was sent is the rest, as
 * the others are few.
 */
export async function countByStatus(db: Db, customerId: number, status: EmailStatus, all: number): Promise<number> {
  if (status === 'sent') {
    const unsent = await countByStatus(db, customerId, 'unsent', all);
    return Math.max(0, all - unsent - (await countByStatus(db, customerId, 'failed', all)));
  }
  const which = await hasStatus(db, customerId, status);
  if (!which) return 0;
  const { n } = await emailsOf(db, customerId)
    .select((is) => is.fn.countAll<number>().as('n'))
    .where(which)
    .executeTakeFirstOrThrow();
  return Number(n);
}
