// Sends a request, again where that is safe and may help, with growing pauses.
import { ApiError, ConnectionError, MailwrightError } from './errors.ts';
import type { Prepared } from './request.ts';

export type Sending = {
  operation: string;
  fetch: typeof globalThis.fetch;
  signal: AbortSignal | undefined;
  /** Timeout per attempt, in ms: until the answer has arrived, for a file until it begins. */
  timeout: number;
  /** Attempts after the first. */
  retries: number;
  givesFile: boolean;
};

/** `body`: the parsed JSON; undefined for a file. */
export type Sent = { response: Response; body: unknown };

/** Answers after which the same request may succeed: too many, or a server or proxy in trouble. */
const PASSING = new Set([429, 502, 503, 504]);

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;
/** Longer waits are left to the caller. */
const LONGEST_WAIT_S = 30;

/**
 * Returns the answer if it is a success.
 * @throws ApiError, ConnectionError, or the reason of the signal
 */
export async function send(request: Prepared, sending: Sending): Promise<Sent> {
  for (let attempt = 0; ; attempt += 1) {
    const sent = await once(request, sending);
    if (!(sent instanceof MailwrightError)) return sent;
    const pause = request.isRepeatable && attempt < sending.retries ? pauseAfter(sent, attempt) : undefined;
    if (pause === undefined) throw sent;
    await wait(pause, sending.signal);
  }
}

/**
 * How long to wait before another attempt.
 * @param random 0 to 1
 * @returns ms; undefined if another attempt would not help
 */
export function pauseAfter(failure: MailwrightError, attempt: number, random = Math.random()): number | undefined {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS);
  const pause = longest * (0.5 + random / 2); // clients that failed together do not come again together
  if (failure instanceof ConnectionError) return pause;
  if (!(failure instanceof ApiError)) return undefined;
  const isUnderWay = failure.status === 409 && failure.retryAfter !== undefined; // with the same Idempotency-Key
  if (!isUnderWay && !PASSING.has(failure.status)) return undefined;
  const { retryAfter = 0 } = failure;
  return retryAfter > LONGEST_WAIT_S ? undefined : Math.max(pause, retryAfter * 1_000);
}

async function once({ url, init }: Prepared, sending: Sending): Promise<Sent | MailwrightError> {
  const { operation, fetch, signal, timeout, givesFile } = sending;
  signal?.throwIfAborted();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error(`there was no answer within ${timeout} ms`)), timeout);
  const either = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
  try {
    const response = await fetch(url, { ...init, signal: either });
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      const place = response.headers.get('location') ?? 'another address';
      return new MailwrightError(operation, `${operation}: the server redirects to ${place}. Is the base URL right?`);
    }
    if (!response.ok) return new ApiError(operation, await refusalOf(response));
    return { response, body: givesFile ? undefined : await response.json() };
  } catch (error) {
    signal?.throwIfAborted();
    const cause = late.signal.aborted ? late.signal.reason : error;
    return new ConnectionError(operation, `${operation}: no answer: ${wordsOf(cause)}`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Node says "fetch failed", and the reason in the cause. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause instanceof Error ? error.cause.message : '';
  return inner === '' ? error.message : `${error.message} (${inner})`;
}

async function refusalOf(response: Response) {
  const text = await response.text();
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
    body: parsed(text),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', aborted);
      resolve();
    }, ms);
    if (signal?.aborted) aborted();
    else signal?.addEventListener('abort', aborted, { once: true });
  });
}
