// The answers of an operation: its success, and each refusal by itself, since a program reacts to
// each differently.
import { z } from 'zod';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { madeOf } from '../members/schema.ts';
import { sentencesOfRefusal } from '../members/sentences.ts';
import { takesIdempotencyKey } from '../requests/once.ts';
import type { Route } from '../route.ts';
import type { SchemaBook } from './schemas.ts';

const refusal = whenNeeded(() =>
  z
    .strictObject({
      status: z.literal('error').describe('Always `error`.'),
      error: z.string().describe('What is wrong, in English, in one or two sentences.'),
      details_removed_at: z
        .string()
        .optional()
        .describe(
          'Only when details of a campaign are asked for that are no longer kept: since when, ISO 8601 in UTC.',
        ),
      sentences: sentencesOfRefusal(),
    })
    .meta({ id: 'Refusal', description: 'A request that was refused for one reason.' }),
);

const message = whenNeeded(() => z.string().describe('What is wrong with the member.'));
const faults = whenNeeded(() =>
  z
    .strictObject({
      status: z.literal('error').describe('Always `error`.'),
      error: z
        .union([z.string(), z.record(z.string(), z.union([message(), z.record(z.string(), message())]))])
        .describe(
          'By the path of the member (`template.content`, `options[2].value`) what is wrong with it, all faults of the request at once; those of lists are nested by block. A text when no single member is at fault.',
        ),
      sentences: sentencesOfRefusal(),
    })
    .meta({ id: 'Faults', description: 'A request whose members do not fit. Nothing was changed.' }),
);

const stale = whenNeeded(() =>
  z
    .strictObject({
      status: z.literal('error').describe('Always `error`.'),
      error: z.string().describe('Who saved it when, in English.'),
      current: z
        .strictObject({
          etag: z.string().describe('The `ETag` of what stands now.'),
          saved_at: z.string().describe('When that was saved, ISO 8601 in UTC.'),
          saved_by: z
            .string()
            .nullable()
            .describe('Who saved it: a person, or the name of an API key. Null: only campaigns keep it.'),
        })
        .describe('What stands now.'),
    })
    .meta({ id: 'Stale', description: 'A change that was made for an earlier state. Nothing was changed.' }),
);

type Refusal = {
  name: string;
  description: string;
  error: unknown;
  headers?: Record<string, object>;
  more?: object;
};

const refTo = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** Refusals by status. `error`: an example. */
const REFUSALS: Record<number, Refusal> = {
  400: {
    name: 'BadRequest',
    description: 'The request cannot be decoded (the text says where), or the state of the thing forbids it.',
    error: 'The JSON body is malformed at character 12: a comma or } is expected there.',
  },
  401: {
    name: 'Unauthorized',
    description: 'There is neither an API key nor a session, or one that is not valid.',
    error: 'The API key is not valid.',
    headers: { 'WWW-Authenticate': refTo('headers', 'Authenticate') },
  },
  403: {
    name: 'Forbidden',
    description: 'Who calls is known and may not do this, or the customer is switched off.',
    error: 'Sending, scheduling and resuming need the role sender or owner, or an API key with the scope send.',
  },
  404: {
    name: 'NotFound',
    description: 'There is no such thing, or it belongs to another customer.',
    error: 'The campaign does not exist.',
  },
  408: {
    name: 'TooSlow',
    description: 'The body did not arrive in time. Nothing was changed.',
    error: 'The request did not arrive in time.',
  },
  409: {
    name: 'Conflict',
    description:
      'It clashes with what is stored already; or its `Idempotency-Key` stands for another request, one under way (then there is a `Retry-After`), or one that was cut off.',
    error: 'The subscriber already exists in this list.',
  },
  412: {
    name: 'Stale',
    description: 'Somebody saved it since the `ETag` that was sent in `If-Match`. Nothing was changed.',
    error: 'Ann saved this campaign at 2026-11-21T12:00:00Z.',
    headers: { ETag: refTo('headers', 'Revision') },
    more: { current: { etag: '"r8"', saved_at: '2026-11-21T12:00:00Z', saved_by: 'Ann' } },
  },
  413: {
    name: 'TooLarge',
    description: 'The body is larger, or holds more values, than is taken.',
    error: 'The request body is larger than 2 MB.',
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The content type of the body is none of the three that are taken.',
    error: 'The content type is none of application/json, application/x-www-form-urlencoded and multipart/form-data.',
  },
  422: {
    name: 'Invalid',
    description: 'Members of the request do not fit; each is named with what would be right. Nothing was changed.',
    error: { from_email: 'From email is not a valid email address.' },
  },
  429: {
    name: 'TooMany',
    description: 'There were too many of these requests. Nothing was changed.',
    error: 'There were too many requests of this kind. Please try again in an hour.',
    headers: {
      'Retry-After': refTo('headers', 'RetryAfter'),
      RateLimit: refTo('headers', 'RateLimit'),
      'RateLimit-Policy': refTo('headers', 'RateLimitPolicy'),
    },
  },
  500: {
    name: 'Fault',
    description: 'Our fault. The log has it under the `X-Request-Id` of this answer.',
    error: 'Something went wrong on our side. The log has it under the X-Request-Id.',
  },
  503: {
    name: 'Unavailable',
    description:
      'The store, or a mail server that is needed for it, cannot answer at the moment. Nothing was changed; the same request may be sent again.',
    error: 'The database is busy. Please try again in a moment.',
    headers: { 'Retry-After': refTo('headers', 'RetryAfter') },
  },
};

