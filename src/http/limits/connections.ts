// What one client may cost before it has said anything: connections, and the time that heads and
// requests take.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { AppError } from '../../kernel/errors.ts';

/**
 * Some 50 MB when all are idle. Node raises the limit of open files as far as it may when it
 * starts.
 */
const MAX_CONNECTIONS = 5_000;
const HEADERS_MS = 15_000;
const REQUEST_MS = 330_000; // the longest body that `readBody` waits for, and its head

/** For Fastify: how long heads, requests and silence between them may last. */
export const CONNECTION_LIMITS = {
  keepAliveTimeout: 5_000,
  requestTimeout: REQUEST_MS,
  http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 5_000 },
};

/**
 * Caps the connections of a server; who is turned away makes room by what is idle. And lets us look
 * before a body is asked for.
 */
export function limitConnections(server: Server, most = MAX_CONNECTIONS): void {
  server.maxConnections = most;
  server.on('drop', () => server.closeIdleConnections());
  // Node asks for the body (100 Continue) by itself unless somebody listens.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}

/**
 * @throws AppError `bad_request` for several Host headers (RFC 9112, section 3.2), of which Node
 * keeps the first
 */
export function checkHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): void {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) throw new AppError('bad_request', 'The request has more than one Host header.');
}
