// For tests of the endpoint for programs that speak MCP: an application that listens, and clients
// of the kit.
import type { AddressInfo } from 'node:net';
import { before } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { addKey } from '../../src/accounts/keys/keys.ts';
import type { TestApp } from './app.ts';
import type { TestEngine } from './stores.ts';
import { suiteApp } from './suite.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Any = any;
type ToolAnswer = { isError: boolean; body: Any };
export type Connected = {
  client: Client;
  call(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
  names(): Promise<string[]>;
};
export type McpSuite = {
  app(): TestApp;
  address(): string;
  /** A new key; of the application's customer, unless another is named. */
  keyWith(scope: string, customerId?: number): Promise<string>;
  /** @param query of the address, with its question mark */
  connect(
    t: { after(close: () => Promise<void>): void },
    key: string,
    mode?: 'auto' | 'legacy',
    query?: string,
  ): Promise<Connected>;
};

/** Opens the application before the first test of the suite. */
export function suiteMcp(engine: TestEngine): McpSuite {
  const suite = suiteApp(engine);
  let address = '';
  before(async () => {
    await suite().app.listen({ host: '127.0.0.1', port: 0 });
    address = `http://127.0.0.1:${(suite().app.server.address() as AddressInfo).port}/api/mcp`;
  });
  return {
    app: suite,
    address: () => address,
    keyWith: async (scope, customerId = suite().customer.id) =>
      (await addKey(suite().db, { customerId, name: scope, scope }, suite().clock)).key,
    async connect(t, key, mode = 'auto', query = '') {
      const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
      const headers: Record<string, string> =
        mode === 'auto' ? { authorization: `Bearer ${key}` } : { 'x-api-key': key };
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${address}${query}`), { requestInit: { headers } }),
      );
      t.after(() => client.close());
      return {
        client,
        async call(name, args = {}) {
          const { content, isError = false } = await client.callTool({ name, arguments: args });
          const [first] = content;
          const text = first?.type === 'text' ? first.text : '';
          return { isError: isError === true, body: text.startsWith('{') ? JSON.parse(text) : text };
        },
        names: async () => (await client.listTools()).tools.map(({ name }) => name),
      };
    },
  };
}
