// Where providers report bounces and complaints: POST /reports/<provider>/<uid>.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../http/route.ts';
import { type FetchText, isProviderKind, NotProven } from '../inbound/providers/provider.ts';
import { takeReport } from '../inbound/providers/providers.ts';
import { findProvider, noteHeard } from '../inbound/providers/queries.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import { isUid } from '../kernel/ids.ts';
import { say as sentence } from '../kernel/sentences/sentence.ts';

type Report = FastifyRequest<{ Params: { kind: string; uid: string } }>;

/** Largest report, in bytes: a thousand events. */
const MOST_BYTES = 4_000_000;
/** Unproven requests of a provider's address a minute; then it rests, so that guessing is slow. */
const MOST_UNPROVEN = 60;

/** Mounts the address. @param fetchText gets certificates and confirmations from Amazon */
export function providerReports(app: FastifyInstance, services: Services, fetchText: FetchText = overHttps): void {
  const unproven = new Map<string, { since: number; n: number }>();
  app.post('/reports/:kind/:uid', { bodyLimit: MOST_BYTES }, async (request: Report, reply) => {
    const { kind, uid } = request.params;
    const provider = isProviderKind(kind) && isUid(uid) ? await findProvider(services.db, uid) : undefined;
    if (provider?.kind !== kind) return say(reply, 404, 'There is no such provider.');
    const now = services.clock.now();
    const before = unproven.get(uid);
    const rests = before !== undefined && before.since + MINUTE_MS > now && before.n >= MOST_UNPROVEN;
    if (rests) return say(reply.header('retry-after', '60'), 429, 'Too many requests that were not proven.');
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    try {
      const taken = await takeReport({ ...services, fetchText }, provider, { headers: request.headers, body });
      services.changed?.();
      request.log.info({ event: 'inbound.reported', provider: provider.id, ...taken });
      return say(reply, 200);
    } catch (error) {
      if (error instanceof SyntaxError) return say(reply, 400, 'The report is no JSON.');
      if (!(error instanceof NotProven)) throw error;
      const again = before && before.since + MINUTE_MS > now ? before : { since: now, n: 0 };
      unproven.set(uid, { since: again.since, n: again.n + 1 });
      const isNew = (provider.fault_at ?? 0) + MINUTE_MS < now;
      if (isNew) await noteHeard(services.db, provider.id, now, error.sentence);
      request.log.debug({ event: 'inbound.report-refused', provider: provider.id, reason: error.message });
      return say(reply, 401, 'The report is not proven to be the provider’s.');
    }
  });
}

function say(reply: FastifyReply, status: number, error?: string): FastifyReply {
  const body = error === undefined ? { status: 'success' } : { status: 'error', error };
  return reply.code(status).header('cache-control', 'no-store').send(body);
}

const MOST_TEXT = 20_000;
const FETCH_MS = 10_000;

const overHttps: FetchText = async (url) => {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_MS) });
  if (!answer.ok) throw new NotProven(sentence('report-answer', { host: url.host, status: answer.status }));
  const text = await answer.text();
  if (text.length > MOST_TEXT) throw new NotProven(sentence('report-long'));
  return text;
};
