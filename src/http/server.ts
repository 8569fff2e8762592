// The HTTP server, made with Fastify. It decodes, authenticates, calls a route's handler and writes
// its answer; it knows no noun.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { z } from 'zod';
import { AppError, asError } from '../kernel/errors.ts';
import type { Logger } from '../kernel/log.ts';
import { networkOf, queryOf, routedAddress, subscriberAddress } from './address.ts';
import { type Authenticate, admit, callerOf } from './admission.ts';
import { handledIn } from './dialect.ts';
import { matchesEtag, strongEtag } from './etag.ts';
import { decodeBodyInSlices, decodeQuery, type FormObject, MAX_PAIRS, scalarText, USUAL_PAIRS } from './form/decode.ts';
import { openUpload, type Upload } from './form/upload.ts';
import { JSON_TYPE, jsonAnswer } from './json-answer.ts';
import { HangUp, isBetterClosed, readBodies, USUAL_BODY } from './limits/body.ts';
import { CONNECTION_LIMITS, hostFault, limitConnections } from './limits/connections.ts';
import { handleWithWarnings, shownRecords } from './members/known-names.ts';
import { notMounted } from './methods.ts';
import { errorAnswer, jsonText, tellWhenAgain } from './reply.ts';
import { type Audit, type Caller, isAudited, type Route, type Services, type StreamReply } from './route.ts';
import { sessionToken } from './session-cookie.ts';

const MAX_ID = 200;
const MAX_AGENT = 300;
const MAX_ADDRESS = 400; // 254 characters, of which the 64 before the sign may be slashes: `%2F` is still encoded here

/** A server without routes. The caller calls `app.listen`. */
export async function createServer(options: {
  log: Logger;
  /** Proxies whose word about the origin of a request is trusted; absent: none. */
  trustedProxies?: readonly string[] | undefined;
}): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    ...CONNECTION_LIMITS,
    trustProxy: [...(options.trustedProxies ?? [])],
    loggerInstance: options.log as FastifyBaseLogger,
    childLoggerFactory: (logger) => logger, // lines carry the request's id themselves
    logController: new QuietLog({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    rewriteUrl: routedAddress,
    routerOptions: { querystringParser: () => ({}), maxParamLength: MAX_ADDRESS },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      reply.header('X-Request-Id', request.id); // hooks do not run for an address that cannot be decoded
      sendError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => answerNoRequest(error, socket),
  });
  app.setReplySerializer(jsonText);
  app.removeAllContentTypeParsers();
  readBodies(app, (request) => `${callers.get(request)?.customerId ?? request.ip}`);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id).header('X-Content-Type-Options', 'nosniff');
    done(hostFault(request.raw));
  });
  app.addHook('onSend', (request, reply, payload, done) => done(null, validated(request, reply, payload)));
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply));
  const streams = new Set<() => void>();
  openStreams.set(app, streams);
  app.addHook('preClose', async () => {
    for (const end of [...streams]) end();
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  limitConnections(app.server);
  return app;
}

/** Clients that disconnect are no concern of the operator. */
class QuietLog extends LogController {
  override streamError(...[error, request]: Parameters<LogController['streamError']>): void {
    const isGone = (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (isGone) request.log.debug({ event: 'http.hang-up', id: request.id });
    else request.log.warn({ event: 'http.cut-off', id: request.id, err: error });
  }
}

/**
 * Mounts lists of routes below `/api`, each behind the right that it needs, and answers unknown
 * paths and methods there.
 */
export function mountRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  { services, authenticate, audit }: { services: Services; authenticate: Authenticate; audit: Audit },
): void {
  const context: RouteContext = { services, records: shownRecords(routes), audit };
  const posts = new Set(routes.filter((route) => route.method === 'POST').map((route) => route.path));
  for (const route of routes) {
    const url = `/api${route.path}`;
    const handler = handlerOf(route, context);
    const onRequest = async (request: FastifyRequest) => {
      callers.set(request, await callerOf(route, request, authenticate));
    };
    const mayCall = async (request: FastifyRequest) => admit(route, callers.get(request));
    const bodyLimit = route.bodyLimit ?? USUAL_BODY;
    const config = { takesUpload: route.upload !== undefined };
    app.route({ method: route.method, url, bodyLimit, config, onRequest: [onRequest, mayCall], handler });
    if ((route.method === 'PUT' || route.method === 'DELETE') && !posts.has(route.path)) {
      posts.add(route.path);
      const twins = routes.filter((other) => other.path === route.path);
      app.route({ method: 'POST', url, bodyLimit, onRequest, handler: overriddenBy(twins, context) });
    }
  }
  app.addHook('onRequest', (request, reply, done) => {
    done(request.is404 ? refused(routes, request, reply) : undefined); // before its body is read
  });
  app.setNotFoundHandler((request, reply) => {
    throw refused(routes, request, reply);
  });
}

function refused(routes: readonly Route[], request: FastifyRequest, reply: FastifyReply): AppError {
  const { error, allow } = notMounted(routes, request);
  if (allow !== undefined) reply.header('Allow', allow);
  return error;
}

const callers = new WeakMap<FastifyRequest, Caller>();

/** What all routes share: services, the record schema of each, and who notes what was done. */
type RouteContext = { services: Services; records: ReadonlyMap<Route, z.ZodType>; audit: Audit };

function handlerOf(route: Route, context: RouteContext) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const takesBody = !route.upload && (route.method === 'POST' || route.method === 'PUT' || route.readsBody === true);
    const body = takesBody ? await bodyOf(request) : (Object.create(null) as FormObject);
    return answer(route, context, { request, reply, body });
  };
}

