// Tokens of an audience: whoever sends shows that they were told who gets it, and that it is still
// the same.
import { createHash, createHmac } from 'node:crypto';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { equalInConstantTime } from '../../kernel/ids.ts';

/** How long after the check something may be sent, ms. */
export const TOKEN_MS = 15 * MINUTE_MS;

/** Who was told of, for which customer: any value that JSON can say. */
export type Told = { customerId: number; audience: unknown };

const SIGNING = 'audience of a tool';

function signed(secret: string, text: string): string {
  return createHmac('sha256', secret).update(`${SIGNING}\n${text}`).digest('base64url').slice(0, 32);
}

const digest = ({ customerId, audience }: Told) =>
  createHash('sha256')
    .update(JSON.stringify([customerId, audience]))
    .digest('base64url')
    .slice(0, 32);

/** @param at ms */
export function newToken(secret: string, told: Told, at: number): string {
  const content = `${(at + TOKEN_MS).toString(36)}.${digest(told)}`;
  return `${content}.${signed(secret, content)}`;
}

/** What is wrong with a token; undefined: it is of this audience. */
export function tokenFault(secret: string, token: unknown, told: Told, at: number): string | undefined {
  const [until = '', of = '', signature = ''] = typeof token === 'string' ? token.split('.') : [];
  if (!equalInConstantTime(signature, signed(secret, `${until}.${of}`)))
    return 'The audience_token does not come from checkAudience.';
  if (Number.parseInt(until, 36) < at) return 'The audience_token is older than 15 minutes.';
  return of === digest(told) ? undefined : 'The audience or the campaign has changed since checkAudience was called.';
}
