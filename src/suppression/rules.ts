// Rules of suppressions. Pure.

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
  unknown: 'The address is not suppressed.',
  none: 'Please provide the addresses to suppress.',
  tooMany: `At most ${BULK_LIMIT.toLocaleString('en')} addresses can be given at once.`,
} as const;
