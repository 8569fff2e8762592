// Clicks by link: counted with the clicks, so that a listing of links reads their rows alone,
// however many clicks there are. Whoever is asked for (unique) is looked up in index click_link:
// one step a click.
import { sql } from 'kysely';
import type { CounterDeltas } from '../campaigns/counters.ts';
import type { Tx } from '../storage/db.ts';
import { lockRows, numberSet, recordSet } from '../storage/dialect.ts';
import type { MessageHit, TrackedMessage } from './hits.ts';

/** What is added to the counters of one link. */
type LinkDelta = { clicks: number; unique_clicks: number; filtered_clicks: number; filtered_unique_clicks: number };

/** What one transaction changes, by link. */
export type LinkDeltas = Map<number, LinkDelta>;

/** What clicks change: counters of campaigns, and of links. */
export type ClickDeltas = { campaigns: CounterDeltas; links: LinkDeltas };

function deltaOf(deltas: LinkDeltas, linkId: number): LinkDelta {
  const delta = deltas.get(linkId) ?? { clicks: 0, unique_clicks: 0, filtered_clicks: 0, filtered_unique_clicks: 0 };
  deltas.set(linkId, delta);
  return delta;
}

/**
 * Counts clicks that are not recorded yet. Their messages are held, so that nobody else records one
 * of these now.
 */
export async function countByLink(tx: Tx, hits: readonly MessageHit[], deltas: LinkDeltas): Promise<void> {
  for (const { clicker, byPerson, before } of await clickersOf(tx, hits)) {
    const delta = deltaOf(deltas, clicker.linkId);
    delta.clicks += clicker.clicks;
    delta.filtered_clicks += byPerson;
    if (!before.anybody) delta.unique_clicks += 1;
    if (byPerson > 0 && !before.person) delta.filtered_unique_clicks += 1;
  }
}

/** One recipient and one link. */
type Clicker = { subscriberId: number; linkId: number; clicks: number };

async function clickersOf(tx: Tx, hits: readonly MessageHit[]) {
  const clickers = new Map<string, { clicker: Clicker; byPerson: number }>();
  for (const { message, linkId, machine } of hits) {
    const key = `${message.subscriberId} ${linkId}`;
    const found = clickers.get(key) ?? {
      clicker: { subscriberId: message.subscriberId, linkId, clicks: 0 },
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

/** Whether they clicked their links before, at all and as people. */
async function clickedBefore(
  tx: Tx,
  clickers: readonly Pick<Clicker, 'subscriberId' | 'linkId'>[],
): Promise<Map<string, { anybody: boolean; person: boolean }>> {
  const records = clickers.map(({ subscriberId, linkId }) => ({ subscriber_id: subscriberId, link_id: linkId }));
  const asked = recordSet(tx, records, { subscriber_id: 'number', link_id: 'number' });
  const clicked = sql`select 1 from click where click.link_id = r.link_id and click.subscriber_id = r.subscriber_id`;
  const { rows } = await sql<{ subscriber_id: number; link_id: number; anybody: unknown; person: unknown }>`
    select r.subscriber_id, r.link_id, exists (${clicked}) as anybody, exists (${clicked} and click.machine is null) as person
    from ${asked} as r`.execute(tx);
  return new Map(
    rows.map((row) => [
      `${row.subscriber_id} ${row.link_id}`,
      { anybody: Boolean(row.anybody), person: Boolean(row.person) },
    ]),
  );
}

/**
 * Clicks of a message turned out to be a machine's: they are marked already. `linkIds` has one
 * entry a click.
 */
export async function takeOutByLink(
  tx: Tx,
  message: Pick<TrackedMessage, 'subscriberId'>,
  linkIds: readonly number[],
  deltas: LinkDeltas,
): Promise<void> {
  if (linkIds.length === 0) return;
  for (const linkId of linkIds) deltaOf(deltas, linkId).filtered_clicks -= 1;
  const clickers = [...new Set(linkIds)].map((linkId) => ({ subscriberId: message.subscriberId, linkId }));
  const left = await clickedBefore(tx, clickers);
  for (const { subscriberId, linkId } of clickers) {
    if (!left.get(`${subscriberId} ${linkId}`)?.person) deltaOf(deltas, linkId).filtered_unique_clicks -= 1;
  }
}

/**
 * Writes the changes. Links are held in the order of their ids, so that two transactions never wait
 * in a circle.
 */
export async function addToLinks(tx: Tx, deltas: LinkDeltas): Promise<void> {
  if (deltas.size === 0) return;
  await tx
    .selectFrom('campaign_link')
    .select('id')
    .where('id', 'in', numberSet(tx, [...deltas.keys()]))
    .orderBy('id')
    .modifyEnd(lockRows(tx))
    .execute();
  const records = [...deltas].map(([id, delta]) => ({ id, ...delta }));
  const names = ['clicks', 'unique_clicks', 'filtered_clicks', 'filtered_unique_clicks'] as const;
  const columns = Object.fromEntries(['id', ...names].map((name) => [name, 'number' as const]));
  const set = names.map((name) => sql`${sql.ref(name)} = campaign_link.${sql.ref(name)} + r.${sql.ref(name)}`);
  await sql`update campaign_link set ${sql.join(set)} from ${recordSet(tx, records, columns)} as r
    where campaign_link.id = r.id`.execute(tx);
}
