// Who may look at pages that are no customer's own: the test inbox, and what the operator does not show to everybody.
//
// Without a key nobody gets in but a person at this very machine, and only when the whole installation is there: it listens on
// loopback, its links lead to loopback, and the request came without a detour. A reverse proxy on this machine is a loopback peer
// that may well ask for a loopback name: it is known by what it forwards, or by HTTP/1.0, which browsers do not speak.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import { authenticate } from '../accounts/authenticate.ts';
import { firstCustomerId } from '../accounts/queries.ts';
import type { Db } from '../storage/db.ts';

/** Headers that proxies add. */
const FORWARDED = /^(?:forwarded|via|x-forwarded-.*|x-real-ip|x-original-.*|cf-.*|true-client-ip|x-client-ip)$/;

/** What a visitor sees: everything, or what is one customer's. */
export type Viewer = 'everything' | { customerId: number };

/** What a browser is told to ask for; it remembers it until it is closed. */
export const CHALLENGE = 'Basic realm="Mailwright: an API key as the password", charset="UTF-8"';

/** Whether a whole installation is on this machine: where it listens, and where its links lead. */
export function isLocalInstallation(host: string, baseUrl: string): boolean {
  return isLoopbackName(host.toLowerCase()) && isLoopbackName(hostOf(new URL(baseUrl).host));
}

/** Whether a request comes from this machine, without detour. `peer` is the address of the socket's other end. */
export function isLocalRequest(
  peer: string | undefined,
  { headers, httpVersion }: Pick<IncomingMessage, 'headers' | 'httpVersion'>,
): boolean {
  if (!isLoopbackAddress(peer ?? '') || httpVersion === '1.0') return false;
  if (Object.keys(headers).some((name) => FORWARDED.test(name))) return false;
  return isLoopbackName(hostOf(headers.host ?? ''));
}

/**
 * Whose key came with a request: in `X-Api-Key`, or as the password of HTTP Basic. The first customer's is the operator's.
 * @returns undefined when none came
 * @throws AppError `unauthorized` for a key that is not valid
 */
export async function viewerByKey(db: Db, headers: IncomingHttpHeaders): Promise<Viewer | undefined> {
  const key = headers['x-api-key'] ?? passwordOf(headers.authorization);
  if (key === undefined || key === '') return undefined;
  const { customerId } = await authenticate(db, { 'x-api-key': key });
  return customerId === (await firstCustomerId(db)) ? 'everything' : { customerId };
}

function passwordOf(authorization: string | undefined): string | undefined {
  const encoded = /^basic +([a-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [user = '', ...password] = Buffer.from(encoded, 'base64').toString().split(':');
  return password.join(':') || user;
}

/** Whether a changing request was made by our own page or by no page at all (curl). */
export function isOwnRequest(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  return origin === undefined || /^https?:\/\/(.+)$/.exec(origin)?.[1] === headers.host;
}

function hostOf(host: string): string {
  return host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
}

function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name);
}

function isLoopbackAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '');
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'));
}
