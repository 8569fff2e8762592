// What is wrong with a regular expression, as the library for RE2 says it, in the person's language.
import { t } from '@lingui/core/macro';

const WORDS: Readonly<Record<string, () => string>> = {
  'invalid character class range': () => t`invalid character class range`,
  'invalid escape sequence': () => t`invalid escape sequence`,
  'invalid named capture': () => t`invalid named capture`,
  'duplicate capture group name': () => t`duplicate capture group name`,
  'invalid or unsupported Perl syntax': () => t`invalid or unsupported Perl syntax`,
  'invalid nested repetition operator': () => t`invalid nested repetition operator`,
  'invalid repeat count': () => t`invalid repeat count`,
  'missing argument to repetition operator': () => t`missing argument to repetition operator`,
  'missing closing ]': () => t`missing closing ]`,
  'missing closing )': () => t`missing closing )`,
  'unexpected )': () => t`unexpected )`,
  'trailing backslash at end of expression': () => t`trailing backslash at end of expression`,
  'expression nests too deeply': () => t`expression nests too deeply`,
  'expression too large': () => t`expression too large`,
  'this form is not supported': () => t`this form is not supported`,
};

/** `error`: the fault, with the place after a colon where there is one. */
export function regexWords(error: string | number | undefined): string {
  const text = String(error);
  const [, flag] = /^the flag "(.)" is not supported$/u.exec(text) ?? [];
  if (flag !== undefined) return t`the flag ${flag} is not supported`;
  const end = text.indexOf(': `');
  const fault = end === -1 ? text : text.slice(0, end);
  return (WORDS[fault]?.() ?? fault) + text.slice(fault.length);
}
