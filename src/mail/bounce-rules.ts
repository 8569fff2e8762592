// What a refusal says about the address. Which rule says what is data: bounce-rules-texts.ts, bounce-rules-codes.ts.
export type BounceType = 'hard' | 'soft' | 'internal';

/**
 * `hard`: the address can't get mail, now or later. `soft`: it may work later. `internal`: our side or our reputation
 * (blocklist, content, size, authentication), never the recipient's fault.
 */
export function bounceTypeOf(reply: { code?: number; enhanced?: string; text: string }): {
  type: BounceType;
  rule: string;
} {
  const permanent = (reply.enhanced ?? String(reply.code ?? '')).startsWith('5');
  return { type: permanent && /^5\.1\.[1236]$/.test(reply.enhanced ?? '') ? 'hard' : 'soft', rule: 'code' };
}
