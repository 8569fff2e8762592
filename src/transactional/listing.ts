// Listing and finding transactional emails, with what became of each.
import { sql } from 'kysely';
import { AppError } from '../kernel/errors.ts';
import type { PageRequest } from '../kernel/page.ts';
import { say } from '../kernel/sentences/sentence.ts';
import type { Account } from '../messages/reasons.ts';
import type { Db } from '../storage/db.ts';
import { numberSet } from '../storage/dialect.ts';
import { inOrderOf, pageOfIds } from '../storage/paging.ts';
import type { Email } from '../storage/tables/content.ts';
import type { MessageState } from '../storage/tables.ts';
import { findTally } from '../storage/tally.ts';
import { countByStatus, emailsOf, hasStatus } from './by-status.ts';
import { tallyOf } from './counts.ts';
import { emailsInCampaigns } from './queries.ts';
import type { EmailKind, EmailStatus } from './rules.ts';

/** An email without its content, with its message and its bounce, if any. */
export type EmailEntry = Omit<Email, 'html' | 'plain_text'> &
  Account & { attempts: number; campaign_uid: string; bounce_type: string | null };

export type EmailView = EmailEntry & Pick<Email, 'html' | 'plain_text'>;

const KIND: EmailKind = 'transactional';

/** Throws the error for an email that is not found. */
export function noSuchEmail(): never {
  throw new AppError('not_found', say('mail-missing'));
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

/**
 * One page of the customer's transactional emails, of one status if given, newest first, and how
 * many there are.
 */
export async function pageOfEmails(
  db: Db,
  customerId: number,
  { status, request }: { status?: EmailStatus | undefined; request: PageRequest },
): Promise<{ count: number; entries: EmailEntry[] }> {
  const all = await findTally(db, customerId, tallyOf(KIND));
  const count = status === undefined ? all : await countByStatus(db, customerId, status, all);
  const which = status === undefined ? undefined : await hasStatus(db, customerId, status);
  const key = `emails of ${customerId} ${status ?? ''}`;
  const ids = await pageOfIds(db, { key, column: 'email.id', count, request }, () => {
    const emails = emailsOf(db, customerId).select('email.id as id');
    return which ? emails.where(which) : emails;
  });
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
      on
        .onRef('bounce.customer_id', '=', 'email.customer_id')
        .onRef('bounce.campaign_id', '=', 'campaign.id')
        .on('bounce.subscriber_id', '=', sql<number>`-email.id`),
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
