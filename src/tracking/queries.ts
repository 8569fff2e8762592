// Statements of tracking. Each takes a whole group of hits, so that a busy campaign costs a few
// statements a group.
import { type RawBuilder, sql } from 'kysely';
import { grouped } from '../coordination/grouped.ts';
import { type KeyRow, keyOf, keySet, nameOf } from '../messages/keys.ts';
import type { Db, Tx } from '../storage/db.ts';
import { inPart, inSpanOf } from '../storage/dialect/span.ts';
import { asksTogether, isSpread } from '../storage/dialect/spread.ts';
import { numberSet, recordSet } from '../storage/dialect.ts';
import { ownerNamed } from '../storage/spread/owners.ts';
import { statement } from '../storage/statement.ts';
import type { Subscriber } from '../storage/tables.ts';
import type { MessageHit, TrackedMessage } from './hits.ts';

type Stamp = 'opened_at' | 'clicked_at' | 'unsubscribed_at' | 'filtered_opened_at' | 'filtered_clicked_at';

/**
 * Writes the instant of a first event where there is none yet. The messages are locked, each is
 * given once.
 * @returns those for which it was the first
 */
export async function stampFirst(
  tx: Tx,
  stamp: Stamp,
  messages: readonly TrackedMessage[],
  at: number,
): Promise<TrackedMessage[]> {
  if (messages.length === 0) return [];
  const column = sql.ref(stamp);
  const { rows } = await sql<KeyRow>`insert into response (customer_id, campaign_id, subscriber_id, ${column})
    select r.customer, r.campaign, r.subscriber, cast(${at} as bigint) from ${keySet(tx, messages)} where true
    on conflict (customer_id, campaign_id, subscriber_id) do update set ${column} = excluded.${column}
      where response.${column} is null
    returning customer_id, campaign_id, subscriber_id`.execute(tx);
  const firsts = new Set(rows.map((row) => nameOf(keyOf(row))));
  return messages.filter(({ id }) => firsts.has(id));
}

/** Those of the messages that nobody, or no person, has opened yet, by their keys in memory. */
export async function unopenedOf(
  tx: Tx,
  messages: readonly TrackedMessage[],
): Promise<Map<string, 'by nobody' | 'by no person'>> {
  const { rows } = await sql<KeyRow & { by_person: number | null }>`select response.customer_id, response.campaign_id,
      response.subscriber_id, response.filtered_opened_at as by_person
    from ${keySet(tx, messages)} join response on response.customer_id = r.customer
      and response.campaign_id = r.campaign and response.subscriber_id = r.subscriber
    where response.opened_at is not null ${inSpanOf(
      tx,
      'response',
      messages.map(({ campaignId }) => campaignId),
    )}`.execute(tx);
  const opened = new Map(rows.map((row) => [nameOf(keyOf(row)), row.by_person !== null]));
  const unopened = new Map<string, 'by nobody' | 'by no person'>();
  for (const { id } of messages) {
    const byPerson = opened.get(id);
    if (!byPerson) unopened.set(id, byPerson === undefined ? 'by nobody' : 'by no person');
  }
  return unopened;
}

const EVENT = sql`customer_id, campaign_id, subscriber_id, ip_address, user_agent, at`;
const eventOf = (at: number) =>
  sql`r.customer, r.campaign, r.subscriber, r.ip_address, r.user_agent, cast(${at} as bigint)`;

/** One row in `open` for each hit. */
export async function insertOpens(tx: Tx, hits: readonly MessageHit[], at: number): Promise<void> {
  await sql`insert into open (${EVENT}, machine) select ${eventOf(at)}, r.machine from ${hitSet(tx, hits)} as r`.execute(
    tx,
  );
}

/** One row in `click` for each hit. */
export async function insertClicks(tx: Tx, hits: readonly MessageHit[], at: number): Promise<void> {
  await sql`insert into click (${EVENT}, link_id, machine) select ${eventOf(at)}, r.link, r.machine
    from ${hitSet(tx, hits)} as r`.execute(tx);
}

/** One row in `unsubscribe` for each hit. */
export async function insertUnsubscribes(tx: Tx, hits: readonly MessageHit[], at: number): Promise<void> {
  await sql`insert into unsubscribe (${EVENT}, reason, note) select ${eventOf(at)}, coalesce(r.reason, ''),
    coalesce(r.note, '') from ${hitSet(tx, hits)} as r`.execute(tx);
}

function hitSet(tx: Tx, hits: readonly MessageHit[]) {
  const records = hits.map(({ message, linkId, visitor, machine }) => ({
    customer: message.customerId,
    campaign: message.campaignId,
    subscriber: message.subscriberId,
    link: linkId,
    ip_address: visitor.ipAddress,
    user_agent: visitor.userAgent,
    reason: visitor.reason ?? null,
    machine,
    note: visitor.note ?? null,
  }));
  return recordSet(tx, records, {
    customer: 'number',
    campaign: 'number',
    subscriber: 'number',
    link: 'number',
    ip_address: 'text',
    user_agent: 'text',
    reason: 'text',
    machine: 'text',
    note: 'text',
  });
}

/** The address of a link, and the campaign that it belongs to. */
export type ClickTarget = { url: string; campaignId: number };

