// The values of a decoded request, and the limits of every encoding (wire contract, section 3).
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { countText } from '../../kernel/text/counted.ts';

/**
 * A value of a decoded request. Bytes come from the parts of a multipart body and from urlencoded
 * zip files only, numbers and booleans from JSON only.
 */
export type FormValue = string | number | boolean | null | Uint8Array | FormValue[] | FormObject;

/** Named values, without prototype: `__proto__` and `constructor` are names like any other. */
export type FormObject = { [name: string]: FormValue };

/** Levels of objects and arrays below the outermost object. */
export const MAX_NESTING = 10;

/** Values of one request; a bulk of 10,000 subscribers with 20 fields needs 200,000. */
export const MAX_PAIRS = 250_000;
/** The limit for a request that takes neither thousands of entries nor files. */
export const USUAL_PAIRS = 10_000;

/** An object without a prototype. */
export function emptyObject(): FormObject {
  return Object.create(null) as FormObject;
}

const orders = new WeakMap<object, readonly string[]>();

/**
 * Notes in which order the members of an object were sent: it tells those first whose names are
 * numbers, the lowest first.
 */
export function noteOrder(object: FormObject, names: readonly string[]): void {
  orders.set(object, names);
}

/** The members of an object in the order in which they were sent, those of an array in its own. */
export function entriesAsSent(value: FormObject | FormValue[]): [string, FormValue][] {
  if (Array.isArray(value)) return Object.entries(value);
  const names = orders.get(value) ?? Object.keys(value);
  return names.map((name) => [name, value[name] ?? null]);
}

/**
 * The entries of a list in the order sent: for bulks, whose answer tells of each in its place.
 * @returns undefined when the value is no list (`listByNumber`)
 */
export function listAsSent(value: unknown): FormValue[] | undefined {
  return isList(value) ? entriesAsSent(value).map(([, entry]) => entry) : undefined;
}

/**
 * The entries of a list by their numbers: for lists whose order means something. Forms may name
 * entries in any way, so an object counts as a list too.
 * @returns undefined when the value is neither
 */
export function listByNumber(value: unknown): FormValue[] | undefined {
  return isList(value) ? Object.values(value) : undefined;
}

const isList = (value: unknown): value is FormObject | FormValue[] =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array);

/** Whether a value is an object with names: not an array, not bytes. */
export function isFormObject(value: FormValue | undefined): value is FormObject {
  return isList(value) && !Array.isArray(value);
}

/** The error for a structure that is nested too deeply. `place` names the value at fault. */
export function tooDeep(place: string): AppError {
  return new AppError('bad_request', `The request is nested more than ${MAX_NESTING} levels deep, at ${place}.`);
}

/** The error for more values than a request may have. */
export function tooMany(most: number): AppError {
  return new AppError('too_large', say('request-values-many', { most: countText(most) }));
}

/**
 * The text of a scalar: texts, numbers and booleans as they are written; `''` for null; undefined
 * otherwise, as `String` of an object without prototype throws, and of others is useless.
 */
export function scalarText(value: unknown): string | undefined {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/**
 * Whether a member has a value: null, blank text and a file part without a file count as absent.
 */
export function isGiven(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'string') return value.trim() !== '';
  return !(value instanceof Uint8Array && value.length === 0);
}

const SHOWN_CHARACTERS = 60;

/** A name from a request, short and on one line for an error text. */
export function shownName(name: string): string {
  const short = name.length > SHOWN_CHARACTERS ? `${name.slice(0, SHOWN_CHARACTERS)}…` : name;
  return JSON.stringify(short.toWellFormed());
}
