// Parameters of an operation: those of its path by name, those of its query by schema.
import type { Route } from '../route.ts';
import type { JsonSchema, SchemaBook } from './schemas.ts';

export type Parameter = Record<string, unknown> & { name: string; in: string };

/** What the parts of paths are, by name; the schema is a text's. */
export type PathTexts = Record<string, { description: string } & JsonSchema>;

/** The names of a path's parameters, in their order. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);
}

/** @param given the values that the example of the operation has */
export function parametersOf(
  route: Route,
  { book, paths, given }: { book: SchemaBook; paths: PathTexts; given: Record<string, unknown> },
): Parameter[] {
  const example = (name: string) => (given[name] === undefined ? {} : { example: given[name] });
  const inPath = pathNames(route.path).map((name): Parameter => {
    const { description = '', ...schema } = paths[name] ?? {};
    return { name, in: 'path', required: true, description, schema: { type: 'string', ...schema }, ...example(name) };
  });
  return [...inPath, ...(route.query ? queryOf(book.resolve(book.add(route.query)), given) : [])];
}

/** Nothing in a query is null: what may be absent is not there. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf = [], ...others } = schema;
  const [one, ...more] = anyOf.filter(({ type }) => type !== 'null');
  return one && more.length === 0 ? { ...one, ...others } : schema;
}

/** The name of the parameter that stands for all free members of a query. */
const FREE = 'fields';

function queryOf(query: JsonSchema, given: Record<string, unknown>): Parameter[] {
  const { properties = {}, required = [], additionalProperties: free } = query;
  const parameters = Object.entries(properties).map(([name, schema]): Parameter => {
    const { description, ...rest } = withoutNull(schema);
    return {
      ...{ name, in: 'query', required: required.includes(name), description },
      ...(schema.type === 'object' && { style: 'deepObject', explode: true }),
      schema: rest,
      ...(given[name] !== undefined && { example: given[name] }),
    };
  });
  if (typeof free !== 'object') return parameters;
  const members = Object.entries(given).filter(([name]) => !Object.hasOwn(properties, name));
  const { description, ...value } = free;
  const schema = { type: 'object', additionalProperties: value };
  return [
    ...parameters,
    {
      ...{ name: FREE, in: 'query', required: false, description, style: 'form', explode: true, schema },
      ...(members.length > 0 && { example: Object.fromEntries(members) }),
    },
  ];
}
