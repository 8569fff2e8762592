// The header Idempotency-Key: which requests are the same one, sent again.
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/ids.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import type { Db } from '../../storage/db.ts';
import type { FormObject } from '../form/decode.ts';
import type { Caller, Reply, Route } from '../route.ts';

/** A request to be done once. */
export type OnceRequest = {
  customerId: number;
  /** The API key or user that asks: the same word by another one is another key. */
  callerUid: string;
  key: string;
  /** Of all that was asked for. */
  print: string;
  isOneChange: boolean;
  /** Not one change, but it may be done again. */
  isRepeatable: boolean;
};

/**
 * Does a request once, and answers it again as before. `run` does it, over the `db` that it gets.
 * @throws AppError `conflict` for a key that stands for something else, or for one under way
 */
export type Once = (request: OnceRequest, run: (db: Db) => Promise<Reply>) => Promise<Reply>;

const KEY = /^[\x20-\x7e]{1,255}$/;

/** Whether an operation knows the header: every POST of somebody who is known. */
export function takesIdempotencyKey({ method, needs }: Pick<Route, 'method' | 'needs'>): boolean {
  return method === 'POST' && needs !== 'open';
}

/** What is to be done once; undefined for a request without a key. */
export function onceRequestOf(
  route: Route,
  { request, body, caller }: { request: FastifyRequest; body: FormObject; caller: Caller },
): OnceRequest | undefined {
  const sent = request.headers['idempotency-key'];
  if (sent === undefined || !takesIdempotencyKey(route) || caller.actor.kind === 'nobody') return undefined;
  const key = sent
    .toString()
    .trim()
    .replace(/^"(.*)"$/, '$1'); // as structured fields write it, or bare
  if (!KEY.test(key)) {
    throw new AppError('bad_request', say('request-idempotency-key'));
  }
  const { customerId, actor } = caller;
  return {
    customerId,
    callerUid: actor.uid,
    key,
    isOneChange: route.isOneChange === true,
    isRepeatable: route.isRepeatable === true,
    print: sha256(`${request.url}\n${contentPrint(request, body, route.upload !== undefined)}`),
  };
}

/**
 * Of the bytes that were sent. Programs draw a new boundary each time they send a multipart body,
 * so of that its parts; a file that is read while it arrives counts by its type and length.
 */
function contentPrint({ headers, body }: FastifyRequest, decoded: FormObject, isUpload: boolean): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  if (isUpload) return `${type.trim()} ${headers['content-length']}`;
  const isMultipart = /^multipart\//i.test(type);
  if (isMultipart) return JSON.stringify(decoded, (_, value) => (value instanceof Uint8Array ? sha256(value) : value));
  return Buffer.isBuffer(body) ? sha256(body) : '';
}
