// Says what is wrong with a structure, by the schema that it should have, in the words of the API.
import type { z } from 'zod';
import type { Faults } from '../../kernel/errors.ts';
import { say, type Told } from '../../kernel/sentences/sentence.ts';
import { VERSION } from './schema.ts';

/**
 * The value as the schema has it; else undefined, and `faults` has a sentence for each member at
 * fault. `path`: that of the value.
 */
export function checked<T>(schema: z.ZodType<T>, value: unknown, path: string, faults: Faults): T | undefined {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    const steps = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
    const at = (
      path + steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')
    ).replace(/^\./, '');
    faults[at] ??= sentenceOf(issue, labelOf(at));
  }
  return undefined;
}

type Issue = z.core.$ZodIssue;

/** What the schemas name in place of a message: the sentence to say. */
const NAMED = {
  'member-long': (label: string, max: number) => say('member-long', { label, max }),
  'member-nul': (label: string) => say('member-nul', { label }),
  'member-blank': (label: string) => say('member-blank', { label }),
  'blocks-link': (label: string) => say('blocks-link', { label }),
  'blocks-picture': (label: string) => say('blocks-picture', { label }),
  'blocks-list-many': (label: string, max: number) => say('blocks-list-many', { label, max }),
  'blocks-columns': (label: string) => say('blocks-columns', { label }),
  'blocks-field': (label: string) => say('blocks-field', { label }),
  'blocks-version': (label: string) => say('blocks-version', { label, version: VERSION }),
  'blocks-language': (label: string) => say('blocks-language', { label }),
  'blocks-colour': (label: string) => say('blocks-colour', { label }),
} as const;

function sentenceOf(issue: Issue, label: string): Told {
  if (Object.hasOwn(NAMED, issue.message))
    return NAMED[issue.message as keyof typeof NAMED](label, 'maximum' in issue ? Number(issue.maximum) : 0);
  switch (issue.code) {
    case 'unrecognized_keys':
      return say('blocks-unknown', { label });
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? say('blocks-given', { label, kind: article(issue.expected) })
        : say('blocks-kind', { label, kind: article(issue.expected) });
    case 'invalid_union':
      return 'options' in issue && issue.options
        ? say('member-one-of', { label, words: issue.options.map(String).join(', ') })
        : say('blocks-known', { label });
    case 'invalid_value':
      return say('member-one-of', { label, words: issue.values.map(String).join(', ') });
    case 'too_small':
      return issue.origin === 'number' || issue.origin === 'int'
        ? say('blocks-least', { label, least: Number(issue.minimum) })
        : say('member-short', { label, min: Number(issue.minimum) });
    case 'too_big':
      if (issue.origin === 'number' || issue.origin === 'int')
        return say('blocks-most', { label, most: Number(issue.maximum) });
      return issue.origin === 'array'
        ? say('member-too-many', { label, most: Number(issue.maximum) })
        : say('member-long', { label, max: Number(issue.maximum) });
    default:
      return `${label} ${issue.message}.`;
  }
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};
const article = (expected: string) => WORDS[expected] ?? `a ${expected}`;

/** `template.blocks.blocks[2].old_price` → `Old price`. */
export function labelOf(path: string): string {
  const last = path.split('.').at(-1) ?? '';
  return last.charAt(0).toUpperCase() + last.slice(1).replaceAll('_', ' ');
}
