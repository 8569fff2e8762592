// For process supervisors and load balancers; no key, no secret.
import type { FastifyInstance } from 'fastify';
import { MARK } from '../http/layout.ts';
import type { FallState, StoreState } from './states.ts';

const SMALL = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** `/healthz`: the process answers. `/readyz`: its store answers too, else 503. And what robots and browsers ask for. */
export function healthPages(
  app: FastifyInstance,
  { storeState, fallState }: { storeState: StoreState; fallState: FallState },
): void {
  app.get('/healthz', async (_request, reply) => reply.headers(SMALL).send({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    const ready = await storeState();
    const fell = ready ? await fallState() : undefined;
    return reply
      .code(ready ? 200 : 503)
      .headers(SMALL)
      .send({
        status: ready ? 'ok' : 'unavailable',
        store: ready ? 'ok' : 'unavailable',
        ...(fell !== undefined && { store_went_back_at: new Date(fell).toISOString() }),
      });
  });

  app.get('/robots.txt', async (_request, reply) => {
    return reply.type('text/plain; charset=utf-8').send(ROBOTS);
  });

  for (const path of ['/favicon.svg', '/favicon.ico']) {
    app.get(path, async (_request, reply) => {
      return reply.headers(ICON_HEADERS).send(MARK);
    });
  }
}

// Only pictures are for robots (mail programs fetch them through proxies that may ask); links of mails are for their
// recipients.
const ROBOTS =
  'User-agent: *\nDisallow: /o/\nDisallow: /c/\nDisallow: /u/\nDisallow: /w/\nDisallow: /inbox\nDisallow: /api\n';
const ICON_HEADERS = {
  'content-type': 'image/svg+xml',
  'cache-control': 'public, max-age=86400',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
};
