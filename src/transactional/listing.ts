// Single mails as their customer sees them, with what became of each.
import { sql } from 'kysely';
import { AppError } from '../kernel/errors.ts';
import type { PageRequest } from '../kernel/page.ts';
import type { Account } from '../messages/reasons.ts';
import type { Db } from '../storage/db.ts';
import { numberSet } from '../storage/dialect.ts';
import { inOrderOf, pageOfIds } from '../storage/paging.ts';
import type { Email } from '../storage/tables/content.ts';
import type { MessageState } from '../storage/tables.ts';
import { readTally } from '../storage/tally.ts';
import { tallyOf } from './counts.ts';
import { emailsInCampaigns } from './queries.ts';
import type { EmailKind } from './rules.ts';

/** An email without its content, its message, and how it came back, if it did. */
export type EmailEntry = Omit<Email, 'html' | 'plain_text'> &
  Account & { attempts: number; campaign_uid: string; bounce_type: string | null };

export type EmailView = EmailEntry & Pick<Email, 'html' | 'plain_text'>;

const KIND: EmailKind = 'transactional';

/** What every call about an email that is not there throws. */
export function noSuchEmail(): never {
  throw new AppError('not_found', 'The email does not exist.');
}

/** The customer's transactional email of that uid. @throws AppError `not_found` */
export async function getEmail(db: Db, customerId: number, uid: string): Promise<EmailView> {
  const row = await entries(db, customerId)
    .select(['email.html', 'email.plain_text'])
    .where('email.uid', '=', uid)
    .where('email.kind', '=', KIND)
    .where('email.deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? noSuchEmail();
}

/** One page of the customer's transactional emails, newest first, and how many there are. */
export async function pageOfEmails(
  db: Db,
  customerId: number,
  request: PageRequest,
): Promise<{ count: number; entries: EmailEntry[] }> {
  const count = await readTally(db, tallyOf(KIND), customerId);
  const ids = await pageOfIds(db, { key: `emails of ${customerId}`, column: 'email.id', count, request }, () =>
    db
      .selectFrom('email')
      .select('email.id as id')
      .where('email.customer_id', '=', customerId)
      .where('email.kind', '=', KIND)
      .where('email.deleted_at', 'is', null),
  );
  if (ids.length === 0) return { count, entries: [] };
  const rows = await entries(db, customerId).where('email.id', 'in', numberSet(db, ids)).execute();
  return { count, entries: inOrderOf(ids, rows) };
}

function entries(db: Db, customerId: number) {
  return emailsInCampaigns(db)
    .leftJoin('message', (on) =>
      on
        .onRef('message.customer_id', '=', 'campaign.customer_id')
        .onRef('message.campaign_id', '=', 'campaign.id')
        .on('message.subscriber_id', '=', sql<number>`-email.id`),
    )
    .leftJoin('work', (on) =>
      on
        .onRef('work.customer_id', '=', 'campaign.customer_id')
        .onRef('work.campaign_id', '=', 'campaign.id')
        .on('work.subscriber_id', '=', sql<number>`-email.id`),
    )
    .leftJoin('bounce', (on) =>
      on.onRef('bounce.campaign_id', '=', 'campaign.id').on('bounce.subscriber_id', '=', sql<number>`-email.id`),
    )
    .select(['email.id', 'email.uid', 'email.customer_id', 'email.kind', 'email.list_id', 'email.to_name'])
    .select(['email.to_email', 'email.to_key', 'email.from_name', 'email.from_email', 'email.reply_to_name'])
    .select(['email.reply_to_email', 'email.subject', 'email.send_at', 'email.created_at', 'email.deleted_at'])
    .select([
      sql<MessageState>`coalesce(message.state, work.state)`.as('state'),
      sql<number>`coalesce(message.attempts, work.attempts)`.as('attempts'),
      sql<string | null>`coalesce(message.reason, work.reason)`.as('reason'),
      sql<string | null>`coalesce(message.detail, work.detail)`.as('detail'),
      sql<string | null>`coalesce(message.reply, work.reply)`.as('reply'),
    ])
    .select(['campaign.uid as campaign_uid', 'bounce.type as bounce_type'])
    .where('email.customer_id', '=', customerId);
}
