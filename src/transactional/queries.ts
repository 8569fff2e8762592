// Statements on table `email`, for sending and for returned mail.
import { sql } from 'kysely';
import { findMessages, type MessageName } from '../messages/uncertain/settle.ts';
import type { Db, Tx } from '../storage/db.ts';
import type { Email, NewEmail } from '../storage/tables/content.ts';

/** Inserts an email. */
export function insertEmail(tx: Tx, email: NewEmail): Promise<{ id: number; uid: string }> {
  return tx.insertInto('email').values(email).returning(['id', 'uid']).executeTakeFirstOrThrow();
}

/**
 * Emails with the campaign of their messages. The campaign's type is a literal, so that the partial
 * index can be used.
 */
export function emailsInCampaigns(db: Db) {
  return db
    .selectFrom('email')
    .innerJoin('campaign', (on) =>
      on.onRef('campaign.customer_id', '=', 'email.customer_id').on('campaign.type', '=', sql.lit('transactional')),
    );
}

/** An email to send, with the uid of its message's campaign; undefined when it was deleted. */
export function findMailToSend(
  db: Db,
  customerId: number,
  id: number,
): Promise<(Email & { campaign_uid: string }) | undefined> {
  return emailsInCampaigns(db)
    .selectAll('email')
    .select('campaign.uid as campaign_uid')
    .where('email.customer_id', '=', customerId)
    .where('email.id', '=', id)
    .where('email.deleted_at', 'is', null)
    .executeTakeFirst();
}

/**
 * The recipient of a customer's email, also when it was deleted since; undefined when its row is
 * gone.
 */
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
    .where('to_key', '!=', '') // erased
    .executeTakeFirst();
}

/**
 * The message of an email, by its uid and that of its campaign, also when the email was deleted.
 */
export async function findMessageOfEmail(
  db: Db,
  named: { campaignUid: string; uid: string },
): Promise<MessageName | undefined> {
  const found = await db
    .selectFrom('email')
    .innerJoin('campaign', 'campaign.customer_id', 'email.customer_id')
    .select(['email.id', 'campaign.id as campaignId'])
    .where('email.uid', '=', named.uid)
    .where('campaign.uid', '=', named.campaignUid)
    .executeTakeFirst();
  const [message] = found ? await findMessages(db, [{ campaignId: found.campaignId, subscriberId: -found.id }]) : [];
  return message;
}
