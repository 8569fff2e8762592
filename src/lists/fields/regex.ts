// Regular expressions from customers, matched in time linear in the text's length (RE2).
import type * as re2js from 're2js';
import { asError } from '../../kernel/errors.ts';
import { say, type Told } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';

/**
 * The largest expression, in steps that it is compiled into: `{1000}` makes thousands of few
 * characters, and each is tried with each character of a text.
 */
const MOST_STEPS = 2_000;
/** Steps times characters of a text: half a second, where an expression is slow. */
const MOST_TRIES = 20_000_000;

const DELIMITED = /^\/(.*)\/([a-zA-Z]*)$/s;
const REMEMBERED = 500;
const patterns = new Map<string, re2js.RE2JS>();
const linear = whenNeeded((take) => take('re2js') as typeof re2js);

/**
 * Compiles a regular expression, bare or as `/…/flags` (flags i, m, s; g and u change nothing
 * here). It matches anywhere in a text.
 * @throws Error whose message says what is not supported
 */
export function patternOf(regex: string): re2js.RE2JS {
  let pattern = patterns.get(regex);
  if (!pattern) {
    pattern = compiled(regex);
    if (patterns.size >= REMEMBERED) patterns.clear();
    patterns.set(regex, pattern);
  }
  return pattern;
}

function compiled(regex: string): re2js.RE2JS {
  const { RE2JS, RE2JSException } = linear();
  const [, inner = regex, letters = ''] = DELIMITED.exec(regex) ?? [];
  let flags = 0;
  for (const letter of letters) {
    if (letter === 'i') flags |= RE2JS.CASE_INSENSITIVE;
    else if (letter === 'm') flags |= RE2JS.MULTILINE;
    else if (letter === 's') flags |= RE2JS.DOTALL;
    else if (letter !== 'g' && letter !== 'u') throw new Error(`the flag "${letter}" is not supported`);
  }
  try {
    return RE2JS.compile(inner, flags);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw new Error('this form is not supported', { cause: error });
    throw new Error(asError(error).message.replace(/^error parsing regexp: /, ''), { cause: error });
  }
}

/** What is wrong with a regular expression, if anything. */
export function regexFault(regex: string): Told | undefined {
  try {
    if (patternOf(regex).programSize() > MOST_STEPS) throw new Error('expression too large');
    return undefined;
  } catch (error) {
    return say('field-regex', { error: asError(error).message });
  }
}

/** How long a text may be that is matched with this pattern. */
export function longestFor(pattern: re2js.RE2JS): number {
  return Math.floor(MOST_TRIES / pattern.programSize());
}
