// Cross-origin requests of browsers (Fetch Standard, section 3.2): pages of other origins may use
// the API with a key. Never with the session of the UI: no answer allows credentials.
import type { FastifyInstance } from 'fastify';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const SENT =
  'Content-Type, X-Api-Key, X-MW-PUBLIC-KEY, X-MW-TIMESTAMP, X-MW-REMOTE-ADDR, X-MW-SIGNATURE, X-HTTP-Method-Override, If-Match, If-None-Match, Idempotency-Key, Prefer';
const READ =
  'Allow, Content-Disposition, ETag, Idempotency-Replayed, Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id';
/** How long a browser remembers what it was told, in seconds. */
const REMEMBERED = 600;

/**
 * Answers pages of these origins; call it before routes are mounted.
 * @param origins `*` alone: all
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const isForAll = origins.includes('*');
  const known = new Set(origins);
  app.addHook('onRequest', (request, { raw }, done) => {
    const { origin } = request.headers;
    if (!/^\/api(?:[/?]|$)/.test(request.url)) return done();
    if (!isForAll) raw.setHeader('Vary', 'Origin'); // answers differ by it, whoever asks
    if (origin !== undefined && (isForAll || known.has(origin))) {
      raw.setHeader('Access-Control-Allow-Origin', isForAll ? '*' : origin);
      raw.setHeader('Access-Control-Expose-Headers', READ);
      if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
        raw.setHeader('Access-Control-Allow-Methods', METHODS);
        raw.setHeader('Access-Control-Allow-Headers', SENT);
        raw.setHeader('Access-Control-Max-Age', REMEMBERED);
      }
    }
    return done();
  });
}

/** Reads the setting. @throws Error with one sentence */
export function parseOrigins(text: string): readonly string[] {
  const origins = text.split(',').map((origin) => origin.trim());
  for (const origin of origins) {
    if (origin === '*' && origins.length === 1) continue;
    if (!/^https?:\/\//.test(origin) || !URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new Error(`"${origin}" is no origin like https://app.example.com; give several with commas, or * alone.`);
  }
  return origins;
}
