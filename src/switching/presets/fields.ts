// Fields that a former server's values need.
import type { FieldInput } from '../../lists/fields/input.ts';
import { textField } from '../../lists/fields/input.ts';

const LAST_PLACE = 100;
/** Longer values need a field of more lines. */
const LONGEST_LINE = 255;

/** A field of text. @param tag at the former server; `longest`: of its values */
export function fieldOfText(tag: string, label: string, place: number, longest = 0): FieldInput {
  const plain = textField(tag, label.slice(0, LONGEST_LINE).toWellFormed() || tag, {
    required: false,
    sortOrder: Math.min(place, LAST_PLACE),
  });
  return longest > LONGEST_LINE ? { ...plain, type: 'textarea', rules: { max_length: 65_535 } } : plain;
}
