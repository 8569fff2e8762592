// Writes answers as JSON. An answer with thousands of entries is written in slices: stringifying it
// at once holds the thread for as long as a hundred small requests take.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { inSlices } from '../kernel/slices.ts';
import { jsonText } from './reply.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';
const MANY = 500;
const ELEMENTS_A_PIECE = 100;

/**
 * The text of an answer, written in slices when it has thousands of entries.
 * @param reply gets the headers that belong to it
 */
export async function jsonAnswer(reply: FastifyReply, body: unknown): Promise<string | Readable> {
  reply.header('Content-Type', JSON_TYPE);
  const isGet = reply.request.method === 'GET' || reply.request.method === 'HEAD'; // has its ETag made of the whole text
  if (isGet || !holdsMany(body)) return jsonText(body);
  const pieces = await inSlices(jsonSteps(body));
  reply.header(
    'Content-Length',
    pieces.reduce((sum, piece) => sum + piece.length, 0),
  );
  return Readable.from(pieces);
}

const isMany = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > MANY;
/** A plain object, whose members JSON.stringify would write one by one. */
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  !('toJSON' in value);

/** Whether a value has a list of so many entries that it is written in slices. */
export function holdsMany(value: unknown): boolean {
  return isMany(value) || (isPlain(value) && Object.values(value).some(holdsMany));
}

/** The same bytes as jsonText, in steps of some elements. */
export function* jsonSteps(body: unknown): Generator<void, Buffer[]> {
  const pieces: Buffer[] = [];
  let text = '';
  function* write(value: unknown): Generator<void, void> {
    if (isMany(value)) {
      for (let at = 0; at < value.length; at += ELEMENTS_A_PIECE) {
        const part = JSON.stringify(value.slice(at, at + ELEMENTS_A_PIECE)).slice(1, -1);
        pieces.push(Buffer.from(`${text}${at === 0 ? '[' : ','}${part}`));
        text = '';
        yield;
      }
      text = ']';
    } else if (isPlain(value) && holdsMany(value)) {
      const members = Object.entries(value).filter(([, member]) => member !== undefined);
      text += '{';
      for (const [i, [name, member]] of members.entries()) {
        text += `${i === 0 ? '' : ','}${JSON.stringify(name)}:`;
        yield* write(member);
      }
      text += '}';
    } else text += JSON.stringify(value);
  }
  yield* write(body);
  pieces.push(Buffer.from(`${text}\n`));
  return pieces;
}
