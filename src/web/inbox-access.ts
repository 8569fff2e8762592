// Access to pages that are not one customer's own: the test inbox, and what the operator does not
// publish.
//
// Without a key only a person at this very machine has access, and only when the whole installation
// is on it: it listens on loopback, its links lead to loopback, and the request came directly. A
// reverse proxy on this machine is a loopback peer that may request a loopback name: it is detected
// by its forwarding headers, or by HTTP/1.0, which browsers do not use.
import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { authenticate } from '../accounts/authenticate.ts';
import { type Rights, requireRight } from '../http/rights.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../storage/db.ts';

/** Headers that proxies add. */
const FORWARDED = /^(?:forwarded|via|x-forwarded-.*|x-real-ip|x-original-.*|cf-.*|true-client-ip|x-client-ip)$/;

/** What a visitor may see: everything, or one customer's data as far as the key has the right. */
export type Viewer = 'everything' | { customerId: number; rights: Rights };

/** The challenge for browsers, which remember the password until they are closed. */
export const CHALLENGE = 'Basic realm="Mailwright: an API key as the password", charset="UTF-8"';

/**
 * Whether the whole installation is on this machine: its listening address, and the target of its
 * links.
 */
export function isLocalInstallation(host: string, baseUrl: string): boolean {
  return isLoopbackName(host.toLowerCase()) && isLoopbackName(hostOf(new URL(baseUrl).host));
}

/** Whether a request comes directly from this machine. `peer`: the socket's remote address. */
export function isLocalRequest(
  peer: string | undefined,
  { headers, httpVersion }: Pick<IncomingMessage, 'headers' | 'httpVersion'>,
): boolean {
  if (!isLoopbackAddress(peer ?? '') || httpVersion === '1.0') return false;
  if (Object.keys(headers).some((name) => FORWARDED.test(name))) return false;
  return isLoopbackName(hostOf(headers.host ?? ''));
}

/**
 * The viewer of the key in a request: in `X-Api-Key`, or as the password of HTTP Basic. A key with
 * the operator's right opens everything, others need the right to read.
 * @returns undefined without a key
 * @throws AppError `unauthorized` for an invalid key, `forbidden` for one that may not read
 */
export async function viewerByKey(
  { db, clock }: { db: Db; clock: Clock },
  { headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>,
): Promise<Viewer | undefined> {
  const key = headers['x-api-key'] ?? passwordOf(headers.authorization);
  if (key === undefined || key === '') return undefined;
  const caller = await authenticate(db, { headers: { 'x-api-key': key }, ip }, clock);
  if (caller.rights.has('operate')) return 'everything';
  requireRight(caller, 'read');
  return { customerId: caller.customerId, rights: caller.rights };
}

function passwordOf(authorization: string | undefined): string | undefined {
  const encoded = /^basic +([a-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [user = '', ...password] = Buffer.from(encoded, 'base64').toString().split(':');
  return password.join(':') || user;
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
