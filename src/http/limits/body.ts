// Takes the bytes of a body off its connection, and refuses what would cost too much: a body has a
// size, a time, and a share of the memory that all bodies together may fill. Who may send one at
// all is decided before (server.ts).
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../kernel/errors.ts';

const MB = 1024 * 1024;

/** Bodies of routes that take archives, uploads or thousands of things at once. */
export const LARGE_BODY = 25 * MB;
/** Bodies of all other routes: a text area of 65,535 characters percent-encoded has 0.6 MB. */
export const USUAL_BODY = 2 * MB;

// Measured: 60 unfinished bodies of 24 MB took 1.5 GB before there was a budget.
const SMALL = 256 * 1024;
const FOR_SMALL = 32 * MB; // forms and ordinary calls always have room of their own
const FOR_ALL = 128 * MB;
const FOR_ONE = 50 * MB; // two of the largest at a time for one caller

/**
 * How much a body may be late: what it takes at 100 KB/s, and half a minute for all that comes
 * between.
 */
const SPARE_MS = 30_000;
const BYTES_A_MS = 100;
/** What is longer is not even read away: the connection is closed instead. */
const READ_AWAY = 32 * MB;

/** The memory that bodies may fill until they are answered. */
export type BodyBudget = {
  /**
   * Takes `bytes` for `owner`, and gives what gives them back. @throws AppError `unavailable` when
   * there are too few
   */
  take(owner: string, bytes: number): () => void;
};

/** A budget for one server. */
export function newBodyBudget(
  { forSmall, forAll, forOne } = { forSmall: FOR_SMALL, forAll: FOR_ALL, forOne: FOR_ONE },
) {
  const taken = { small: 0, large: 0 };
  const owners = new Map<string, number>();
  const take = (owner: string, bytes: number): (() => void) => {
    const kind = bytes <= SMALL ? 'small' : 'large';
    const mine = owners.get(owner) ?? 0;
    const isTooMuch = kind === 'small' ? taken.small + bytes > forSmall : taken.large + bytes > forAll;
    if (isTooMuch || (kind === 'large' && mine + bytes > forOne)) {
      throw new AppError('unavailable', 'Too many large requests are under way. Please try again in a few seconds.');
    }
    taken[kind] += bytes;
    if (kind === 'large') owners.set(owner, mine + bytes);
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      taken[kind] -= bytes;
      if (kind === 'small') return;
      const left = (owners.get(owner) ?? 0) - bytes;
      if (left > 0) owners.set(owner, left);
      else owners.delete(owner);
    };
  };
  return { take } satisfies BodyBudget;
}

/**
 * Has the server read bodies as bytes, whatever their type. What is too large, or finds no room, is
 * refused before it is asked for. A body's share of the memory is given back when its answer is
 * over.
 * @param ownerOf whose share it is
 */
export function readBodies(app: FastifyInstance, ownerOf: (request: FastifyRequest) => string): void {
  const budget = newBodyBudget();
  app.addHook('preParsing', async (request, reply) => {
    const length = WITH_BODY.has(request.method) ? expectedLength(request.raw, limitOf(request)) : 0;
    if (length > 0) reply.raw.once('close', budget.take(ownerOf(request), length));
    if (request.headers.expect !== undefined) reply.raw.writeContinue();
  });
  app.addContentTypeParser('*', (request: FastifyRequest) => readBody(request.raw, limitOf(request)));
}

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);
const limitOf = (request: FastifyRequest) => request.routeOptions.bodyLimit;

const sizeText = (bytes: number) => (bytes >= MB ? `${bytes / MB} MB` : `${Math.round(bytes / 1024)} KB`);
const tooLarge = (limit: number) => new AppError('too_large', `The request body is larger than ${sizeText(limit)}.`);

/**
 * How long a body is, as its head says; all that it may be when it comes in chunks. @throws
 * AppError `too_large`
 */
function expectedLength({ headers }: Pick<IncomingMessage, 'headers'>, limit: number): number {
  const declared = Number(headers['content-length'] ?? 0);
  if (declared > limit) throw tooLarge(limit);
  return headers['transfer-encoding'] === undefined ? declared : limit;
}

/**
 * Reads a body to its end.
 * @param limit the most bytes of this route
 * @throws AppError `too_large`, `timeout`; `bad_request` when the client hung up
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
  const onEnd = () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length));
  const onGone = () => reject(new HangUp());
  const onLate = () => reject(new AppError('timeout', 'The body did not arrive in time.'));
  const timer = setTimeout(onLate, spareMs + expectedLength(raw, limit) / BYTES_A_MS);
  raw.on('data', onData).once('end', onEnd).once('error', onGone).once('close', onGone);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    raw.off('data', onData).off('end', onEnd).off('close', onGone);
    chunks.length = 0;
    raw.resume(); // the rest of what was refused goes nowhere
  }
}

/**
 * The client went away in the middle of its body: nobody reads the answer, and it is nobody's
 * fault.
 */
export class HangUp extends AppError {
  constructor() {
    super('bad_request', 'The connection ended within the body.');
  }
}

/**
 * Whether so much of a refused body is still to come that its connection is better closed than read
 * to its end.
 */
export function isBetterClosed(raw: IncomingMessage): boolean {
  if (raw.complete !== false) return false;
  return raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > READ_AWAY;
}
