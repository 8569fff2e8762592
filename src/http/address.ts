// Normalizes requests of existing clients before routing: addresses, overridden methods, content
// types.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

const OVERRIDES = new Set(['PUT', 'PATCH', 'DELETE']);
const BODILESS = new Set(['GET', 'HEAD', 'DELETE']);

/** Types whose body counts where a DELETE has one; without a type it is read as a form. */
const KEPT = /^\s*(?:application\/json|multipart\/form-data)\s*(?:;|$)/i;

/** The beginning of a content type (RFC 9110, section 8.3.1). */
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/** An address that is routed as it is, as most are. */
const USUAL = /^\/api(?!\/index\.php)(?:\/[^/?]+)+(?:\?|$)/;

/**
 * The address to route: `/api/index.php/…` becomes `/api/…`, doubled and trailing slashes are
 * dropped (wire contract, section 1). A POST with `X-HTTP-Method-Override: PUT`, PATCH or DELETE
 * becomes that method (section 3). A content type that is empty, or that comes with a method whose
 * body is ignored, is dropped, so that it is not refused.
 */
export function routedAddress(request: IncomingMessage): string {
  const override = request.headers['x-http-method-override'];
  if (request.method === 'POST' && typeof override === 'string') {
    const method = override.trim().toUpperCase();
    if (OVERRIDES.has(method)) request.method = method;
  }
  const type = request.headers['content-type'];
  const isKept = request.method === 'DELETE' && KEPT.test(type ?? '');
  if (type !== undefined && (type.trim() === '' || (BODILESS.has(request.method ?? '') && !isKept))) {
    delete request.headers['content-type'];
  }
  const url = request.url ?? '/';
  if (USUAL.test(url)) return url;
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  const query = end === -1 ? '' : url.slice(end);
  const clean = path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
  if (!/^\/api(\/|$)/.test(clean)) {
    // Pages take any body: whoever cannot name its type unsubscribes all the same (RFC 8058).
    if (type !== undefined && !MEDIA_TYPE.test(type)) delete request.headers['content-type'];
    return url; // pages for people have one address each
  }
  return clean.replace(/^\/api\/index\.php(?=\/|$)/, '/api') + query;
}

/** The raw query string of a request address, without `?`. */
export function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}

/**
 * The IP address of the subscriber behind the call: the one the client program names, when valid,
 * else the peer's.
 * @param peer as the connection or a trusted proxy says; some proxies add the port, and an invalid
 * address becomes `""`; undefined when the connection is closed already
 */
export function subscriberAddress(headers: IncomingMessage['headers'], peer: string | undefined): string {
  for (const name of ['x-mw-remote-addr', 'x-remote-addr']) {
    const value = headers[name];
    if (typeof value === 'string' && isIP(value.trim()) !== 0) return value.trim();
  }
  const address = (peer ?? '').replace(/^::ffff:(?=\d+\.)/, '').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  return isIP(address) === 0 ? '' : address;
}

/**
 * The network of a peer, by which limits count: the whole IPv4 address, the first 64 bits of IPv6;
 * `""` for an invalid address.
 */
export function networkOf(peer: string | undefined): string {
  const address = subscriberAddress({}, peer);
  if (!address.includes(':')) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...middle, ...after].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${groups.join(':')}::/64`.toLowerCase();
}
