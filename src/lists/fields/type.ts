// What a field type is: one record with all that the program knows of it. A new type is a file in
// types/, a line in types.ts, and what a visitor is told of a value that does not fit, in the texts
// of each language (pages/texts).
import type { Declarations, ValuesOf } from '../../http/members/declare.ts';
import type { Faults } from '../../kernel/errors.ts';
import type { ValueContext } from './default-values.ts';

export type FieldOption = { name: string; value: string };

/** A value to store, or why there is none. `givenAt` (ms) dates a consent. */
export type CheckedValue = { value: string | string[]; givenAt?: number } | { fault: string };

/** What a value is checked against. */
export type Field<Rules> = { label: string; rules: Rules; options: readonly FieldOption[] };

// biome-ignore lint/suspicious/noExplicitAny: the rules of some type or other
type AnyRules = any;

/**
 * The check of a value: of a text without spaces around it, never empty; or of what was given for
 * several values.
 */
export type Check<Rules = AnyRules> =
  | { one(text: string, field: Field<Rules>, context: ValueContext): CheckedValue }
  | { several(given: string | readonly string[], field: Field<Rules>): CheckedValue };

/**
 * How a form asks for a value. `autocomplete`: what a browser may know of it (WCAG 2.2, success
 * criterion 1.3.5).
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
  /** A box to tick, with a text beside it. */
  | { kind: 'tick'; text(field: Field<Rules>): string };

/** A type of fields. */
export type FieldType<
  Name extends string = string,
  Expects extends string = string,
  R extends Declarations = Declarations,
  Rules = AnyRules,
> = {
  /** Its name for programs. */
  identifier: Name;
  /** Its name for people. */
  name: string;
  /** A value that such a field takes; an option, where it has options. Tests enter it. */
  example: string;
  /**
   * What a field of this type can be told about its values, as requests name it; stored by the same
   * names.
   */
  rules: R;
  /** Whether values are chosen from the field's own options. */
  hasOptions?: boolean;
  /** Whether a value names the country that a subscriber's state is in, or the state. */
  place?: 'country' | 'state';
  /** A consent is given by hand: a form never begins with it. */
  isGivenByHand?: boolean;
  check: Check<Rules>;
  control: Control<Rules>;
  /**
   * Name of the text that tells a visitor what to give instead (`fields.expects` in pages/texts).
   */
  expects: Expects;
  /**
   * Defaults that depend on the label or on other rules; the others have those that they are
   * declared with.
   */
  defaults?(rules: Rules, label: string): Rules;
  /** What is wrong with complete rules as a set. */
  faults?(rules: Rules): Faults;
  /** The value of a field without a default value of its own. */
  valueByDefault?(rules: Rules): string | undefined;
};

/** The rules of a type: each may be absent. */
type RulesOf<R extends Declarations> = Partial<ValuesOf<R>>;

/** Makes a type; its rules are known to its check. */
export function fieldType<const Name extends string, const Expects extends string, R extends Declarations>(
  type: FieldType<Name, Expects, R, RulesOf<R>>,
): FieldType<Name, Expects, R> {
  return type;
}

/** Whether a field of this type holds several values. */
export function holdsSeveral({ check }: FieldType): boolean {
  return 'several' in check;
}
