// A process before several cells: one address for all programs, and for the hosts of all cells. It
// has no store: whose a request is follows from its host, or else from its API key.
import { readFile } from 'node:fs/promises';
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { hostFault, keepProxies } from '../http/limits/connections.ts';
import { listenPlain } from '../http/limits/listen.ts';
import { endUnfinished } from '../http/limits/unfinished.ts';
import { errorAnswer, jsonText } from '../http/reply.ts';
import { AppError, asError } from '../kernel/errors.ts';
import type { Logger } from '../kernel/log.ts';
import { counted } from '../kernel/text/counted.ts';
import { clientsUpTo } from '../network/file-limit.ts';
import { inNetworks } from '../network/networks.ts';
import { type Cell, cellOfHost, keyOf, parseCells } from './cells.ts';
import { type Directory, type Found, openDirectory } from './directory.ts';
import { type Failure, type Forwarder, type Origin, openForwarder } from './forward.ts';

export type CellRouter = {
  stop(): Promise<string[]>;
  /** Reads the file again; one that has faults changes nothing. */
  reload(): Promise<void>;
};

type Options = {
  host: string;
  port: number;
  /** The same as an address for people. */
  address: string;
  cellsFile: string;
  trustedProxies: readonly string[];
  stopSeconds: number;
};

type Tools = { log: Logger; version: string; print(line: string): void };

/** What a request is routed with. */
type Routing = { cells: readonly Cell[]; forwarder: Forwarder; directory: Directory; originOf: OriginOf };
type OriginOf = (request: IncomingMessage) => Origin;

const MOST_CONNECTIONS = 10_000;
const HEADERS_MS = 15_000;
/** Any cell knows at once whether a key is valid; the customer is read, and nothing else. */
const ASKED = '/api/profile';

/**
 * Listens.
 * @throws AppError `unavailable` or `invalid` in one line each when the file or the port cannot be
 * used
 */
export async function serveCells(options: Options, { log, version, print }: Tools): Promise<CellRouter> {
  const { host, port, address, cellsFile } = options;
  const forwarder = openForwarder();
  const ask = async (cell: Cell, key: string) => {
    const status = await forwarder.ask(cell, ASKED, { 'x-api-key': key });
    return status === undefined || status >= 500 ? undefined : status !== 401;
  };
  const routing: Routing = {
    cells: await readCells(cellsFile),
    forwarder,
    directory: openDirectory(() => routing.cells, { ask, log }),
    originOf: originFor(options.trustedProxies),
  };
  const server = createServer({ headersTimeout: HEADERS_MS, requestTimeout: 0 }, (request, response) => {
    route(routing, request, response).catch((error: unknown) => {
      log.error({ event: 'cells.fault', reason: asError(error).message });
      refuse(request, response, error);
    });
  });
  server.maxConnections = clientsUpTo(MOST_CONNECTIONS);
  endUnfinished(server);
  keepProxies(server, options.trustedProxies);
  await listenPlain(server, { host, port }, 'MAILWRIGHT_HOST', 'MAILWRIGHT_PORT');
  print(`Mailwright ${version} listens on ${address} for ${counted(routing.cells.length, 'cell')}`);
  log.info({ event: 'cells.started', cells: routing.cells.map(({ name }) => name) });
  return {
    async stop() {
      await closed(server, options.stopSeconds * 1_000);
      forwarder.close();
      return [];
    },
    async reload() {
      try {
        routing.cells = await readCells(cellsFile);
        log.info({ event: 'cells.read', cells: routing.cells.map(({ name }) => name) });
      } catch (error) {
        log.error({ event: 'cells.not-read', reason: asError(error).message });
      }
    },
  };
}

async function readCells(file: string): Promise<readonly Cell[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new AppError('unavailable', `MAILWRIGHT_CELLS: ${file} cannot be read (${error.code}).`);
  });
  try {
    return parseCells(text);
  } catch (error) {
    throw new AppError('invalid', `MAILWRIGHT_CELLS: ${file}: ${asError(error).message}`);
  }
}

