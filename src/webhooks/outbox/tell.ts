// Writes facts down, in the transaction that makes them.
import { type RawBuilder, sql } from 'kysely';

import type { Tx } from '../../storage/db.ts';
import { statement } from '../../storage/statement.ts';
import type { Fact } from './facts.ts';
import { interestOf } from './interest.ts';

/** Facts in one row at most: the numbering reads a row as a whole. */
const ROW_FACTS = 1_000;

const insertFact = statement<{ customerId: number; content: string }>(
  (_, { value }) =>
    sql`insert into event_fact (customer_id, content) values (${value('customerId')}, ${value('content')})`,
);

/**
 * Writes down those facts that somebody wants to be told of. Call it after the changes that they
 * are about: their order is that of the calls.
 * @param make gives them; called only when one of `types` is wanted
 */
export async function tell<F extends Fact>(
  tx: Tx,
  customerId: number,
  types: readonly F['type'][],
  make: () => readonly F[],
): Promise<void> {
  const wanted = await interestOf(tx, customerId);
  if (!types.some((type) => wanted.has(type))) return;
  const facts = make().filter(({ type }) => wanted.has(type));
  for (let from = 0; from < facts.length; from += ROW_FACTS) {
    await insertFact(tx, { customerId, content: JSON.stringify(facts.slice(from, from + ROW_FACTS)) });
  }
}

/**
 * For a statement on a server that does something to messages: writes down what it did.
 * @param told rows of customer_id, type, at, campaign_id, subscriber_id, reason, reply
 */
export function tellingText(told: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into event_fact (customer_id, content)
    select customer_id, json_agg(json_build_object('type', type, 'at', at, 'campaign', campaign_id,
      'subscriber', subscriber_id, 'reason', reason, 'reply', reply))::text from ${told} group by customer_id`;
}
