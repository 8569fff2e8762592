// Requests as existing clients write them, put right before routing: addresses, and methods sent
// another way.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

const OVERRIDES = new Set(['PUT', 'PATCH', 'DELETE']);
const BODILESS = new Set(['GET', 'HEAD', 'DELETE']);

/**
 * The address to route: `/api/index.php/…` is `/api/…`, doubled and trailing slashes are dropped
 * (wire contract, section 1). A POST whose `X-HTTP-Method-Override` says PUT, PATCH or DELETE
 * becomes that (section 3). A content type that is empty, or that stands where no body counts, is
 * dropped: it must not be refused.
 */
export function routedAddress(request: IncomingMessage): string {
  const override = request.headers['x-http-method-override'];
  if (request.method === 'POST' && typeof override === 'string') {
    const method = override.trim().toUpperCase();
    if (OVERRIDES.has(method)) request.method = method;
  }
  const type = request.headers['content-type'];
  if (type !== undefined && (type.trim() === '' || BODILESS.has(request.method ?? ''))) {
    delete request.headers['content-type'];
  }
  const url = request.url ?? '/';
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  const query = end === -1 ? '' : url.slice(end);
  const clean = path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
  if (!/^\/api(\/|$)/.test(clean)) return url; // pages for people have one address each
  return clean.replace(/^\/api\/index\.php(?=\/|$)/, '/api') + query;
}

/** The raw query string of a request address, without `?`. */
export function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}

/**
 * The address of the person behind the call: what the client program names, when valid, else the
 * peer.
 * @param peer as the connection or a trusted proxy says; some proxies add the port, and what is no
 * address becomes `""`
 */
export function subscriberAddress(headers: IncomingMessage['headers'], peer: string): string {
  for (const name of ['x-mw-remote-addr', 'x-remote-addr']) {
    const value = headers[name];
    if (typeof value === 'string' && isIP(value.trim()) !== 0) return value.trim();
  }
  const address = peer.replace(/^::ffff:(?=\d+\.)/, '').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  return isIP(address) === 0 ? '' : address;
}

/**
 * The network of a peer, as limits count it: the address of IPv4, the first 64 bits of IPv6; `""`
 * for what is no address.
 */
export function networkOf(peer: string): string {
  const address = subscriberAddress({}, peer);
  if (!address.includes(':')) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...middle, ...after].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${groups.join(':')}::/64`.toLowerCase();
}

/** Whether a request says that it has a key, whatever the key is worth. */
export function namesKey(headers: IncomingMessage['headers']): boolean {
  return ['x-api-key', 'x-mw-public-key'].some((name) => (headers[name] ?? '').toString().trim() !== '');
}
