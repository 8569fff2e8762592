// Clicks by link, counted when they are recorded, so that a listing of links reads only their rows,
// however many clicks there are. Whether a click is the recipient's first on that link (unique) is
// looked up in index click_link: one step a click.
import { type RawBuilder, sql } from 'kysely';
import type { CounterDeltas } from '../campaigns/counters.ts';
import type { Tx } from '../storage/db.ts';
import { inSpan, type Span, spanOf } from '../storage/dialect/span.ts';
import { asksTogether, isSpread } from '../storage/dialect/spread.ts';
import { isOwn, lockRows } from '../storage/dialect.ts';
import { statement } from '../storage/statement.ts';
import { recordStatement } from '../storage/statements/record-statement.ts';
import type { MessageHit, TrackedMessage } from './hits.ts';

/** What is added to the counters of one link of a customer. */
type LinkDelta = {
  customer_id: number;
  clicks: number;
  unique_clicks: number;
  filtered_clicks: number;
  filtered_unique_clicks: number;
};

/** What one transaction changes, by link. */
export type LinkDeltas = Map<number, LinkDelta>;

/** Changes that clicks make: in counters of campaigns and of links. */
export type ClickDeltas = { campaigns: CounterDeltas; links: LinkDeltas };

function deltaOf(deltas: LinkDeltas, customerId: number, linkId: number): LinkDelta {
  const none = { clicks: 0, unique_clicks: 0, filtered_clicks: 0, filtered_unique_clicks: 0 };
  const delta = deltas.get(linkId) ?? { customer_id: customerId, ...none };
  deltas.set(linkId, delta);
  return delta;
}

/**
 * Counts clicks that are about to be recorded. Their messages are locked, so that nobody else
 * records a click on one of them now.
 */
export async function countByLink(tx: Tx, hits: readonly MessageHit[], deltas: LinkDeltas): Promise<void> {
  if (hits.length === 0) return;
  for (const { clicker, byPerson, before } of await clickersOf(tx, hits)) {
    const delta = deltaOf(deltas, clicker.customerId, clicker.linkId);
    delta.clicks += clicker.clicks;
    delta.filtered_clicks += byPerson;
    if (!before.anybody) delta.unique_clicks += 1;
    if (byPerson > 0 && !before.person) delta.filtered_unique_clicks += 1;
  }
}

/** One recipient and one link. */
type Clicker = { customerId: number; campaignId: number; subscriberId: number; linkId: number; clicks: number };

const keysOf = ({
  customerId,
  campaignId,
  subscriberId,
}: Pick<TrackedMessage, 'customerId' | 'campaignId' | 'subscriberId'>) => {
  return { customerId, campaignId, subscriberId };
};

async function clickersOf(tx: Tx, hits: readonly MessageHit[]) {
  const clickers = new Map<string, { clicker: Clicker; byPerson: number }>();
  for (const { message, linkId, machine } of hits) {
    const key = `${message.subscriberId} ${linkId}`;
    const found = clickers.get(key) ?? {
      clicker: { ...keysOf(message), linkId, clicks: 0 },
      byPerson: 0,
    };
    found.clicker.clicks += 1;
    if (machine === null) found.byPerson += 1;
    clickers.set(key, found);
  }
  const before = await clickedBefore(
    tx,
    [...clickers.values()].map(({ clicker }) => clicker),
  );
  return [...clickers].map(([key, found]) => ({
    ...found,
    before: before.get(key) ?? { anybody: false, person: false },
  }));
}

type Before = { anybody: boolean; person: boolean };

/** Whether these recipients clicked these links before: at all, and as people. */
async function clickedBefore(tx: Tx, clickers: readonly Omit<Clicker, 'clicks'>[]): Promise<Map<string, Before>> {
  const span = spanOf(clickers.map(({ campaignId }) => campaignId));
  const asked = clickers.map(({ customerId, subscriberId, linkId }) => {
    return { customer: customerId, subscriber_id: subscriberId, link_id: linkId };
  });
  const { rows } = await readClickers(tx, { ...span, asked });
  return new Map(
    rows.map((row) => [
      `${row.subscriber_id} ${row.link_id}`,
      { anybody: Boolean(row.anybody), person: Boolean(row.person) },
    ]),
  );
}

