// What happened to one person, newest first: over all lists of the customer, and all campaigns.
import { sql } from 'kysely';
import { furtherLists } from '../../campaigns/several-lists/lists.ts';
import type { KeysetRequest, Place } from '../../http/members/keyset.ts';
import { wordsOf } from '../../messages/reasons.ts';
import type { Db } from '../../storage/db.ts';
import { numberSet } from '../../storage/dialect.ts';
import type { EndState } from '../../storage/tables.ts';
import type { PersonFacts } from './person.ts';

export const HAPPENINGS = [
  'joined',
  'confirmed',
  'unsubscribed',
  'changed',
  'suppressed',
  'accepted',
  'rejected',
  'uncertain',
  'skipped',
  'opened',
  'clicked',
  'bounced',
  'complained',
] as const;
export type HappeningKind = (typeof HAPPENINGS)[number];

/** Something that happened at `at` (ms). What does not belong to its kind is undefined. */
export type Happening = {
  kind: HappeningKind;
  at: number;
  /** Tells happenings of one instant apart. */
  key: string;
  list?: { uid: string; name: string };
  campaign?: { uid: string; name: string };
  ipAddress?: string | null;
  userAgent?: string | null;
  machine?: string | null;
  link?: string | null;
  /** What a receiver, a form or we said. */
  words?: string | null;
};

/** Rows of each kind that are looked at, of the newest campaigns: nobody gets more mails. */
const MOST = 1_000;

/** The kinds of the values in a place. */
export const PLACE = ['number', 'text'] as const;

export type TimelinePage = {
  happenings: Happening[];
  next: Place | undefined;
  /** When the last campaign was done of which this has nothing any more (ms). */
  removedUntil: number | undefined;
};

/** One page of what happened. */
export async function pageOfTimeline(
  db: Db,
  person: PersonFacts,
  { after, perPage }: KeysetRequest,
): Promise<TimelinePage> {
  const all = [...inLists(person), ...(await withCampaigns(db, person))].sort(
    (a, b) => b.at - a.at || (a.key < b.key ? -1 : 1),
  );
  const [at, key] = after ?? [];
  const isAfter = (one: Happening) => one.at < Number(at) || (one.at === at && one.key > String(key));
  const rest = after ? all.filter(isAfter) : all;
  const happenings = rest.slice(0, perPage);
  const last = happenings.at(-1);
  const next: Place | undefined = rest.length > perPage && last ? [last.at, last.key] : undefined;
  return { happenings, next, removedUntil: await removedUntil(db, person) };
}

/**
 * When the last campaign was done whose details are no longer kept, of those to a list that the
 * person was on by then: it may have been sent to them.
 */
async function removedUntil(db: Db, { subscriber, memberships }: PersonFacts): Promise<number | undefined> {
  const lists = numberSet(
    db,
    memberships.map(({ list_id }) => list_id),
  );
  const removed = sql`campaign.customer_id = ${subscriber.customer_id} and campaign.details_removed_at is not null`;
  const first = await sql<{ list_id: number; at: number | null }>`select lists.value as list_id,
      (select max(campaign.finished_at) from campaign where ${removed} and campaign.list_id = lists.value) as at
    from ${lists} as lists`.execute(db);
  const further = await sql<{ lists: string; at: number }>`select campaign.further_lists as lists,
      max(campaign.finished_at) as at
    from campaign where ${removed} and campaign.further_lists is not null group by campaign.further_lists`.execute(db);
  const until = new Map(first.rows.map(({ list_id, at }) => [Number(list_id), Number(at ?? 0)]));
  for (const { lists: further_lists, at } of further.rows) {
    for (const id of furtherLists({ further_lists })) until.set(id, Math.max(until.get(id) ?? 0, Number(at)));
  }
  const mayConcern = memberships.map(({ list_id, created_at }) => {
    const at = until.get(list_id) ?? 0;
    return at > created_at ? at : 0;
  });
  return Math.max(0, ...mayConcern) || undefined;
}

/** What the rows of the lists say. */
function inLists({ memberships, suppressions }: PersonFacts): Happening[] {
  const ofLists = memberships.flatMap((row): Happening[] => {
    const list = { uid: row.list_uid, name: row.list_name };
    const { created_at, confirmed_at, unsubscribed_at, updated_at } = row;
    const known = [created_at, confirmed_at, unsubscribed_at];
    return [
      { kind: 'joined', at: created_at, key: `joined ${row.id}`, list, ipAddress: row.ip_address, words: row.source },
      ...(confirmed_at === null
        ? []
        : [
            {
              kind: 'confirmed',
              at: confirmed_at,
              key: `confirmed ${row.id}`,
              list,
              ipAddress: row.confirm_ip,
            } as const,
          ]),
      ...(unsubscribed_at === null
        ? []
        : [{ kind: 'unsubscribed', at: unsubscribed_at, key: `unsubscribed ${row.id}`, list } as const]),
      ...(known.includes(updated_at)
        ? []
        : [{ kind: 'changed', at: updated_at, key: `changed ${row.id}`, list } as const]),
    ];
  });
  const ofAddress = suppressions.map(({ at, reason, detail }, n): Happening => {
    return { kind: 'suppressed', at, key: `suppressed ${n}`, words: detail === '' ? reason : `${reason}: ${detail}` };
  });
  return [...ofLists, ...ofAddress];
}

