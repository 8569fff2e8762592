// Schemas of tools: those of the API reference, each whole in itself, without what only costs a
// model to read.
import type { JsonSchema, SchemaBook } from '../http/openapi/schemas.ts';

/** Large schemas that stand elsewhere: `in` names the tool that tells the whole. */
const SHORT: Readonly<Record<string, { description: string; in?: string }>> = {
  BlocksDocument: { description: 'An email of blocks, as accepted by showBlocks.', in: 'showBlocks' },
  Block: { description: 'One of the `blocks` that showBlocks accepts.', in: 'showBlocks' },
  SegmentConditionInput: { description: 'A condition, as accepted by previewSegment.', in: 'previewSegment' },
  SegmentCampaignConditionInput: { description: 'As accepted by previewSegment.', in: 'previewSegment' },
  SegmentDateConditionInput: { description: 'As accepted by previewSegment.', in: 'previewSegment' },
  SegmentGroupInput: { description: 'A group, as accepted by previewSegment.', in: 'previewSegment' },
  SegmentInnerGroupInput: { description: 'A group of conditions, without nested groups.' },
  LeafBlock: { description: 'A block of any kind except columns, without on and saved.' },
  ConditionedBlock: { description: 'A block of any kind except condition, without on and saved.' },
};

/** The book as a tool sees it: what another tool tells, or the same one already, it only names. */
export function bookFor(tool: string, book: SchemaBook): SchemaBook {
  return {
    ...book,
    resolve: (schema) => {
      const short = SHORT[schema.$ref?.split('/').at(-1) ?? ''];
      return short && short.in !== tool ? { type: 'object', description: short.description } : book.resolve(schema);
    },
  };
}

/** A schema with what it refers to put in place, and without patterns and examples. */
export function plainSchema(schema: JsonSchema, book: SchemaBook): JsonSchema {
  const { pattern: _, examples: __, contentEncoding: ___, contentMediaType: ____, ...found } = book.resolve(schema);
  const { anyOf, ...rest } = found;
  const others = (anyOf ?? []).filter(({ type }) => type !== 'null');
  const [only] = others;
  if (only && others.length === 1) return plainSchema({ ...book.resolve(only), ...rest }, book);
  return {
    ...rest,
    ...(rest['minLength'] === 1 && { minLength: undefined }),
    ...(Array.isArray(rest.type) && { type: onlyOne(rest.type.filter((type) => type !== 'null')) }),
    ...(others.length > 0 && { anyOf: others.map((one) => plainSchema(one, book)) }),
    ...(rest.oneOf && { oneOf: rest.oneOf.map((one) => plainSchema(one, book)) }),
    ...(rest.items && { items: plainSchema(rest.items, book) }),
    ...(rest.properties && { properties: each(rest.properties, book) }),
    ...(typeof rest.additionalProperties === 'object' && {
      additionalProperties: plainSchema(rest.additionalProperties, book),
    }),
  };
}

const onlyOne = (types: string[]): string | string[] => (types.length === 1 && types[0] ? types[0] : types);

function each(properties: Record<string, JsonSchema>, book: SchemaBook): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, plainSchema(schema, book)]));
}

/** The names of all members that a schema knows, in whichever of its shapes. */
export function membersOf({ properties = {}, anyOf = [], allOf = [] }: JsonSchema): string[] {
  return [...new Set([...Object.keys(properties), ...[...anyOf, ...allOf].flatMap(membersOf)])];
}
