// Who may look into the test inbox. It holds the mails of every customer and asks for no key, so only a person at this
// very machine gets in: loopback peer, loopback name, nothing in between. A reverse proxy on this machine is a loopback
// peer too, therefore the host asked for must be loopback, which also stops web pages that rebind their name to us.
import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4 } from 'node:net';

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Whether a request comes from this machine, without detour. `peer` is the address of the socket's other end. */
export function isLocalRequest(peer: string | undefined, headers: IncomingHttpHeaders): boolean {
  if (!isLoopbackAddress(peer ?? '')) return false;
  if (FORWARDED.some((name) => headers[name] !== undefined)) return false;
  return isLoopbackName(hostOf(headers.host ?? ''));
}

/** Whether a changing request was made by our own page or by no page at all (curl). */
export function isOwnRequest(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  return origin === undefined || origin === `http://${headers.host}`;
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
