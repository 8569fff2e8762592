// The OpenAPI document: what the routes say of themselves, with the texts and examples that belong
// to them.
import type { Route } from '../route.ts';
import { HEADERS, hasEtag, refusalComponents, responsesOf } from './answers.ts';
import { requestBodyOf } from './bodies.ts';
import { type PathTexts, parametersOf } from './parameters.ts';
import { type JsonSchema, newSchemaBook, type SchemaBook } from './schemas.ts';

/** A request that works and what is answered to it. */
export type Example = { params?: object; query?: object; body?: unknown; answer?: unknown };

/** What stands in the document beside the routes. */
export type ReferenceTexts = {
  /** Markdown. */
  introduction: string;
  /** Groups of routes in the order that they are shown in. */
  groups: readonly { name: string; description: string }[];
  paths: PathTexts;
};

export type DocumentOptions = ReferenceTexts & {
  version: string;
  baseUrl: string;
  /** By the names of the routes. */
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

/** OpenAPI 3.1 of all routes. Takes some tens of milliseconds: make it once. */
export function openApiDocument(routes: readonly Route[], options: DocumentOptions): ApiDocument {
  const { version, baseUrl, introduction, groups } = options;
  const book = newSchemaBook();
  const responses = refusalComponents(book);
  const paths: ApiDocument['paths'] = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, book, options) };
  }
  const schemas = Object.fromEntries(Object.entries(book.components).sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    openapi: '3.1.1',
    info: {
      ...{ title: 'Mailwright', version, summary: 'Lists, subscribers, segments, templates and campaigns.' },
      description: introduction,
      contact: { name: 'Whoever runs this server', url: baseUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${baseUrl}/api`, description: 'This server.' }],
    security: [{ apiKey: [] }, { publicKey: [] }],
    tags: groups,
    paths,
    components: { schemas, responses, parameters: PARAMETERS, headers: HEADERS, securitySchemes: SECURITY },
  };
}

const SECURITY = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'The API key of a customer: 40 characters.' },
  publicKey: {
    ...{ type: 'apiKey', in: 'header', name: 'X-MW-PUBLIC-KEY' },
    description: 'The same key as older client programs send it. Their signature headers are not looked at.',
  },
};

const PARAMETERS = {
  IfNoneMatch: {
    ...{ name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } },
    description: 'The `ETag` of an answer that is at hand: when it is still right, a 304 without a body comes back.',
  },
};

function operationOf(route: Route, book: SchemaBook, { paths, examples }: DocumentOptions): Operation {
  const { params, query, body, answer } = examples[route.name] ?? {};
  const parameters: object[] = parametersOf(route, { book, paths, given: { ...params, ...query } });
  if (hasEtag(route)) parameters.push({ $ref: '#/components/parameters/IfNoneMatch' });
  return {
    operationId: route.name,
    summary: route.summary,
    ...(route.about !== undefined && { description: route.about }),
    tags: [route.group],
    ...(route.isOpen && { security: [{ apiKey: [] }, { publicKey: [] }, {}] }),
    ...(parameters.length > 0 && { parameters }),
    ...requestBodyOf(route, book, body),
    responses: responsesOf(route, book, answer),
  };
}
