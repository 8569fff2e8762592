// Everything that is stored about one person, for whoever asks what we know of them.

import { sql } from 'kysely';
import { type Rights, showsMails } from '../../http/rights.ts';
import type { Db } from '../../storage/db.ts';
import { numberSet } from '../../storage/dialect.ts';
import { type Consent, consentsOf } from '../../subscribers/consent/read.ts';
import type { PersonFacts } from './person.ts';

type OfCampaign = { campaign_uid: string | null; campaign_name: string | null };
type Event = OfCampaign & { at: number; ip_address: string | null; user_agent: string | null };

export type StoredEmail = {
  uid: string;
  kind: string;
  to_name: string;
  subject: string;
  html: string;
  plain_text: string | null;
  send_at: number;
  created_at: number;
};
export type StoredMessage = OfCampaign & {
  state: string;
  finished_at: number | null;
  reason: string | null;
  detail: string | null;
  reply: string | null;
};

/** What is stored besides what stands in the lists. Instants in ms. */
export type StoredFacts = {
  consents: Consent[];
  confirmations: { list_id: number; requested_at: number; mailed_at: number | null }[];
  messages: StoredMessage[];
  opens: (Event & { machine: string | null })[];
  clicks: (Event & { machine: string | null; url: string | null })[];
  unsubscribes: (Event & { reason: string; note: string })[];
  bounces: (OfCampaign & { at: number; type: string; message: string })[];
  complaints: (OfCampaign & { at: number; message: string })[];
  emails: StoredEmail[];
};

/** Mails to users about their accounts let in whoever has their links: nobody sees them. */
const OF_ACCOUNTS = 'account';
const WITHHELD = { html: '', plain_text: null };

/**
 * Reads all of it, oldest first; nobody has so much that it would not fit into one answer.
 * @param rights of who reads it: the content of mails is not for everybody
 */
export async function storedFactsOf(
  db: Db,
  { subscriber, memberships }: PersonFacts,
  rights: Rights,
): Promise<StoredFacts> {
  const isShown = (kind: string) => showsMails(rights) && kind !== OF_ACCOUNTS;
  const { customer_id: customerId, email_key: key } = subscriber;
  const subscriberIds = memberships.map(({ id }) => id);
  const emails = await db
    .selectFrom('email')
    .select(['id', 'uid', 'kind', 'to_name', 'subject', 'html', 'plain_text', 'send_at', 'created_at'])
    .where('customer_id', '=', customerId)
    .where('to_key', '=', key)
    .where('to_key', '!=', sql.lit('')) // as the index says it
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const ids = numberSet(db, [...subscriberIds, ...emails.map(({ id }) => -id)]);
  const named = sql`left join campaign on campaign.customer_id = stored.customer_id and campaign.id = stored.campaign_id
    and campaign.type <> 'transactional'`;
  const names = sql`campaign.uid as campaign_uid, campaign.name as campaign_name`;
  // The person comes first: else SQLite might walk through everything of the customer.
  const of = async <T>(table: string, columns: ReturnType<typeof sql>, order = sql`stored.at, stored.id`) => {
    const more =
      table === 'click'
        ? sql`left join campaign_link on campaign_link.customer_id = stored.customer_id
      and campaign_link.id = stored.link_id`
        : sql``;
    const { rows } = await sql<T>`select ${names}, ${columns} from ${ids} as person
      cross join ${sql.table(table)} as stored ${named} ${more}
      where stored.customer_id = ${customerId} and stored.subscriber_id = person.value order by ${order}`.execute(db);
    return rows;
  };
  const event = sql`stored.at, stored.ip_address, stored.user_agent`;
  return {
    consents: await consentsOf(db, customerId, key, memberships),
    confirmations: await confirmationsOf(db, customerId, subscriberIds),
    messages: [
      ...(await of<StoredMessage>(
        'message',
        sql`stored.state, stored.finished_at, stored.reason, stored.detail, stored.reply`,
        sql`stored.finished_at, stored.campaign_id, stored.subscriber_id`,
      )),
      ...(await messagesUnderWay(db, customerId, { ids, named, names })),
    ],
    opens: await of('open', sql`${event}, stored.machine`),
    clicks: await of('click', sql`${event}, stored.machine, campaign_link.url`),
    unsubscribes: await of('unsubscribe', sql`${event}, stored.reason, stored.note`),
    bounces: await of('bounce', sql`stored.at, stored.type, stored.message`),
    complaints: await of('complaint', sql`stored.at, stored.message`),
    emails: emails.map(({ id: _, ...email }) => (isShown(email.kind) ? email : { ...email, ...WITHHELD })),
  };
}

type Whose = Record<'ids' | 'named' | 'names', ReturnType<typeof sql>>;

/** Messages that are put off or on their way: by campaign, as their table is in that order. */
async function messagesUnderWay(db: Db, customerId: number, { ids, named, names }: Whose): Promise<StoredMessage[]> {
  const { rows } = await sql<StoredMessage>`select ${names}, stored.state, null as finished_at, stored.reason,
      stored.detail, stored.reply
    from work as stored ${named}
    where stored.customer_id = ${customerId} and stored.subscriber_id in ${ids}
      and stored.campaign_id in (select id from campaign where customer_id = ${customerId}
        and status in ('pending-sending', 'processing', 'sending', 'paused'))
    order by stored.campaign_id, stored.subscriber_id`.execute(db);
  return rows;
}

function confirmationsOf(db: Db, customerId: number, subscriberIds: readonly number[]) {
  return db
    .selectFrom('confirmation')
    .select(['list_id', 'requested_at', 'mailed_at'])
    .where('customer_id', '=', customerId)
    .where('subscriber_id', 'in', numberSet(db, subscriberIds))
    .orderBy('requested_at')
    .orderBy('list_id')
    .execute();
}
