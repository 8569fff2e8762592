// Nothing of a request is ignored in silence: a body of which nothing is known is refused or, where it is plain what was meant,
// taken out of its wrapper; what is not known of a listing's query is told in the answer (wire contract, section 3).
import { z } from 'zod';
import { AppError, type Faults } from '../kernel/errors.ts';
import { type FormObject, type FormValue, isFormObject } from './form/decode.ts';
import type { Call, Reply, Route } from './route.ts';

/** Wrappers in wrappers: `segment[general][name]`. */
const DEEPEST = 2;
const SHOWN = 10;
/** No request has so many members of its own; looking at a quarter of a million of them would keep everybody waiting. */
const MOST_NAMES = 1_000;

/** Handles a call with what is known of its body; adds to the answer what is not known of its query. */
export async function handledKnown(route: Route, call: Call): Promise<Reply> {
  const { body, faults } = knownBody(route, call.body);
  const reply = await route.handle({ ...call, body }).catch((error: unknown) => {
    if (!faults || !(error instanceof AppError) || !error.fields) throw error;
    throw new AppError('invalid', error.message, { ...error.fields, ...faults });
  });
  const warnings = queryWarnings(route, call.query);
  if (warnings.length === 0 || !('body' in reply)) return reply;
  const others = reply.body['warnings'];
  return { ...reply, body: { ...reply.body, warnings: [...(Array.isArray(others) ? others : []), ...warnings] } };
}

/**
 * The body, out of a wrapper that is not known where that is unambiguous. One of which nothing is known gives `faults`, to
 * be told beside what the handler will miss.
 * @throws AppError `invalid` where the handler would miss nothing
 */
function knownBody(route: Route, body: FormObject): { body: FormObject; faults?: Faults } {
  const { bodyNames: names } = namesOf(route);
  if (names && Object.keys(body).length > MOST_NAMES)
    throw new AppError('invalid', `The request names more than ${MOST_NAMES.toLocaleString('en')} members.`);
  const said = Object.keys(body).filter((name) => name !== '_method' && saysSomething(body[name]));
  if (!names || said.length === 0 || knows(names, body)) return { body };
  const inner = wrappedIn(body, names, DEEPEST);
  if (inner) return { body: inner };
  const known = [...names].join(', ');
  const faults = Object.fromEntries(
    said.slice(0, SHOWN).map((name) => [name, `Nothing of this is known here. Known are: ${known}.`]),
  );
  if (route.body && isPatient(route.body)) throw new AppError('invalid', 'Nothing of the request is known.', faults);
  return { body, faults };
}

/** Whether a body says something of the names; those in capitals are known in any case. */
export const knows = (names: ReadonlySet<string>, value: FormObject): boolean =>
  Object.keys(value).some((name) => names.has(name) || names.has(name.toUpperCase()));

/** The one object among the members that has known names, if there is one only. */
export function wrappedIn(body: FormObject, names: ReadonlySet<string>, depth: number): FormObject | undefined {
  const objects = Object.values(body).filter((value): value is FormObject => isFormObject(value));
  const found = objects.filter((value) => knows(names, value));
  if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  const inner = depth > 1 ? objects.map((value) => wrappedIn(value, names, depth - 1)) : [];
  const deeper = inner.filter((value) => value !== undefined);
  return deeper.length === 1 ? deeper[0] : undefined;
}

function saysSomething(value: FormValue | undefined): boolean {
  if (value === undefined || value === null || value === '') return false;
  return typeof value !== 'object' || value instanceof Uint8Array || Object.keys(value).length > 0;
}

/** Whether a request may leave out everything. */
function isPatient(schema: z.ZodType): boolean {
  return schema.safeParse({}).success;
}

type Names = { bodyNames: ReadonlySet<string> | undefined; queryNames: ReadonlySet<string> | undefined };
const ofRoutes = new WeakMap<Route, Names>();

/** What a route knows by name; the same for each of its requests, so looked for once. */
function namesOf(route: Route): Names {
  const { method, body, otherBody, query } = route;
  const found = ofRoutes.get(route) ?? {
    bodyNames: body && namesIn(otherBody ? z.union([body, otherBody]) : body),
    queryNames: method === 'GET' && query ? namesIn(query) : undefined,
  };
  ofRoutes.set(route, found);
  return found;
}

/** The names of a schema's members; undefined when any name may stand in it. */
function namesIn(schema: z.ZodType): Set<string> | undefined {
  if (schema instanceof z.ZodObject) {
    const { catchall } = schema.def;
    return catchall && !(catchall instanceof z.ZodNever) ? undefined : new Set(Object.keys(schema.shape));
  }
  if (schema instanceof z.ZodUnion) {
    const all = schema.options.map((option) => namesIn(option as z.ZodType));
    return all.some((names) => names === undefined) ? undefined : new Set(all.flatMap((names) => [...(names ?? [])]));
  }
  return undefined;
}

/** What programs add so that nobody answers from a cache. */
const CACHE_BUSTER = /^(?:_.*|\d+|t|ts|time|timestamp|cb|rnd|rand|random|nocache|cachebuster)$/i;

function queryWarnings(route: Route, query: FormObject): { member: string; message: string }[] {
  const { queryNames: names } = namesOf(route);
  if (!names?.has('page')) return [];
  const isKnown = (name: string) => [...names].some((known) => known.replace(/\[.*/, '') === name);
  const unknown = Object.keys(query).filter(
    (name) => !isKnown(name) && !CACHE_BUSTER.test(name) && query[name] !== '' && query[name] !== 'undefined',
  );
  if (unknown.length === 0) return [];
  const message = `This is not known here and was passed over. Known are: ${[...names].join(', ')}.`;
  return unknown.slice(0, SHOWN).map((member) => ({ member, message }));
}
