// Converts the schemas of the wires to JSON Schema, each named one once, under
// `components.schemas`.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** A JSON Schema as OpenAPI 3.1 has it (draft 2020-12). */
export type JsonSchema = {
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  [keyword: string]: unknown;
};

/** Converts schemas to JSON Schema and collects the named ones. */
export type SchemaBook = {
  /** The schema; one with a name (`meta({ id })`) becomes a reference to `components`. */
  add(schema: z.ZodType): JsonSchema;
  /** The schema behind a reference. */
  resolve(schema: JsonSchema): JsonSchema;
  components: Record<string, JsonSchema>;
};

const PLACE = '#/components/schemas/';

/** An empty book. */
export function newSchemaBook(): SchemaBook {
  const components: Record<string, JsonSchema> = {};
  return {
    components,
    add(schema) {
      const { $defs = {}, $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', override: tidy }) as JsonSchema;
      for (const [name, definition] of Object.entries($defs)) keep(components, name, placed(definition));
      return placed(rest);
    },
    resolve(schema) {
      if (schema.$ref === undefined) return schema;
      const found = components[schema.$ref.slice(PLACE.length)];
      if (!found) throw new Error(`The API reference names ${schema.$ref}, which there is not.`);
      return found;
    },
  };
}

function keep(components: Record<string, JsonSchema>, name: string, definition: JsonSchema): void {
  const { id: _, ...schema } = definition;
  const known = components[name];
  if (known && !isDeepStrictEqual(known, schema))
    throw new Error(`Two schemas of the API reference are called ${name}.`);
  components[name] = schema;
}

function placed(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', `"${PLACE}`);
  return JSON.parse(text, (_name, value: unknown) => withOneType(value)) as JsonSchema;
}

/** Some programs that write clients know no type of several words but one that allows null. */
function withOneType(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value; // most are texts
  if (!('type' in value) || !Array.isArray(value.type) || value.type.includes('null')) return value;
  const { type, ...others } = value;
  return { ...others, anyOf: type.map((one: unknown) => ({ type: one })) };
}

/** Removes what every schema has anyway, which only hides what is particular to one. */
function tidy({ jsonSchema }: { jsonSchema: object }): void {
  const schema = jsonSchema as JsonSchema;
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  const others = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (schema.description === undefined && others.length === 1 && others[0]?.description !== undefined) {
    schema.description = others[0].description; // of a schema that allows null
    delete others[0].description;
  }
  const more = schema.additionalProperties;
  // Kept where nothing else is said: generators take a bare object for one that has no members.
  const isEmpty = typeof more === 'object' && Object.keys(more).length === 0;
  if (isEmpty && Object.keys(schema.properties ?? {}).length > 0) delete schema.additionalProperties;
  if (schema['propertyNames'] && isDeepStrictEqual(schema['propertyNames'], { type: 'string' })) {
    delete schema['propertyNames'];
  }
}
