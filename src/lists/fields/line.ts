// Checks of one-line texts.
import { say, type Told } from '../../kernel/sentences/sentence.ts';
import type { CheckedValue } from './type.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\x00-\x08\x0a-\x1f\x7f]/;
export const MAX_LINE = 255;

/** What is wrong with a text of one line: control characters. */
export function lineFault(text: string, label: string): Told | undefined {
  return CONTROL.test(text) ? say('member-line', { label }) : undefined;
}

/** How many characters (code points) a text has. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}

/** A line of up to 255 characters. */
export function checkLine(text: string, { label }: { label: string }): CheckedValue {
  const fault = lineFault(text, label);
  if (fault !== undefined) return { fault };
  if (countCharacters(text) > MAX_LINE) return { fault: say('member-long', { label, max: MAX_LINE }) };
  return { value: text };
}

/** Attributes of the input for such a line. */
export const lineLimits = () => ({ maxlength: MAX_LINE });
