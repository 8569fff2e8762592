// Decodes JSON bodies (RFC 8259). Written here because JSON.parse holds the thread for a body's
// whole length (0.3 s for 10,000 subscribers) and does not say where a mistake is. Limits are
// checked before anything is built: a body of 25 MB could otherwise hold millions of arrays.
import { isUtf8 } from 'node:buffer';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { textSteps } from './text.ts';
import { emptyObject, type FormObject, type FormValue, MAX_NESTING, noteOrder, tooDeep, tooMany } from './value.ts';

const VALUES_A_STEP = 500;

/**
 * Decodes a JSON body, in steps of some values. `null` and an empty array (which PHP writes for no
 * members) are an empty object. Objects have no prototype, and texts can be encoded in UTF-8.
 * @param most the maximum number of values
 * @throws AppError `bad_request` when it is malformed, too deep or not an object; `too_large` for
 * too many values.
 */
export function* jsonSteps(raw: Buffer, most: number): Generator<void, FormObject> {
  const text = yield* unicodeSteps(raw);
  const cursor = { text, at: 0 };
  skip(cursor, SPACE);
  if (cursor.at === text.length) return emptyObject();
  const value = yield* valueSteps(cursor, most);
  if (value === null || (Array.isArray(value) && value.length === 0)) return emptyObject();
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new AppError('bad_request', say('request-json-object'));
  }
  return value as FormObject;
}

/**
 * Decodes JSON that is part of another body, in steps: any value, not only an object.
 * @throws AppError `bad_request` when it is malformed or too deep; `too_large` for too many values.
 */
export function* jsonValueSteps(raw: Buffer, most: number): Generator<void, FormValue> {
  return yield* valueSteps({ text: yield* unicodeSteps(raw), at: 0 }, most);
}

/** The text without a byte order mark. */
function* unicodeSteps(raw: Buffer): Generator<void, string> {
  if (!isUtf8(raw)) throw malformed(raw.toString('utf8').indexOf('\ufffd'), 'what begins there is not UTF-8');
  return (yield* textSteps(raw)).replace(/^\ufeff/, '');
}

function malformed(at: number, what: string): AppError {
  return new AppError('bad_request', `The JSON body is malformed at character ${at}: ${what}.`);
}

