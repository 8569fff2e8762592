// Statements on table `email` and on the message rows of emails, for what is sent and what comes back.
import { sql } from 'kysely';
import type { Db, Tx } from '../storage/db.ts';
import type { Email, NewEmail } from '../storage/tables/content.ts';

/** Writes an email. */
export function insertEmail(tx: Tx, email: NewEmail): Promise<{ id: number; uid: string }> {
  return tx.insertInto('email').values(email).returning(['id', 'uid']).executeTakeFirstOrThrow();
}

/** The message row of an email. `notBefore`: instant in ms; null = it may go out now. */
export async function insertMessage(
  tx: Tx,
  of: { customerId: number; campaignId: number; emailId: number },
  notBefore: number | null,
): Promise<void> {
  await tx
    .insertInto('message')
    .values({
      customer_id: of.customerId,
      campaign_id: of.campaignId,
      subscriber_id: -of.emailId,
      state: notBefore === null ? 'pending' : 'deferred',
      attempts: 0,
      next_attempt_at: notBefore,
    })
    .execute();
}

/** Emails with the campaign that their messages belong to. Its type stands in the text, so that the index of these rows answers. */
export function emailsInCampaigns(db: Db) {
  return db
    .selectFrom('email')
    .innerJoin('campaign', (on) =>
      on.onRef('campaign.customer_id', '=', 'email.customer_id').on('campaign.type', '=', sql.lit('transactional')),
    );
}

/** An email as it is to be sent, with the uid of the campaign that its message belongs to; undefined when it was deleted. */
export function findMailToSend(db: Db, id: number): Promise<(Email & { campaign_uid: string }) | undefined> {
  return emailsInCampaigns(db)
    .selectAll('email')
    .select('campaign.uid as campaign_uid')
    .where('email.id', '=', id)
    .where('email.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Where an email of the customer went, also when it was deleted since; undefined when its row is gone. */
export async function findRecipientOf(
  db: Db,
  customerId: number,
  id: number,
): Promise<{ email: string; email_key: string } | undefined> {
  return db
    .selectFrom('email')
    .select(['to_email as email', 'to_key as email_key'])
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
}

/** The message of an email, by its uid and that of the campaign it belongs to, deleted or not. */
export async function findMessageOfEmail(
  db: Db,
  named: { campaignUid: string; uid: string },
): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('email')
    .innerJoin('campaign', 'campaign.customer_id', 'email.customer_id')
    .innerJoin('message', (on) =>
      on.onRef('message.campaign_id', '=', 'campaign.id').on('message.subscriber_id', '=', sql<number>`-email.id`),
    )
    .select('message.id')
    .where('email.uid', '=', named.uid)
    .where('campaign.uid', '=', named.campaignUid)
    .executeTakeFirst();
}
