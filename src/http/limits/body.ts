// Reads bodies of requests, and refuses those that would cost too much: a body has a maximum size,
// a time limit, and a share of the memory for all bodies. Who may send one at all is decided before
// (server.ts).
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { tidyGrownHeapSoon } from '../../kernel/tidy-heap.ts';

const MB = 1024 * 1024;

/** Limit for routes that take archives, uploads or thousands of entries. */
export const LARGE_BODY = 25 * MB;
/** Limit for all other routes: a text area of 65,535 characters, percent-encoded, has 0.6 MB. */
export const USUAL_BODY = 2 * MB;

// Bodies up to this size have a reserve. Measured: 60 unfinished bodies of 24 MB took 1.5 GB before
// there was a budget.
const SMALL = 256 * 1024;
/**
 * For all owners together, and for one: a client that begins many bodies and ends none shuts nobody
 * else out.
 */
const MOST = {
  small: { all: 32 * MB, one: 8 * MB }, // reserved for forms and ordinary calls
  large: { all: 128 * MB, one: 50 * MB }, // two of the largest at once for one owner
};

/** The time limit: what the body takes at 100 KB/s, plus half a minute for all delays. */
const SPARE_MS = 30_000;
const BYTES_A_MS = 100;
/** A longer rest of a refused body is not read: the connection is closed. */
const READ_AWAY = 32 * MB;

/** The memory that bodies may occupy until they are answered. */
export type BodyBudget = {
  /**
   * Takes `bytes` for `owner`; returns a function that gives them back. @throws AppError
   * `unavailable` when there are too few
   */
  take(owner: string, bytes: number): () => void;
};

/** A budget for one server. */
export function newBodyBudget(most = MOST) {
  const taken = { small: 0, large: 0 };
  const owners = new Map<string, number>();
  const take = (owner: string, bytes: number): (() => void) => {
    const kind = bytes <= SMALL ? 'small' : 'large';
    const { all, one } = most[kind];
    const name = `${kind} ${owner}`;
    const mine = owners.get(name) ?? 0;
    if (taken[kind] + bytes > all || mine + bytes > one) {
      throw new AppError('unavailable', say('request-large-many'));
    }
    taken[kind] += bytes;
    owners.set(name, mine + bytes);
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      taken[kind] -= bytes;
      const left = (owners.get(name) ?? 0) - bytes;
      if (left > 0) owners.set(name, left);
      else owners.delete(name);
    };
  };
  return { take } satisfies BodyBudget;
}

/**
 * Makes the server read bodies as bytes, whatever their type. One that is too large, or for which
 * there is no memory, is refused before it is asked for. A body's memory is given back when its
 * answer has ended.
 * @param ownerOf whose share it is
 */
export function readBodies(app: FastifyInstance, ownerOf: (request: FastifyRequest) => string): void {
  const budget = newBodyBudget();
  const noteRead = newTidying();
  app.addHook('preParsing', (request, reply, payload, done) => {
    // An upload nobody holds whole, and its handler asks for it.
    if (!isUpload(request)) {
      const length = WITH_BODY.has(request.method) ? expectedLength(request.raw, limitOf(request)) : 0;
      if (length > 0) reply.raw.once('close', budget.take(ownerOf(request), length));
      if (length > 0) reply.raw.once('close', () => noteRead(length));
      if (request.headers.expect !== undefined) reply.raw.writeContinue();
    }
    done(null, payload);
  });
  app.addContentTypeParser('*', async (request: FastifyRequest) =>
    isUpload(request) ? undefined : readBody(request.raw, limitOf(request)),
  );
}

/** Bodies that come so soon after one another are taken together. */
const TOGETHER_MS = 1_000;

/**
 * Told of each body that was read, has the heap tidied after a large one, and after many of
 * middle size, which leave as much: a list that comes by thousands of people a request. Each body
 * puts it off, so that steady requests never wait for it.
 */
function newTidying(): (bytes: number) => void {
  let together = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  return (bytes) => {
    const at = performance.now();
    together = at - readAt > TOGETHER_MS ? bytes : together + bytes;
    readAt = at;
    if (together > MB) tidyGrownHeapSoon();
  };
}

/** Routes that read the body themselves say so in their configuration (server.ts). */
const isUpload = ({ routeOptions: { config } }: FastifyRequest) =>
  (config as { takesUpload?: boolean } | undefined)?.takesUpload === true;

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);
const limitOf = (request: FastifyRequest) => request.routeOptions.bodyLimit;

const sizeText = (bytes: number) =>
  bytes >= 1024 * MB ? `${bytes / MB / 1024} GB` : bytes >= MB ? `${bytes / MB} MB` : `${Math.round(bytes / 1024)} KB`;
export const tooLarge = (limit: number) =>
  new AppError('too_large', say('request-too-large', { size: sizeText(limit) }));

/**
 * The length of a body by its headers; the limit when it comes in chunks. @throws AppError
 * `too_large`
 */
function expectedLength({ headers }: Pick<IncomingMessage, 'headers'>, limit: number): number {
  const declared = Number(headers['content-length'] ?? 0);
  if (declared > limit) throw tooLarge(limit);
  return headers['transfer-encoding'] === undefined ? declared : limit;
}

/**
 * Reads a body to its end.
 * @param limit the maximum bytes of this route
 * @throws AppError `too_large`, `timeout`; `bad_request` when the client disconnected
 */
export async function readBody(raw: IncomingMessage, limit: number, spareMs = SPARE_MS): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let length = 0;
  const onData = (chunk: Buffer) => {
    length += chunk.length;
    if (length > limit) return reject(tooLarge(limit));
    chunks.push(chunk);
  };
  const onGone = () => reject(new HangUp());
  const onEnd = () => {
    raw.off('close', onGone); // which comes before the promise is awaited, and making an error takes long
    resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length));
  };
  const onLate = () => reject(new AppError('timeout', say('request-body-late')));
  const timer = setTimeout(onLate, spareMs + expectedLength(raw, limit) / BYTES_A_MS);
  raw.on('data', onData).once('end', onEnd).once('error', onGone).once('close', onGone);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    raw.off('data', onData).off('end', onEnd).off('close', onGone);
    chunks.length = 0;
    raw.resume(); // the rest of a refused body is discarded
  }
}

/**
 * The client disconnected in the middle of its body: nobody reads the answer, and it is no fault of
 * ours.
 */
export class HangUp extends AppError {
  constructor() {
    super('bad_request', 'The connection ended within the body.');
  }
}

/**
 * Whether so much of a refused body is still to come that closing the connection is better than
 * reading it.
 */
export function isBetterClosed(raw: IncomingMessage): boolean {
  if (raw.complete !== false) return false;
  return raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > READ_AWAY;
}
