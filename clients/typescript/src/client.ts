// The client: a method for each operation of the API, and iterators over its listings.
import { send } from './attempts.ts';
import { type Methods, OPERATIONS } from './operations.ts';
import { pagesOf } from './pages.ts';
import { type Input, prepare } from './request.ts';
import type { CallOptions, ListingName, OperationName, Output, Parameters, RecordOf } from './types.ts';

export type ClientOptions = {
  /** The address of the server, `https://mail.example.com`, with or without `/api`. */
  baseUrl: string;
  apiKey: string;
  /** Timeout per attempt, in ms. Defaults to 60 seconds. */
  timeout?: number;
  /**
   * Maximum number of retries of a failed call, with growing pauses: for a GET, and for a POST,
   * which carries an `Idempotency-Key` so that it is done once. Defaults to 3.
   */
  retries?: number;
  /** Headers sent with every request. */
  headers?: Readonly<Record<string, string>>;
  /** Defaults to the global `fetch`. */
  fetch?: typeof globalThis.fetch;
};

/** An answer with its HTTP status and headers. */
export type Exchange<Name extends OperationName> = {
  body: Output<Name>;
  status: number;
  headers: Headers;
  /** `X-Request-Id`, which identifies the request in the server’s log. */
  requestId: string | undefined;
};

export type Client = Methods & {
  /** Like the method of that name, but also returns status and headers. */
  exchange<Name extends OperationName>(name: Name, ...parameters: Parameters<Name>): Promise<Exchange<Name>>;
  /** The pages of a listing, requested one after the other. */
  pages<Name extends ListingName>(name: Name, ...parameters: Parameters<Name>): AsyncGenerator<Output<Name>>;
  /** The records of a listing, page after page. */
  each<Name extends ListingName>(name: Name, ...parameters: Parameters<Name>): AsyncGenerator<RecordOf<Name>>;
};

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_RETRIES = 3;

/** Creates a client for a server and an API key. */
export function newClient({ baseUrl, apiKey, headers = {}, ...defaults }: ClientOptions): Client {
  const api = apiAddress(baseUrl);

  async function exchange(name: OperationName, input: Input = {}, options: CallOptions = {}) {
    const operation = OPERATIONS[name];
    const request = prepare(operation, { api, input, headers: { ...headers, 'x-api-key': apiKey }, options });
    const { response, body } = await send(request, {
      operation: name,
      fetch: defaults.fetch ?? globalThis.fetch,
      signal: options.signal,
      timeout: options.timeout ?? defaults.timeout ?? DEFAULT_TIMEOUT_MS,
      retries: options.retries ?? defaults.retries ?? DEFAULT_RETRIES,
      givesFile: operation.givesFile === true,
    });
    return {
      body: operation.givesFile ? response : body,
      status: response.status,
      headers: response.headers,
      requestId: response.headers.get('x-request-id') ?? undefined,
    };
  }

  const call = async (name: OperationName, input?: Input, options?: CallOptions) =>
    (await exchange(name, input, options)).body;
  const pages = (name: ListingName, input: Input = {}, options: CallOptions = {}) =>
    pagesOf((more) => call(name, { ...input, ...more }, options));
  async function* each(name: ListingName, input?: Input, options?: CallOptions) {
    for await (const { data } of pages(name, input, options)) yield* data.records;
  }
  const names = Object.keys(OPERATIONS) as OperationName[];
  const methods = Object.fromEntries(
    names.map((name) => [name, (input?: Input, options?: CallOptions) => call(name, input, options)]),
  );
  return { ...methods, exchange, pages, each } as unknown as Client;
}

/** Where paths begin: at `/api`, or `/api/index.php`. @throws TypeError for an invalid URL */
function apiAddress(baseUrl: string): string {
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new TypeError(
      `The baseUrl is "${baseUrl}": give the whole address of the server, such as https://mail.example.com.`,
    );
  const url = new URL(baseUrl);
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${/\/api(\/index\.php)?$/.test(path) ? path : `${path}/api`}`;
}
