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
          'Only if the requested details of a campaign are no longer kept: when they were removed, ISO 8601 in UTC.',
        ),
      sentences: sentencesOfRefusal(),
    })
    .meta({ id: 'Refusal', description: 'A request refused for a single reason.' }),
);

const message = whenNeeded(() => z.string().describe('What is wrong with the member.'));
const faults = whenNeeded(() =>
  z
    .strictObject({
      status: z.literal('error').describe('Always `error`.'),
      error: z
        .union([z.string(), z.record(z.string(), z.union([message(), z.record(z.string(), message())]))])
        .describe(
          'What is wrong, by path of the member (`template.content`, `options[2].value`), with all faults of the request together; those of lists are nested by block. A string if no single member is at fault.',
        ),
      sentences: sentencesOfRefusal(),
    })
    .meta({ id: 'Faults', description: 'A request with invalid members. Nothing was changed.' }),
);

const stale = whenNeeded(() =>
  z
    .strictObject({
      status: z.literal('error').describe('Always `error`.'),
      error: z.string().describe('Who saved it and when, in English.'),
      current: z
        .strictObject({
          etag: z.string().describe('The `ETag` of the current state.'),
          saved_at: z.string().describe('When it was saved, ISO 8601 in UTC.'),
          saved_by: z
            .string()
            .nullable()
            .describe(
              'Who saved it: a person, or the name of an API key. Null if not recorded; only campaigns record it.',
            ),
        })
        .describe('The current state.'),
    })
    .meta({ id: 'Stale', description: 'A change based on an outdated state. Nothing was changed.' }),
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
    description: 'The request cannot be decoded (the text says where), or the state of the resource does not allow it.',
    error: 'The JSON body is malformed at character 12: a comma or } is expected there.',
  },
  401: {
    name: 'Unauthorized',
    description: 'There is no valid API key or session.',
    error: 'The API key is not valid.',
    headers: { 'WWW-Authenticate': refTo('headers', 'Authenticate') },
  },
  403: {
    name: 'Forbidden',
    description: 'The caller may not do this, or the customer is disabled.',
    error: 'Sending, scheduling and resuming need the role sender or owner, or an API key with the scope send.',
  },
  404: {
    name: 'NotFound',
    description: 'It does not exist, or belongs to another customer.',
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
      'It conflicts with existing data; or its `Idempotency-Key` belongs to another request, one in progress (then there is a `Retry-After`), or one that was cut off.',
    error: 'The subscriber already exists in this list.',
  },
  412: {
    name: 'Stale',
    description: 'Someone saved it after the `ETag` sent in `If-Match`. Nothing was changed.',
    error: 'Ann saved this campaign at 2026-11-21T12:00:00Z.',
    headers: { ETag: refTo('headers', 'Revision') },
    more: { current: { etag: '"r8"', saved_at: '2026-11-21T12:00:00Z', saved_by: 'Ann' } },
  },
  413: {
    name: 'TooLarge',
    description: 'The body is too large, or has too many values.',
    error: 'The request body is larger than 2 MB.',
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The content type of the body is none of the three accepted.',
    error: 'The content type is none of application/json, application/x-www-form-urlencoded and multipart/form-data.',
  },
  422: {
    name: 'Invalid',
    description: 'Members of the request are invalid; each is named with what is expected. Nothing was changed.',
    error: { from_email: 'From email is not a valid email address.' },
  },
  429: {
    name: 'TooMany',
    description: 'Too many of these requests. Nothing was changed.',
    error: 'There were too many requests of this kind. Please try again in an hour.',
    headers: {
      'Retry-After': refTo('headers', 'RetryAfter'),
      RateLimit: refTo('headers', 'RateLimit'),
      'RateLimit-Policy': refTo('headers', 'RateLimitPolicy'),
    },
  },
  500: {
    name: 'Fault',
    description: 'A server error. The log has it under the `X-Request-Id` of this answer.',
    error: 'Something went wrong on our side. The log has it under the X-Request-Id.',
  },
  503: {
    name: 'Unavailable',
    description:
      'The database, or a mail server needed for the request, is unavailable at the moment. Nothing was changed; the same request can be sent again.',
    error: 'The database is busy. Please try again in a moment.',
    headers: { 'Retry-After': refTo('headers', 'RetryAfter') },
  },
};

const REQUEST_ID = { 'X-Request-Id': refTo('headers', 'RequestId') };

/** `components.headers`. */
export const HEADERS = {
  RequestId: {
    description: 'Identifies this exchange, also in the server’s log.',
    schema: { type: 'string', format: 'uuid' },
  },
  ETag: {
    description: 'Changes whenever the answer does. Sent in `If-None-Match`, it returns a 304 for an unchanged answer.',
    schema: { type: 'string' },
  },
  Revision: {
    description:
      'The revision of the record. A change that sends it in `If-Match` returns a 412 if someone saved in between.',
    schema: { type: 'string' },
  },
  FileName: { description: 'Suggested file name: `attachment; filename="…"`.', schema: { type: 'string' } },
  Authenticate: { description: 'Names the header for the API key.', schema: { type: 'string' } },
  Replayed: {
    description:
      '`true` if the request had already been done under the same `Idempotency-Key`; absent on the first answer.',
    schema: { type: 'string', enum: ['true'] },
  },
  RateLimit: {
    description:
      'For a rate-limited key: `r`, the number of requests left, and `t`, the seconds until the count starts again.',
    schema: { type: 'string' },
  },
  RateLimitPolicy: {
    description: 'For a rate-limited key: `q`, the number of requests allowed in `w` seconds.',
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
    description: route.done ?? (route.status === 201 ? 'Created.' : 'Success.'),
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
      [route.otherStatus]: { ...success, description: 'It already existed, or the key asks for this status.' },
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
