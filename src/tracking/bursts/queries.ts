// Statements about bursts of clicks. Events are found by subscriber and campaign: a handful of
// rows.
import { sql } from 'kysely';
import { isMessageOf, KEY, type KeyRecord, type KeyRow, keyOf, keyRecord, nameOf } from '../../messages/keys.ts';
import type { Tx } from '../../storage/db.ts';
import { inSpan, type Span, spanOf } from '../../storage/dialect/span.ts';
import { statement } from '../../storage/statement.ts';
import type { TrackedMessage } from '../hits.ts';

type Of = Pick<TrackedMessage, 'customerId' | 'campaignId' | 'subscriberId'>;

/** The links that were followed from each of the messages since an instant, each once. */
export async function linksSince(
  tx: Tx,
  messages: readonly TrackedMessage[],
  since: number,
): Promise<Map<string, Set<number>>> {
  const links = new Map<string, Set<number>>();
  if (messages.length === 0) return links;
  const span = spanOf(messages.map(({ campaignId }) => campaignId));
  const { rows } = await readLinksSince(tx, { ...span, names: messages.map(keyRecord), since });
  for (const row of rows) {
    const name = nameOf(keyOf(row));
    links.set(name, (links.get(name) ?? new Set<number>()).add(Number(row.link_id)));
  }
  return links;
}

type Asked = Span & { since: number; names: readonly KeyRecord[] };

const readLinksSince = statement<Asked, KeyRow & { link_id: number }>((db, { records, value }) => {
  return sql`select distinct click.customer_id, click.campaign_id, click.subscriber_id, click.link_id
    from ${records('names', KEY)} as r join click on ${isMessageOf('click')}
    where click.at >= cast(${value('since')} as bigint) ${inSpan(db, 'click', value)}`;
});

/** How many links the campaign has; counted only as far as needed. */
export async function countLinks(tx: Tx, { customerId, campaignId }: Of): Promise<number> {
  const rows = await tx
    .selectFrom('campaign_link')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('campaign_id', '=', campaignId)
    .limit(3)
    .execute();
  return rows.length;
}

/**
 * Marks the clicks since `since` that counted as a person's, and the opens of that time from the
 * same addresses.
 * @returns the links of the marked clicks, one entry a click, and how many opens were marked
 */
export async function markBurst(tx: Tx, message: Of, since: number): Promise<{ clicked: number[]; opens: number }> {
  const { customerId, subscriberId, campaignId } = message;
  const counted = sql`customer_id = ${customerId} and subscriber_id = ${subscriberId} and campaign_id = ${campaignId}
    and at >= ${since} and machine is null`;
  const opens = await sql`update open set machine = 'burst' where ${counted} and coalesce(ip_address, '') in (
    select coalesce(click.ip_address, '') from click
    where click.customer_id = ${customerId} and click.subscriber_id = ${subscriberId}
      and click.campaign_id = ${campaignId} and click.at >= ${since})`.execute(tx);
  const { rows } = await sql<{
    link_id: number;
  }>`update click set machine = 'burst' where ${counted} returning link_id`.execute(tx);
  return { clicked: rows.map((row) => Number(row.link_id)), opens: Number(opens.numAffectedRows) };
}

/**
 * Sets the message's first open and click by a person again, from the events that are left.
 * @returns which of the two it had before and has no more
 */
export async function restampFiltered(tx: Tx, message: Of): Promise<{ opened: boolean; clicked: boolean }> {
  const { customerId, subscriberId, campaignId } = message;
  const before = await tx
    .selectFrom('response')
    .select(['filtered_opened_at as opened', 'filtered_clicked_at as clicked'])
    .where('customer_id', '=', customerId)
    .where('campaign_id', '=', campaignId)
    .where('subscriber_id', '=', subscriberId)
    .executeTakeFirst();
  const firstOf = (table: 'open' | 'click') =>
    sql<number | null>`(select min(at) from ${sql.table(table)} where customer_id = ${customerId}
      and subscriber_id = ${subscriberId} and campaign_id = ${campaignId} and machine is null)`;
  const after = await tx
    .updateTable('response')
    .set({ filtered_opened_at: firstOf('open'), filtered_clicked_at: firstOf('click') })
    .where('customer_id', '=', customerId)
    .where('campaign_id', '=', campaignId)
    .where('subscriber_id', '=', subscriberId)
    .returning(['filtered_opened_at as opened', 'filtered_clicked_at as clicked'])
    .executeTakeFirst();
  const lost = (name: 'opened' | 'clicked') => before?.[name] != null && after?.[name] == null;
  return { opened: lost('opened'), clicked: lost('clicked') };
}
