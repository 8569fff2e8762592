// What single mails are, and what their state means to those who asked for them. Pure.

export const EMAIL_KINDS = ['transactional', 'test', 'confirmation', 'report', 'forward', 'notice'] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

/** The tally of a customer's emails of a kind. */
export function tallyOf(kind: EmailKind): string {
  return `emails:${kind}`;
}
