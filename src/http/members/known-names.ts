// Nothing of a request is ignored in silence: a body, or a block in it, of which nothing is known
// is refused or, where it is plain what was meant, taken out of its wrapper; other members, and
// parameters of a listing, that are not known are told in the answer (wire contract, section 3).
import { z } from 'zod';
import { AppError, type Faults } from '../../kernel/errors.ts';
import { type FormObject, isFormObject } from '../form/decode.ts';
import type { Call, Reply, Route } from '../route.ts';
import { saysSomething, type UnknownMember, unknownMembers } from './unknown-members.ts';

/** Wrappers in wrappers: `segment[general][name]`. */
const DEEPEST = 2;
const SHOWN = 10;
/**
 * No request has so many members of its own; looking at a quarter of a million of them would keep
 * everybody waiting.
 */
const MOST_NAMES = 1_000;

/** Something of a request that was passed over. */
export type Told = { member: string; message: string };

/**
 * Handles a call with what is known of its body; adds to the answer what is not known of its body
 * and query.
 * @param shown the record that the same path shows, if there is one: what a program read, it may
 * send back
 */
export async function handledKnown(route: Route, call: Call, shown?: z.ZodType): Promise<Reply> {
  const { body, faults, told } = knownBody(route, call.body, shown);
  const reply = await route.handle({ ...call, body }).catch((error: unknown) => {
    if (!faults || !(error instanceof AppError) || !error.fields) throw error;
    throw new AppError('invalid', error.message, { ...error.fields, ...faults });
  });
  const warnings = [...told, ...queryWarnings(route, call.query)];
  if (warnings.length === 0 || !('body' in reply)) return reply;
  const others = reply.body['warnings'];
  return { ...reply, body: { ...reply.body, warnings: [...(Array.isArray(others) ? others : []), ...warnings] } };
}

/**
 * By route, the schema of the record that it shows when it is read: at the same path, or one step
 * below.
 */
export function shownRecords(routes: readonly Route[]): Map<Route, z.ZodType> {
  const found = new Map<Route, z.ZodType>();
  for (const route of routes) {
    if (!route.body) continue;
    const readers = routes.filter(({ method, path }) => {
      if (method !== 'GET') return false;
      return path === route.path || (path.startsWith(`${route.path}/:`) && !path.includes('/', route.path.length + 1));
    });
    const records = readers.flatMap(({ answer }) => recordIn(answer) ?? []);
    const [first] = records;
    if (first) found.set(route, records.length > 1 ? z.union(records) : first);
  }
  return found;
}

/** `data.record` of an answer, else `data`. */
function recordIn(answer: z.ZodType): z.ZodType | undefined {
  const data = memberOf(answer, 'data');
  return data && (memberOf(data, 'record') ?? data);
}

function memberOf(schema: z.ZodType, name: string): z.ZodType | undefined {
  return schema instanceof z.ZodObject ? (schema.shape[name] as z.ZodType | undefined) : undefined;
}

type Known = { body: FormObject; faults?: Faults; told: Told[] };

/**
 * The body, out of its wrapper, also out of one that is not known where that is unambiguous. One of
 * which nothing is known gives `faults`, to be told beside what the handler will miss.
 * @throws AppError `invalid` where the handler would miss nothing
 */
function knownBody(route: Route, sent: FormObject, shown: z.ZodType | undefined): Known {
  const wrapper = route.wrappers?.find((name) => isFormObject(sent[name]));
  const { body, told } = wrapper === undefined ? { body: sent, told: [] } : unwrapped(sent, wrapper);
  const { bodyNames: names } = namesOf(route);
  if (names && Object.keys(body).length > MOST_NAMES)
    throw new AppError('invalid', `The request names more than ${MOST_NAMES.toLocaleString('en')} members.`);
  const said = Object.keys(body).filter((name) => name !== '_method' && saysSomething(body[name]));
  if (said.length === 0 || (names && knows(names, body)) || !names) {
    return { body, told: [...told, ...toldOf(route, body, shown)] };
  }
  const inner = wrappedIn(body, names, DEEPEST);
  if (inner) return { body: inner, told: [...told, ...toldOf(route, inner, shown)] };
  const known = [...names].join(', ');
  const faults = Object.fromEntries(
    said.slice(0, SHOWN).map((name) => [name, `Nothing of this is known here. Known are: ${known}.`]),
  );
  if (route.body && isPatient(route.body)) throw new AppError('invalid', 'Nothing of the request is known.', faults);
  return { body, faults, told };
}

/** The members in a wrapper; what says something beside it is told. */
function unwrapped(sent: FormObject, wrapper: string): { body: FormObject; told: Told[] } {
  const inner = sent[wrapper];
  const beside = Object.keys(sent).filter(
    (name) => name !== wrapper && name !== '_method' && saysSomething(sent[name]),
  );
  const message = `This stands beside ${wrapper} and was passed over: members stand in it, or all of them directly.`;
  const told = beside.slice(0, SHOWN).map((member) => ({ member, message }));
  return { body: isFormObject(inner) ? inner : sent, told };
}

/**
 * What is not known of a body, as warnings. @throws AppError `invalid` for a block of which nothing
 * is known
 */
function toldOf({ body, otherBody }: Route, sent: FormObject, shown: z.ZodType | undefined): Told[] {
  if (!body) return [];
  const unknown = unknownMembers(sent, otherBody ? [body, otherBody] : [body], shown ? [shown] : []);
  const blocks = unknown.filter(({ isBlock }) => isBlock);
  if (blocks.length > 0) {
    const faults = Object.fromEntries(blocks.map((block) => [block.path, blockFault(block)]));
    throw new AppError('invalid', 'Nothing of a block is known.', faults);
  }
  return unknown.map(({ path, known }) => ({ member: path, message: passedOver(known) }));
}

const blockFault = ({ inside, known }: UnknownMember) =>
  `Nothing of this is known here: ${inside.join(', ')}. Known are: ${known.join(', ')}.`;

/** Text of a warning about a member that was not read. */
export const passedOver = (known: Iterable<string>) =>
  `This is not known here and was passed over. Known are: ${[...known].join(', ')}.`;

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

function queryWarnings(route: Route, query: FormObject): Told[] {
  const { queryNames: names } = namesOf(route);
  if (!names?.has('page')) return [];
  const isKnown = (name: string) => [...names].some((known) => known.replace(/\[.*/, '') === name);
  const unknown = Object.keys(query).filter(
    (name) => !isKnown(name) && !CACHE_BUSTER.test(name) && query[name] !== '' && query[name] !== 'undefined',
  );
  return unknown.slice(0, SHOWN).map((member) => ({ member, message: passedOver(names) }));
}
