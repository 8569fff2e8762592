// One request to a receiver. It is not trusted: time and what is read of its answer are limited,
// redirects are not followed, and private addresses are not asked (network/guarded.ts).
import { type Sentence, say } from '../kernel/sentences/sentence.ts';
import { ALLOW_NOTHING, allowed, type FetchAllow } from '../network/fetch-allow.ts';
import {
  FetchError,
  type GuardedAnswer,
  guardedRequest,
  type KeptConnections,
  parseTarget,
  reasonOf,
} from '../network/guarded.ts';
import { signatureHeaders } from './secrets.ts';

const TIME_MS = 15_000;
/** An answer that is longer is not read to its end. */
const READ_BYTES = 16_384;
const KEPT_CHARACTERS = 500;

export type Sending = {
  url: string;
  /** The header webhook-id. */
  id: string;
  body: Buffer;
  /** The newest first. */
  secrets: readonly string[];
  /** Now, ms. */
  at: number;
  allow: FetchAllow | undefined;
  agent?: KeptConnections;
  stop?: AbortSignal;
  timeMs?: number;
};

/** What came of a request. */
export type Sent = {
  /** null: there was no answer. */
  status: number | null;
  ms: number;
  /** The beginning of the answer. */
  answer: string;
  /** Null: it was not in vain. Else why there was no answer; none: its status says it. */
  fault: readonly Sentence[] | null;
  /** For how long the receiver asked to be left alone, ms. */
  askedMs: number;
};

/** Sends one request. Never throws: whatever goes wrong is what came of it. */
export async function send(sending: Sending): Promise<Sent> {
  const begunAt = performance.now();
  const time = new AbortController();
  const { timeMs = TIME_MS } = sending;
  const timer = setTimeout(() => time.abort(), timeMs);
  const took = () => Math.round(performance.now() - begunAt);
  try {
    const signal = sending.stop ? AbortSignal.any([sending.stop, time.signal]) : time.signal;
    const response = await ask(sending, signal);
    const status = response.statusCode ?? 0;
    const isPacked = response.headers['content-encoding'] !== undefined;
    const read = await beginningOf(response).catch(() => '');
    const answer = isPacked ? '' : read;
    return {
      status,
      ms: took(),
      answer,
      fault: status >= 200 && status <= 299 ? null : [],
      askedMs: askedMs(response, sending.at),
    };
  } catch (error) {
    const seconds = timeMs / 1_000;
    const reason = time.signal.aborted ? say('fetch-slow', { seconds }) : reasonOf(error);
    return { status: null, ms: took(), answer: '', fault: [reason], askedMs: 0 };
  } finally {
    clearTimeout(timer);
  }
}

function ask({ url, id, body, secrets, at, allow, agent }: Sending, signal: AbortSignal): Promise<GuardedAnswer> {
  if (signal.aborted) throw new FetchError(say('fetch-stopping'));
  return guardedRequest({
    url: parseTarget(url),
    exceptions: allowed(allow ?? ALLOW_NOTHING),
    signal,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': String(body.length),
      'accept-encoding': 'identity', // the log shows answers
      ...signatureHeaders(secrets, { id, at, body }),
    },
    body,
    ...(agent && { agent }),
  });
}

/** The first characters; the rest is passed over, so that the connection can be used again. */
async function beginningOf(response: GuardedAnswer): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    parts.push(part);
    if (size >= READ_BYTES) break; // which closes the connection
  }
  const text = Buffer.concat(parts).toString('utf8').slice(0, KEPT_CHARACTERS);
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim();
}

/** What Retry-After says, in seconds or as a date (RFC 9110, section 10.2.3). */
function askedMs({ headers, statusCode }: GuardedAnswer, at: number): number {
  if (statusCode !== 429 && statusCode !== 503) return 0;
  const text = headers['retry-after'] ?? '0';
  const ms = Number.isNaN(Number(text)) ? Date.parse(text) - at : Number(text) * 1_000;
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
