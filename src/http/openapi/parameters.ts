// Parameters of an operation: of its path by name, of its query by schema.
import { madeOf } from '../members/schema.ts';
import type { Route } from '../route.ts';
import type { JsonSchema, SchemaBook } from './schemas.ts';

export type Parameter = Record<string, unknown> & { name: string; in: string };

/** The descriptions of path parameters, by name; the schema is that of a text. */
export type PathTexts = Record<string, { description: string } & JsonSchema>;

/** The names of a path's parameters, in order. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);
}

/** @param given the values in the operation's example */
export function parametersOf(
  route: Route,
  { book, paths, given }: { book: SchemaBook; paths: PathTexts; given: Record<string, unknown> },
): Parameter[] {
  const example = (name: string) => (given[name] === undefined ? {} : { example: given[name] });
  const inPath = pathNames(route.path).map((name): Parameter => {
    const { description = '', ...schema } = paths[name] ?? {};
    return { name, in: 'path', required: true, description, schema: { type: 'string', ...schema }, ...example(name) };
  });
  return [...inPath, ...(route.query ? queryOf(book.resolve(book.add(madeOf(route.query))), given) : [])];
}

/** Nothing in a query is null; absent members are left out. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf = [], ...others } = schema;
  const [one, ...more] = anyOf.filter(({ type }) => type !== 'null');
  return one && more.length === 0 ? { ...one, ...others } : schema;
}

/** The name of the parameter that represents all other members of a query. */
const FREE = 'fields';

function queryOf(query: JsonSchema, given: Record<string, unknown>): Parameter[] {
  const { properties = {}, required = [], additionalProperties: free } = query;
  const parameters = Object.entries(properties).map(([name, schema]): Parameter => {
    const { description, ...rest } = withoutNull(schema);
    return {
      name,
      in: 'query',
      required: required.includes(name),
      description,
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
      name: FREE,
      in: 'query',
      required: false,
      description,
      style: 'form',
      explode: true,
      schema,
      ...(members.length > 0 && { example: Object.fromEntries(members) }),
    },
  ];
}
