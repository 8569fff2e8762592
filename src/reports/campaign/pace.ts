// How fast a campaign went: messages accepted in each step of the last ten minutes.
import { sql } from 'kysely';
import type { Db } from '../../storage/db.ts';
import type { Summing } from '../counting.ts';
import { LIGHT_PIECE, type Of, rowsOf } from './pieces.ts';

export const STEP_MS = 10_000;
/** Steps that are summed, and that an answer has at most. */
export const STEPS = 60;

/** Counts by step (its number since 1970). `after`: the place in the index of accepted messages. */
export type Pace = { by: Map<number, number>; after: readonly [at: number, subscriberId: number] };

/** The first of the last steps that are over at `at` (ms). */
const firstStep = (at: number, steps: number): number => Math.floor(at / STEP_MS) - steps;

/** How the messages accepted in the last ten minutes are summed. @param at now, ms */
export function summingPace(db: Db, { id, customer_id }: Of, at: number): Summing<Pace> {
  return {
    begin: () => ({ by: new Map(), after: [firstStep(at, STEPS) * STEP_MS - 1, Number.MAX_SAFE_INTEGER] }),
    async piece(sums) {
      const [from, subscriberId] = sums.after;
      const rows = await rowsOf<{ k: number; at: number }>(
        db,
        sql`select subscriber_id as k, finished_at as at from message where customer_id = ${customer_id}
          and campaign_id = ${id} and state = 'accepted' and (finished_at, subscriber_id) > (${from}, ${subscriberId})
          order by finished_at, subscriber_id limit ${sql.lit(LIGHT_PIECE)}`,
      );
      for (const row of rows) {
        const step = Math.floor(Number(row.at) / STEP_MS);
        sums.by.set(step, (sums.by.get(step) ?? 0) + 1);
      }
      const last = rows.at(-1);
      if (last) sums.after = [Number(last.at), Number(last.k)];
      return rows.length === LIGHT_PIECE;
    },
  };
}

/** The last steps, also those in which nothing was accepted. @param at when it was counted, ms */
export function stepsOf({ by }: Pace, at: number, steps = STEPS): { at: number; accepted: number }[] {
  const first = firstStep(at, steps);
  return Array.from({ length: steps }, (_, n) => ({ at: (first + n) * STEP_MS, accepted: by.get(first + n) ?? 0 }));
}
