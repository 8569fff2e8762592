// Calls an operation as a request of its own through the same door as any program's: the key, its
// rights, places and limits, validation, the audit and the log are those of HTTP.
import type { FastifyInstance } from 'fastify';
import { pathNames } from '../http/openapi/parameters.ts';
import type { Route } from '../http/route.ts';

/** What an operation is called with. */
export type Arguments = Readonly<Record<string, unknown>>;
export type Answer = { status: number; etag: string | undefined; body: unknown };

/** Calls a route. `ifMatch`: the revision that a change is made for. */
export type Door = (route: Route, given: Arguments, options?: { ifMatch?: string | undefined }) => Promise<Answer>;

/** From where a request came, and whose it is: what its calls say of themselves. */
export type Origin = { headers: Readonly<Record<string, string>>; address: string };

/** The door of an application for the calls of one request. */
export function doorOf(app: FastifyInstance, { headers, address }: Origin, free: string): Door {
  return async (route, given, { ifMatch } = {}) => {
    const { body, ...members } = given;
    if (pathNames(route.path).some((name) => leadsAway(members[name]))) return NOTHING_THERE;
    const answer = await app.inject({
      method: route.method,
      url: `/api${addressOf(route, members, free)}`,
      remoteAddress: address,
      headers: {
        ...headers,
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    const etag = answer.headers.etag;
    return { status: answer.statusCode, etag: typeof etag === 'string' ? etag : undefined, body: parsed(answer.body) };
  };
}

/**
 * Whether a part of an address is no name, but would make it that of another operation: dots, or
 * nothing, as an empty list is written.
 */
const leadsAway = (part: unknown) => !/^(?:string|number)$/.test(typeof part) || /^\.{0,2}$/.test(String(part));

const NOTHING_THERE: Answer = {
  status: 404,
  etag: undefined,
  body: { status: 'error', error: 'There is nothing with this name.' },
};

function addressOf(route: Route, members: Arguments, free: string): string {
  const inPath = pathNames(route.path);
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => inAddress(String(members[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) {
    if (inPath.includes(name) || value === undefined || value === null) continue;
    if (typeof value !== 'object') query.append(name, String(value));
    else
      for (const [inner, one] of Object.entries(value))
        query.append(name === free ? inner : `${name}[${inner}]`, String(one));
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Half of a character, which JSON can say and no address, counts as U+FFFD. */
const inAddress = (part: string) => encodeURIComponent(part.toWellFormed());

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
