// Answers a call: its handler's result as bytes with headers.

import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../kernel/errors.ts';
import { readsOnly } from '../storage/db.ts';
import { type Authenticate, admit, callerOf, noteSender } from './admission.ts';
import { type Audit, isAudited } from './audited.ts';
import { RequestCall } from './call.ts';
import { handledIn } from './dialect.ts';
import { openUpload, type Upload } from './form/upload.ts';
import { emptyObject, type FormObject } from './form/value.ts';
import { holdsMany, JSON_TYPE, jsonAnswer } from './json-answer.ts';
import { isBetterClosed } from './limits/body.ts';
import { handleWithWarnings, type ShownRecord } from './members/known-names.ts';
import { etagOf, formFor, LEAST_PACKED, packed, packedStream } from './requests/compress.ts';
import { matchesEtag, strongEtag } from './requests/etag.ts';
import { type Once, type OnceRequest, onceRequestOf } from './requests/once.ts';
import { tellRate } from './requests/rate.ts';
import type { Caller, JsonReply, Reply, Route, Services, StreamReply } from './route.ts';

/**
 * What all routes share: services, the record schema of each, who notes what was done, and who does
 * requests with a key once.
 */
export type RouteContext = {
  services: Services;
  records: ReadonlyMap<Route, ShownRecord>;
  audit: Audit;
  /** Absent: keys of requests are not looked at. */
  once?: Once | undefined;
};

/** The body of a request without one. */
export const NO_BODY: FormObject = Object.freeze(emptyObject());

type Exchange = { request: FastifyRequest; reply: FastifyReply; body: FormObject; caller: Caller };

/**
 * Answers a GET. It has no body to wait for, so nothing stands between the request and the handler,
 * and the answer goes to the socket in one piece.
 */
export async function answerRead(
  route: Route,
  context: RouteContext,
  authenticate: Authenticate,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const found = callerOf(route, request, authenticate, context.services);
  const caller = found instanceof Promise ? await found : found;
  noteSender(request, caller);
  if (caller.rate) tellRate(reply.raw, caller.rate);
  admit(route, caller);
  if (route.mailsSoon) context.services.mailSoon?.();
  const exchange = { request, reply, body: NO_BODY, caller };
  const call = callOf(route, context, exchange);
  readsOnly(context.services.db);
  const result = await resultOf(route, context, call);
  if (!isPlainJson(result, request)) return send(result, route, exchange);
  const json = JSON.stringify(result.body);
  return sendJson(json, result.status, exchange, strongEtag(json)); // of the JSON without its line end
}

/** Answers a call that may change something. */
export async function answer(route: Route, context: RouteContext, exchange: Exchange) {
  const call = callOf(route, context, exchange);
  const asked = context.once && onceRequestOf(route, exchange);
  const again = asked && context.once && (await doneOnce(route, context, exchange, asked));
  const result = again?.result ?? (await resultOf(route, context, call));
  if (isAudited(route) && !again?.isReplayed) {
    const { caller, params, visitor } = call;
    await context.audit({ route, caller, params, ipAddress: visitor.address, reply: result });
  }
  if (!isPlainJson(result, exchange.request) || holdsMany(result.body)) return send(result, route, exchange);
  return sendJson(JSON.stringify(result.body), result.status, exchange);
}

/** The answer of a request with a key, of now or of before. */
async function doneOnce(route: Route, context: RouteContext, exchange: Exchange, asked: OnceRequest) {
  let isReplayed = true;
  const result = await context.once?.(asked, (db) => {
    isReplayed = false;
    const services = { ...context.services, db };
    return resultOf(route, context, callOf(route, { ...context, services }, exchange));
  });
  return { result, isReplayed };
}

function callOf(route: Route, { services }: RouteContext, { request, reply, body, caller }: Exchange): RequestCall {
  return new RequestCall(request, { services, caller, body, openUpload: () => uploadOf(route, request, reply) });
}

function resultOf(route: Route, { records }: RouteContext, call: RequestCall): Promise<Reply> {
  const shown = records.get(route);
  if (!call.caller.dialect.literalsAreAbsent) return handleWithWarnings(route, call, shown);
  return handledIn(call.caller.dialect, { body: call.body, query: call.query }, ({ body, query }) => {
    call.body = body;
    call.query = query;
    return handleWithWarnings(route, call, shown);
  });
}

/**
 * Answers with JSON, past the framework's own headers and hooks for answers, which cost as much as
 * the rest of it.
 * @param etag absent: the answer is not to be kept
 */
