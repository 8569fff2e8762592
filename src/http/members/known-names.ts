// Makes sure that nothing of a request is ignored in silence. A body, or a block in it, without any
// known member is refused or, where the intention is clear, taken out of its wrapper; other unknown
// members, and unknown parameters of a listing, are reported as warnings in the answer (wire
// contract, section 3).
import { z } from 'zod';
import { AppError, type Faults, type Warning } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { countText } from '../../kernel/text/counted.ts';
import { type FormObject, isFormObject } from '../form/decode.ts';
import type { Call, Reply, Route } from '../route.ts';
import { madeOf } from './schema.ts';
import { type Place, placeOf, saysSomething, unknownMembers } from './unknown-members.ts';

/** Wrappers may be nested: `segment[general][name]`. */
const DEEPEST = 2;
const SHOWN = 10;
/**
 * No request has so many members of its own; examining a quarter of a million would keep everybody
 * waiting.
 */
const MOST_NAMES = 1_000;

/**
 * Handles a call with the known members of its body; adds warnings about unknown members of body
 * and query to the answer.
 * @param shown the record that the same path shows, if any: programs may send back what they read
 */
export async function handleWithWarnings(route: Route, call: Call, shown?: ShownRecord): Promise<Reply> {
  const {
    body,
    faults,
    warnings: ofBody,
  } = route.body
    ? knownBody(route, call.body, shown)
    : { body: call.body, faults: undefined, warnings: strayWarnings(route, call.body) };
  call.body = body;
  const reply = await route.handle(call).catch((error: unknown) => {
    if (!faults || !(error instanceof AppError) || !error.faults) throw error;
    throw new AppError('invalid', error.message, { faults: { ...error.faults, ...faults } });
  });
  const warnings = [...ofBody, ...queryWarnings(route, call.query)];
  if (warnings.length === 0 || !('body' in reply)) return reply;
  const others = reply.body['warnings'];
  return { ...reply, body: { ...reply.body, warnings: [...(Array.isArray(others) ? others : []), ...warnings] } };
}

/** The schemas of a record that programs may send back; made when they are asked for. */
export type ShownRecord = () => z.ZodType[];

/**
 * For each route, the schema of the record that is read at the same path, or one step below.
 */
