// A client of the interface, as an integrator would write it.

export type Client = {
  /** Calls an endpoint below /api with the key; throws the server's own message on failure. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** Requests any address of the server, without the key and without following redirects. */
  visit(address: string, init?: RequestInit): Promise<Response>;
};

/** A client for the server at `baseUrl`. */
export function newClient(baseUrl: string, apiKey: string): Client {
  return {
    async call<T>(method: string, path: string, body?: unknown): Promise<T> {
      const response = await fetch(`${baseUrl}/api${path}`, {
        method,
        headers: { 'X-Api-Key': apiKey, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const answer = (await response.json()) as { error?: unknown } & T;
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer.error)}`);
      return answer;
    },
    visit: (address, init) => fetch(new URL(address, baseUrl), { redirect: 'manual', ...init }),
  };
}
