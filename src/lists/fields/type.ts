// What a field type is: one record with everything the program knows about it. A new type is a file
// in types/, a line in types.ts, and the text that asks a visitor for a valid value, in each
// language (pages/texts).
import type { Declarations, ValuesOf } from '../../http/members/declare.ts';
import type { Faults } from '../../kernel/errors.ts';
import type { Told } from '../../kernel/sentences/sentence.ts';
import type { ValueContext } from './default-values.ts';

export type FieldOption = { name: string; value: string };

/** A value to store, or why it is refused. `givenAt` (ms) dates a consent. */
export type CheckedValue = { value: string | string[]; givenAt?: number } | { fault: Told };

/** The field that a value is checked against. */
export type Field<Rules> = { label: string; rules: Rules; options: readonly FieldOption[] };

// biome-ignore lint/suspicious/noExplicitAny: the rules of some type or other
type AnyRules = any;

/**
 * Checks a value: `one` takes a trimmed text that is not empty, `several` takes the values of a
 * field with several.
 */
export type Check<Rules = AnyRules> =
  | { one(text: string, field: Field<Rules>, context: ValueContext): CheckedValue }
  | { several(given: string | readonly string[], field: Field<Rules>): CheckedValue };

/**
 * How a form asks for a value. `autocomplete`: a hint for the browser (WCAG 2.2, success criterion
 * 1.3.5).
 */
export type Control<Rules = AnyRules> =
  | {
      kind: 'input';
      type: 'text' | 'date' | 'datetime-local' | 'number' | 'tel' | 'email' | 'url';
      autocomplete?: string;
      /** Attributes of the input: minlength, maxlength, min, max, step. */
      limits(rules: Rules): Readonly<Record<string, number>>;
    }
  | { kind: 'textarea'; maxLength(rules: Rules): number }
  | { kind: 'select'; of: 'options' | 'countries'; autocomplete?: string }
  | { kind: 'boxes' }
  | { kind: 'radios'; of: 'options' }
  | { kind: 'stars'; most(rules: Rules): number }
  /** A checkbox with a text beside it. */
  | { kind: 'tick'; text(field: Field<Rules>): string };

/** A field type. */
export type FieldType<
  Name extends string = string,
  Expects extends string = string,
  R extends Declarations = Declarations,
  Rules = AnyRules,
> = {
  /** Its name for programs. */
  identifier: Name;
  /** Its name for people, in English. */
  name: string;
  /** A valid value of such a field, or an option where it has options. Tests use it. */
  example: string;
  /** The rules for values that such a field can have, named as in requests and in the store. */
  rules: R;
  /** Whether values are chosen from the field's own options. */
  hasOptions?: boolean;
  /** Whether a value names the subscriber's country, or a state in it. */
  place?: 'country' | 'state';
  /** Forms never pre-select such a field: a consent must be given by hand. */
  isGivenByHand?: boolean;
  check: Check<Rules>;
  /** Turns what spreadsheets write into what `check` takes; other texts stay. */
  fromFile?(text: string): string;
  control: Control<Rules>;
  /** Name of the text that asks a visitor for a valid value (`fields.expects` in pages/texts). */
  expects: Expects;
  /** Defaults that depend on the label or on other rules; all others are in the declarations. */
  defaults?(rules: Rules, label: string): Rules;
  /** What is wrong with complete rules as a set. */
  faults?(rules: Rules): Faults;
  /** The default value of a field that was given none. */
  valueByDefault?(rules: Rules): string | undefined;
};

/** The rules of a type; each may be absent. */
type RulesOf<R extends Declarations> = Partial<ValuesOf<R>>;

/** Builds a type whose check knows the types of its rules. */
export function fieldType<const Name extends string, const Expects extends string, R extends Declarations>(
  type: FieldType<Name, Expects, R, RulesOf<R>>,
): FieldType<Name, Expects, R> {
  return type;
}

/** Whether a field of this type holds several values. */
export function holdsSeveral({ check }: FieldType): boolean {
  return 'several' in check;
}
