// Protects pages: everything is visible with an API key, or on the machine itself.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { Db } from '../storage/db.ts';
import { CHALLENGE, isLocalInstallation, isLocalRequest, type Viewer, viewerByKey } from './inbox-access.ts';

/** Pages that a public installation may show to everybody. */
export type PublicPage = 'start' | 'reference';

export type Guard = {
  /**
   * Identifies the viewer. @throws AppError `unauthorized`, with a challenge in the response, when
   * nothing may be shown
   */
  viewerOf(request: FastifyRequest, reply: FastifyReply): Promise<Viewer>;
  /** Whether everybody may see a page. */
  shows(page: PublicPage): boolean;
};

/**
 * The guard of an installation.
 * @param host the address it listens on
 * @param publicPages pages for everybody; absent: on this machine all, in public the reference
 */
export function newGuard(where: {
  db: Db;
  clock: Clock;
  host: string;
  baseUrl: string;
  publicPages?: ReadonlySet<PublicPage> | undefined;
}): Guard {
  const isLocal = isLocalInstallation(where.host, where.baseUrl);
  const shown = where.publicPages ?? new Set<PublicPage>(isLocal ? ['start', 'reference'] : ['reference']);
  return {
    shows: (page) => shown.has(page),
    async viewerOf(request, reply) {
      reply.header('WWW-Authenticate', CHALLENGE);
      const viewer = await viewerByKey(where, request);
      const isOpen = isLocal && isLocalRequest(request.socket.remoteAddress, request.raw);
      if (viewer === undefined && !isOpen)
        throw new AppError('unauthorized', 'Please sign in: the password is an API key.');
      reply.removeHeader('WWW-Authenticate');
      return viewer ?? 'everything';
    },
  };
}

const REFERENCE = new Set(['/docs', '/docs/*', '/openapi.json']);

/** Requires a key for the API reference, unless it is public. */
export function guardReference(app: FastifyInstance, guard: Guard): void {
  if (guard.shows('reference')) return;
  app.addHook('onRequest', async (request, reply) => {
    if (REFERENCE.has(request.routeOptions.url ?? '')) await guard.viewerOf(request, reply);
  });
}
