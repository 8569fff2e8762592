// The cookie of a session: its name and attributes. Its value is a secret of 256 bits, of which the
// store has only the hash (users/sessions/).
import type { IncomingHttpHeaders } from 'node:http';

export const SESSION_COOKIE = 'mailwright';
/** Browsers accept it from https only, and for this host alone (RFC 6265bis, section 4.1.3.2). */
const HOST_BOUND = `__Host-${SESSION_COOKIE}`;

/**
 * The value of the session's cookie; undefined without one. Where pages come by https only the one
 * that is bound to the host counts: any host of the same domain could set the other.
 */
export function sessionToken(headers: IncomingHttpHeaders, baseUrl: string): string | undefined {
  const { cookie } = headers;
  if (cookie === undefined) return undefined;
  const pairs = new Map(
    cookie.split(';').map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
    }),
  );
  return pairs.get(HOST_BOUND) ?? (isHttps(baseUrl) ? undefined : pairs.get(SESSION_COOKIE));
}

/** Whether a request has a session, valid or not. */
export function namesSession(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  return sessionToken(headers, baseUrl) !== undefined;
}

const isHttps = (baseUrl: string) => baseUrl.startsWith('https:');

/**
 * The header that sets the session's cookie in a browser, or removes it.
 * @param token undefined: the cookie is removed
 * @param baseUrl with https, the cookie is never sent unencrypted
 */
export function sessionCookie(token: string | undefined, baseUrl: string, maxAgeMs = 0): Record<string, string> {
  const life = token === undefined ? 0 : Math.floor(maxAgeMs / 1_000);
  const pair = `${isHttps(baseUrl) ? HOST_BOUND : SESSION_COOKIE}=${token ?? ''}`;
  return {
    'set-cookie': `${pair}; Path=/; Max-Age=${life}; HttpOnly; SameSite=Lax${isHttps(baseUrl) ? '; Secure' : ''}`,
  };
}
