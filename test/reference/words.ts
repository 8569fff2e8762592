// What the API reference leaves unsaid, in sentences: every group, operation, parameter and member
// has its words.
import type { ApiDocument, Operation } from '../../src/http/openapi/document.ts';
import type { JsonSchema } from '../../src/http/openapi/schemas.ts';

type SchemaNode = { description?: string };
type Content = { content?: Record<string, { schema: JsonSchema; example?: unknown }> };

/** The sentences; none when all is well. */
export function unsaid(document: ApiDocument): string[] {
  const said = new Set((document['tags'] as { name: string }[]).map(({ name }) => name));
  const found: string[] = [];
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      found.push(...ofOperation(`${operation.operationId} (${method.toUpperCase()} ${path})`, operation, said));
    }
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    if (!schema.description)
      found.push(`The schema ${name} has no description: give one beside its id, meta({ id, description }).`);
    found.push(...ofMembers(name, schema));
  }
  return [...new Set(found)].concat(copies(document));
}

function ofOperation(name: string, operation: Operation, groups: Set<string>): string[] {
  const found: string[] = [];
  for (const group of operation['tags'] as string[]) {
    if (!groups.has(group))
      found.push(
        `${name} is in the group ${group}, which has no text: add it to GROUPS in src/web/reference-texts.ts.`,
      );
  }
  for (const parameter of (operation['parameters'] ?? []) as ({ name: string; in: string } & SchemaNode)[]) {
    if (parameter.name === undefined || parameter.description) continue;
    const place =
      parameter.in === 'path'
        ? 'say what it is in PATHS of src/web/reference-texts.ts'
        : '.describe() it in the wire file';
    found.push(`${name}: the ${parameter.in} parameter ${parameter.name} has no description: ${place}.`);
  }
  const body = operation['requestBody'] as Content | undefined;
  const [success] = Object.entries(operation.responses).filter(([status]) => status < '3') as [string, Content][];
  for (const [what, content] of [
    ['body', body],
    ['answer', success?.[1]],
  ] as const) {
    const media = Object.values(content?.content ?? {})[0];
    if (!media) continue;
    found.push(...ofMembers(`${name}, ${what}`, media.schema));
    if (media.example === undefined) {
      found.push(
        `${name}: the ${what} has no example: add a step to test/reference/story.ts, then MAILWRIGHT_TEST_RECORD=1 npm test -- reference/examples.`,
      );
    }
  }
  return found;
}

/** Members without words, however deep; what is named elsewhere speaks for itself. */
function ofMembers(path: string, schema: JsonSchema): string[] {
  const found = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const place = `${path}: ${name}`;
    const silent =
      member.description || refers(member) ? [] : [`${place} has no description: .describe() it in the wire file.`];
    return [...silent, ...ofMembers(place, member)];
  });
  for (const inner of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) found.push(...ofMembers(path, inner));
  if (schema.items) found.push(...ofMembers(`${path}[]`, schema.items));
  return found;
}

function refers(schema: JsonSchema): boolean {
  return schema.$ref !== undefined || (schema.anyOf ?? []).some(refers) || schema.items?.$ref !== undefined;
}

/** Objects of three members or more that stand in the document twice: they want a name. */
function copies(document: ApiDocument): string[] {
  const places = new Map<string, string[]>();
  const walk = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { description: _, ...said } = value as JsonSchema;
    const isEnvelope = /\/responses\/\d{3}\/content\/[^{}]*\/schema$/.test(place) && !place.includes('/properties/');
    if (said.properties && Object.keys(said.properties).length >= 3 && !isEnvelope) {
      const text = JSON.stringify(said);
      places.set(text, [...(places.get(text) ?? []), place]);
    }
    for (const [name, inner] of Object.entries(value)) if (name !== 'example') walk(inner, `${place}/${name}`);
  };
  walk(document.paths, 'paths');
  walk(document.components, 'components');
  return [...places.values()]
    .filter(
      (twins) =>
        twins.length > 1 &&
        !twins.every(
          (twin) =>
            twin.includes('/requestBody/content/') && twin.split('/content/')[0] === twins[0]?.split('/content/')[0],
        ),
    )
    .map((twins) => `The same object stands in ${twins.join(' and ')}: give it a name, meta({ id, description }).`);
}
