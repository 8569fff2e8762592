// Access tokens for mailboxes that use OAuth 2.0: obtained with the refresh token (RFC 6749,
// section 6), kept in memory until they expire.
import type { Clock } from '../kernel/clock.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import type { OAuth } from './mailbox-rules.ts';

/** `refreshToken`: a new one from the server, which replaces the old. */
export type AccessToken = { token: string; expiresAt: number; refreshToken?: string };

const TIMEOUT_MS = 15_000;
const ANSWER_MAX = 64 * 1024;
const DEFAULT_SECONDS = 300; // when the server does not state the lifetime

/**
 * Fetches an access token.
 * @param signal aborts the request
 * @throws AppError `unavailable`, a sentence without secrets
 */
async function fetchAccessToken(oauth: OAuth, clock: Clock, signal?: AbortSignal): Promise<AccessToken> {
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: oauth.refreshToken,
    client_id: oauth.clientId,
  });
  if (oauth.clientSecret !== '') form.set('client_secret', oauth.clientSecret);
  if (oauth.scope !== '') form.set('scope', oauth.scope);
  const askedAt = clock.now();
  const { status, text } = await post(oauth.tokenUrl, form, signal);
  const answer = parsed(text);
  const token = answer['access_token'];
  if (status !== 200 || typeof token !== 'string' || !/^[\x21-\x7e]{1,16384}$/.test(token)) {
    throw new AppError('unavailable', say('mailbox-token-refused', { answer: `${status}${errorIn(answer)}` }));
  }
  const seconds = Number(answer['expires_in'] ?? DEFAULT_SECONDS);
  const lasts = Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 86_400) : DEFAULT_SECONDS;
  const renewed = answer['refresh_token'];
  const expiresAt = askedAt + lasts * 1000;
  if (typeof renewed !== 'string' || renewed === '' || renewed === oauth.refreshToken) return { token, expiresAt };
  return { token, expiresAt, refreshToken: renewed };
}

async function post(
  url: string,
  body: URLSearchParams,
  stop: AbortSignal | undefined,
): Promise<{ status: number; text: string }> {
  const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(stop ? [stop] : [])]);
  try {
    const headers = { accept: 'application/json' };
    const response = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'error' });
    let text = '';
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) {
      text += decoder.decode(part as Uint8Array, { stream: true });
      if (text.length > ANSWER_MAX) break;
    }
    return { status: response.status, text };
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    const { host } = new URL(url);
    const code = name === 'TimeoutError' ? undefined : cause?.code;
    throw new AppError(
      'unavailable',
      code === undefined ? say('mailbox-token-late', { host }) : say('mailbox-token-unreachable', { host, code }),
    );
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The error code (RFC 6749, section 5.2); its description is untrusted and not repeated. */
function errorIn(answer: Record<string, unknown>): string {
  const code = answer['error'];
  return typeof code === 'string' && /^[\w.-]{1,60}$/.test(code) ? ` (${code})` : '';
}

const SPARE_MS = MINUTE_MS; // a token that expires during use is refused

/** The tokens of this process, by mailbox and revision. */
export type AccessTokens = {
  /** A token that is valid for a while; `renewed` is called when the refresh token was replaced. */
  get(key: string, oauth: OAuth, renewed: (oauth: OAuth) => Promise<void>, signal?: AbortSignal): Promise<string>;
  /** Drops a token that the server refused: the next one is fetched again. */
  forget(key: string): void;
};

/** Makes an empty store of tokens. */
export function newAccessTokens(clock: Clock): AccessTokens {
  const kept = new Map<string, AccessToken>();
  return {
    async get(key, oauth, renewed, signal) {
      const known = kept.get(key);
      if (known && known.expiresAt - SPARE_MS > clock.now()) return known.token;
      const fresh = await fetchAccessToken(oauth, clock, signal);
      for (const [other, { expiresAt }] of kept) if (expiresAt < clock.now()) kept.delete(other);
      kept.set(key, fresh);
      if (fresh.refreshToken !== undefined) await renewed({ ...oauth, refreshToken: fresh.refreshToken });
      return fresh.token;
    },
    forget: (key) => void kept.delete(key),
  };
}
