// Explains an invalid value of a form field in the visitor's language: what a right value looks
// like. The rules themselves, and the texts of the interface, are in lists/fields.
import type { Expectation, FieldRules } from '../../lists/fields/types.ts';
import { type FieldDefinition, isNothing } from '../../lists/fields/values.ts';
import type { Texts } from '../texts/en.ts';
import type { EnteredValue } from './values.ts';

/** The sentence that says what to enter instead. */
export function faultText({ type, rules }: FieldDefinition, given: EnteredValue, { fields }: Texts): string {
  const expects: Record<Expectation, string | ((rules: FieldRules) => string)> = fields.expects;
  const expected = expects[type.expects];
  if (!isNothing(given)) return typeof expected === 'string' ? expected : expected(rules);
  const { kind } = type.control;
  return kind === 'tick' ? fields.tick : kind === 'input' || kind === 'textarea' ? fields.blank : fields.choose;
}
