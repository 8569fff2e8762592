// The HTTP server, made with Fastify: its limits, errors and log. Routes are mounted by mount.ts.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { AppError, asError } from '../kernel/errors.ts';
import type { Logger } from '../kernel/log.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { noteRequest } from '../metrics/requests.ts';
import { networkOf, routedAddress } from './address.ts';
import { senderOf } from './admission.ts';
import { openStreams, validated } from './answer.ts';
import { JSON_TYPE } from './json-answer.ts';
import { sendErrorPage } from './layout.ts';
import { HangUp, readBodies } from './limits/body.ts';
import { CONNECTION_LIMITS, hostFault, inTurn, keepProxies, limitConnections } from './limits/connections.ts';
import { errorAnswer, jsonText, reasonToRepeat, tellWhenAgain, wantsSentences } from './reply.ts';
import { RateError, tellRate } from './requests/rate.ts';

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
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    frameworkErrors: (error, request, reply) => {
      reply.header('X-Request-Id', request.id); // hooks do not run for an address that cannot be decoded
      if (wantsPage(request)) sendErrorPage(NO_PAGE, request, reply);
      else sendError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => answerNoRequest(error, socket),
  });
  app.setReplySerializer(jsonText);
  app.removeAllContentTypeParsers();
  readBodies(app, (request) => String(senderOf(request)?.customerId || networkOf(request.ip))); // 0 is nobody's
  app.addHook('onRequest', (_, reply, done) => inTurn(reply.raw, done));
  app.addHook('onRequest', (request, _, done) => done(hostFault(request.raw)));
  app.addHook('onSend', (request, reply, payload, done) => done(null, validated(request, reply, payload)));
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply);
    const { url = 'unknown' } = request.routeOptions;
    noteRequest(request.method, url, reply.statusCode, reply.elapsedTime);
    done();
  });
  const streams = new Set<() => void>();
  openStreams.set(app, streams);
  app.addHook('preClose', async () => {
    for (const end of [...streams]) end();
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  limitConnections(app.server);
  keepProxies(app.server, options.trustedProxies ?? []);
  return app;
}

const NO_PAGE = new AppError('not_found', say('request-page-not-found'));

/** Whether somebody with a browser went to an address that is none of the interface. */
const wantsPage = ({ headers, raw }: FastifyRequest) =>
  !raw.url?.startsWith('/api') && headers.accept?.includes('text/html') === true;

/** Instead of the framework's compilers of schemas, which are large: our routes do without. */
const unused = () => () => {
  throw new Error('Routes have no schemas that the framework knows.');
};

/** Clients that disconnect are no concern of the operator. */
class QuietLog extends LogController {
  override streamError(...[error, request]: Parameters<LogController['streamError']>): void {
    const isGone = (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (isGone) request.log.debug({ event: 'http.hang-up', id: request.id });
    else request.log.warn({ event: 'http.cut-off', id: request.id, err: error });
  }
}

/** What is answered to Node's codes for what is no request. */
const PARSER_ANSWERS: ReadonlyMap<string, { status: string; text: string }> = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    { status: '431 Request Header Fields Too Large', text: 'The headers of the request are too large.' },
  ],
  ['ERR_HTTP_REQUEST_TIMEOUT', { status: '408 Request Timeout', text: 'The request did not arrive in time.' }],
]);
const NO_HTTP = { status: '400 Bad Request', text: 'This is not an HTTP request.' };

/**
 * Bytes that are not an HTTP request, or too large headers: Node reports them before there is a
 * request.
 */
function answerNoRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const { status, text } = PARSER_ANSWERS.get(error.code ?? '') ?? NO_HTTP;
  const body = jsonText({ status: 'error', error: text });
  const head = [`HTTP/1.1 ${status}`, `Content-Type: ${JSON_TYPE}`, `Content-Length: ${body.length}`];
  socket.end(`${[...head, `X-Request-Id: ${randomUUID()}`, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`);
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, fault, retryAfter, etag, sentences = [] } = errorAnswer(error);
  if (fault) request.log.error({ event: 'http.fault', id: request.id, err: asError(error) });
  if (etag !== undefined) reply.header('ETag', etag);
  if (error instanceof HangUp) request.log.debug({ event: 'http.hang-up', id: request.id });
  if (status === 401 && !reply.hasHeader('WWW-Authenticate'))
    reply.header('WWW-Authenticate', 'ApiKey realm="Mailwright", header="X-Api-Key"');
  if (status === 408) reply.header('Connection', 'close');
  if (error instanceof RateError) tellRate(reply.raw, error.rate);
  if (retryAfter !== undefined) tellWhenAgain(error, request, reply, retryAfter);
  const prefersSentences = sentences.length > 0 && wantsSentences(request.headers);
  if (prefersSentences) reply.header('Preference-Applied', 'sentences');
  const told = prefersSentences ? { ...body, sentences } : body;
  return reply.status(status).header('Content-Type', JSON_TYPE).send(jsonText(told));
}

/** Asked every few seconds by whoever watches a server: while all is well that is no news. */
const WATCHED = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * One line for a request. It has the route's pattern, not the address: addresses have tokens and
 * mail addresses; and of who called the customer's number alone. What we could not serve (503) is a
 * warning; too many requests (429) are not.
 */
function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? 'unknown';
  const isUsual = WATCHED.has(route) && reply.statusCode < 400;
  const reason = reasonToRepeat(request);
  const level = isUsual ? 'debug' : reason !== undefined && reply.statusCode >= 500 ? 'warn' : 'info';
  request.log[level]({
    event: 'http.request',
    id: request.id,
    method: request.method,
    route,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    customer: senderOf(request)?.customerId || undefined, // 0 is nobody's
    reason,
  });
}
