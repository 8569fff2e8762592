// What the API reference says of the endpoint for programs that speak MCP, which is no route: its
// messages are those of JSON-RPC.

const message = (description: string, members: object) => ({
  type: 'object',
  description,
  required: ['jsonrpc'],
  properties: { jsonrpc: { type: 'string', const: '2.0', description: 'Always `2.0`.' }, ...members },
});
const id = { type: ['string', 'integer'], description: 'Identifies the request that this is, or answers.' };
const refusal = (name: string) => ({ $ref: `#/components/responses/${name}` });

/** What is wrong with the request, as its own side of the protocol tells it. */
const fault = {
  type: 'object',
  required: ['code', 'message'],
  properties: { code: { type: 'integer' }, message: { type: 'string', description: 'What is wrong, in English.' } },
};
const told = (text: string) => ({
  schema: message('A JSON-RPC message.', { id: { type: 'null' }, error: fault }),
  example: { jsonrpc: '2.0', error: { code: -32000, message: text }, id: null },
});

export const MCP_GROUP = { name: 'MCP', description: 'The operations as tools, for programs with a language model.' };

/** The paths of the document for it, without the operations' own. */
export const MCP_PATHS = {
  '/mcp': {
    post: {
      operationId: 'callTools',
      summary: 'Call the operations of this reference as tools over MCP',
      description:
        'Streamable HTTP without sessions, for the 2026-07-28 protocol and earlier ones. Tools have the names of the operations. Keys are read-only here unless their scope names `write` or `send`; `checkAudience` returns the token required for sending. Send the key as `Authorization: Bearer` or `X-Api-Key`.',
      tags: [MCP_GROUP.name],
      parameters: [
        {
          name: 'groups',
          in: 'query',
          description:
            'Only the tools of these groups of this reference, comma-separated, as `lists,list-fields,campaigns`. Default: all.',
          schema: { type: 'string' },
        },
      ],
      security: [{ bearer: [] }, { apiKey: [] }],
      requestBody: {
        description: 'A JSON-RPC message.',
        required: true,
        content: {
          'application/json': {
            schema: message('A JSON-RPC message.', {
              id,
              method: { type: 'string', description: 'The method: `tools/list`, `tools/call` and so on.' },
              params: { type: 'object', description: 'Parameters of the method.' },
            }),
            example: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'listLists', arguments: {} } },
          },
        },
      },
      responses: {
        200: {
          description: 'The answer. A refused tool call is reported in it, with `isError`.',
          content: {
            'application/json': {
              schema: message('A JSON-RPC message.', {
                id,
                result: { type: 'object', description: 'Result of the method.' },
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
        202: { description: 'A notification was accepted.' },
        400: refusal('BadRequest'),
        401: refusal('Unauthorized'),
        403: refusal('Forbidden'),
        406: {
          description:
            'For protocols before 2026-07-28: `Accept` must name both `application/json` and `text/event-stream`.',
          content: {
            'application/json': told('Not Acceptable: Client must accept both application/json and text/event-stream'),
          },
        },
        413: refusal('TooLarge'),
        415: {
          description: 'The content type is not `application/json`.',
          content: { 'application/json': told('Unsupported Media Type: Content-Type must be application/json') },
        },
        422: refusal('Invalid'),
        503: refusal('Unavailable'),
      },
    },
  },
};

/** How programs that speak MCP send a key. */
export const BEARER = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The API key as a bearer token, for `/mcp` only.' },
};
