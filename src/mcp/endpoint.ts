// `/api/mcp`: the operations of the interface for programs that speak MCP (Streamable HTTP, without
// sessions). Who may call is decided here; what they may do, by the door that each call goes
// through.
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticate } from '../http/admission.ts';
import { LARGE_BODY } from '../http/limits/body.ts';
import type { PathTexts } from '../http/openapi/parameters.ts';
import type { Route, Services } from '../http/route.ts';
import { AppError, asError } from '../kernel/errors.ts';
import type { Origin } from './door.ts';
import type { LetIn } from './server.ts';

export type EndpointParts = {
  routes: readonly Route[];
  /** What members of paths are, by name. */
  paths: PathTexts;
  services: Services;
  authenticate: Authenticate;
  /** Origins whose pages may use the API with a key; `*` alone: all. */
  corsOrigins: readonly string[];
};

const CHALLENGE = 'Bearer realm="Mailwright", ApiKey realm="Mailwright" header="X-Api-Key"';

/** Mounts it. */
export function mcpEndpoint(
  app: FastifyInstance,
  { routes, paths, services, authenticate, corsOrigins }: EndpointParts,
): void {
  const origins = new Set([new URL(services.baseUrl).origin, ...corsOrigins]);
  let opened: Promise<(request: Request, letIn: LetIn) => Promise<Response>> | undefined;
  const answerOf = () => {
    opened ??= import('./server.ts').then(({ openMcp }) => openMcp({ app, routes, paths, services }));
    return opened;
  };
  app.options('/api/mcp', (_, reply) => {
    if (reply.raw.hasHeader('Access-Control-Allow-Headers')) reply.raw.setHeader('Access-Control-Allow-Headers', SENT);
    void reply.header('Allow', 'POST, OPTIONS').status(204).send();
  });
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], // all but POST: a 405
    url: '/api/mcp',
    bodyLimit: LARGE_BODY,
    onRequest: async (request, reply) => {
      refuseForeign(request, origins);
      letIn.set(request, await enter(request, reply, authenticate));
    },
    handler: async (request, reply) => {
      const entered = letIn.get(request);
      if (!entered) throw new AppError('internal', 'A request to the endpoint was not let in.');
      return sent(await (await answerOf())(webRequest(request, reply), entered), reply);
    },
  });
}

/** Headers that pages of allowed origins may send, besides those of the rest of the API. */
const SENT =
  'Accept, Authorization, Content-Type, X-Api-Key, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID';

const letIn = new WeakMap<FastifyRequest, LetIn>();

/**
 * Browsers say which page a request is made for. One of a page elsewhere, whose name leads to this
 * machine by a changed entry of the DNS, must not get in.
 * @throws AppError `forbidden`
 */
function refuseForeign({ headers }: FastifyRequest, origins: ReadonlySet<string>): void {
  const { origin } = headers;
  if (origin === undefined || origins.has(origin) || origins.has('*')) return;
  throw new AppError('forbidden', 'Pages of other sites may not use this address.');
}

async function enter(request: FastifyRequest, reply: FastifyReply, authenticate: Authenticate): Promise<LetIn> {
  const key = keyIn(request);
  reply.header('WWW-Authenticate', CHALLENGE);
  if (key === undefined)
    throw new AppError(
      'unauthorized',
      'Please provide your API key in the header Authorization (Bearer) or X-Api-Key.',
    );
  const caller = await authenticate({ headers: { 'x-api-key': key }, ip: request.ip });
  reply.removeHeader('WWW-Authenticate');
  return { caller, origin: originOf(request, key) };
}

function keyIn({ headers }: FastifyRequest): string | undefined {
  const sent = headers['x-api-key'];
  const own = (Array.isArray(sent) ? sent[0] : sent)?.trim();
  if (own !== undefined && own !== '') return own;
  return /^Bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];
}

/** What calls say of where they come from, so that the places of a key hold for them too. */
function originOf({ headers, socket }: FastifyRequest, key: string): Origin {
  const kept = ['host', 'user-agent', 'x-forwarded-for'].flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return { address: socket.remoteAddress ?? '', headers: { ...Object.fromEntries(kept), 'x-api-key': key } };
}

function webRequest({ method, url, headers, body }: FastifyRequest, reply: FastifyReply): Request {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const kept = Object.entries(headers).filter(([name]) => /^(accept|content-type|mcp-.*|last-event-id)$/.test(name));
  return new Request(new URL(url, 'http://localhost'), {
    method,
    headers: kept.map(([name, value]) => [name, String(value)] as [string, string]),
    signal: gone.signal,
    ...(method === 'POST' && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : new Uint8Array() }),
  });
}

function sent(response: Response, reply: FastifyReply): FastifyReply {
  reply.status(response.status).headers(Object.fromEntries(response.headers));
  if (!response.body) return reply.send();
  const content = Readable.fromWeb(response.body as ReadableStream);
  content.on('error', (error) => reply.log.debug({ event: 'mcp.cut-off', reason: asError(error).message }));
  return reply.send(content);
}
