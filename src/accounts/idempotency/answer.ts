// Answers as they are kept for repeated requests: sealed, because some show a secret once (an API
// key, a link that lets somebody in).
import { gunzipSync, gzipSync } from 'node:zlib';
import type { JsonReply } from '../../http/route.ts';
import { seal, unseal } from '../../kernel/seal.ts';

const PURPOSE = 'idempotency';
/** Shorter ones are kept as they are, longer ones compressed. Characters. */
const SHORT = 2_000;
/** Larger ones are not kept. Characters of what is stored. */
const MOST = 4_000_000;
const PLAIN = 'p';
const PACKED = 'z';

/** What is stored of an answer; '' for one that is too large. */
export function answerText(secret: string, { status, body, headers }: JsonReply): string {
  const text = JSON.stringify({ status, body, headers });
  const packed = text.length <= SHORT ? PLAIN + text : PACKED + gzipSync(text, { level: 1 }).toString('base64');
  const sealed = seal(secret, PURPOSE, packed);
  return sealed.length > MOST ? '' : sealed;
}

/** The answer again, with the header that says so. */
export function replyOf(secret: string, stored: string): JsonReply {
  const packed = unseal(secret, PURPOSE, stored);
  const text = packed.startsWith(PLAIN)
    ? packed.slice(1)
    : gunzipSync(Buffer.from(packed.slice(1), 'base64')).toString();
  const { headers, ...reply } = JSON.parse(text) as JsonReply;
  return { ...reply, headers: { ...headers, 'Idempotency-Replayed': 'true' } };
}
