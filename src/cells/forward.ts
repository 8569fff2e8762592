// Hands a request on to a node of a cell, and its answer back, both as they come: uploads, files
// and streams of events pass through without being held.
import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  request as plainRequest,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import type { Cell } from './cells.ts';

/** Why there is no answer of the cell. `unknown`: the request may have been carried out. */
export type Failure = 'away' | 'busy' | 'unknown';

/**
 * What came of it: the status of the cell's answer, which went to the client, or a failure.
 */
export type Forwarded = { status: number } | { failure: Failure };

export type Forwarder = {
  forward(cell: Cell, request: IncomingMessage, response: ServerResponse, origin: Origin): Promise<Forwarded>;
  /** The status of a small GET; undefined: there is no answer. */
  ask(cell: Cell, path: string, headers?: Record<string, string>): Promise<number | undefined>;
  close(): void;
};

/** From where a request came: the headers that say so to the cell. */
export type Origin = Readonly<Record<'x-forwarded-for' | 'x-forwarded-proto', string>>;

/** Requests that a cell is busy with: one that hangs takes no more of this process. */
const MOST_AT_ONCE = 2_000;
const CONNECT_MS = 2_000;
const ASK_MS = 5_000;

/** Of one connection (RFC 9110, section 7.6.1); `expect` was answered here. */
const OF_CONNECTION = new Set(
  'connection keep-alive proxy-connection proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade expect'.split(
    ' ',
  ),
);

export function openForwarder(): Forwarder {
  const agents = { 'http:': new Agent({ keepAlive: true }), 'https:': new SecureAgent({ keepAlive: true }) };
  const busy = new Map<string, number>();
  /** The node of a cell that answered last. */
  const lastGood = new Map<string, string>();
  const open = (node: string, options: RequestOptions): ClientRequest => {
    const { protocol, hostname, port } = new URL(node);
    const where = { ...options, hostname: hostname.replace(/^\[|\]$/g, ''), port, setHost: false };
    return protocol === 'https:'
      ? secureRequest({ ...where, agent: agents['https:'] })
      : plainRequest({ ...where, agent: agents['http:'] });
  };
  const nodesOf = ({ name, nodes }: Cell) => {
    const last = lastGood.get(name);
    return last !== undefined && nodes.includes(last) ? [last, ...nodes.filter((node) => node !== last)] : nodes;
  };

  return {
    async forward(cell, request, response, origin) {
      const n = busy.get(cell.name) ?? 0;
      if (n >= MOST_AT_ONCE) return { failure: 'busy' };
      busy.set(cell.name, n + 1);
      try {
        const options = { method: request.method, path: request.url, headers: headersFor(request, origin) };
        const nodes = nodesOf(cell);
        let sent: Forwarded = { failure: 'away' };
        // A node that has just ended may have closed a connection that is still kept here.
        for (const node of isRead(request) ? [...nodes, ...nodes.slice(0, 1)] : nodes) {
          sent = await hand(open(node, options), request, response);
          if (!('failure' in sent)) lastGood.set(cell.name, node);
          const mayTry = 'failure' in sent && (sent.failure === 'away' || isRead(request));
          if (!mayTry || response.destroyed) break;
        }
        return sent;
      } finally {
        busy.set(cell.name, (busy.get(cell.name) ?? 1) - 1);
      }
    },
    async ask(cell, path, headers = {}) {
      for (const node of nodesOf(cell)) {
        const host = { host: cell.hosts[0] ?? '' };
        const status = await statusOf(open(node, { path, headers: { ...headers, ...host }, timeout: ASK_MS }));
        if (status !== undefined) return status;
      }
      return undefined;
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** Resolves when the answer has been handed on to its end, or when there will be none. */
function hand(onward: ClientRequest, request: IncomingMessage, response: ServerResponse): Promise<Forwarded> {
  return new Promise((resolve) => {
    let connected = false;
    onward.on('socket', (socket) => {
      const begin = () => {
        clearTimeout(limit);
        connected = true;
        if (hasBody(request)) request.pipe(onward);
        else onward.end();
      };
      const limit = setTimeout(() => onward.destroy(new Error('no connection in time')), CONNECT_MS);
      onward.once('close', () => clearTimeout(limit));
      if (socket.connecting) socket.once(socketReady(socket), begin);
      else begin();
    });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', answerHeaders(answer));
      response.flushHeaders(); // a stream of events may be silent for a while
      answer.pipe(response);
      answer.on('error', () => response.destroy());
      // Cut off: the client has to see that it is not whole.
      answer.on('close', () => (answer.complete ? undefined : response.destroy()));
      const end = () => resolve({ status: answer.statusCode ?? 502 });
      response.once('close', end);
      response.once('finish', end);
    });
    onward.on('error', () => {
      request.unpipe(onward);
      resolve({ failure: connected ? 'unknown' : 'away' });
    });
    // Whoever asked is gone: nobody waits for the answer.
    response.once('close', () => (response.writableFinished ? undefined : onward.destroy()));
  });
}

const socketReady = (socket: object) => ('encrypted' in socket ? 'secureConnect' : 'connect');

/** What changes nothing, and can be asked for once more. */
const isRead = (request: IncomingMessage) =>
  (request.method === 'GET' || request.method === 'HEAD') && !hasBody(request);

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * All headers of the client but those of its connection, as they were written. Where the body ends
 * is said as it was read here, whatever `Connection` names: a body whose length is lost on the way
 * would be the next request of the connection that all clients share.
 */
function headersFor({ headers, rawHeaders }: IncomingMessage, origin: Origin): string[] {
  const sent = passed(rawHeaders, [...Object.keys(origin), 'x-forwarded-host', 'forwarded', 'content-length']);
  const { 'content-length': length } = headers;
  if (headers['transfer-encoding'] !== undefined) sent.push('transfer-encoding', 'chunked');
  else if (length !== undefined) sent.push('content-length', length);
  for (const [name, value] of Object.entries(origin)) sent.push(name, value);
  return sent;
}

const answerHeaders = (answer: IncomingMessage): string[] => passed(answer.rawHeaders, []);

function passed(raw: readonly string[], without: readonly string[]): string[] {
  const named = raw.flatMap((text, at) =>
    at % 2 === 0 && text.toLowerCase() === 'connection'
      ? (raw[at + 1] ?? '')
          .toLowerCase()
          .split(',')
          .map((name) => name.trim())
      : [],
  );
  const kept: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    if (OF_CONNECTION.has(name) || named.includes(name) || without.includes(name)) continue;
    kept.push(raw[at] ?? '', raw[at + 1] ?? '');
  }
  return kept;
}

function statusOf(onward: ClientRequest): Promise<number | undefined> {
  return new Promise((resolve) => {
    onward.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    onward.on('timeout', () => onward.destroy());
    onward.on('error', () => resolve(undefined));
    onward.on('close', () => resolve(undefined));
    onward.end();
  });
}
