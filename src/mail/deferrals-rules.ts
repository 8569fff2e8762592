// How to read refusals, as data: the first rule that fits decides. Providers' own codes come first, then what the usual
// mail servers say, then words that mean the same everywhere. Texts are matched as the server wrote them, code included,
// at most 500 characters; every pattern is linear.

/**
 * - rate: we are too fast for this destination
 * - connections: too many at a time
 * - greylist: this message has to wait, the next one may go at once
 * - block: our address or name is refused; going on makes it worse
 * - mailbox: about this recipient only
 * - server: trouble of its own
 * - message: about this message only
 * - unknown: a refusal for now that no rule knows
 */
export type DeferralKind = 'rate' | 'connections' | 'greylist' | 'block' | 'mailbox' | 'server' | 'message' | 'unknown';

export type DeferralRule = {
  name: string;
  kind: DeferralKind;
  /** Reply codes; absent = every 4xx. */
  codes?: readonly number[];
  /** Without `codes`: 5xx too. */
  alsoPermanent?: true;
  /** Against the enhanced code; '' when there is none. */
  enhanced?: RegExp;
  text?: RegExp;
  /** `relay`: about us at the relay itself, whatever the destination. */
  scope?: 'relay';
};

export const DEFERRAL_RULES: readonly DeferralRule[] = [
  // The relay's own limits on us
  {
    name: 'relay-rate',
    kind: 'rate',
    scope: 'relay',
    text: /maximum sending rate exceeded|message submission rate for this client|throttling failure/i,
  },
  {
    name: 'relay-quota',
    kind: 'block',
    scope: 'relay',
    alsoPermanent: true,
    text: /daily (?:message|sending|user sending) (?:quota|limit) exceeded|maximum credits exceeded|exceeded the max emails per hour/i,
  },
];
