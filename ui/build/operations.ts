// The client's table of operations: how each is called, and its method with what the reference says
// of it.
import type { ApiDocument, Operation } from '../../src/http/openapi/document.ts';

type Told = Operation & {
  summary?: string;
  description?: string;
  parameters?: { name?: string; in?: string; style?: string; schema?: { additionalProperties?: unknown } }[];
  requestBody?: { content: Record<string, unknown> };
};
type Row = { name: string; method: string; path: string; told: Told };

/** @param document of all routes */
export function operationsText({ paths }: ApiDocument): string {
  const rows = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, told]): Row => ({ name: told.operationId, method, path, told })),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return [
    "import type { Operation } from './request.ts';",
    "import type { Method, OperationName } from './types.ts';",
    '',
    'export const OPERATIONS: Readonly<Record<OperationName, Operation>> = {',
    ...rows.map(entryOf),
    '};',
    '',
    '/** The operations of the interface. */',
    'export type Methods = {',
    ...rows.flatMap(methodOf),
    '};',
    '',
  ].join('\n');
}

function entryOf({ name, method, path, told }: Row): string {
  const sent = Object.keys(told.requestBody?.content ?? {});
  const spread = told.parameters?.find(({ in: place, style, schema }) => {
    return place === 'query' && style === 'form' && schema?.additionalProperties !== undefined;
  });
  const entry = {
    method: method.toUpperCase(),
    path,
    ...(spread?.name !== undefined && { spread: spread.name }),
    ...(sent.length > 0 && !sent.includes('application/json') && { sends: sent[0] }),
    ...(!givesJson(told) && { givesFile: true }),
  };
  const members = Object.entries(entry).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `  ${name}: { ${members.join(', ')} },`;
}

function givesJson({ responses }: Told): boolean {
  const success = (responses['200'] ?? responses['201']) as { content?: Record<string, unknown> } | undefined;
  return success?.content?.['application/json'] !== undefined;
}

function methodOf({ name, method, path, told }: Row): string[] {
  const about = [`${told.summary}.`, ...(told.description ?? '').split('\n'), `\`${method.toUpperCase()} ${path}\``];
  const lines = about.map((line) => line.replaceAll('*/', '*\\/').trim());
  const shown = lines.filter((line, at) => line !== '' || lines[at - 1] !== '');
  return ['  /**', ...shown.map((line) => `   * ${line}`.trimEnd()), '   */', `  ${name}: Method<'${name}'>;`];
}
