// One HTTP request to an address that others gave: only the public internet is reached, except for
// the operator's exceptions, and the connection goes to exactly the address that was checked.
import type { Agent, Agent as HttpAgent, request as httpRequest, IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { inEnglish, type Sentence, say } from '../kernel/sentences/sentence.ts';
import { whenNeeded } from '../kernel/when-needed.ts';
import type { AllowList } from './fetch-allow.ts';
import { ClosedAddressError, isOpenAddress, publicLookup } from './public-address.ts';

const http = whenNeeded((take) => take('node:http') as { request: typeof httpRequest; Agent: typeof HttpAgent });

/** Why a request failed, for people; never names private addresses. */
export class FetchError extends Error {
  readonly sentence: Sentence;

  constructor(sentence: Sentence) {
    super(inEnglish(sentence));
    this.sentence = sentence;
  }
}

export type GuardedRequest = {
  url: URL;
  exceptions: AllowList;
  /** Resolves a name; called once for each connection. */
  resolve?: Parameters<typeof publicLookup>[0];
  signal: AbortSignal;
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: Buffer;
  /** Keeps connections, each of which was made with the same guard; absent: one of its own. */
  agent?: Agent;
};

/** Parses an address and checks that it may be asked. @throws FetchError */
export function parseTarget(text: string, base?: URL): URL {
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  if (!url) throw new FetchError(say('fetch-no-address'));
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchError(say('fetch-no-http'));
  if (url.username !== '' || url.password !== '') throw new FetchError(say('fetch-user'));
  return url;
}

/**
 * Refuses an address that plainly leads into this machine's network: an IP address or `localhost`.
 * Where a name leads is known only when it is asked. @throws FetchError
 */
export function refuseClosed(url: URL, exceptions: AllowList): void {
  const host = hostOf(url);
  const isAddress = isIP(host) !== 0 || /(^|\.)localhost$/.test(host);
  if (!isAddress || mayConnect(url, exceptions)(host)) return;
  throw new FetchError(say('fetch-closed', { host }));
}

/** Whether a request to `url` may go to an address: a public one, or one that is excepted. */
function mayConnect(url: URL, exceptions: AllowList): (address: string) => boolean {
  const isAllowedHost = exceptions.host(hostOf(url), portOf(url));
  return (address) => isAllowedHost || isOpenAddress(address) || exceptions.address(address);
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

/**
 * The host for the network: the URL parser has normalized odd spellings of IPv4 already; a trailing
 * dot and brackets are removed.
 */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** An answer of which nothing but its head has been read. */
export type GuardedAnswer = IncomingMessage;
/** Connections that are used again for the same host. */
export type KeptConnections = Agent;

/** Keeps up to `most` connections to the host of an address; destroy it at the end. */
export function keepConnections(url: string, most: number): KeptConnections {
  const options = { keepAlive: true, maxSockets: most };
  return url.startsWith('https:') ? new HttpsAgent(options) : new (http().Agent)(options);
}

/** Makes the request. @returns its answer, unread; rejects with what `reasonOf` explains */
export function guardedRequest(options: GuardedRequest): Promise<GuardedAnswer> {
  const { url, exceptions, resolve, signal, method = 'GET', headers, body, agent } = options;
  const host = hostOf(url);
  const isSecure = url.protocol === 'https:';
  const isOpen = mayConnect(url, exceptions);
  // An IP address is connected to without a lookup.
  if (isIP(host) !== 0 && !isOpen(host)) throw new ClosedAddressError(host, host);
  return new Promise((done, fail) => {
    const request = (isSecure ? httpsRequest : http().request)({
      host,
      port: portOf(url),
      method,
      path: url.pathname + url.search,
      headers: { host: url.host, 'user-agent': 'Mailwright', ...headers },
      agent: agent ?? false,
      lookup: publicLookup(resolve, isOpen),
      signal,
      ...(isSecure && isIP(host) === 0 && { servername: host }),
    });
    request.on('response', done);
    request.on('error', fail);
    request.on('close', () => fail(new FetchError(say('fetch-closed-silently'))));
    request.end(body);
  });
}

/** The reason of a failed request, without private addresses. */
export function reasonOf(error: unknown): Sentence {
  if (error instanceof FetchError) return error.sentence;
  if (error instanceof ClosedAddressError) return say('fetch-not-public');
  const { code = '' } = error as NodeJS.ErrnoException;
  const known = Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  if (known) return known;
  if (/CERT|TLS|SSL|ALTNAME/.test(code)) return say('fetch-certificate', { code });
  if (/^Z_|^ERR_.*(BROTLI|ZLIB)/.test(code)) return say('fetch-compression-broken');
  return code === '' ? say('fetch-unreachable') : say('fetch-unreachable-by', { code });
}

const REASONS: Readonly<Record<string, Sentence>> = {
  ENOTFOUND: say('fetch-unknown-name'),
  EAI_AGAIN: say('fetch-name-later'),
  ECONNREFUSED: say('fetch-refused'),
  ECONNRESET: say('fetch-closed-early'),
  ERR_STREAM_PREMATURE_CLOSE: say('fetch-closed-early'),
};
