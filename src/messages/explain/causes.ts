// The answers to "why was this address not mailed?".

export const CAUSES = [
  'not-on-list',
  'not-begun',
  'joined-later',
  'being-made',
  'ended-before',
  'no-event',
  'not-included',
  'waiting',
  'not-confirmed',
  'suppressed',
  'not-in-segment',
  'other-part',
  'left-out',
  'pending',
  'being-sent',
  'held-back',
  'deferred',
  'rejected',
  'uncertain',
  'skipped',
  'accepted',
] as const;
export type Cause = (typeof CAUSES)[number];

export type Explanation = { cause: Cause; text: string };
