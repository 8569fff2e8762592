// Mounts routes below `/api`: who calls, whether they may, and what becomes of the answer.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { type Authenticate, admit, callerOf, noteSender, senderOf } from './admission.ts';
import { answer, answerRead, NO_BODY, type RouteContext } from './answer.ts';
import type { Audit } from './audited.ts';
import { decodeBodyInSlices, type FormObject, MAX_PAIRS, scalarText, USUAL_PAIRS } from './form/decode.ts';
import { USUAL_BODY } from './limits/body.ts';
import { shownRecords } from './members/known-names.ts';
import { allowedOn, hiddenMethods, notMounted } from './methods.ts';
import type { Once } from './requests/once.ts';
import { tellRate } from './requests/rate.ts';
import type { Caller, Route, Services } from './route.ts';

export type MountOptions = {
  services: Services;
  authenticate: Authenticate;
  audit: Audit;
  once?: Once;
  /** Told of the customer before a request that may change something. */
  beforeChange?: (customerId: number) => Promise<void>;
};

/**
 * Mounts lists of routes below `/api`, each behind the right that it needs, and answers unknown
 * paths and methods there.
 */
export function mountRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  { services, authenticate, audit, once, beforeChange }: MountOptions,
): void {
  const context: RouteContext = { services, records: shownRecords(routes), audit, once };
  const posts = new Set(routes.filter((route) => route.method === 'POST').map((route) => route.path));
  for (const route of routes) {
    const url = `/api${route.path}`;
    if (route.method === 'GET') {
      const handler = (request: FastifyRequest, reply: FastifyReply) =>
        answerRead(route, context, authenticate, request, reply);
      app.route({ method: 'GET', url, handler });
      continue;
    }
    const handler = handlerOf(route, context);
    const onRequest = async (request: FastifyRequest, { raw }: FastifyReply) => {
      const caller = await callerOf(route, request, authenticate, services);
      if (caller.rate) tellRate(raw, caller.rate);
      await beforeChange?.(caller.customerId);
      noteSender(request, caller);
    };
    const mayCall = (request: FastifyRequest, _: FastifyReply, done: () => void) => {
      admit(route, senderOf(request));
      if (route.method !== 'DELETE') refuseEncoded(request.headers['content-encoding']);
      if (route.mailsSoon) services.mailSoon?.();
      done();
    };
    const bodyLimit = route.bodyLimit ?? USUAL_BODY;
    const config = { takesUpload: route.upload !== undefined };
    app.route({ method: route.method, url, bodyLimit, config, onRequest: [onRequest, mayCall], handler });
    if ((route.method === 'PUT' || route.method === 'DELETE') && !posts.has(route.path)) {
      posts.add(route.path);
      const twins = routes.filter((other) => other.path === route.path);
      app.route({ method: 'POST', url, bodyLimit, onRequest, handler: overriddenBy(twins, context) });
    }
  }
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    throw refused(routes, request, reply);
  };
  for (const { path, method } of hiddenMethods(routes)) {
    const isTwin = method === 'POST' && posts.has(path);
    if (!isTwin) app.route({ method, url: `/api${path}`, onRequest: refuse, handler: refuse });
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const allow = request.method === 'OPTIONS' ? allowedOn(routes, request.url) : undefined;
    if (allow !== undefined) return void reply.header('Allow', allow).status(204).send();
    return done(refused(routes, request, reply)); // before its body is read
  });
  app.setNotFoundHandler((request, reply) => {
    throw refused(routes, request, reply);
  });
}

/**
 * Bodies are read as they are; unpacked here, a small one could grow beyond every limit (RFC 9110,
 * section 8.4).
 */
function refuseEncoded(encoding: string | undefined): void {
  if (encoding === undefined || /^(?:identity)?$/i.test(encoding.trim())) return;
  throw new AppError('unsupported_media_type', say('request-body-encoded'));
}

function refused(routes: readonly Route[], request: FastifyRequest, reply: FastifyReply): AppError {
  const { error, allow } = notMounted(routes, request);
  if (allow !== undefined) reply.header('Allow', allow);
  return error;
}

function handlerOf(route: Route, context: RouteContext) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const takesBody = !route.upload && (route.method === 'POST' || route.method === 'PUT' || route.readsBody === true);
    const body = takesBody ? await bodyOf(request) : NO_BODY;
    return answer(route, context, { request, reply, body, caller: knownCaller(request) });
  };
}

/** Handles POST with a body member `_method`, on a path that has only PUT or DELETE. */
function overriddenBy(routes: readonly Route[], context: RouteContext) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const body = await bodyOf(request);
    const wanted = scalarText(body['_method'])?.toUpperCase();
    const route = routes.find((candidate) => candidate.method === wanted && candidate.method !== 'GET');
    if (route) {
      const caller = knownCaller(request);
      admit(route, caller); // until now only the caller was known, not the route
      return answer(route, context, { request, reply, body, caller });
    }
    throw refused(routes, request, reply);
  };
}

function knownCaller(request: FastifyRequest): Caller {
  const caller = senderOf(request);
  if (!caller) throw new AppError('internal', 'A route was reached without its caller.');
  return caller;
}

async function bodyOf(request: FastifyRequest): Promise<FormObject> {
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const most = request.routeOptions.bodyLimit > USUAL_BODY ? MAX_PAIRS : USUAL_PAIRS;
  return decodeBodyInSlices(raw, request.headers['content-type'], most);
}