type Named = { campaign_uid: string; campaign_name: string; subscriber_id: number; campaign_id: number };
const NAMED = sql`join campaign on campaign.id = event.campaign_id and campaign.customer_id = event.customer_id
  and campaign.type <> 'transactional' and campaign.status <> 'pending-delete'`;
const NAMES = sql`event.campaign_id, event.subscriber_id, campaign.uid as campaign_uid, campaign.name as campaign_name`;

async function withCampaigns(db: Db, { subscriber, memberships }: PersonFacts): Promise<Happening[]> {
  const ids = numberSet(
    db,
    memberships.map(({ id }) => id),
  );
  // The person comes first: else SQLite might walk through everything of the customer.
  const of = (table: 'message' | 'open' | 'click') => sql`${ids} as person cross join ${sql.table(table)} as event`;
  const whose = sql`event.customer_id = ${subscriber.customer_id} and event.subscriber_id = person.value
    order by event.campaign_id + 0 desc limit ${sql.lit(MOST)}`;
  return [
    ...(await fates(db, of('message'), whose)),
    ...(await events(db, 'open', of('open'), whose)),
    ...(await events(db, 'click', of('click'), whose)),
  ];
}

const campaignOf = (row: Named) => ({ uid: row.campaign_uid, name: row.campaign_name });

/** What became of messages; a bounce and a complaint are found by the message. */
async function fates(db: Db, of: ReturnType<typeof sql>, whose: ReturnType<typeof sql>): Promise<Happening[]> {
  type Row = Named & {
    state: EndState;
    finished_at: number;
    reason: string | null;
    detail: string | null;
    reply: string | null;
  } & {
    bounced_at: number | null;
    bounce: string | null;
    complained_at: number | null;
    complaint: string | null;
  };
  const same = (table: string) => sql`${sql.raw(table)}.customer_id = event.customer_id
    and ${sql.raw(table)}.campaign_id = event.campaign_id and ${sql.raw(table)}.subscriber_id = event.subscriber_id`;
  const { rows } =
    await sql<Row>`select ${NAMES}, event.state, event.finished_at, event.reason, event.detail, event.reply,
      bounce.at as bounced_at, bounce.message as bounce, complaint.at as complained_at, complaint.message as complaint
    from ${of} ${NAMED} left join bounce on ${same('bounce')} left join complaint on ${same('complaint')}
    where ${whose}`.execute(db);
  return rows.flatMap((row): Happening[] => {
    const campaign = campaignOf(row);
    const key = `${row.campaign_id} ${row.subscriber_id}`;
    const { bounced_at, complained_at } = row;
    return [
      { kind: row.state, at: row.finished_at, key: `message ${key}`, campaign, words: wordsOf(row) },
      ...(bounced_at === null
        ? []
        : [{ kind: 'bounced', at: bounced_at, key: `bounced ${key}`, campaign, words: row.bounce } as const]),
      ...(complained_at === null
        ? []
        : [
            {
              kind: 'complained',
              at: complained_at,
              key: `complained ${key}`,
              campaign,
              words: row.complaint,
            } as const,
          ]),
    ];
  });
}

async function events(
  db: Db,
  table: 'open' | 'click',
  of: ReturnType<typeof sql>,
  whose: ReturnType<typeof sql>,
): Promise<Happening[]> {
  type Row = Named & { id: number; at: number } & Record<'ip_address' | 'user_agent' | 'machine', string | null> & {
      url?: string | null;
    };
  const link = table === 'click';
  const { rows } = await sql<Row>`select ${NAMES}, event.id, event.at, event.ip_address, event.user_agent, event.machine
      ${link ? sql`, campaign_link.url` : sql``}
    from ${of} ${NAMED}
      ${link ? sql`left join campaign_link on campaign_link.id = event.link_id and campaign_link.customer_id = event.customer_id` : sql``}
    where ${whose}`.execute(db);
  return rows.map((row) => ({
    kind: link ? 'clicked' : 'opened',
    at: row.at,
    key: `${table} ${row.id}`,
    campaign: campaignOf(row),
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
    machine: row.machine,
    link: row.url ?? null,
  }));
}
