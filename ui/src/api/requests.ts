// What a screen asks of the API, as curl would ask it.
import type { QueryClient } from '@tanstack/react-query';
import { api } from './client.ts';

export type AskedRequest = { method: string; path: string; curl: string };

let listen: ((request: Request) => void) | undefined;
api.use({
  onRequest({ request }) {
    listen?.(request.clone());
  },
});

/** Requests about the session are of a browser: a program has its key. */
const OF_SESSIONS = /^\/api\/(?:session|me)(?:\/|$)/;

/**
 * Asks anew for everything that is shown, and tells what that took; each request once.
 * @param queryClient the one whose answers the screen shows
 */
export async function requestsOfScreen(queryClient: QueryClient): Promise<AskedRequest[]> {
  const heard: Request[] = [];
  listen = (request) => heard.push(request);
  try {
    await queryClient.refetchQueries({ type: 'active' });
  } finally {
    listen = undefined;
  }
  const told = new Map<string, AskedRequest>();
  for (const request of heard) {
    const { pathname, search } = new URL(request.url);
    if (OF_SESSIONS.test(pathname)) continue;
    const curl = curlOf(request.method, request.url, await request.text());
    told.set(curl, { method: request.method, path: decodeURIComponent(pathname + search), curl });
  }
  return [...told.values()];
}

/** A command for a shell; the key comes from its environment. */
function curlOf(method: string, url: string, body: string): string {
  const parts = ['curl -sS', '-H "X-Api-Key: $MAILWRIGHT_KEY"'];
  if (method !== 'GET' && !(method === 'POST' && body !== '')) parts.push(`-X ${method}`);
  if (body !== '') parts.push("-H 'Content-Type: application/json'", `-d ${quoted(body)}`);
  // Brackets and braces would be patterns to curl.
  const literal = url.replace(/[[\]{}]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return [...parts, quoted(literal)].join(' ');
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
