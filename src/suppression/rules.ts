// Rules of suppressions. Pure.
import { say } from '../kernel/sentences/sentence.ts';
import { countText } from '../kernel/text/counted.ts';

/** Why an address gets no mail. `manual`: on request; `import`: from a file. */
export const REASONS = ['hard-bounce', 'soft-bounces', 'complaint', 'manual', 'import'] as const;
export type SuppressionReason = (typeof REASONS)[number];

/** The customer of the global list's entries. */
export const EVERYBODY = 0;

/** Most addresses of one request. */
export const BULK_LIMIT = 10_000;

/** Longest description of a suppression's cause, in characters. */
export const DETAIL_LENGTH = 250;

/** Whether a text is one of REASONS. */
export function isReason(text: unknown): text is SuppressionReason {
  return REASONS.some((reason) => reason === text);
}

export const TEXTS = {
  unknown: say('suppression-missing'),
  none: say('suppression-none'),
  tooMany: say('suppression-many', { most: countText(BULK_LIMIT) }),
} as const;
