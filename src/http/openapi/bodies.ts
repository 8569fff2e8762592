// The body of a request in the three encodings that the door takes: one schema, and how forms write
// what is nested in it.
import { USUAL_BODY } from '../limits/body.ts';
import type { Route } from '../route.ts';
import type { JsonSchema, SchemaBook } from './schemas.ts';

/** `a[b]=c`: what the door reads as PHP does. */
const BRACKETS = { style: 'deepObject', explode: true };

/** @param example a body that works, as JSON */
export function requestBodyOf({ body, bodyLimit = USUAL_BODY }: Route, book: SchemaBook, example: unknown) {
  if (!body) return {};
  const schema = book.add(body);
  const { description, required = [] } = book.resolve(schema);
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

function encodingOf(body: JsonSchema, book: SchemaBook, kind: 'form' | 'multipart') {
  const encoding: Record<string, object> = {};
  for (const [name, member] of Object.entries(book.resolve(body).properties ?? {})) {
    const schema = withoutNull(book.resolve(member), book);
    const media = schema['contentMediaType'];
    // The standard says nothing of lists; numbered brackets are what programs write.
    if (schema.type === 'object' || schema.type === 'array') encoding[name] = BRACKETS;
    else if (typeof media === 'string' && kind === 'multipart') encoding[name] = { contentType: media };
  }
  return Object.keys(encoding).length > 0 ? { encoding } : {};
}

function withoutNull(schema: JsonSchema, book: SchemaBook): JsonSchema {
  const others = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  return others.length === 1 && others[0] ? book.resolve(others[0]) : schema;
}