/** Handles POST with a body member `_method`, on a path that has only PUT or DELETE. */
function overriddenBy(routes: readonly Route[], context: RouteContext) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const body = await bodyOf(request);
    const wanted = scalarText(body['_method'])?.toUpperCase();
    const route = routes.find((candidate) => candidate.method === wanted && candidate.method !== 'GET');
    if (route) {
      admit(route, callers.get(request)); // until now only the caller was known, not the route
      return answer(route, context, { request, reply, body });
    }
    throw refused(routes, request, reply);
  };
}

async function bodyOf(request: FastifyRequest): Promise<FormObject> {
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const most = request.routeOptions.bodyLimit > USUAL_BODY ? MAX_PAIRS : USUAL_PAIRS;
  return decodeBodyInSlices(raw, request.headers['content-type'], most);
}

type Exchange = { request: FastifyRequest; reply: FastifyReply; body: FormObject };

async function answer(route: Route, { services, records, audit }: RouteContext, { request, reply, body }: Exchange) {
  const caller = callers.get(request);
  if (!caller) throw new AppError('internal', 'A route was reached without its caller.');
  const call = {
    ...services,
    caller,
    params: soundParams(request.params as Record<string, string>),
    ipAddress: subscriberAddress(request.headers, request.ip),
    network: networkOf(request.ip),
    visitor: {
      address: subscriberAddress({}, request.ip),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_AGENT),
      session: sessionToken(request.headers),
    },
    ifMatch: request.headers['if-match'],
    openUpload: () => uploadOf(route, request, reply),
  };
  const said = { body, query: decodeQuery(queryOf(request.url)) };
  const result = await handledIn(caller.dialect, said, (now) =>
    handleWithWarnings(route, { ...call, ...now }, records.get(route)),
  );
  const { params, visitor } = call;
  if (isAudited(route)) await audit({ route, caller, params, ipAddress: visitor.address, reply: result });
  reply.status(result.status);
  if ('body' in result) return jsonAnswer(reply.headers(result.headers ?? {}), result.body);
  reply.header('Content-Type', `${route.fileType}; charset=utf-8`).header('Cache-Control', 'no-store');
  if ('page' in result) return reply.headers(result.headers).send(Buffer.from(result.page));
  if ('stream' in result) return streamed(result, request, reply);
  if (result.mediaType !== undefined) reply.header('Content-Type', result.mediaType);
  reply.header('Content-Disposition', `attachment; filename="${result.fileName}"`);
  if (request.method === 'HEAD') return Readable.from([]); // nothing is produced that nobody gets
  return Readable.from(bytesOf(result.content), { highWaterMark: 1 }); // pieces made ahead of the reader
}

