// Finds members of a body that nothing reads, by comparing it with the schemas of its route. Names
// in the record of the same thing count as known, since programs change what they have read and
// send it back whole.
import { z } from 'zod';
import { type FormObject, type FormValue, scalarText } from '../form/decode.ts';

/** An unknown member. `inside`: of a block without any known member, the names in it. */
export type UnknownMember = { path: string; known: readonly string[]; inside: readonly string[] | undefined };

/** The shapes that a place may have: in requests, and in the record that is shown. */
export type Place = { taken: readonly z.ZodType[]; shown: readonly z.ZodType[] };

/** The most that are reported. */
const SHOWN = 10;
/**
 * A request may have a quarter of a million values: examining all of them would keep everybody
 * waiting.
 */
const MOST_LOOKS = 20_000;

/**
 * The shapes of a whole body, to be found once for all requests.
 * @param taken those that are understood
 * @param shown those of the record that a program may send back
 */
export function placeOf(taken: readonly z.ZodType[], shown: readonly z.ZodType[]): Place {
  return { taken: taken.flatMap(shapesOf), shown: shown.flatMap(shapesOf) };
}

/** The unknown members of a body, the first ten. */
export function unknownMembers(body: FormObject, place: Place): UnknownMember[] {
  const walk = { found: new Map<string, UnknownMember>(), looks: 0 };
  lookInto(body, '', place, walk);
  return [...walk.found.values()];
}

type Walk = { found: Map<string, UnknownMember>; looks: number };

function lookAt(value: FormValue, path: string, at: Place, walk: Walk): void {
  if (walk.found.size >= SHOWN || walk.looks > MOST_LOOKS || typeof value !== 'object' || value === null) return;
  if (value instanceof Uint8Array) return;
  if (!Array.isArray(value) && at.taken.some((shape) => shape instanceof z.ZodObject)) {
    lookInto(value, path, at, walk);
    return;
  }
  // Forms may number the entries of an array in any way.
  const taken = at.taken.flatMap((shape) => (shape instanceof z.ZodArray ? shapesOf(elementOf(shape)) : []));
  const shown = at.shown.flatMap((shape) => (shape instanceof z.ZodArray ? shapesOf(elementOf(shape)) : []));
  if (taken.length === 0) return;
  const place = { taken, shown };
  for (const [key, entry] of Object.entries(value)) lookAt(entry, `${path}[${key}]`, place, walk);
}

function lookInto(value: FormObject, path: string, place: Place, walk: Walk): void {
  const { isOpen, known, readBack, below } = seenFrom(place);
  if (isOpen) {
    for (const [name, inner] of below) {
      const block = value[name];
      if (block !== undefined) lookAt(block, joined(path, name), inner, walk);
    }
    return;
  }
  const isKnown = (name: string) => known.has(name) || known.has(name.toUpperCase());
  const unknown: string[] = [];
  let understood = 0;
  for (const name of Object.keys(value)) {
    walk.looks += 1;
    if (!saysSomething(value[name]) || (path === '' && name === '_method')) continue;
    if (!isKnown(name) && !readBack.has(name)) unknown.push(name);
    else understood += 1;
  }
  const note = (member: string, inside?: readonly string[]) => {
    const general = member.replaceAll(/\[[^[\]]*\]/g, '[]'); // what stands in each of many is told once
    if (walk.found.size < SHOWN && !walk.found.has(general))
      walk.found.set(general, { path: member, known: [...known], inside });
  };
  const isOneOfMany = path.includes('['); // what is wrong with one must not refuse all
  const isMistaken = path !== '' && !isOneOfMany && !isOfOtherServers(value, path, unknown);
  if (understood === 0 && unknown.length > 0 && isMistaken) note(path, unknown.slice(0, SHOWN));
  else for (const name of unknown) note(joined(path, name));
  for (const [name, inner] of below) {
    const block = value[name];
    if (block !== undefined) lookAt(block, joined(path, name), inner, walk);
  }
}

/**
 * Whether a block without known members holds options of other servers of the interface, which are
 * passed over (wire contract, section 6); anything but single values among them is a mistake.
 */
function isOfOtherServers(value: FormObject, path: string, unknown: readonly string[]): boolean {
  return path === 'options' && unknown.every((name) => scalarText(value[name]) !== undefined);
}

/** The names at a place, and the places below it that must be examined. */
type View = {
  /** Any name is allowed. */
  isOpen: boolean;
  known: ReadonlySet<string>;
  readBack: ReadonlySet<string>;
  below: readonly (readonly [string, Place])[];
};

const views = new WeakMap<Place, View>();

/** Made once for a place, which may have ten thousand values. */
function seenFrom(place: Place): View {
  const made = views.get(place);
  if (made) return made;
  const { taken, shown } = place;
  const known = namesOf(taken);
  const childrenOf = (shapes: readonly z.ZodType[], name: string) =>
    shapes.flatMap((shape) => {
      const child = shape instanceof z.ZodObject && Object.hasOwn(shape.shape, name) ? shape.shape[name] : undefined;
      return child ? shapesOf(child as z.ZodType) : [];
    });
  const below = [...known]
    .map((name) => [name, { taken: childrenOf(taken, name), shown: childrenOf(shown, name) }] as const)
    .filter(([, inner]) => inner.taken.some((shape) => shape instanceof z.ZodObject || shape instanceof z.ZodArray));
  const view = { isOpen: taken.some(isFree), known, readBack: namesOf(shown), below };
  views.set(place, view);
  return view;
}

const joined = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

/** Whether a member has a value; empty members of a form have none. */
export function saysSomething(value: FormValue | undefined): boolean {
  if (value === undefined || value === null || value === '') return false;
  return typeof value !== 'object' || value instanceof Uint8Array || Object.keys(value).length > 0;
}

/** The alternatives of a schema, without wrappers that only make it optional. */
function shapesOf(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return shapesOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodPipe) return shapesOf(schema.out as z.ZodType);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => shapesOf(option as z.ZodType));
  if (schema instanceof z.ZodIntersection) {
    return [...shapesOf(schema.def.left as z.ZodType), ...shapesOf(schema.def.right as z.ZodType)];
  }
  return [schema];
}

const elementOf = (shape: z.ZodArray) => shape.element as z.ZodType;

/** Whether a shape allows any name. */
function isFree(shape: z.ZodType): boolean {
  if (!(shape instanceof z.ZodObject)) return shape instanceof z.ZodRecord;
  const { catchall } = shape.def;
  return catchall !== undefined && !(catchall instanceof z.ZodNever);
}

function namesOf(shapes: readonly z.ZodType[]): Set<string> {
  return new Set(shapes.flatMap((shape) => (shape instanceof z.ZodObject ? Object.keys(shape.shape) : [])));
}
