// The rules of A/B tests: which variant won, and whether that can be said at all. Pure.
import type { AbTest, Campaign } from '../../storage/tables.ts';

/** What the better variant is found by; `hand`: somebody says which one it is. */
export const DECIDED_BY = ['opens', 'clicks', 'hand'] as const;

/** With more, each would get too few people to say anything. */
export const MOST_VARIANTS = 5;
export const LETTERS = ['A', 'B', 'C', 'D', 'E'] as const;

/**
 * The letter of a variant: of one that has begun that of its part, so that it stays when another
 * one is deleted; of a draft that of its place among them.
 */
export function letterOf({ part_from, part_to }: Pick<Campaign, 'part_from' | 'part_to'>, place: number): string {
  const n = part_from === null || part_to === null ? place : Math.round(part_from / (part_to - part_from));
  return LETTERS[n] ?? '';
}

/** A month. */
export const LONGEST_WAIT_MINUTES = 43_200;

/** People who got a mail, opened it and clicked in it; machines do not count. */
export type Figures = { accepted: number; opened: number; clicked: number };

/** People who did what counts, of those who got the mail. */
export type Result = { accepted: number; did: number };

/** What counts of figures. `by` hand: opens. */
export const resultOf = ({ accepted, opened, clicked }: Figures, by: AbTest['decided_by']): Result => ({
  accepted,
  did: by === 'clicks' ? clicked : opened,
});

/** The rate of a variant; 0 where nobody got it yet. */
export const rateOf = ({ accepted, did }: Result): number => (accepted === 0 ? 0 : did / accepted);

/**
 * The variant with the best rate; of equal ones the first, but before all those that no mail server
 * took: the rest would be refused too.
 */
export function bestOf(results: readonly Result[]): number {
  const rates = results.map((result) => (result.accepted === 0 ? -1 : rateOf(result)));
  return rates.indexOf(Math.max(...rates));
}

/**
 * How far two rates must be apart (in standard errors) for 95 % certainty, when the best of this
 * many variants is compared with each of the others (normal distribution, two-sided, 0.05 divided
 * by the number of comparisons).
 */
const APART: Readonly<Record<number, number>> = { 2: 1.96, 3: 2.241, 4: 2.394, 5: 2.498 };
/** With fewer of either kind the normal distribution says nothing about a rate. */
const LEAST = 5;

/**
 * Whether the best variant is better than each other one by more than chance would explain: the
 * test of two proportions with pooled variance.
 */
export function isClear(results: readonly Result[]): boolean {
  const best = results[bestOf(results)];
  if (!best || results.length < 2) return false;
  return results.every((other) => other === best || isApart(best, other, APART[results.length] ?? 2.5));
}

function isApart(best: Result, other: Result, least: number): boolean {
  for (const { accepted, did } of [best, other]) if (did < LEAST || accepted - did < LEAST) return false;
  const pooled = (best.did + other.did) / (best.accepted + other.accepted);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / best.accepted + 1 / other.accepted));
  return (rateOf(best) - rateOf(other)) / error >= least;
}

/** What each variant needs of its own before the test begins, and how a sentence names it. */
const NEEDED = {
  subject: 'a subject',
  from_name: 'a sender name',
  from_email: 'a sender address',
  reply_to: 'a reply-to address',
  content: 'content',
} as const;
export type Needed = keyof typeof NEEDED;

/** The members that a variant lacks; none: it is complete. */
export const missingMembers = (variant: Pick<Campaign, Needed>): Needed[] =>
  (Object.keys(NEEDED) as Needed[]).filter((member) => variant[member] === '');

/** What a variant lacks, in words; undefined: it is complete. */
export function missingIn(variant: Pick<Campaign, Needed>): string | undefined {
  const names = missingMembers(variant).map((member) => NEEDED[member]);
  return names.length > 0 ? names.join(' and ') : undefined;
}
