// Texts of any characters, for property tests.
import fc from 'fast-check';

/** The code points that are no half of a character: without U+D800 to U+DFFF. */
const COUNT = 0x11_0000 - 0x800;

/**
 * Any character, as the unit of `fc.string`: what `unit: 'binary'` says, without the table of a
 * million characters that fast-check fills for it, which takes a second and 130 MB of each process.
 */
export const anyCharacter = fc
  .nat({ max: COUNT - 1 })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800), numberOf);

/** @throws when it is not one whole character */
function numberOf(value: unknown): number {
  const code = typeof value === 'string' ? value.codePointAt(0) : undefined;
  if (code === undefined || value !== String.fromCodePoint(code) || (code >= 0xd800 && code < 0xe000))
    throw new Error('Not one character.');
  return code < 0xd800 ? code : code - 0x800;
}
