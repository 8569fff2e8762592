// JSON bodies (RFC 8259). A scan ahead of the parser finds the place of a mistake, which the parser does not tell, and
// keeps the bounds before anything is built: a body of 25 MB could otherwise hold millions of arrays.
import { isUtf8 } from 'node:buffer';
import { AppError } from '../kernel/errors.ts';
import {
  emptyObject,
  type FormObject,
  type FormValue,
  MAX_NESTING,
  MAX_PAIRS,
  tooDeep,
  tooMany,
} from './form-value.ts';

/**
 * Decodes a JSON body. `null` and an empty array (what PHP makes of no members) are an empty object.
 * @throws AppError `bad_request` when it is malformed, too deep or not an object; `too_large` for too many values.
 */
export function decodeJson(raw: Buffer, most = MAX_PAIRS): FormObject {
  if (!isUtf8(raw)) throw malformed(raw.toString('utf8').indexOf('\ufffd'), 'what begins there is not UTF-8');
  const text = raw.toString('utf8').replace(/^\ufeff/, '');
  if (text.trim() === '') return emptyObject();
  scan(text, most);
  const value = parsed(text);
  if (value === null || (Array.isArray(value) && value.length === 0)) return emptyObject();
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new AppError('bad_request', 'The JSON body is not an object.');
  }
  return rebuilt(value) as FormObject;
}

/**
 * Decodes JSON that is part of another body: any value, not only an object.
 * @throws AppError `bad_request` when it is malformed or too deep; `too_large` for too many values.
 */
export function decodeJsonValue(raw: Buffer, most: number): FormValue {
  if (!isUtf8(raw)) throw malformed(raw.toString('utf8').indexOf('\ufffd'), 'what begins there is not UTF-8');
  const text = raw.toString('utf8').replace(/^\ufeff/, '');
  scan(text, most);
  return rebuilt(parsed(text));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('bad_request', 'The JSON body is malformed.'); // never reached while scan is right
  }
}

/** The same without prototypes, and with texts that UTF-8 can carry. */
function rebuilt(value: unknown): FormValue {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value as number | boolean | null;
  if (Array.isArray(value)) return value.map(rebuilt);
  const object = emptyObject();
  for (const [name, member] of Object.entries(value)) object[name.toWellFormed()] = rebuilt(member);
  return object;
}

function malformed(at: number, what: string): AppError {
  return new AppError('bad_request', `The JSON body is malformed at character ${at}: ${what}.`);
}

const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\r\n]*/y;
const PLAIN = /[ !#-[\]-\uffff]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

type Cursor = { readonly text: string; at: number };

/** Reads the whole text once, by the grammar; throws at the first mistake. */
function scan(text: string, most: number): void {
  const cursor = { text, at: 0 };
  const closers: string[] = []; // one for each open array or object
  let commas = 0;
  for (;;) {
    if (!scanValue(cursor, closers)) continue;
    skip(cursor, SPACE);
    while (closers.length > 0 && text[cursor.at] === closers.at(-1)) {
      closers.pop();
      cursor.at++;
      skip(cursor, SPACE);
    }
    const closer = closers.at(-1);
    if (closer === undefined) break;
    if (text[cursor.at] !== ',') throw expected(cursor, `a comma or ${closer}`);
    cursor.at++;
    if (++commas >= most) throw tooMany(most);
    if (closer === '}') scanName(cursor);
  }
  if (cursor.at < text.length) throw expected(cursor, 'the end');
}

/** Whether a value was read to its end; else an array or object was opened, and its first value is to come. */
function scanValue(cursor: Cursor, closers: string[]): boolean {
  skip(cursor, SPACE);
  const opener = cursor.text[cursor.at];
  if (opener === '"') scanString(cursor);
  else if (opener !== '{' && opener !== '[') {
    if (!skip(cursor, SCALAR)) throw expected(cursor, 'a value');
  } else {
    if (closers.length > MAX_NESTING) throw tooDeep(`character ${cursor.at}`);
    const closer = opener === '{' ? '}' : ']';
    cursor.at++;
    skip(cursor, SPACE);
    if (cursor.text[cursor.at] !== closer) {
      closers.push(closer);
      if (opener === '{') scanName(cursor);
      return false;
    }
    cursor.at++;
  }
  return true;
}

function scanName(cursor: Cursor): void {
  skip(cursor, SPACE);
  if (cursor.text[cursor.at] !== '"') throw expected(cursor, 'a member name in double quotes');
  scanString(cursor);
  skip(cursor, SPACE);
  if (cursor.text[cursor.at] !== ':') throw expected(cursor, 'a colon');
  cursor.at++;
}

function scanString(cursor: Cursor): void {
  cursor.at++;
  skip(cursor, PLAIN);
  while (cursor.text[cursor.at] === '\\') {
    if (!skip(cursor, ESCAPE)) throw expected(cursor, 'an escape sequence of JSON');
    skip(cursor, PLAIN);
  }
  if (cursor.text[cursor.at] !== '"') throw expected(cursor, 'a closing quote');
  cursor.at++;
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
