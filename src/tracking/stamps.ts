// The first times at which recipients did something with messages: read for a group of hits,
// changed in memory, written with the group. The messages are locked, so that nobody else changes
// them now.
import { sql } from 'kysely';
import { isMessageOf, KEY, type KeyRow, keyOf, nameOf } from '../messages/keys.ts';
import type { Tx } from '../storage/db.ts';
import { inSpan, type Span, spanOf } from '../storage/dialect/span.ts';
import { byCustomer, type Places, statement } from '../storage/statement.ts';
import type { ResponseTable } from '../storage/tables/ledger.ts';
import type { TrackedMessage } from './hits.ts';

const NAMES = ['opened_at', 'clicked_at', 'unsubscribed_at', 'filtered_opened_at', 'filtered_clicked_at'] as const;
export type Stamp = (typeof NAMES)[number];

/** The stamps of one message as statements take them. */
export type StampRecord = { customer: number; campaign: number; subscriber: number } & Pick<ResponseTable, Stamp>;

export type Stamps = {
  /** Stamps those that have no such stamp yet. @returns them, each once */
  first(stamp: Stamp, messages: readonly TrackedMessage[], at: number): TrackedMessage[];
  has(stamp: Stamp, message: TrackedMessage): boolean;
  /** Those that were stamped. */
  changed(): StampRecord[];
};

/** Reads the stamps of messages that are locked. */
export async function readStamps(tx: Tx, messages: readonly TrackedMessage[]): Promise<Stamps> {
  const stamps = new Map<string, StampRecord>();
  for (const { id, customerId: customer, campaignId: campaign, subscriberId: subscriber } of messages) {
    const none = { opened_at: null, clicked_at: null, unsubscribed_at: null };
    stamps.set(id, { customer, campaign, subscriber, ...none, filtered_opened_at: null, filtered_clicked_at: null });
  }
  const span = spanOf(messages.map(({ campaignId }) => campaignId));
  for (const some of byCustomer(tx, [...stamps.values()])) {
    const { rows } = await readResponses(tx, { ...span, messages: some });
    for (const row of rows) Object.assign(stamps.get(nameOf(keyOf(row))) ?? {}, stampsIn(row));
  }
  const changed = new Set<StampRecord>();
  return {
    has: (stamp, { id }) => stamps.get(id)?.[stamp] != null,
    first: (stamp, some, at) =>
      some.filter(({ id }) => {
        const own = stamps.get(id);
        if (!own || own[stamp] !== null) return false;
        own[stamp] = at;
        changed.add(own);
        return true;
      }),
    changed: () => [...changed],
  };
}

const stampsIn = (row: Pick<ResponseTable, Stamp>) => Object.fromEntries(NAMES.map((name) => [name, row[name]]));

type Read = Span & { messages: readonly StampRecord[] };

const readResponses = statement<Read, KeyRow & Pick<ResponseTable, Stamp>>((db, { records, value }) => {
  const names = records('messages', KEY);
  const columns = NAMES.map((name) => sql.ref(`response.${name}`));
  return sql`select response.customer_id, response.campaign_id, response.subscriber_id, ${sql.join(columns)}
    from ${names} as r join response on ${isMessageOf('response')}
    ${inSpan(db, 'response', value)}`;
});

/** Writes stamps: those that a row has stay. */
export const writeStamps = ({ records }: Places<{ stamps: readonly StampRecord[] }>) => {
  const columns = Object.fromEntries(['customer', 'campaign', 'subscriber', ...NAMES].map((name) => [name, 'number']));
  const names = sql.join(NAMES.map((name) => sql.ref(name)));
  const kept = NAMES.map(
    (name) => sql`${sql.ref(name)} = coalesce(response.${sql.ref(name)}, excluded.${sql.ref(name)})`,
  );
  return sql`insert into response (customer_id, campaign_id, subscriber_id, ${names})
    select r.customer, r.campaign, r.subscriber, ${sql.join(NAMES.map((name) => sql.ref(`r.${name}`)))}
    from ${records('stamps', columns as Record<string, 'number'>)} as r where true
    on conflict (customer_id, campaign_id, subscriber_id) do update set ${sql.join(kept)}`;
};