type Asked = { customer: number; subscriber_id: number; link_id: number };
type ClickerRow = { subscriber_id: number; link_id: number; anybody: unknown; person: unknown };

const readClickers = statement<Span & { asked: readonly Asked[] }, ClickerRow>((db, { records, value }) => {
  const clicked = sql`select 1 from click where click.customer_id = r.customer and click.link_id = r.link_id
    and click.subscriber_id = r.subscriber_id ${inSpan(db, 'click', value)}`;
  const asked = records('asked', { customer: 'number', subscriber_id: 'number', link_id: 'number' });
  return sql`select r.subscriber_id, r.link_id, exists (${clicked}) as anybody,
    exists (${clicked} and click.machine is null) as person from ${asked} as r`;
});

/**
 * Corrects the counts for clicks that were found to be a machine's and are marked already.
 * `linkIds` has one entry a click.
 */
export async function takeOutByLink(
  tx: Tx,
  message: Pick<TrackedMessage, 'customerId' | 'campaignId' | 'subscriberId'>,
  linkIds: readonly number[],
  deltas: LinkDeltas,
): Promise<void> {
  if (linkIds.length === 0) return;
  const { customerId, subscriberId } = message;
  for (const linkId of linkIds) deltaOf(deltas, customerId, linkId).filtered_clicks -= 1;
  const clickers = [...new Set(linkIds)].map((linkId) => ({ ...keysOf(message), linkId }));
  const left = await clickedBefore(tx, clickers);
  for (const { linkId } of clickers) {
    if (!left.get(`${subscriberId} ${linkId}`)?.person) deltaOf(deltas, customerId, linkId).filtered_unique_clicks -= 1;
  }
}

/**
 * Writes the changes. Links are held in the order of their customers and ids, so that two
 * transactions never wait in a circle.
 */
export async function addToLinks(tx: Tx, deltas: LinkDeltas): Promise<void> {
  if (deltas.size === 0) return;
  const records = [...deltas].map(([id, { customer_id: customer, ...delta }]) => ({ id, customer, ...delta }));
  if (asksTogether(tx)) {
    await holdAndAdd(tx, { records });
    return;
  }
  if (isSpread(tx)) {
    const byCustomer = Map.groupBy(records, ({ customer }) => customer);
    for (const [customerId, some] of [...byCustomer].sort(([one], [other]) => one - other)) {
      await holdLinks(tx, { customerId, ids: some.map(({ id }) => id) });
    }
  }
  await addToLink(tx, {}, records);
}

const COUNTS = {
  clicks: 'number',
  unique_clicks: 'number',
  filtered_clicks: 'number',
  filtered_unique_clicks: 'number',
} as const;
type LinkRecord = { customer: number; id: number } & { [name in keyof typeof COUNTS]: number };

const holdLinks = statement<{ customerId: number; ids: readonly number[] }>(
  (db, { value, numbers }) => sql`select id from campaign_link
    where ${isOwn(db, 'campaign_link.customer_id', value('customerId') as RawBuilder<number>)}
      and id in ${numbers('ids')} order by id ${lockRows(db)}`,
);

const SHAPE = { customer: 'number', id: 'number', ...COUNTS } as const;

const added = (by: (name: keyof typeof COUNTS) => RawBuilder<unknown>) =>
  sql.join(
    (Object.keys(COUNTS) as (keyof typeof COUNTS)[]).map(
      (name) => sql`${sql.ref(name)} = campaign_link.${sql.ref(name)} + ${by(name)}`,
    ),
  );

const addToLink = recordStatement<Readonly<Record<string, never>>, LinkRecord>(SHAPE, (_, { member, from }) => {
  return sql`update campaign_link set ${added(member)} ${from}
      where campaign_link.customer_id = ${member('customer')} and campaign_link.id = ${member('id')}`;
});

/** Both in one round trip. */
const holdAndAdd = statement<{ records: readonly LinkRecord[] }>(
  (db, { records }) => sql`with held as materialized (
      select r.* from ${records('records', SHAPE)} as r
        join campaign_link as link on link.customer_id = r.customer and link.id = r.id
      order by link.customer_id, link.id ${lockRows(db, 'link')})
    update campaign_link set ${added((name) => sql.ref(`held.${name}`))} from held
    where campaign_link.customer_id = held.customer and campaign_link.id = held.id`,
);
