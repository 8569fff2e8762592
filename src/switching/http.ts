// Asks a former server over HTTP, politely: one request after the other, a limited number a
// second, again after a while where it is busy or cannot be reached.
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '../kernel/durations.ts';
import { AppError, asError } from '../kernel/errors.ts';
import { parseExactly } from './presets/json.ts';

export type FormerHttp = {
  /** The JSON of an address below the base; undefined where there is nothing (404). */
  get(path: string, query?: Readonly<Record<string, string | number>>): Promise<unknown>;
};

export type HttpOptions = {
  /** The address of the API, with or without a slash at the end. */
  base: string;
  headers: Readonly<Record<string, string>>;
  /** Most requests a second. */
  rate: number;
  /** The first wait before trying again, ms; it doubles. */
  retryMs?: number;
  /** How long an answer may take, ms. */
  timeoutMs?: number;
  /** Told of each failed try: what happened, and when it is tried again. */
  tell?: (line: string) => void;
};

const TRIES = 5;
const TIMEOUT_MS = MINUTE_MS;
const LONGEST_WAIT_MS = 120_000;

/** @throws AppError `bad_request` when the address is none */
export function openHttp(options: HttpOptions): FormerHttp {
  const { base, headers, rate, retryMs = 1_000, timeoutMs = TIMEOUT_MS, tell } = options;
  if (!URL.canParse(base) || !/^https?:/.test(base)) {
    throw new AppError(
      'bad_request',
      `${JSON.stringify(base)} is not an address; use one such as https://mail.example.com/api.`,
    );
  }
  let nextAt = 0;
  const ask = async (url: URL): Promise<Response> => {
    const wait = nextAt - performance.now();
    if (wait > 0) await sleep(wait);
    nextAt = performance.now() + 1_000 / rate;
    return fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  };
  return {
    async get(path, query = {}) {
      const url = new URL(`${base.replace(/\/+$/, '')}${path}`);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
      let trouble = '';
      for (let tried = 1; tried <= TRIES; tried += 1) {
        let waitMs = retryMs * 2 ** (tried - 1);
        try {
          const answer = await ask(url);
          if (answer.status === 404) return undefined;
          if (answer.ok) return await jsonOf(url, answer);
          trouble = `it answers ${answer.status}`;
          waitMs += mayTryAgain(url, answer, retryMs);
        } catch (error) {
          if (error instanceof AppError) throw error;
          trouble = troubleOf(asError(error), timeoutMs);
        }
        if (tried === TRIES) break;
        const next = `try ${tried + 1} of ${TRIES} in ${secondsText(waitMs)}`;
        tell?.(`${url.origin}${url.pathname} cannot be read: ${trouble}; ${next}.`);
        await sleep(waitMs);
      }
      throw new AppError(
        'unavailable',
        `${url.origin}${url.pathname} cannot be read: ${trouble}. Run it again later: it resumes there.`,
      );
    },
  };
}

function troubleOf({ name, message, cause }: Error, timeoutMs: number): string {
  if (name === 'TimeoutError') return `it does not answer within ${secondsText(timeoutMs)}`;
  return cause instanceof Error ? cause.message : message;
}

const secondsText = (ms: number) => `${Math.round(ms / 100) / 10} s`;

/** How long to wait beside the usual, ms. @throws AppError where trying again is of no use */
function mayTryAgain(url: URL, { status, headers }: Response, retryMs: number): number {
  const place = `${url.origin}${url.pathname}`;
  if (status === 401 || status === 403) {
    throw new AppError(
      'forbidden',
      `${place} refuses the key (${status}). Check that it is correct and may read everything.`,
    );
  }
  if (status >= 300 && status < 400) {
    const to = headers.get('location') ?? '';
    throw new AppError(
      'bad_request',
      `${place} leads to ${to.slice(0, 200)}: give that address. The key is not sent elsewhere.`,
    );
  }
  if (status !== 429 && status !== 408 && status < 500) {
    throw new AppError('bad_request', `${place} answers ${status}: is it the address of the API?`);
  }
  const after = Number(headers.get('retry-after') ?? 0) * Math.min(1_000, retryMs);
  return Number.isFinite(after) ? Math.min(after, LONGEST_WAIT_MS) : 0;
}

async function jsonOf(url: URL, answer: Response): Promise<unknown> {
  const text = await answer.text();
  try {
    return parseExactly(text);
  } catch {
    throw new AppError(
      'bad_request',
      `${url.origin}${url.pathname} answers with a page instead of data: is it the address of the API?`,
    );
  }
}
