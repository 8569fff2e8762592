// The OpenAPI document, made from the routes, with introductory texts and examples.
import type { z } from 'zod';
import { newPause } from '../../kernel/slices.ts';
import { takesIdempotencyKey } from '../requests/once.ts';
import type { Route } from '../route.ts';
import { SESSION_COOKIE } from '../session-cookie.ts';
import { HEADERS, hasEtag, refusalComponents, responsesOf, takesIfMatch } from './answers.ts';
import { requestBodyOf } from './bodies.ts';
import { type PathTexts, parametersOf } from './parameters.ts';
import { type JsonSchema, newSchemaBook, type SchemaBook } from './schemas.ts';

/** A working request and its answer. */
export type Example = { params?: object; query?: object; body?: unknown; answer?: unknown };

/** The document's texts besides the routes. */
export type ReferenceTexts = {
  /** Markdown. */
  introduction: string;
  /** Groups of routes, in the order in which they are shown. */
  groups: readonly { name: string; description: string }[];
  paths: PathTexts;
  /** The requests that the server sends, by the type of event. */
  webhooks?: readonly WebhookText[];
};

/** A request that the server sends. */
export type WebhookText = { type: string; about: string; payload: z.ZodType; example: object };

export type DocumentOptions = ReferenceTexts & {
  version: string;
  baseUrl: string;
  /** By name of the route. */
  examples: Readonly<Record<string, Example>>;
};

export type ApiDocument = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; responses: Record<string, object>; [kind: string]: object };
  [member: string]: unknown;
};
export type Operation = {
  operationId: string;
  responses: Record<string, object>;
  [member: string]: unknown;
};

/**
 * OpenAPI 3.1 of all routes. Making it takes half a second of processor time, in slices between
 * routes, so that other requests are answered meanwhile: make it once.
 */
export async function openApiDocument(routes: readonly Route[], options: DocumentOptions): Promise<ApiDocument> {
  const { version, baseUrl, introduction, groups } = options;
  const book = newSchemaBook();
  const responses = refusalComponents(book);
  const paths: ApiDocument['paths'] = {};
  const pause = newPause();
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, book, options) };
    await pause();
  }
  const webhooks = (options.webhooks ?? []).map((one) => [one.type, { post: sentRequest(one, book) }]);
  const schemas = Object.fromEntries(Object.entries(book.components).sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Mailwright',
      version,
      summary: 'Lists, subscribers, segments, templates and campaigns.',
      description: introduction,
      contact: { name: 'The operator of this server', url: baseUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${baseUrl}/api`, description: 'This server.' }],
    security: CREDENTIALS,
    tags: groups,
    paths,
    webhooks: Object.fromEntries(webhooks),
    components: { schemas, responses, parameters: PARAMETERS, headers: HEADERS, securitySchemes: SECURITY },
  };
}

/** How an operation's description states the right that it needs. */
const NEEDS: Readonly<Record<Route['needs'], string>> = {
  open: 'Requires no key and no session.',
  read: 'Requires the right to read (every role).',
  edit: 'Requires the right to edit (editor, sender, owner).',
  send: 'Requires the right to send (sender, owner).',
  own: 'Requires the rights of an owner.',
  operate: 'Requires the rights of an operator.',
};

/** Any one of them. */
const CREDENTIALS = [{ apiKey: [] }, { publicKey: [] }, { session: [] }];

const SECURITY = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'The API key of a customer: 40 characters.' },
  publicKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-MW-PUBLIC-KEY',
    description: 'The same key, as sent by older client programs. Their signature headers are ignored.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description:
      'A user’s session, from `POST /session`; over HTTPS the cookie is named `__Host-mailwright`. Changes also require an `Origin` or `Sec-Fetch-Site` header of this server’s pages.',
  },
};

const PARAMETERS = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    schema: { type: 'string' },
    description:
      'The `ETag` of the record that the change is based on: for campaigns, templates and lists from GET with `full=1` or the last change. Returns a 412 if someone saved in between.',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    description:
      'A key of your choice for this request, preferably a UUID. For 24 hours, the same request with it returns the same answer and is not done again; a different one returns a 409.',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    schema: { type: 'string' },
    description: 'The `ETag` of an answer that you have: if it is still current, a 304 without a body is returned.',
  },
};

function operationOf(route: Route, book: SchemaBook, { paths, examples }: DocumentOptions): Operation {
  const { params, query, body, answer } = examples[route.name] ?? {};
  const parameters: object[] = parametersOf(route, { book, paths, given: { ...params, ...query } });
  if (hasEtag(route)) parameters.push({ $ref: '#/components/parameters/IfNoneMatch' });
  if (takesIdempotencyKey(route)) parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
  if (takesIfMatch(route)) parameters.push({ $ref: '#/components/parameters/IfMatch' });
  return {
    operationId: route.name,
    summary: route.summary,
    description: [route.about, NEEDS[route.needs]].filter((text) => text !== undefined).join('\n\n'),
    tags: [route.group],
    ...(route.isOpen && { security: [...CREDENTIALS, {}] }),
    ...(route.needs === 'open' && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...requestBodyOf(route, book, body),
    responses: responsesOf(route, book, answer),
  };
}

const SENT_HEADERS = [
  ['webhook-id', 'Id of the event or batch, the same in every retry.'],
  ['webhook-timestamp', 'When this request was signed, in seconds since 1970 UTC.'],
  ['webhook-signature', 'One or two signatures separated by a space, each `v1,` and base64 (Standard Webhooks).'],
].map(([name, description]) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } }));

const SENT_ANSWERS = {
  '2XX': { description: 'Accepted.' },
  '410': { description: 'The receiver wants no more events: the webhook is switched off.' },
  default: { description: 'Not accepted: the request is retried for three days.' },
};

function sentRequest({ type, about, payload, example }: WebhookText, book: SchemaBook): object {
  return {
    operationId: `tell.${type}`,
    summary: about,
    tags: ['Webhooks'],
    parameters: SENT_HEADERS,
    requestBody: { required: true, content: { 'application/json': { schema: book.add(payload), example } } },
    responses: SENT_ANSWERS,
  };
}