/**
 * Where a link leads for a subscriber; only when its campaign has a message to that subscriber, in
 * whatever state, or had one and no longer keeps them.
 */
export async function findClickTarget(db: Db, clicked: Clicked): Promise<ClickTarget | undefined> {
  if (asksTogether(db)) return targetsOf(db)(clicked);
  const [owner] = (await ownerNamed(db, 'link', clicked.linkId)) ?? [0];
  if (owner === undefined) return undefined;
  const { rows } = await targetOf(db, { ...clicked, owner });
  return rows[0];
}

/** Who clicked which link; `part`: that of its campaign (storage/postgres/parts.ts). */
export type Clicked = { linkId: number; subscriberId: number; part: number };

/** @param click its link and subscriber */
const isLinkOf = (
  db: Db | Tx,
  part: RawBuilder<unknown>,
  click: { link: RawBuilder<unknown>; subscriber: RawBuilder<unknown> },
) => {
  const of = (table: 'message' | 'work') => sql`exists (select 1 from ${sql.table(table)} as held
    where held.customer_id = link.customer_id and held.campaign_id = link.campaign_id
    and held.subscriber_id = ${click.subscriber} ${table === 'message' ? inPart(db, 'held', part) : sql``})`;
  return sql`link.id = ${click.link} and (${of('message')} or ${of('work')} or exists (select 1 from campaign
      where campaign.customer_id = link.customer_id and campaign.id = link.campaign_id
        and campaign.details_removed_at is not null))`;
};

const targetOf = statement<Clicked & { owner: number }, ClickTarget>((db, { value }) => {
  const owned = isSpread(db) ? sql`and link.customer_id = ${value('owner')}` : sql``;
  const click = { link: value('linkId'), subscriber: value('subscriberId') };
  return sql`select link.url as url, link.campaign_id as "campaignId" from campaign_link as link
    where ${isLinkOf(db, value('part'), click)} ${owned}`;
});

type Numbered = { n: number; link: number; subscriber: number };

const numberedTargets = statement<{ part: number; clicks: readonly Numbered[] }, ClickTarget & { n: number }>(
  (db, { value, records }) => {
    const click = { link: sql.ref('r.link'), subscriber: sql.ref('r.subscriber') };
    return sql`select r.n, link.url as url, link.campaign_id as "campaignId"
      from ${records('clicks', { n: 'number', link: 'number', subscriber: 'number' })} as r
      join campaign_link as link on ${isLinkOf(db, value('part'), click)}`;
  },
);

/** On a server: clicks that arrive together are looked up together, those of each part. */
async function findClickTargets(db: Db, clicks: readonly Clicked[]): Promise<(ClickTarget | undefined)[]> {
  const targets = new Array<ClickTarget | undefined>(clicks.length);
  const numbered = clicks.map(({ linkId, subscriberId, part }, n) => ({
    n,
    link: linkId,
    subscriber: subscriberId,
    part,
  }));
  for (const [part, some] of Map.groupBy(numbered, (click) => click.part)) {
    const { rows } = await numberedTargets(db, {
      part,
      clicks: some.map(({ n, link, subscriber }) => ({ n, link, subscriber })),
    });
    for (const { n, url, campaignId } of rows) targets[Number(n)] = { url, campaignId };
  }
  return targets;
}

const lookups = new WeakMap<Db, (clicked: Clicked) => Promise<ClickTarget | undefined>>();

function targetsOf(db: Db) {
  const known = lookups.get(db) ?? grouped((clicks: readonly Clicked[]) => findClickTargets(db, clicks));
  lookups.set(db, known);
  return known;
}

/** Who leaves; the customer is not known when the campaign of the link is gone. */
export type Leaving = { customerId: number | undefined; subscriberId: number };

type LeavingSubscriber = Pick<Subscriber, 'id' | 'customer_id' | 'list_id'>;

/**
 * Those of the subscribers that still exist, grouped by list: lists are locked in the order of
 * their ids.
 */
export async function findSubscribersToLeave(tx: Tx, named: readonly Leaving[]): Promise<LeavingSubscriber[]> {
  const columns = { customer: 'number', subscriber: 'number' } as const;
  const known = named.flatMap(({ customerId, subscriberId }) =>
    customerId === undefined ? [] : [{ customer: customerId, subscriber: subscriberId }],
  );
  const found = await sql<LeavingSubscriber>`select subscriber.id, subscriber.customer_id, subscriber.list_id
    from ${recordSet(tx, known, columns)} as r
    join subscriber on subscriber.customer_id = r.customer and subscriber.id = r.subscriber`.execute(tx);
  const others = named.flatMap(({ customerId, subscriberId }) => (customerId === undefined ? [subscriberId] : []));
  const rows = others.length === 0 ? found.rows : [...found.rows, ...(await findOfAnyCustomer(tx, others))];
  return rows.sort((a, b) => a.list_id - b.list_id || a.id - b.id);
}

/** One look into the index of subscribers for each customer. */
async function findOfAnyCustomer(tx: Tx, ids: readonly number[]): Promise<LeavingSubscriber[]> {
  const { rows } = await sql<LeavingSubscriber>`select subscriber.id, subscriber.customer_id, subscriber.list_id
    from customer join subscriber on subscriber.customer_id = customer.id
    where subscriber.id in ${numberSet(tx, ids)}`.execute(tx);
  return rows;
}
