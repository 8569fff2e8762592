// Which members of a body nobody reads: the body is walked beside the schemas of what its route
// takes. Names that the record of the same thing shows count as known, since programs change what
// they have read and send it back whole.
import { z } from 'zod';
import type { FormObject, FormValue } from '../form/decode.ts';

/**
 * What is not read. `isBlock`: a block of which nothing is read, so that it says nothing at all;
 * `inside` are its names.
 */
export type UnknownMember = { path: string; known: readonly string[]; isBlock: boolean; inside: readonly string[] };

/**
 * What may stand at a place: the shapes that a request may have there, and those of the record that
 * is shown.
 */
type Place = { taken: readonly z.ZodType[]; shown: readonly z.ZodType[] };

/** What is told at most. */
const SHOWN = 10;
/**
 * A request may hold a quarter of a million values: looking at all of them would keep everybody
 * waiting.
 */
const MOST_LOOKS = 20_000;

/**
 * The members of a body that are not known, the first ten.
 * @param taken shapes of the body that are understood
 * @param shown shapes of the record that a program may send back
 */
export function unknownMembers(body: FormObject, taken: readonly z.ZodType[], shown: readonly z.ZodType[]) {
  const walk = { found: new Map<string, UnknownMember>(), looks: 0 };
  lookInto(body, '', { taken: taken.flatMap(shapesOf), shown: shown.flatMap(shapesOf) }, walk);
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
  // Forms number the entries of an array in any way.
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
  const note = (member: string, isBlock: boolean, inside: readonly string[] = []) => {
    const general = member.replaceAll(/\[[^\]]*\]/g, '[]'); // what stands in each of many is told once
    if (walk.found.size < SHOWN && !walk.found.has(general))
      walk.found.set(general, { path: member, known: [...known], isBlock, inside });
  };
  const isOneOfMany = path.includes('['); // what is wrong with one must not refuse all
  if (understood === 0 && unknown.length > 0 && path !== '' && !isOneOfMany) note(path, true, unknown.slice(0, SHOWN));
  else for (const name of unknown) note(joined(path, name), false);
  for (const [name, inner] of below) {
    const block = value[name];
    if (block !== undefined) lookAt(block, joined(path, name), inner, walk);
  }
}

/** What stands at a place: its names, and the places below it that are worth a look. */
type View = {
  /** Any name may stand there. */
  isOpen: boolean;
  known: ReadonlySet<string>;
  readBack: ReadonlySet<string>;
  below: readonly (readonly [string, Place])[];
};

const views = new WeakMap<Place, View>();

/** Made once for a place: there may be ten thousand values at it. */
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

/** Empty members of a form ask for nothing. */
export function saysSomething(value: FormValue | undefined): boolean {
  if (value === undefined || value === null || value === '') return false;
  return typeof value !== 'object' || value instanceof Uint8Array || Object.keys(value).length > 0;
}

/** The shapes that a schema lets through, without what only says that it may be absent. */
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

/** Whether any name may stand in a shape. */
function isFree(shape: z.ZodType): boolean {
  if (!(shape instanceof z.ZodObject)) return shape instanceof z.ZodRecord;
  const { catchall } = shape.def;
  return catchall !== undefined && !(catchall instanceof z.ZodNever);
}

function namesOf(shapes: readonly z.ZodType[]): Set<string> {
  return new Set(shapes.flatMap((shape) => (shape instanceof z.ZodObject ? Object.keys(shape.shape) : [])));
}
