// Facts for webhooks about messages: accepted, put off, rejected.
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../storage/db.ts';
import type { MessageFact } from '../webhooks/outbox/facts.ts';
import { interests } from '../webhooks/outbox/interest.ts';
import { tell, tellingText } from '../webhooks/outbox/tell.ts';
import type { KeyRow } from './keys.ts';
import type { Reason } from './reasons.ts';
import { anyOf } from './turn/hold.ts';
import type { WrittenDeferral, WrittenOutcome } from './turn/records.ts';

const ENDED = ['message.accepted', 'message.rejected'] as const;
/** Why one is skipped that may have arrived: of it something is told, as it was sent. */
const GIVEN_UP: Reason = 'given-up';

/** What is told of an end; undefined: nothing, as nobody tried to send it, or nobody knows. */
function toldOf({ state, reason }: Pick<WrittenOutcome, 'state' | 'reason'>): (typeof ENDED)[number] | undefined {
  if (state === 'accepted') return 'message.accepted';
  return state === 'rejected' || (state === 'skipped' && reason === GIVEN_UP) ? 'message.rejected' : undefined;
}

/** The end of a message, as its row has it. */
export type Ended = Pick<WrittenOutcome, keyof KeyRow | 'state' | 'reason' | 'reply' | 'finished_at'>;
type Facts = readonly { customerId: number; fact: MessageFact }[];

async function tellAll(tx: Tx, types: readonly MessageFact['type'][], facts: Facts): Promise<void> {
  for (const [customerId, some] of Map.groupBy(facts, (one) => one.customerId)) {
    await tell<MessageFact>(tx, customerId, types, () => some.map(({ fact }) => fact));
  }
}

/** Messages whose outcomes were written. */
export async function tellEnded(tx: Tx, written: readonly Ended[]): Promise<void> {
  if (written.length === 0 || (await interests(tx)).size === 0) return;
  const facts = written.flatMap((one) => {
    const type = toldOf(one);
    const { customer_id, campaign_id, subscriber_id, reason, reply, finished_at } = one;
    const key = { campaign: campaign_id, subscriber: subscriber_id };
    return type ? [{ customerId: customer_id, fact: { type, at: finished_at, ...key, reason, reply } }] : [];
  });
  await tellAll(tx, ENDED, facts);
}

/** Messages that mail servers put off; one without a relay was held back, and nobody was asked. */
export async function tellDeferred(tx: Tx, written: readonly WrittenDeferral[]): Promise<void> {
  if (written.length === 0 || (await interests(tx)).size === 0) return;
  const facts = written.flatMap(({ customer_id, campaign_id, subscriber_id, reason, reply, relay, at }) => {
    if (relay === null || at === null) return [];
    const key = { campaign: campaign_id, subscriber: subscriber_id };
    return [{ customerId: customer_id, fact: { type: 'message.deferred' as const, at, ...key, reason, reply } }];
  });
  await tellAll(tx, ['message.deferred'], facts);
}

/** Messages of which it has turned out that they were accepted. `at`: ms */
export async function tellSettled(tx: Tx, rows: readonly KeyRow[], at: number): Promise<void> {
  const facts = rows.map(({ customer_id, campaign_id, subscriber_id }) => {
    const key = { campaign: campaign_id, subscriber: subscriber_id };
    return { customerId: customer_id, fact: { type: 'message.accepted' as const, at, ...key } };
  });
  await tellAll(tx, ['message.accepted'], facts);
}

/** Messages that were given up, as nobody knows whether they were accepted. `at`: ms */
export async function tellGivenUp(tx: Tx, rows: readonly KeyRow[], at: number): Promise<void> {
  const facts = rows.map(({ customer_id, campaign_id, subscriber_id }) => {
    const key = { campaign: campaign_id, subscriber: subscriber_id };
    return { customerId: customer_id, fact: { type: 'message.rejected' as const, at, ...key, reason: GIVEN_UP } };
  });
  await tellAll(tx, ['message.rejected'], facts);
}

/** Customers that want to be told of what a turn writes, by what it is. */
export type TurnInterest = { accepted: readonly number[]; rejected: readonly number[]; deferred: readonly number[] };

/** Who of a turn's customers wants to be told of it; undefined: nobody. */
export async function turnInterest(db: Db, customers: readonly number[]): Promise<TurnInterest | undefined> {
  const wanted = await interests(db);
  if (wanted.size === 0) return undefined;
  const of = (type: MessageFact['type']) => customers.filter((id) => wanted.get(id)?.has(type));
  const found = {
    accepted: of('message.accepted'),
    rejected: of('message.rejected'),
    deferred: of('message.deferred'),
  };
  return Object.values(found).some((some) => some.length > 0) ? found : undefined;
}

type Values = { [name in keyof TurnInterest]: RawBuilder<unknown> };

/**
 * For the statement of a turn on a server: writes down what it did, in the same statement.
 * @param from the parts with what ended and what was put off
 */
export function turnTellingText(
  { accepted, rejected, deferred }: Values,
  from: { done: boolean; waiting: boolean },
): RawBuilder<unknown> {
  const key = sql`campaign_id, subscriber_id, reason, reply`;
  const parts: RawBuilder<unknown>[] = [];
  if (from.done) {
    parts.push(sql`select customer_id, case state when 'accepted' then 'message.accepted' else 'message.rejected' end as type,
        finished_at as at, ${key} from done
      where (state = 'accepted' and customer_id = ${anyOf(accepted)})
        or ((state = 'rejected' or (state = 'skipped' and reason = ${sql.lit(GIVEN_UP)})) and customer_id = ${anyOf(rejected)})`);
  }
  if (from.waiting) {
    parts.push(sql`select customer_id, 'message.deferred' as type, at, ${key} from waiting
      where relay is not null and at is not null and customer_id = ${anyOf(deferred)}`);
  }
  return tellingText(sql`(${sql.join(parts, sql` union all `)}) as told`);
}
