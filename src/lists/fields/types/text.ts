// Field types text and textarea: free text of one line and of several.
import { integer, lower, oneOf, text as textMember } from '../../../http/members/declare.ts';
import { say, type Told } from '../../../kernel/sentences/sentence.ts';
import { countCharacters, lineFault } from '../line.ts';
import { longestFor, patternOf, regexFault } from '../regex.ts';
import { type CheckedValue, type Field, fieldType } from '../type.ts';

const CONTENT_RULES = ['alpha', 'alpha_ci', 'alphanum', 'alphanum_ci', 'alphanumext', 'alphanumext_ci'] as const;
export type ContentRule = (typeof CONTENT_RULES)[number];

const CONTENT: Record<ContentRule, { pattern: RegExp; says: string }> = {
  alpha: { pattern: /^[a-z]+$/, says: 'lower case letters (a to z)' },
  alpha_ci: { pattern: /^[a-z]+$/i, says: 'letters (a to z)' },
  alphanum: { pattern: /^[a-z0-9]+$/, says: 'lower case letters (a to z) and digits' },
  alphanum_ci: { pattern: /^[a-z0-9]+$/i, says: 'letters (a to z) and digits' },
  alphanumext: {
    pattern: /^[a-z0-9 _.-]+$/,
    says: 'lower case letters (a to z), digits, spaces, hyphens, underscores and dots',
  },
  alphanumext_ci: {
    pattern: /^[a-z0-9 _.-]+$/i,
    says: 'letters (a to z), digits, spaces, hyphens, underscores and dots',
  },
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL_IN_LINES = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/;
const USUAL_MAX = 255;

type TextRules = {
  min_length?: number;
  max_length?: number;
  content_rule?: ContentRule;
  content_regex?: string;
};

/** @param longest the highest maximum that a field may have, in characters */
const rulesUpTo = (longest: number) => ({
  min_length: integer('minimum number of characters.', { min: 1, max: longest, default: 1 }),
  max_length: integer('maximum number of characters.', { min: 1, max: longest, default: USUAL_MAX }),
  content_rule: oneOf(
    'characters that a value may contain; `ci`: case-insensitive, `ext`: also space, `-`, `_`, `.`.',
    CONTENT_RULES,
    { fold: lower },
  ),
  content_regex: textMember('regular expression (RE2 syntax), plain or as `/…/i`.', { max: 500, check: regexFault }),
});

/** Lengths are counted in characters (code points). */
function checkText(text: string, { label, rules }: Field<TextRules>): CheckedValue {
  const { min_length: min = 1, max_length: max = USUAL_MAX, content_rule: content, content_regex: regex } = rules;
  const length = text.length <= max && text.length >= 2 * min ? text.length : countCharacters(text);
  if (length < min) return { fault: say('member-short', { label, min }) };
  if (length > max) return { fault: say('member-long', { label, max }) };
  if (content !== undefined && !CONTENT[content].pattern.test(text)) {
    return { fault: say('value-only', { label, signs: CONTENT[content].says }) };
  }
  const fault = regex === undefined ? undefined : matchFault(text, regex, label);
  return fault === undefined ? { value: text } : { fault };
}

function matchFault(text: string, regex: string, label: string): Told | undefined {
  const pattern = patternOf(regex);
  const longest = longestFor(pattern);
  if (text.length > longest) return say('member-long', { label, max: longest });
  return pattern.test(text) ? undefined : say('value-required-form', { label });
}

const both = {
  expects: 'text',
  defaults: ({ min_length = 1 }: TextRules): TextRules => ({ max_length: Math.max(USUAL_MAX, min_length) }),
  faults: ({ min_length = 1, max_length = 1 }: TextRules) => ({
    ...(min_length > max_length && { max_length: say('field-lengths') }),
  }),
} as const;

export const text = fieldType({
  ...both,
  identifier: 'text',
  name: 'Text',
  example: 'Zoë',
  rules: rulesUpTo(USUAL_MAX),
  check: {
    one(given, field) {
      const fault = lineFault(given, field.label);
      return fault === undefined ? checkText(given, field) : { fault };
    },
  },
  control: {
    kind: 'input',
    type: 'text',
    limits: ({ min_length = 1, max_length = USUAL_MAX }) => ({ minlength: min_length, maxlength: max_length }),
  },
});

export const textarea = fieldType({
  ...both,
  identifier: 'textarea',
  name: 'Textarea',
  example: 'one\ntwo',
  rules: rulesUpTo(65_535),
  check: {
    one: (given, field) =>
      CONTROL_IN_LINES.test(given) ? { fault: say('value-control', { label: field.label }) } : checkText(given, field),
  },
  control: { kind: 'textarea', maxLength: ({ max_length = USUAL_MAX }) => max_length },
});
