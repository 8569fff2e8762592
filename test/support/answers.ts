// Checks every real response against the OpenAPI document, in the whole test suite.
import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { apiRoutes } from '../../src/app.ts';
import type { ApiDocument, Operation } from '../../src/http/openapi/document.ts';
import { referenceOf } from '../../src/web/reference.ts';

export type AnswerCheck = (method: string, path: string, status: number, body: unknown) => void;

let opened: Promise<AnswerCheck> | undefined;

/**
 * Makes a check that throws when a response below /api does not match the document. Unknown paths
 * pass.
 */
export function openAnswerCheck(): Promise<AnswerCheck> {
  opened ??= referenceOf(apiRoutes, { version: '0.0.0', baseUrl: 'http://mail.example.test' }).then(checkAgainst);
  return opened;
}

/** A validator of the schema at a place of the document, such as `['paths', '/lists', 'get']`. */
function openSchemas(document: ApiDocument): (place: readonly string[]) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { uuid: true, password: true } });
  ajv.addSchema(document, 'api');
  const compiled = new Map<string, ValidateFunction>();
  return (place) => {
    const pointer = place.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `api#/${pointer}` });
    compiled.set(pointer, validate);
    return validate;
  };
}

function checkAgainst(document: ApiDocument): AnswerCheck {
  const schemas = openSchemas(document);
  const patterns = patternsOf(document.paths);
  return (method, path, status, body) => {
    const found = operationOf(patterns, method, path);
    if (!found || status === 304) return;
    const { operation, place } = found;
    const answer = operation.responses[status] as { $ref?: string; content?: object } | undefined;
    assert.ok(
      answer,
      `${method} ${path} answered ${status}, which the reference does not know: name it in \`refuses\` of the route ${operation.operationId}.`,
    );
    const at = answer.$ref?.slice(2).split('/') ?? [...place, 'responses', String(status)];
    const content = answer.$ref === undefined ? answer.content : { 'application/json': {} };
    const type = Object.keys(content ?? {})[0];
    assert.ok(type, `${method} ${path}: the reference has no schema for ${status}`);
    const validate = schemas([...at, 'content', type, 'schema']);
    const isRight = validate(body);
    const faults = validate.errors?.map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
    assert.ok(isRight, `${method} ${path} ${status}: ${faults?.join(', ')}\n${JSON.stringify(body, null, 1)}`);
  };
}

type OperationMatch = { operation: Operation; place: string[] };

function operationOf(patterns: readonly Pattern[], method: string, path: string): OperationMatch | undefined {
  const steps = (path.split('?')[0] ?? '').split('/');
  const verb = method.toLowerCase();
  const found = patterns.find(
    ({ parts, item }) =>
      parts.length === steps.length &&
      item[verb] !== undefined &&
      parts.every((part, i) => part.startsWith('{') || part === steps[i]),
  );
  const operation = found?.item[verb];
  return found && operation && { operation, place: ['paths', found.pattern, verb] };
}

type Pattern = { pattern: string; parts: readonly string[]; item: Record<string, Operation | undefined> };

/** The paths in the order in which they are tried: a literal segment wins. */
function patternsOf(paths: ApiDocument['paths']): Pattern[] {
  return Object.entries(paths)
    .map(([pattern, item]) => ({ pattern, parts: pattern.split('/'), item }))
    .toSorted((a, b) => a.pattern.split('{').length - b.pattern.split('{').length);
}
