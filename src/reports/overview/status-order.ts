// Which status an A/B test has as a whole.
import { type RawBuilder, sql } from 'kysely';
import type { Status } from '../../campaigns/rules.ts';

/**
 * Statuses from what wants to be known first to what says least: a mailing of which one part is
 * being sent is being sent, whatever its other parts are. ui/src/api/events/whole.ts has the same.
 */
const FIRST_TOLD = [
  'sending',
  'processing',
  'blocked',
  'pending-approve',
  'paused',
  'pending-sending',
  'sent',
  'draft',
] as const satisfies readonly Status[];

const placeOf = (status: string): number => (FIRST_TOLD as readonly string[]).indexOf(status);

/** The place of a status in that order, as SQL; of none of them the last one. */
export const placeInSql = (status: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`case ${status} ${sql.join(
    FIRST_TOLD.map((one, n) => sql`when ${sql.lit(one)} then ${sql.lit(n)}`),
    sql` `,
  )} else ${sql.lit(FIRST_TOLD.length)} end`;

/** The status at a place, as it is counted in SQL. */
export const statusAt = (place: number): string => FIRST_TOLD[place] ?? '';

/** The statuses that a mailing has rather than this one, where one of its parts has them. */
export const toldBefore = (status: string): readonly string[] => FIRST_TOLD.slice(0, Math.max(0, placeOf(status)));

/** The status of a mailing whose parts are in these; at least one. */
export const statusOf = (statuses: readonly string[]): string =>
  statuses.reduce((one, other) => (placeOf(other) < placeOf(one) ? other : one));
