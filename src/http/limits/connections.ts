// Limits for clients before they have sent a request: connections, and the time for headers and
// requests.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { AppError } from '../../kernel/errors.ts';
import { clientsUpTo } from '../../network/file-limit.ts';
import { inNetworks } from '../../network/networks.ts';
import { endUnfinished } from './unfinished.ts';

/** Some 50 MB when all are idle; fewer where fewer files may be open. */
const MAX_CONNECTIONS = 5_000;
const HEADERS_MS = 15_000;
const REQUEST_MS = HOUR_MS; // an upload of a gigabyte; other bodies have less time (body.ts)
/** Longer than proxies keep one: nginx 1 minute, Caddy 2, the balancers of clouds up to 10. */
const KEPT_FOR_PROXIES_MS = 11 * MINUTE_MS;

/** How many connections a server takes. */
export const mostConnections = (): number => clientsUpTo(MAX_CONNECTIONS);

/** For Fastify: how long headers, requests and idle connections may take. */
export const CONNECTION_LIMITS = {
  keepAliveTimeout: 5_000,
  requestTimeout: REQUEST_MS,
  // A request without Host is refused by hostFault, in the form of our errors; Node would send an
  // empty answer.
  http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 5_000, requireHostHeader: false },
};

/**
 * Limits the connections of a server; when it is full, idle ones are closed, and those that come to
 * no end are closed before. Also checks requests before their body is asked for.
 */
export function limitConnections(server: Server): void {
  server.maxConnections = mostConnections();
  server.on('drop', () => server.closeIdleConnections());
  endUnfinished(server);
  // Node asks for the body (100 Continue) by itself unless there is a listener, and refuses with an
  // empty answer what else is expected, which a server may pass over (RFC 9110, section 10.1.1).
  for (const asked of ['checkContinue', 'checkExpectation'])
    server.on(asked, (request: IncomingMessage, response: ServerResponse) => {
      server.emit('request', request, response);
    });
}

/**
 * Keeps idle connections of proxies until these close them; those of others are closed by Node
 * after `keepAliveTimeout`. A server that closes first may do so while a request is on its way,
 * which a proxy cannot send again unless it is a GET: its client gets 502. Proxies pay no heed to
 * the header `Keep-Alive`, which has the shorter time.
 */
export function keepProxies(server: Server, trustedProxies: readonly string[]): void {
  const isProxy = inNetworks(trustedProxies);
  const ofProxies = new WeakSet<Socket>();
  server.on('connection', (socket: Socket) => {
    if (isProxy(socket.remoteAddress ?? '')) ofProxies.add(socket);
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (!ofProxies.has(socket)) return;
    // Node has set its own time by then, unless the next request is there already; it takes ours
    // away when one comes.
    response.once('finish', () => socket.timeout && socket.setTimeout(KEPT_FOR_PROXIES_MS));
  });
}

/**
 * The fault `bad_request` of several Host headers, of which Node would use the first, and of none
 * in HTTP/1.1 (RFC 9112, section 3.2).
 */
export function hostFault({
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): AppError | undefined {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) return new AppError('bad_request', 'The request has more than one Host header.');
  return hosts === 0 && httpVersion === '1.1'
    ? new AppError('bad_request', 'The request has no Host header.')
    : undefined;
}

/**
 * Calls `begin` when the requests before it on the same connection are answered (RFC 9112, section
 * 9.3.2: pipelining), in a turn of the loop of its own: Node hands over all that came with one
 * read, a thousand in 64 KB, and nobody else would be answered until all of them were. An answer
 * gets its socket when those before it are finished; of a client that hangs up, never.
 */
export function inTurn(answer: ServerResponse, begin: () => void): void {
  if (answer.socket) begin();
  else answer.once('socket', () => setImmediate(begin));
}
