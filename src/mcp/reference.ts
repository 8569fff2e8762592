// What the API reference says of the endpoint for programs that speak MCP, which is no route: its
// messages are those of JSON-RPC.

const message = (description: string, members: object) => ({
  type: 'object',
  description,
  required: ['jsonrpc'],
  properties: { jsonrpc: { type: 'string', const: '2.0', description: 'Always `2.0`.' }, ...members },
});
const id = { type: ['string', 'integer'], description: 'Which request it is, or answers.' };
const refusal = (name: string) => ({ $ref: `#/components/responses/${name}` });

/** What is wrong with the request, as its own side of the protocol tells it. */
const fault = {
  type: 'object',
  required: ['code', 'message'],
  properties: { code: { type: 'integer' }, message: { type: 'string', description: 'What is wrong, in English.' } },
};
const told = (text: string) => ({
  schema: message('A message of JSON-RPC.', { id: { type: 'null' }, error: fault }),
  example: { jsonrpc: '2.0', error: { code: -32000, message: text }, id: null },
});

export const MCP_GROUP = { name: 'MCP', description: 'The operations as tools, for programs with a language model.' };

/** The paths of the document for it, without the operations' own. */
export const MCP_PATHS = {
  '/mcp': {
    post: {
      operationId: 'callTools',
      summary: 'The operations of this reference as tools, for programs that speak MCP',
      description:
        'Streamable HTTP without sessions, for the protocol of 2026-07-28 and the ones before it. Tools have the names of operations. A key only reads here unless its scope names `write` or `send`; `checkAudience` gives the token that sending needs. The key goes into `Authorization: Bearer` or `X-Api-Key`.',
      tags: [MCP_GROUP.name],
      security: [{ bearer: [] }, { apiKey: [] }],
      requestBody: {
        description: 'A message of JSON-RPC.',
        required: true,
        content: {
          'application/json': {
            schema: message('A message of JSON-RPC.', {
              id,
              method: { type: 'string', description: 'What is asked for: `tools/list`, `tools/call` and so on.' },
              params: { type: 'object', description: 'What the method takes.' },
            }),
            example: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'listLists', arguments: {} } },
          },
        },
      },
      responses: {
        200: {
          description: 'The answer. A tool that was refused says so in it, with `isError`.',
          content: {
            'application/json': {
              schema: message('A message of JSON-RPC.', {
                id,
                result: { type: 'object', description: 'What the method gives.' },
                error: { type: 'object', description: 'What is wrong with the message.' },
              }),
              example: {
                jsonrpc: '2.0',
                id: 1,
                result: { content: [{ type: 'text', text: '{"status":"success","data":{"count":"0"}}' }] },
              },
            },
          },
        },
        202: { description: 'A notification was taken.' },
        400: refusal('BadRequest'),
        401: refusal('Unauthorized'),
        403: refusal('Forbidden'),
        406: {
          description:
            'For the protocols before 2026-07-28: `Accept` has to name both `application/json` and `text/event-stream`.',
          content: {
            'application/json': told('Not Acceptable: Client must accept both application/json and text/event-stream'),
          },
        },
        413: refusal('TooLarge'),
        415: {
          description: 'The content type is not `application/json`.',
          content: { 'application/json': told('Unsupported Media Type: Content-Type must be application/json') },
        },
        503: refusal('Unavailable'),
      },
    },
  },
};

/** How programs that speak MCP send a key. */
export const BEARER = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The API key as a bearer token, at `/mcp` alone.' },
};
