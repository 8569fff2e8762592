// Says what is wrong with a structure, by the schema that it should have, in the words of the API.
import type { z } from 'zod';
import type { Faults } from '../../kernel/errors.ts';
import { say, type Told } from '../../kernel/sentences/sentence.ts';

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

function sentenceOf(issue: Issue, label: string): Told {
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
      return issue.message.startsWith('must')
        ? `${label} ${issue.message}.`
        : say('member-one-of', { label, words: issue.values.map(String).join(', ') });
    case 'too_small':
      return issue.origin === 'number' || issue.origin === 'int'
        ? say('blocks-least', { label, least: Number(issue.minimum) })
        : `${label} ${issue.message}.`;
    case 'too_big':
      return issue.origin === 'number' || issue.origin === 'int'
        ? say('blocks-most', { label, most: Number(issue.maximum) })
        : `${label} ${issue.message}.`;
    default:
      return `${label} ${issue.message}.`;
  }
}

const WORDS: Readonly<Record<string, string>> = {
  ...{ string: 'a text', int: 'a whole number', number: 'a number', boolean: 'true or false' },
  ...{ array: 'a list', object: 'an object' },
};
const article = (expected: string) => WORDS[expected] ?? `a ${expected}`;

/** `template.blocks.blocks[2].old_price` → `Old price`. */
export function labelOf(path: string): string {
  const last = path.split('.').at(-1) ?? '';
  return last.charAt(0).toUpperCase() + last.slice(1).replaceAll('_', ' ');
}
