// Values at the limits that the API reference names for each member of each body, and what the
// reference says of them.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { ApiDocument, Operation } from '../../src/http/openapi/document.ts';
import type { JsonSchema } from '../../src/http/openapi/schemas.ts';

/**
 * One member of the body of an operation. `path`: names of members; a number is an entry of an
 * array.
 */
export type BodyMember = { path: readonly (string | number)[]; schema: JsonSchema; isNeeded: boolean };

/** The body of an operation: its members, and what the reference says of a body. */
export type DescribedBody = {
  operationId: string;
  method: string;
  path: string;
  members: BodyMember[];
  isRight: ValidateFunction;
};

type Media = { content?: Record<string, { schema: JsonSchema }> };

/** Every body of the reference. */
export function describedBodies(document: ApiDocument): DescribedBody[] {
  const ajv = new Ajv2020({ strict: false, formats: { uuid: true, password: true } });
  ajv.addSchema(document, 'api');
  const resolve = (schema: JsonSchema): JsonSchema =>
    schema.$ref ? resolve(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]: [string, Operation]) => {
      const schema = (operation['requestBody'] as Media | undefined)?.content?.['application/json']?.schema;
      if (!schema) return [];
      const place = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'];
      const pointer = place.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
      const members = membersOf(resolve(schema.anyOf?.[0] ?? schema), [], resolve); // the usual shape of several
      const isRight = ajv.compile({ $ref: `api#/${pointer.join('/')}` });
      return [{ operationId: operation.operationId, method: method.toUpperCase(), path, members, isRight }];
    }),
  );
}

function membersOf(schema: JsonSchema, above: (string | number)[], resolve: (schema: JsonSchema) => JsonSchema) {
  const found: BodyMember[] = [];
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const path = [...above, name];
    const alone = resolve(withoutNull(resolve(member)));
    found.push({ path, schema: alone, isNeeded: schema.required?.includes(name) ?? false });
    if (alone.type === 'object') found.push(...membersOf(alone, path, resolve));
    const first = alone.anyOf?.[0] ?? alone;
    const entry = first.items && resolve(withoutNull(resolve(first.items)));
    const shape = entry?.anyOf ? resolve(entry.anyOf[0] ?? {}) : entry;
    if (shape?.type === 'object') found.push(...membersOf(shape, [...path, 0], resolve));
  }
  return found;
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const others = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  return others.length === 1 && others[0] ? others[0] : schema;
}

/** What stands for an absent member. */
export const ABSENT = Symbol('absent');

/**
 * Values at and beyond the limits, of wrong kinds, null and nothing.
 * @param textOf a text of this many characters that means something there
 */
export function valuesAt({ schema }: BodyMember, textOf: (length: number) => string): unknown[] {
  const values: unknown[] = [ABSENT, null, ''];
  if (Array.isArray(schema['enum'])) return [...values, ...schema['enum'], 'bogus', { a: 1 }, ['bogus']];
  const kinds = [schema, ...(schema.anyOf ?? [])];
  const has = (type: string) => kinds.some((one) => one.type === type);
  for (const { minimum, maximum, minLength, maxLength, maxItems } of kinds as Record<string, number | undefined>[]) {
    if (minimum !== undefined) values.push(minimum, minimum - 1);
    if (maximum !== undefined) values.push(maximum, maximum + 1);
    if (minLength !== undefined) values.push(textOf(minLength), ...(minLength > 1 ? [textOf(minLength - 1)] : []));
    if (maxLength !== undefined) values.push(textOf(maxLength), textOf(maxLength + 1));
    if (maxItems !== undefined) values.push(Array.from({ length: maxItems + 1 }, () => 'x'));
  }
  if (has('integer')) values.push(1.5, ...(has('string') ? [] : ['many']));
  if (has('integer') || has('object') || has('array')) values.push(...(has('string') ? [] : ['many']));
  if (!has('object') && !has('array')) values.push({ a: 1 }); // forms number the entries of an array in any way
  if (!has('array') && !has('object')) values.push(['many', 'more']);
  return values;
}

/** The body with another value at a path. */
export function withValue(body: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [step, next] = path;
  if (step === undefined) return value;
  const copy: Record<string | number, unknown> = Array.isArray(body) ? ([...body] as never) : { ...(body as object) };
  const inner = withValue(copy[step] ?? (typeof next === 'number' ? [] : {}), path.slice(1), value);
  if (inner === ABSENT) delete copy[step];
  else copy[step] = inner;
  return copy;
}

/** Forms write null and absent as an empty text (wire contract, section 3). */
export function asSaid(value: unknown): unknown {
  if (value === '') return null;
  if (Array.isArray(value)) return value.map(asSaid);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asSaid(member)]));
}

/** Paths of the members at fault, as errors name them: those of blocks nest. */
export function faultPaths(error: unknown, above = ''): string[] {
  if (typeof error !== 'object' || error === null) return [];
  return Object.entries(error).flatMap(([name, inner]) => {
    const path = above === '' ? name : `${above}.${name}`;
    return typeof inner === 'string' ? [path] : faultPaths(inner, path);
  });
}