const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\r\n]*/y;
const PLAIN = /[ !#-[\]-\uffff]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

type Cursor = { readonly text: string; at: number };

/**
 * An array or object that has not ended yet; `name` is where the next value goes, `names` are those
 * of an object in which some are numbers.
 */
type Container = { closer: ']'; into: FormValue[] } | { closer: '}'; into: FormObject; name: string; names?: string[] };

/** Parses the whole text once, by the grammar; throws at the first mistake. */
function* valueSteps(cursor: Cursor, most: number): Generator<void, FormValue> {
  const open: Container[] = [];
  for (let values = 1; ; ) {
    let around = open.at(-1);
    if (around?.closer === '}') {
      beginName(cursor);
      around.name = readPlain(cursor) ?? (yield* stringSteps(cursor));
      endName(cursor);
    }
    skip(cursor, SPACE);
    let value: FormValue | undefined;
    if (cursor.text[cursor.at] !== '"') value = readOther(cursor, open);
    else value = readPlain(cursor) ?? (yield* stringSteps(cursor));
    if (value === undefined) continue; // an array or object was opened, its first value follows
    skip(cursor, SPACE);
    for (around = open.at(-1); around !== undefined; around = open.at(-1)) {
      put(around, value);
      if (cursor.text[cursor.at] !== around.closer) break;
      value = around.into;
      open.pop();
      cursor.at++;
      skip(cursor, SPACE);
    }
    if (around === undefined) {
      if (cursor.at < cursor.text.length) throw expected(cursor, 'the end');
      return value;
    }
    if (cursor.text[cursor.at] !== ',') throw expected(cursor, `a comma or ${around.closer}`);
    cursor.at++;
    if (++values > most) throw tooMany(most);
    if (values % VALUES_A_STEP === 0) yield;
  }
}

function put(around: Container, value: FormValue): void {
  if (around.closer === ']') around.into.push(value);
  else {
    if (around.names === undefined) noteNumber(around);
    else if (!Object.hasOwn(around.into, around.name)) around.names.push(around.name);
    around.into[around.name] = value;
  }
}

/** From the first name that is a number on, an object does not tell in which order they came. */
function noteNumber(around: Container & { closer: '}' }): void {
  if (!/^\d/.test(around.name)) return;
  around.names = [...new Set([...Object.keys(around.into), around.name])];
  noteOrder(around.into, around.names);
}

/**
 * Parses any value but a text; undefined when an array or object was opened, whose first value
 * follows.
 */
function readOther(cursor: Cursor, open: Container[]): FormValue | undefined {
  const { text, at } = cursor;
  const opener = text[at];
  if (opener !== '{' && opener !== '[') {
    if (!skip(cursor, SCALAR)) throw expected(cursor, 'a value');
    return scalarOf(text.slice(at, cursor.at));
  }
  if (open.length > MAX_NESTING) throw tooDeep(`character ${at}`);
  const closer = opener === '{' ? '}' : ']';
  cursor.at++;
  skip(cursor, SPACE);
  if (text[cursor.at] === closer) {
    cursor.at++;
    return closer === '}' ? emptyObject() : [];
  }
  open.push(closer === '}' ? { closer, into: emptyObject(), name: '' } : { closer, into: [] });
  return undefined;
}

function scalarOf(text: string): FormValue {
  if (text === 'null') return null;
  return text === 'true' || text === 'false' ? text === 'true' : Number(text);
}

function beginName(cursor: Cursor): void {
  skip(cursor, SPACE);
  if (cursor.text[cursor.at] !== '"') throw expected(cursor, 'a member name in double quotes');
}

function endName(cursor: Cursor): void {
  skip(cursor, SPACE);
  if (cursor.text[cursor.at] !== ':') throw expected(cursor, 'a colon');
  cursor.at++;
}

const LONG = 16_384;

/**
 * Parses a short text without escapes, as most are; otherwise returns undefined and consumes
 * nothing.
 */
function readPlain(cursor: Cursor): string | undefined {
  const { text, at } = cursor;
  const end = text.indexOf('"', at + 1);
  if (end === -1 || end - at > LONG) return undefined;
  cursor.at = at + 1;
  skip(cursor, PLAIN);
  if (cursor.at === end) {
    cursor.at = end + 1;
    return text.slice(at + 1, end);
  }
  cursor.at = at;
  return undefined;
}

/** Parses any text, in steps of some thousand characters. */
function* stringSteps(cursor: Cursor): Generator<void, string> {
  const { text } = cursor;
  let whole = '';
  let isHalved = false; // an escape may be half of a character
  for (let start = ++cursor.at; ; start = cursor.at) {
    const piece = { text: text.slice(start, start + LONG), at: 0 };
    skip(piece, PLAIN);
    while (piece.at < LONG - 6 && piece.text[piece.at] === '\\' && skip(piece, ESCAPE)) skip(piece, PLAIN);
    const { at } = piece;
    const read = piece.text.slice(0, at);
    whole += read.includes('\\') ? JSON.parse(`"${read}"`) : read;
    isHalved ||= read.includes('\\u');
    cursor.at = start + at;
    if (text[cursor.at] === '"') break;
    if (at < LONG - 6)
      throw expected(cursor, text[cursor.at] === '\\' ? 'an escape sequence of JSON' : 'a closing quote');
    yield;
  }
  cursor.at++;
  return isHalved ? whole.toWellFormed() : whole;
}

function skip(cursor: Cursor, pattern: RegExp): boolean {
  pattern.lastIndex = cursor.at;
  if (!pattern.test(cursor.text)) return false;
  cursor.at = pattern.lastIndex;
  return true;
}

function expected({ text, at }: Cursor, what: string): AppError {
  return malformed(at, at >= text.length ? 'it ends there unfinished' : `${what} is expected there`);
}
