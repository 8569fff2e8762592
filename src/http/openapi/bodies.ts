// The body of a request in the three encodings: one schema, and how forms write nested members.
import { USUAL_BODY } from '../limits/body.ts';
import { madeOf } from '../members/schema.ts';
import type { Route } from '../route.ts';
import type { JsonSchema, SchemaBook } from './schemas.ts';

/** `a[b]=c`: read as PHP does. */
const BRACKETS = { style: 'deepObject', explode: true };

/** @param example a valid body, as JSON */
export function requestBodyOf({ body, bodyLimit = USUAL_BODY, upload }: Route, book: SchemaBook, example: unknown) {
  if (upload) return { requestBody: uploadBodyOf(upload, example) };
  if (!body) return {};
  const schema = book.add(madeOf(body));
  const { description, required = [] } = usualOf(schema, book);
  const shown = { schema, ...(example !== undefined && { example }) };
  const requestBody = {
    description: `${description ?? 'The members.'} At most ${Math.round(bodyLimit / 1024 / 1024)} MB.`,
    required: required.length > 0,
    content: {
      'application/json': shown,
      'application/x-www-form-urlencoded': { ...shown, ...encodingOf(schema, book, 'form') },
      'multipart/form-data': { schema, ...encodingOf(schema, book, 'multipart') },
    },
  };
  return { requestBody };
}

/** Of a body that may have several shapes, the first. */
function usualOf(body: JsonSchema, book: SchemaBook): JsonSchema {
  return book.resolve(body.anyOf?.[0] ?? body);
}

const FILE = { type: 'string', contentMediaType: 'text/csv' };

function uploadBodyOf({ most, about }: NonNullable<Route['upload']>, example: unknown) {
  const description = 'The file: a part with a file name. Only the first such part is read.';
  return {
    description: `${about} At most ${Math.round(most / 1024 / 1024)} MB.`,
    required: true,
    content: {
      'text/csv': { schema: { ...FILE, description: about }, ...(example !== undefined && { example }) },
      'multipart/form-data': {
        schema: { type: 'object', required: ['file'], properties: { file: { ...FILE, description } } },
        encoding: { file: { contentType: 'text/csv' } },
      },
    },
  };
}

function encodingOf(body: JsonSchema, book: SchemaBook, kind: 'form' | 'multipart') {
  const encoding: Record<string, object> = {};
  for (const [name, member] of Object.entries(usualOf(body, book).properties ?? {})) {
    const schema = withoutNull(book.resolve(member), book);
    const media = schema['contentMediaType'];
    // The standard does not define arrays; programs write numbered brackets.
    if (schema.type === 'object' || schema.type === 'array') encoding[name] = BRACKETS;
    else if (typeof media === 'string' && kind === 'multipart') encoding[name] = { contentType: media };
  }
  return Object.keys(encoding).length > 0 ? { encoding } : {};
}

function withoutNull(schema: JsonSchema, book: SchemaBook): JsonSchema {
  const others = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  return others.length === 1 && others[0] ? book.resolve(others[0]) : schema;
}