async function route(routing: Routing, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const fault = hostFault(request);
  if (fault) return refuse(request, response, fault);
  const { cells, directory } = routing;
  const own = cellOfHost(cells, request.headers);
  if (own) return handOn(routing, own, request, response);
  const path = (request.url ?? '').split('?')[0];
  if (path === '/healthz') return answer(response, 200, { status: 'ok' });
  if (path === '/readyz') return tellReadiness(routing, response);
  const key = keyOf(request.headers);
  if (key === undefined) return refuse(request, response, isOfApi(request) ? NO_KEY : NOT_HERE);
  const found = await directory.find(key);
  const cell = found.is === 'in' ? cells.find(({ name }) => name === found.cell) : undefined;
  if (!cell) return refuse(request, response, whyNot(found));
  await handOn(routing, cell, request, response, () => directory.forget(key));
}

async function handOn(
  { forwarder, originOf }: Routing,
  cell: Cell,
  request: IncomingMessage,
  response: ServerResponse,
  refused?: () => void,
): Promise<void> {
  const sent = await forwarder.forward(cell, request, response, originOf(request));
  if (!('failure' in sent)) {
    if (sent.status === 401) refused?.();
  } else if (sent.failure === 'unknown') {
    answerFault(request, response, 502, UNKNOWN);
  } else refuse(request, response, FAILURES[sent.failure]);
}

const NO_KEY = new AppError('unauthorized', 'Please provide your API key in the X-Api-Key header.');
const NOT_HERE = new AppError(
  'not_found',
  'This address is for programs with an API key. People use the address that their invitation named.',
);
const UNKNOWN = 'The connection broke before the answer came: it is not known whether the request was carried out.';
const again = 'Nothing was changed. Please try again in a moment.';
const FAILURES: Readonly<Record<Exclude<Failure, 'unknown'>, AppError>> = {
  away: new AppError('unavailable', `The servers of this customer do not answer. ${again}`),
  busy: new AppError('unavailable', `The servers of this customer are busy. ${again}`),
};

function whyNot(found: Found): AppError {
  if (found.is === 'silent') {
    return new AppError('unavailable', `Some servers do not answer, and no other one knows this API key. ${again}`);
  }
  if (found.is === 'several') {
    return new AppError(
      'unavailable',
      'This API key is known to several cells. Their operator has to revoke it in all but one.',
    );
  }
  return new AppError('unauthorized', 'The API key is not valid.');
}

/** Ready while one cell is: a balancer that took this process away would take the others' too. */
async function tellReadiness({ cells, forwarder }: Routing, response: ServerResponse): Promise<void> {
  const states = await Promise.all(cells.map((cell) => forwarder.ask(cell, '/readyz')));
  const isReady = (at: number) => states[at] === 200;
  answer(response, states.includes(200) ? 200 : 503, {
    status: states.includes(200) ? 'ok' : 'unavailable',
    cells: Object.fromEntries(cells.map(({ name }, at) => [name, isReady(at) ? 'ok' : 'unavailable'])),
  });
}

const isOfApi = ({ url = '' }: IncomingMessage) => /^\/+api(?:[/?]|$)/.test(url);

/** Programs get JSON, people a sentence. */
function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const { status, body, retryAfter } = errorAnswer(error);
  if (response.headersSent || response.destroyed) return void response.destroy();
  if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
  if (status === 401) response.setHeader('www-authenticate', 'ApiKey realm="Mailwright", header="X-Api-Key"');
  answerFault(request, response, status, String(body.error));
}

function answerFault(request: IncomingMessage, response: ServerResponse, status: number, error: string): void {
  if (isOfApi(request)) answer(response, status, { status: 'error', error });
  else answer(response, status, error);
}

function answer(response: ServerResponse, status: number, body: object | string): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const isText = typeof body === 'string';
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
  response
    .writeHead(status, { ...headers, 'content-type': `${isText ? 'text/plain' : 'application/json'}; charset=utf-8` })
    .end(isText ? `${body}\n` : jsonText(body));
}

/** What is said of the origin is believed of trusted proxies only; cells trust this process. */
function originFor(trustedProxies: readonly string[]): OriginOf {
  const isProxy = inNetworks(trustedProxies);
  return ({ headers, socket }) => {
    const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    const isTrusted = isProxy(peer);
    const before = isTrusted ? headers['x-forwarded-for'] : undefined;
    const scheme = isTrusted ? headers['x-forwarded-proto'] : undefined;
    return {
      'x-forwarded-for': before === undefined ? peer : `${String(before)}, ${peer}`,
      'x-forwarded-proto': String(scheme ?? 'http'),
    };
  };
}

async function closed(server: HttpServer, ms: number): Promise<void> {
  const limit = setTimeout(() => server.closeAllConnections(), ms);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(limit);
}