const REQUEST_ID = { 'X-Request-Id': refTo('headers', 'RequestId') };

/** `components.headers`. */
export const HEADERS = {
  RequestId: {
    description: 'Names this exchange; the log of the server has the same.',
    schema: { type: 'string', format: 'uuid' },
  },
  ETag: {
    description: 'Changes when the answer does. Sent back in `If-None-Match` it makes an unchanged answer a 304.',
    schema: { type: 'string' },
  },
  Revision: {
    description:
      'The revision of the record. Sent in `If-Match` with a change, it makes the change a 412 when somebody saved in between.',
    schema: { type: 'string' },
  },
  FileName: { description: 'The file to keep it in: `attachment; filename="…"`.', schema: { type: 'string' } },
  Authenticate: { description: 'Names the header that the API key goes into.', schema: { type: 'string' } },
  Replayed: {
    description:
      '`true` on the answer to a request that was done before, under the same `Idempotency-Key`; absent on the first.',
    schema: { type: 'string', enum: ['true'] },
  },
  RateLimit: {
    description:
      'Of a key whose requests are counted: `r`, how many it has left, and `t`, the seconds until they are counted anew.',
    schema: { type: 'string' },
  },
  RateLimitPolicy: {
    description: 'Of a key whose requests are counted: `q`, how many it may make in `w` seconds.',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds to wait before trying again.', schema: { type: 'integer', minimum: 0 } },
};

/** `components.responses`. */
export function refusalComponents(book: SchemaBook): Record<string, object> {
  const one = book.add(refusal());
  const schemas: Record<string, object> = { 412: book.add(stale()), 422: book.add(faults()) };
  const entries = Object.entries(REFUSALS).map(([status, { name, description, error, headers, more }]) => [
    name,
    {
      description,
      headers: { ...REQUEST_ID, ...headers },
      content: {
        'application/json': { schema: schemas[status] ?? one, example: { status: 'error', error, ...more } },
      },
    },
  ]);
  return {
    ...Object.fromEntries(entries),
    NotModified: {
      description: 'Nothing has changed since the answer whose `ETag` was sent in `If-None-Match`.',
      headers: { ...REQUEST_ID, ETag: refTo('headers', 'ETag') },
    },
  };
}

/**
 * Whether `GET` answers have an ETag that makes a 304: files have none, and a revision is there for
 * `If-Match` alone.
 */
export function hasEtag({ method, fileType, hasRevision = false }: Route): boolean {
  return method === 'GET' && fileType === undefined && !hasRevision;
}

/** Whether a change may name the revision that it was made for. */
export function takesIfMatch({ method, path, hasRevision }: Route): boolean {
  return hasRevision === true && method !== 'GET' && (method === 'PUT' || path.includes(':'));
}

/** @param example the answer to the operation's example */
export function responsesOf(route: Route, book: SchemaBook, example: unknown): Record<string, object> {
  const type = route.fileType ?? 'application/json';
  const success = {
    description: route.done ?? (route.status === 201 ? 'It is made.' : 'It worked.'),
    headers: {
      ...REQUEST_ID,
      ...(hasEtag(route) && { ETag: refTo('headers', 'ETag') }),
      ...(route.hasRevision && { ETag: refTo('headers', 'Revision') }),
      ...(takesIdempotencyKey(route) && { 'Idempotency-Replayed': refTo('headers', 'Replayed') }),
      ...(route.fileType === 'text/csv' && { 'Content-Disposition': refTo('headers', 'FileName') }),
    },
    content: {
      [type]: { schema: book.add(madeOf(route.answer)), ...(example !== undefined && { example }) },
      ...(route.otherFileType && { [route.otherFileType]: { schema: book.add(madeOf(route.answer)) } }),
    },
  };
  const refusals = [...refusalsOf(route, book)].sort().map((status) => {
    return [status, refTo('responses', REFUSALS[status]?.name ?? '')];
  });
  return {
    [route.status]: success,
    ...(route.otherStatus && {
      [route.otherStatus]: { ...success, description: 'It was there, or the key asks for this status.' },
    }),
    ...(hasEtag(route) && { 304: refTo('responses', 'NotModified') }),
    ...Object.fromEntries(refusals),
  };
}

/** Parameters that may hold anything: what is no page counts as the first. */
const NEVER_REFUSED = new Set(['page', 'per_page', 'full']);

function mayBeRefused(query: NonNullable<Route['query']>, book: SchemaBook): boolean {
  const { properties = {}, additionalProperties: free } = book.resolve(book.add(madeOf(query)));
  return typeof free === 'object' || Object.keys(properties).some((name) => !NEVER_REFUSED.has(name));
}

/** The refusals that follow from a route's form, and those it declares. */
function refusalsOf(route: Route, book: SchemaBook): Set<number> {
  const { method, path, query, body, upload, readsBody = false, refuses = [] } = route;
  const statuses = new Set<number>([400, 401, 403, 500, 503, ...refuses]);
  if (route.needs !== 'open') statuses.add(429);
  if (takesIfMatch(route)) statuses.add(412);
  if (takesIdempotencyKey(route)) statuses.add(409);
  if (path.includes(':')) statuses.add(404);
  if (query && mayBeRefused(query, book)) statuses.add(422);
  if (upload) for (const status of [408, 413, 415]) statuses.add(status);
  if (body || readsBody) for (const status of [408, 413, 415, 422]) statuses.add(status);
  if (method === 'POST' || method === 'PUT') for (const status of [408, 413, 415]) statuses.add(status); // it is read anyhow
  return statuses;
}
