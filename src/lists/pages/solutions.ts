// Solutions of the captcha that were used: each is good once, at every node, after a restart too.
import { HOUR_MS } from '../../kernel/durations.ts';
import type { Db } from '../../storage/tables.ts';

/** Clocks of nodes differ by less than this. */
const SKEW_MS = HOUR_MS;

/**
 * Takes a solution. @returns whether nobody had taken it before
 * @param solution.hash names the challenge
 * @param solution.until when the challenge ends, ms; part of what is signed
 * @param at now, ms
 */
export async function takeSolution(
  db: Db,
  customerId: number,
  { hash, until }: { hash: string; until: number },
  at: number,
): Promise<boolean> {
  // Those whose challenge has ended are refused for that: their rows can go.
  await db
    .deleteFrom('captcha_solution')
    .where('customer_id', '=', customerId)
    .where('valid_until', '<', at - SKEW_MS)
    .execute();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('captcha_solution')
    .values({ customer_id: customerId, valid_until: until, hash })
    .onConflict((conflict) => conflict.columns(['customer_id', 'valid_until', 'hash']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
