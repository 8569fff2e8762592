// Makes the request of a call: address, headers and body. Pure.
import type { CallOptions, FileBody } from './types.ts';

/** How an operation is called over HTTP. */
export type Operation = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`, with `{name}` for members of the path. */
  readonly path: string;
  /** A member whose own members are query parameters. */
  readonly spread?: string;
  /** The media type of a body that is a file. */
  readonly sends?: string;
  /** Whether the answer is a file or a stream. */
  readonly givesFile?: true;
};

export type Prepared = { url: string; init: RequestInit & { duplex?: 'half' }; isRepeatable: boolean };

/**
 * @param api the address that paths are below
 * @param input members of path and query, and `body`
 * @throws TypeError when a member of the path is missing, or is dots: an address loses those with
 * the part before them (URL Standard, section 4.4), and would be that of another operation
 */
export function prepare(
  operation: Operation,
  {
    api,
    input,
    headers,
    options,
  }: { api: string; input: Input; headers: Record<string, string>; options: CallOptions },
): Prepared {
  const { body, ...members } = input;
  const inPath = new Set<string>();
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name);
    const value = members[name];
    if (value === undefined || value === null || value === '') throw new TypeError(`The member ${name} is missing.`);
    if (/^\.{1,2}$/.test(String(value))) throw new TypeError(`The member ${name} cannot be "${value}".`);
    return encodeURIComponent(String(value));
  });
  const query = Object.entries(members).filter(([name]) => !inPath.has(name));
  const text = queryText(query, operation.spread);
  const all = new Headers({ accept: 'application/json', ...headers });
  const { idempotencyKey = newKey() } = options;
  if (operation.method === 'POST' && idempotencyKey !== false) all.set('idempotency-key', idempotencyKey);
  if (options.ifMatch !== undefined) all.set('if-match', options.ifMatch);
  for (const [name, value] of Object.entries(options.headers ?? {})) all.set(name, value);
  const { content, type, isStream } = bodyOf(operation, body);
  if (type !== undefined && !all.has('content-type')) all.set('content-type', type);
  return {
    url: `${api}${path}${text === '' ? '' : `?${text}`}`,
    init: {
      method: operation.method,
      headers: all,
      redirect: 'manual', // elsewhere nobody is to get the key
      credentials: 'omit',
      ...(content !== undefined && { body: content }),
      ...(isStream && { duplex: 'half' as const }),
    },
    isRepeatable: !isStream && (operation.method === 'GET' || all.has('idempotency-key')),
  };
}

export type Input = Readonly<Record<string, unknown>>;

function queryText(members: readonly (readonly [string, unknown])[], spread: string | undefined): string {
  const query = new URLSearchParams();
  for (const [name, value] of members) {
    if (typeof value !== 'object' || value === null) add(query, name, value);
    else
      for (const [inner, one] of Object.entries(value)) {
        add(query, name === spread ? inner : `${name}[${Array.isArray(value) ? '' : inner}]`, one);
      }
  }
  return query.toString();
}

function add(query: URLSearchParams, name: string, value: unknown): void {
  if (value !== undefined && value !== null) query.append(name, String(value));
}

function bodyOf({ method, sends }: Operation, body: unknown): { content?: FileBody; type?: string; isStream: boolean } {
  if (body === undefined) return { isStream: false };
  if (sends === undefined) return { content: JSON.stringify(body), type: 'application/json', isStream: false };
  if (method === 'GET') return { isStream: false };
  const isStream = typeof ReadableStream !== 'undefined' && body instanceof ReadableStream;
  return { content: body as FileBody, type: sends, isStream };
}

/** 128 random bits. `crypto.randomUUID` is missing on pages without https. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
