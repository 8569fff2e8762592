// Statements about links and who follows them.
import { type RawBuilder, sql } from 'kysely';
import { grouped } from '../coordination/grouped.ts';
import { isInFlight } from '../messages/turn/in-flight.ts';
import type { Db, Tx } from '../storage/db.ts';
import { inPart } from '../storage/dialect/span.ts';
import { asksTogether, isSpread } from '../storage/dialect/spread.ts';
import { numberSet, recordSet } from '../storage/dialect.ts';
import { ownerNamed } from '../storage/spread/owners.ts';
import { statement } from '../storage/statement.ts';
import type { Subscriber } from '../storage/tables.ts';

/** The address of a link, and the campaign that it belongs to. */
export type ClickTarget = { url: string; campaignId: number };

/**
 * Where a link leads for a subscriber; only when its campaign has a message to that subscriber, in
 * whatever state, or had one and no longer keeps them. Nowhere when its customer is being removed.
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
  const [customer, campaign] = [sql.ref('link.customer_id'), sql.ref('link.campaign_id')];
  const flies = isInFlight(db, { customer, campaign, subscriber: click.subscriber });
  return sql`link.id = ${click.link} and (${of('message')} or ${of('work')} or ${flies} or exists (select 1 from campaign
      where campaign.customer_id = link.customer_id and campaign.id = link.campaign_id
        and campaign.details_removed_at is not null))
      and exists (select 1 from customer where customer.id = link.customer_id and customer.status <> 'removing')`;
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
    const click = { link: sql.ref('link.id'), subscriber: sql.ref('link.subscriber') };
    const clicks = records('clicks', { n: 'number', link: 'number', subscriber: 'number' });
    // The links first, with whom they are asked for: by keys that come from two tables a server may
    // use a part only, and read all messages of a campaign for each click.
    return sql`with link as materialized (select r.n, r.subscriber, campaign_link.* from ${clicks} as r
        join campaign_link on campaign_link.id = r.link)
      select link.n, link.url as url, link.campaign_id as "campaignId" from link
      where ${isLinkOf(db, value('part'), click)}`;
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
    where subscriber.id in ${numberSet(tx, ids)} and customer.status <> 'removing'`.execute(tx);
  return rows;
}