/** What has to be ended before a server can close: nobody else ends it. */
const openStreams = new WeakMap<FastifyInstance, Set<() => void>>();

function streamed({ stream, end }: StreamReply, request: FastifyRequest, reply: FastifyReply): Readable {
  const streams = openStreams.get(request.server) ?? new Set();
  const ended = () => {
    streams.delete(ended);
    end();
  };
  streams.add(ended);
  reply.raw.once('close', ended);
  reply.header('X-Accel-Buffering', 'no'); // proxies that would wait for more
  if (request.method === 'HEAD') return Readable.from([]);
  return Readable.from(bytesOf(stream), { highWaterMark: 1 });
}

function uploadOf({ upload }: Route, request: FastifyRequest, reply: FastifyReply): Promise<Upload> {
  if (!upload) throw new AppError('internal', 'A route reads a file that it does not take.');
  if (request.headers.expect !== undefined) reply.raw.writeContinue();
  return openUpload(request.raw, upload.most);
}

/**
 * Bytes, not texts: Node's response never continues after a text with non-ASCII characters that
 * filled its buffer.
 */
async function* bytesOf(content: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of content) yield Buffer.from(piece);
}

/**
 * No id has a NUL, and PostgreSQL would refuse a query with one; none is longer than an address can
 * be.
 */
function soundParams(params: Record<string, string>): Record<string, string> {
  for (const [name, text] of Object.entries(params)) {
    const isTooLong = text.length > MAX_ID && name !== 'email';
    if (isTooLong || text.includes('\0')) throw new AppError('not_found', 'Page not found.');
  }
  return params;
}

function validated(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (isBetterClosed(request.raw)) reply.header('Connection', 'close');
  const isGet = request.method === 'GET' || request.method === 'HEAD';
  const isTagged = reply.hasHeader('ETag'); // by its handler: the revision of a record, not the hash of the bytes
  if (
    !isGet ||
    isTagged ||
    reply.statusCode !== 200 ||
    !request.url.startsWith('/api') ||
    typeof payload !== 'string'
  ) {
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store');
    return payload;
  }
  const etag = strongEtag(payload.trimEnd()); // of the JSON alone, without its line end
  reply.header('ETag', etag).header('Cache-Control', 'no-cache');
  if (!matchesEtag(request.headers['if-none-match'], etag)) return payload;
  reply.status(304).removeHeader('Content-Type');
  return ''; // not null, which Fastify's own hook for HEAD does not take
}

/**
 * Bytes that are not an HTTP request, or too large headers: Node reports them before there is a
 * request.
 */
function answerNoRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const [status, text] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The headers of the request are too large.']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request did not arrive in time.']
        : ['400 Bad Request', 'This is not an HTTP request.'];
  const body = jsonText({ status: 'error', error: text });
  const head = [`HTTP/1.1 ${status}`, `Content-Type: ${JSON_TYPE}`, `Content-Length: ${body.length}`];
  socket.end(`${[...head, `X-Request-Id: ${randomUUID()}`, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`);
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, fault, retryAfter, etag } = errorAnswer(error);
  if (fault) request.log.error({ event: 'http.fault', id: request.id, err: asError(error) });
  if (etag !== undefined) reply.header('ETag', etag);
  if (error instanceof HangUp) request.log.debug({ event: 'http.hang-up', id: request.id });
  if (status === 401 && !reply.hasHeader('WWW-Authenticate'))
    reply.header('WWW-Authenticate', 'ApiKey realm="Mailwright", header="X-Api-Key"');
  if (status === 408) reply.header('Connection', 'close');
  if (retryAfter !== undefined) tellWhenAgain(error, request, reply, retryAfter);
  return reply.status(status).header('Content-Type', JSON_TYPE).send(jsonText(body));
}

/** Logs the route's pattern, not the address: addresses have tokens and mail addresses. */
function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  request.log.info({
    event: 'http.request',
    id: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
  });
}
