// Holds every real answer against the OpenAPI document: the document's promise is checked by the whole suite.
import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';

type Operation = { responses: Record<string, { content?: Record<string, { schema: object }> }> };
type ApiDocument = { paths: Record<string, Record<string, Operation>> };

// Every application of a process has the same routes: what takes a tenth of a second is made once.
let document: ApiDocument | undefined;
const ajv = new Ajv2020({ strict: false, allErrors: true });
const compiled = new Map<object, ValidateFunction>();

/** Gives a check that throws when an answer below /api is not what the document says. Unknown paths are let through. */
export function openAnswerCheck(app: FastifyInstance) {
  document ??= app.swagger() as unknown as ApiDocument;
  const { paths } = document;
  return (method: string, path: string, status: number, body: unknown): void => {
    const operation = operationOf(paths, method, path);
    if (!operation || status === 304) return;
    const answer = operation.responses[status] ?? operation.responses[`${Math.floor(status / 100)}XX`];
    assert.ok(answer, `${method} ${path} answered ${status}, which the reference does not know`);
    const schema = Object.values(answer.content ?? {})[0]?.schema;
    assert.ok(schema, `${method} ${path}: the reference has no schema for ${status}`);
    const validate = compiled.get(schema) ?? ajv.compile(schema);
    compiled.set(schema, validate);
    assert.ok(
      validate(body),
      `${method} ${path} ${status}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body, null, 1)}`,
    );
  };
}

function operationOf(paths: ApiDocument['paths'], method: string, path: string): Operation | undefined {
  const steps = (path.split('?')[0] ?? '').split('/');
  const fits = (pattern: string) => {
    const parts = pattern.split('/');
    return parts.length === steps.length && parts.every((part, i) => part.startsWith('{') || part === steps[i]);
  };
  const candidates = Object.keys(paths).filter((pattern) => fits(pattern.replace(/^\/api/, '')));
  candidates.sort((a, b) => a.split('{').length - b.split('{').length); // a literal segment wins
  for (const candidate of candidates) {
    const operation = paths[candidate]?.[method.toLowerCase()];
    if (operation) return operation;
  }
  return undefined;
}
