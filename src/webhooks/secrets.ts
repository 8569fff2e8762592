// Secrets that sign requests, as Standard Webhooks says (standardwebhooks.com, 1.0): HMAC-SHA256 of
// id, time and body. The library of that name signs in JavaScript alone, which takes milliseconds
// for a large batch; it verifies our requests in the tests.
import { createHmac, randomBytes } from 'node:crypto';
import { seal, unseal } from '../kernel/seal.ts';
import type { Webhook } from '../storage/tables/webhooks.ts';

const PREFIX = 'whsec_';
const BYTES = 32;
const PURPOSE = 'webhook-secret';

/** A new secret as receivers configure it. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(BYTES).toString('base64');
}

export const sealSecret = (secret: string, text: string): string => seal(secret, PURPOSE, text);

/**
 * The secrets that sign at an instant, the newest first.
 * @throws AppError `unavailable` as kernel/seal.ts does
 */
export function secretsOf(
  secret: string,
  webhook: Pick<Webhook, 'secret' | 'old_secret' | 'old_until'>,
  at: number,
): string[] {
  const newest = unseal(secret, PURPOSE, webhook.secret);
  const overlaps = webhook.old_secret !== null && (webhook.old_until ?? 0) > at;
  return overlaps && webhook.old_secret !== null ? [newest, unseal(secret, PURPOSE, webhook.old_secret)] : [newest];
}

/** The headers of a request. `at`: now, ms */
export function signatureHeaders(
  secrets: readonly string[],
  { id, at, body }: { id: string; at: number; body: Buffer },
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
