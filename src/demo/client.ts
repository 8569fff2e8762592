// What the demo uses of a server: the interface, through the client that integrators use, and any
// other address as a recipient's mail program would.
import { type Client as ApiClient, newClient as newApiClient } from '../../clients/typescript/src/client.ts';

export type Client = {
  /** The interface, with the key. */
  api: ApiClient;
  /** Requests any address of the server, without the key and without following redirects. */
  visit(address: string, init?: RequestInit): Promise<Response>;
};

/** A client for the server at `baseUrl`. */
export function newClient(baseUrl: string, apiKey: string): Client {
  return {
    api: newApiClient({ baseUrl, apiKey }),
    visit: (address, init) => fetch(new URL(address, baseUrl), { redirect: 'manual', ...init }),
  };
}