export function shownRecords(routes: readonly Route[]): Map<Route, ShownRecord> {
  const found = new Map<Route, ShownRecord>();
  for (const route of routes) {
    if (!route.body) continue;
    const readers = routes.filter(({ method, path }) => {
      if (method !== 'GET') return false;
      return path === route.path || (path.startsWith(`${route.path}/:`) && !path.includes('/', route.path.length + 1));
    });
    if (readers.length === 0) continue;
    found.set(route, () => readers.flatMap(({ answer }) => recordIn(madeOf(answer)) ?? []));
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

type CheckedBody = { body: FormObject; faults?: Faults; warnings: Warning[] };

/**
 * The body without its wrapper, also without an unknown one where that is unambiguous. A body
 * without known members gives `faults`, reported together with the members that the handler misses.
 * @throws AppError `invalid` where the handler requires no member
 */
function knownBody(route: Route, sent: FormObject, shown: ShownRecord | undefined): CheckedBody {
  const wrapper = route.wrappers?.find((name) => isFormObject(sent[name]));
  const { body, warnings } = wrapper === undefined ? { body: sent, warnings: [] } : unwrapped(sent, wrapper);
  const { bodyNames: names } = namesOf(route);
  if (names && Object.keys(body).length > MOST_NAMES)
    throw new AppError('invalid', say('request-many-members', { most: countText(MOST_NAMES) }));
  const said = Object.keys(body).filter((name) => name !== '_method' && saysSomething(body[name]));
  if (said.length === 0 || (names && knows(names, body)) || !names) {
    return { body, warnings: [...warnings, ...unknownMemberWarnings(route, body, shown)] };
  }
  const inner = wrappedIn(body, names, DEEPEST);
  if (inner) return { body: inner, warnings: [...warnings, ...unknownMemberWarnings(route, inner, shown)] };
  const known = [...names].join(', ');
  const faults = Object.fromEntries(said.slice(0, SHOWN).map((name) => [name, say('member-nothing-known', { known })]));
  if (route.body && isPatient(madeOf(route.body)))
    throw new AppError('invalid', say('request-nothing-known'), { faults });
  return { body, faults, warnings };
}

/**
 * Warnings about members that a call got which takes none (a name for a copy). Those of DELETE and
 * GET are ignored, as clients send them with every call (wire contract, section 3).
 */
function strayWarnings({ method, upload, query }: Route, sent: FormObject): Warning[] {
  if (upload || (method !== 'POST' && method !== 'PUT')) return [];
  const inQuery = query && namesIn(madeOf(query));
  const place = inQuery ? ` In the query it takes: ${[...inQuery].join(', ')}.` : '';
  const message = `This call reads nothing of its body, and this was passed over.${place}`;
  const said = Object.keys(sent).filter((name) => name !== '_method' && saysSomething(sent[name]));
  return said.slice(0, SHOWN).map((member) => ({ member, message }));
}

/** The members in a wrapper, with warnings about members beside it. */
function unwrapped(sent: FormObject, wrapper: string): { body: FormObject; warnings: Warning[] } {
  const inner = sent[wrapper];
  const beside = Object.keys(sent).filter(
    (name) => name !== wrapper && name !== '_method' && saysSomething(sent[name]),
  );
  const message = `This stands beside ${wrapper} and was passed over: members stand in it, or all of them directly.`;
  const warnings = beside.slice(0, SHOWN).map((member) => ({ member, message }));
  return { body: isFormObject(inner) ? inner : sent, warnings };
}

/**
 * Warnings about unknown members of a body. @throws AppError `invalid` for a block without any
 * known member
 */
function unknownMemberWarnings(route: Route, sent: FormObject, shown: ShownRecord | undefined): Warning[] {
  const place = bodyPlace(route, shown);
  if (!place) return [];
  const unknown = unknownMembers(sent, place);
  const blocks = unknown.flatMap(({ path, known, inside }) => (inside ? [[path, blockFault(inside, known)]] : []));
  if (blocks.length > 0) {
    const faults: Faults = Object.fromEntries(blocks);
    throw new AppError('invalid', say('request-block-unknown'), { faults });
  }
  return unknown.map(({ path, known }) => ({ member: path, message: passedOver(known) }));
}

type BodyPlace = { place: Place; shown: ShownRecord | undefined };
const bodyPlaces = new WeakMap<Route, BodyPlace>();

/** The shapes of a route's body; found once. */
function bodyPlace(route: Route, shown: ShownRecord | undefined): Place | undefined {
  const { body, otherBody } = route;
  if (!body) return undefined;
  const known = bodyPlaces.get(route);
  if (known && known.shown === shown) return known.place;
  const place = placeOf([body, ...(otherBody ? [otherBody] : [])].map(madeOf), shown?.() ?? []);
  bodyPlaces.set(route, { place, shown });
  return place;
}

const blockFault = (inside: readonly string[], known: readonly string[]) =>
  say('member-nothing-known-inside', { inside: inside.join(', '), known: known.join(', ') });

/** The warning about an unknown member. */
export const passedOver = (known: Iterable<string>) =>
  `This is not known here and was passed over. Known are: ${[...known].join(', ')}.`;

/** Whether a body has any of the names; those in capitals match in any case. */
export const knows = (names: ReadonlySet<string>, value: FormObject): boolean =>
  Object.keys(value).some((name) => names.has(name) || names.has(name.toUpperCase()));

/** The one object among the members that has known names, if there is only one. */
export function wrappedIn(body: FormObject, names: ReadonlySet<string>, depth: number): FormObject | undefined {
  const objects = Object.values(body).filter((value): value is FormObject => isFormObject(value));
  const found = objects.filter((value) => knows(names, value));
  if (found.length > 0) return found.length === 1 ? found[0] : undefined;
  const inner = depth > 1 ? objects.map((value) => wrappedIn(value, names, depth - 1)) : [];
  const deeper = inner.filter((value) => value !== undefined);
  return deeper.length === 1 ? deeper[0] : undefined;
}

/** Whether a request may leave out all members. */
function isPatient(schema: z.ZodType): boolean {
  return schema.safeParse({}).success;
}

type Names = {
  bodyNames: ReadonlySet<string> | undefined;
  queryNames: ReadonlySet<string> | undefined;
  /** Those of the query without brackets. */
  plainNames: ReadonlySet<string> | undefined;
};
const ofRoutes = new WeakMap<Route, Names>();

/** The names that a route knows; the same for each request, so they are collected once. */
function namesOf(route: Route): Names {
  const { method, body, otherBody, query } = route;
  const known = ofRoutes.get(route);
  if (known) return known;
  const queryNames = method === 'GET' && query ? namesIn(madeOf(query)) : undefined;
  const found = {
    bodyNames: body && namesIn(otherBody ? z.union([madeOf(body), madeOf(otherBody)]) : madeOf(body)),
    queryNames,
    plainNames: queryNames && new Set([...queryNames].map((name) => name.replace(/\[.*/, ''))),
  };
  ofRoutes.set(route, found);
  return found;
}

/** The names of a schema's members; undefined when any name is allowed. */
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

/** Parameters that programs add to avoid caches. */
const CACHE_BUSTER = /^(?:_.*|\d+|t|ts|time|timestamp|cb|rnd|rand|random|nocache|cachebuster)$/i;

function queryWarnings(route: Route, query: FormObject): Warning[] {
  const { queryNames: names, plainNames } = namesOf(route);
  if (!names?.has('page') && !names?.has('after')) return [];
  const unknown = Object.keys(query).filter(
    (name) => !plainNames?.has(name) && !CACHE_BUSTER.test(name) && query[name] !== '' && query[name] !== 'undefined',
  );
  return unknown.slice(0, SHOWN).map((member) => ({ member, message: passedOver(names) }));
}
