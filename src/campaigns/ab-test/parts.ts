// The parts of an audience in an A/B test: each variant goes to one part of the list, the rest
// waits for the winner. Who is in which part follows from the subscriber's id and the test alone,
// so that nobody can be in two, and nothing has to be stored for it.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Campaign } from '../../storage/tables.ts';

/** A list is cut into this many places; a part is a range of them. */
export const PLACES = 10_000;
/** A prime below 2^31: squares of what is below it fit into 64 bits. */
const PRIME = 2_147_483_647;
const FACTOR = 48_271;

/** The places of a campaign of a test; null: everybody. */
export type Part = Pick<Campaign, 'id' | 'test_of' | 'part_from' | 'part_to'>;

/** A part from one place up to, not including, another. */
export type Places = { from: number; to: number };

/**
 * The parts of `variants` that share `percent` of a list evenly, and the rest.
 * @returns `rest` undefined: nobody is left
 */
export function partsOf(variants: number, percent: number): { parts: Places[]; rest: Places | undefined } {
  const each = Math.floor((percent * PLACES) / 100 / variants);
  const parts = Array.from({ length: variants }, (_, n) => ({ from: n * each, to: (n + 1) * each }));
  const end = variants * each;
  const last = parts.at(-1);
  if (percent < 100 || !last) return { parts, rest: { from: end, to: PLACES } };
  last.to = PLACES; // what did not divide evenly
  return { parts, rest: undefined };
}

/** All campaigns of a test have the same. */
const seedOf = ({ id, test_of }: Part) => (test_of ?? id) % PRIME;

/** The place of a subscriber: as the condition says it. */
export function placeOf(part: Part, subscriberId: number): number {
  const mixed = (BigInt(subscriberId % PRIME) * BigInt(FACTOR) + BigInt(seedOf(part))) % BigInt(PRIME);
  return Number((((mixed * mixed) % BigInt(PRIME)) * BigInt(PLACES)) / BigInt(PRIME));
}

/** Whether a campaign goes to a part of its list only. */
export const isPart = ({ part_from }: Part): boolean => part_from !== null;

/** Whether a subscriber is in the part of a campaign. */
export function isInPart(part: Part, subscriberId: number): boolean {
  const place = placeOf(part, subscriberId);
  return place >= (part.part_from ?? 0) && place < (part.part_to ?? PLACES);
}

/** A condition on table `subscriber`: it is in the part of a campaign. */
export function inPart(part: Part): Expression<SqlBool> {
  if (!isPart(part)) return sql<SqlBool>`1 = 1`;
  const prime = sql.lit(PRIME);
  const mixed = sql`((subscriber.id % ${prime}) * ${sql.lit(FACTOR)} + cast(${seedOf(part)} as bigint)) % ${prime}`;
  const place = sql`(((${mixed}) * (${mixed})) % ${prime}) * ${sql.lit(PLACES)} / ${prime}`;
  return sql<SqlBool>`${place} >= cast(${part.part_from} as bigint) and ${place} < cast(${part.part_to} as bigint)`;
}
