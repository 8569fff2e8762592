// Fetches addresses in authors' content. Neither the address nor the server is trusted: only the
// public internet is reached (except for the operator's exceptions), and time, size and redirects
// are limited.
import type { IncomingMessage } from 'node:http';
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { say } from '../../kernel/sentences/sentence.ts';
import { allowed, type FetchAllow } from '../../network/fetch-allow.ts';
import { FetchError, type GuardedRequest, guardedRequest, parseTarget, reasonOf } from '../../network/guarded.ts';
import { decodeText } from './decode.ts';

/** A fetched text, and its address after redirects. */
export type FetchedText = { text: string; url: string };

export type Fetch = (url: string, stop?: AbortSignal) => Promise<FetchedText>;

const LIMITS = { ms: 10_000, bytes: 2 * 1024 * 1024, redirects: 5 };

/**
 * Makes a function that fetches texts. One call takes at most 10 s with all its redirects, and at
 * most 2 MB before and after decompression; at most 5 redirects are followed, each checked like the
 * first address.
 * @param options.resolve resolves a name; called once for each connection
 * @returns rejects with FetchError
 */
export function newFetch(options: FetchOptions): Fetch {
  const ask = newAsking(options);
  const most = options.limits?.bytes ?? LIMITS.bytes;
  return (url, stop) => ask(url, stop, (response, target) => read(response, target, most));
}

/**
 * Makes a function that asks an address, as newFetch does, and reads nothing of what it answers.
 * @returns its status after redirects; rejects with FetchError
 */
export function newProbe(options: FetchOptions): (url: string, stop?: AbortSignal) => Promise<number> {
  const ask = newAsking(options);
  return (url, stop) =>
    ask(url, stop, async (response) => {
      response.destroy();
      return response.statusCode ?? 0;
    });
}

type FetchOptions = {
  allow: FetchAllow;
  resolve?: NonNullable<GuardedRequest['resolve']>;
  limits?: Partial<typeof LIMITS>;
};

function newAsking(options: FetchOptions) {
  const limits = { ...LIMITS, ...options.limits };
  const shared = {
    exceptions: allowed(options.allow),
    ...(options.resolve && { resolve: options.resolve }),
    headers: { accept: ACCEPT, 'accept-encoding': 'gzip, deflate, br' },
  };
  return async <T>(
    url: string,
    stop: AbortSignal | undefined,
    use: (response: IncomingMessage, target: URL) => Promise<T>,
  ): Promise<T> => {
    const time = new AbortController();
    const timer = setTimeout(() => time.abort(), limits.ms);
    const signal = stop ? AbortSignal.any([stop, time.signal]) : time.signal;
    try {
      let target = parseTarget(url);
      for (let redirects = 0; redirects <= limits.redirects; redirects += 1) {
        const response = await guardedRequest({ ...shared, url: target, signal });
        const location = REDIRECTS.has(response.statusCode ?? 0) ? response.headers.location : undefined;
        if (location === undefined) return await use(response, target);
        response.destroy();
        target = parseTarget(location, target);
      }
      throw new FetchError(say('fetch-redirects', { most: limits.redirects }));
    } catch (error) {
      if (time.signal.aborted) throw new FetchError(say('fetch-slow', { seconds: limits.ms / 1000 }));
      throw new FetchError(reasonOf(error));
    } finally {
      clearTimeout(timer);
    }
  };
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const ACCEPT =
  'application/rss+xml, application/atom+xml, application/feed+json, application/json, text/html, */*;q=0.5';

async function read(response: IncomingMessage, url: URL, most: number): Promise<FetchedText> {
  const status = response.statusCode ?? 0;
  if (status < 200 || status > 299) {
    response.destroy();
    throw new FetchError(say('fetch-status', { status }));
  }
  const parts: Buffer[] = [];
  try {
    // Chunks are small, so that a decompression bomb is never in memory as a whole.
    for await (const part of limited(decompressed(response, most), most)) parts.push(part);
  } finally {
    response.destroy(); // a server that has sent too much may stay silent and never end
  }
  return { text: decodeText(Buffer.concat(parts), response.headers['content-type']), url: url.href };
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The same chunks; throws at the first beyond the limit. */
async function* limited(parts: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const part of parts) {
    size += part.length;
    if (size > most) throw new FetchError(say('fetch-large', { most: most / 1024 / 1024 }));
    yield part;
  }
}

/** The decompressed body. The input has the same limit, since it may never produce output. */
function decompressed(response: IncomingMessage, most: number): AsyncIterable<Buffer> {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() || 'identity';
  if (encoding === 'identity') return response;
  const open = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (open) return pipeline(limited(response, most), open(), () => undefined); // the consumer gets the errors
  throw new FetchError(say('fetch-compression'));
}
