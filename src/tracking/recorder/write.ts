// Writes down what a group of hits adds: on a server in one statement, as each is a round trip.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../storage/db.ts';
import { type Change, together } from '../../storage/dialect/together.ts';
import type { Places } from '../../storage/statement.ts';
import type { MessageHit } from '../hits.ts';
import { type StampRecord, writeStamps } from '../stamps.ts';

/** The rows of a group: one for each hit, and the stamps of messages that have new ones. */
export type Written = {
  opens: readonly MessageHit[];
  clicks: readonly MessageHit[];
  unsubscribes: readonly MessageHit[];
  stamps: readonly StampRecord[];
};

type Values = { at: number; stamps: readonly StampRecord[] } & {
  [kind in 'opens' | 'clicks' | 'unsubscribes']: readonly HitRecord[];
};

const EVENT = sql`customer_id, campaign_id, subscriber_id, ip_address, user_agent, at`;
const COLUMNS = {
  customer: 'number',
  campaign: 'number',
  subscriber: 'number',
  link: 'number',
  ip_address: 'text',
  user_agent: 'text',
  reason: 'text',
  machine: 'text',
  note: 'text',
} as const;

/** Of who is gone, perhaps erased, nothing is kept but that it happened. */
const ofKnown = (column: keyof typeof COLUMNS) => sql`case when r.subscriber < 0
    then case when exists (select 1 from email where email.customer_id = r.customer and email.id = -r.subscriber
      and email.to_key <> '') then ${sql.ref(`r.${column}`)} end
    when exists (select 1 from subscriber where subscriber.customer_id = r.customer and subscriber.id = r.subscriber)
    then ${sql.ref(`r.${column}`)} end`;

const eventsOf = (
  { records, value }: Places<Values>,
  name: 'opens' | 'clicks' | 'unsubscribes',
  more: RawBuilder<unknown>,
) => sql`select r.customer, r.campaign, r.subscriber, ${ofKnown('ip_address')}, ${ofKnown('user_agent')},
    cast(${value('at')} as bigint), ${more}
  from ${records(name, COLUMNS)} as r`;

const CHANGES: { [kind in keyof Written]: Change<Values> } = {
  opens: (places) => sql`insert into open (${EVENT}, machine) ${eventsOf(places, 'opens', sql`r.machine`)}`,
  clicks: (places) =>
    sql`insert into click (${EVENT}, link_id, machine) ${eventsOf(places, 'clicks', sql`r.link, r.machine`)}`,
  unsubscribes: (places) => sql`insert into unsubscribe (${EVENT}, reason, note)
    ${eventsOf(places, 'unsubscribes', sql`coalesce(${ofKnown('reason')}, ''), coalesce(${ofKnown('note')}, '')`)}`,
  stamps: writeStamps,
};

type Kind = keyof Written;
/** A statement for each combination of what there is to write. */
const writers = new Map<string, (tx: Tx, values: Values) => Promise<unknown>>();

/** Writes rows of hits at instant `at`. */
export async function writeHits(tx: Tx, written: Written, at: number): Promise<void> {
  const kinds = (Object.keys(CHANGES) as Kind[]).filter((kind) => written[kind].length > 0);
  if (kinds.length === 0) return;
  const write = writers.get(kinds.join()) ?? together<Values, never>(kinds.map((kind) => CHANGES[kind]));
  writers.set(kinds.join(), write);
  const [opens, clicks, unsubscribes] = [written.opens, written.clicks, written.unsubscribes].map((hits) =>
    hits.map(recordOf),
  ) as [HitRecord[], HitRecord[], HitRecord[]];
  await write(tx, { at, opens, clicks, unsubscribes, stamps: written.stamps });
}

type HitRecord = ReturnType<typeof recordOf>;

function recordOf({ message, linkId, visitor, machine }: MessageHit) {
  return {
    customer: message.customerId,
    campaign: message.campaignId,
    subscriber: message.subscriberId,
    link: linkId,
    ip_address: visitor.ipAddress,
    user_agent: visitor.userAgent,
    reason: visitor.reason ?? null,
    machine,
    note: visitor.note ?? null,
  };
}
