// The OpenAPI document for programs that write clients: of several bodies that mean the same they
// take all at once, the last, or none, and requests to webhooks for operations.
import type { ApiDocument, Operation } from './document.ts';

const JSON_TYPE = 'application/json';
type Body = { content: Readonly<Record<string, object>> };

/** The document with what is called alone, its bodies in JSON where they can be. */
export function forClients({ webhooks: _, ...document }: ApiDocument): ApiDocument {
  const paths = Object.entries(document.paths).map(([path, operations]) => {
    const ofPath = Object.entries(operations).map(([method, operation]) => [method, inJson(operation)]);
    return [path, Object.fromEntries(ofPath)];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

function inJson(operation: Operation): Operation {
  const body = operation['requestBody'] as Body | undefined;
  const json = body?.content[JSON_TYPE];
  return json === undefined ? operation : { ...operation, requestBody: { ...body, content: { [JSON_TYPE]: json } } };
}