function sendJson(json: string, status: number, { request, reply }: Exchange, etag?: string): FastifyReply {
  const { raw } = reply.hijack();
  const head = ['X-Request-Id', request.id, 'X-Content-Type-Options', 'nosniff'];
  const form = json.length < LEAST_PACKED ? undefined : formFor(request);
  if (json.length >= LEAST_PACKED) tellVary(raw);
  const tag = etag && etagOf(etag, form);
  if (tag === undefined) head.push('Cache-Control', 'no-store');
  else head.push('ETag', tag, 'Cache-Control', 'no-cache');
  if (tag !== undefined && matchesEtag(request.headers['if-none-match'], tag)) {
    writeSoon(() => raw.writeHead(304, head).end());
    return reply;
  }
  const text = `${json}\n`;
  const write = (body: string | Buffer) => {
    const bytes = Buffer.byteLength(body);
    head.push('Content-Type', JSON_TYPE, 'Content-Length', String(bytes));
    const encoding = bytes === body.length ? 'latin1' : 'utf8'; // the same bytes, of which the former are only copied
    writeSoon(() => raw.writeHead(status, head).end(body, encoding));
  };
  if (form === undefined) write(text);
  else {
    head.push('Content-Encoding', form);
    const body = packed(text, form);
    if (body instanceof Promise) body.then(write, (error: Error) => raw.destroy(error));
    else write(body);
  }
  return reply;
}

/**
 * Answers a GET in the same way with a few bytes of another kind, which need no tag; any other
 * request as the framework does.
 * @param head names and values in turn
 * @param body as latin1: a text goes to the socket in one piece with its head
 */
export function sendBytes(
  { request, reply }: Pick<Exchange, 'request' | 'reply'>,
  status: number,
  head: readonly string[],
  body = '',
): FastifyReply {
  if (request.method !== 'GET' || !request.raw.complete) {
    for (let i = 0; i < head.length; i += 2) reply.header(head[i] ?? '', head[i + 1]);
    return reply.code(status).send(Buffer.from(body, 'latin1'));
  }
  const own = ['X-Request-Id', request.id, 'X-Content-Type-Options', 'nosniff', 'Content-Length', String(body.length)];
  reply
    .hijack()
    .raw.writeHead(status, [...own, ...head])
    .end(body, 'latin1');
  return reply;
}

/** An answer differs by its encoding, besides what was said of all of them (requests/cors.ts). */
function tellVary(raw: ServerResponse): void {
  const before = raw.getHeader('Vary');
  raw.setHeader('Vary', before === undefined ? 'Accept-Encoding' : `${before}, Accept-Encoding`);
}

let ready: (() => void)[] = [];

/**
 * Answers that are ready in one turn of the event loop leave one after the other at its end: the
 * system then wakes the other side once and not for each, which costs more than making an answer.
 */
function writeSoon(write: () => void): void {
  if (ready.push(write) > 1) return;
  setImmediate(() => {
    const writes = ready;
    ready = [];
    for (const one of writes) one();
  });
}

/** Whether an answer is JSON and nothing else has to be told with it. */
function isPlainJson(result: Reply, { raw }: FastifyRequest): result is JsonReply {
  return 'body' in result && result.headers === undefined && raw.complete;
}

async function send(result: Reply, route: Route, { request, reply }: Exchange) {
  reply.status(result.status);
  if ('body' in result) return jsonAnswer(reply.headers(result.headers ?? {}), result.body);
  reply.header('Content-Type', `${route.fileType}; charset=utf-8`).header('Cache-Control', 'no-store');
  if ('page' in result) return reply.headers(result.headers).send(Buffer.from(result.page));
  if ('stream' in result) return streamed(result, request, reply);
  if (result.mediaType !== undefined) reply.header('Content-Type', result.mediaType);
  reply.header('Content-Disposition', `attachment; filename="${result.fileName}"`);
  const form = formFor(request);
  tellVary(reply.raw);
  if (form !== undefined) reply.header('Content-Encoding', form);
  if (request.method === 'HEAD') return Readable.from([]); // nothing is produced that nobody gets
  const pieces = Readable.from(bytesOf(result.content), { highWaterMark: 1 }); // made ahead of the reader
  return form === undefined ? pieces : packedStream(pieces, form);
}

/** What has to be ended before a server can close: nobody else ends it. */
export const openStreams = new WeakMap<FastifyInstance, Set<() => void>>();

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

/** The last step of every answer but those of sendJson: its tag, or that it is known already. */
export function validated(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  reply.header('X-Request-Id', request.id).header('X-Content-Type-Options', 'nosniff');
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
