// The columns by which segments compare and the exact search finds: `folded` (JSON) and `tokens`
// (words for the index), made when a subscriber is stored. Both sides of every comparison go
// through `foldText`.
import { dateOf, foldText, numberOf } from '../../kernel/text/comparing.ts';
import type { ListField } from '../../storage/tables.ts';
import { EMAIL_TAG, type FieldValue, type FieldValues } from './values.ts';

/** Before, between and after the values of a field that holds several. */
export const SEPARATOR = '\u001f';

/** The two derived columns of a subscriber. */
export type DerivedColumns = { folded: string; tokens: string };

type FoldedField = Pick<ListField, 'id' | 'tag'>;

/**
 * A field's value for comparing: several values stand between separators, so that one of them can
 * be found exactly.
 */
export function foldValue(value: FieldValue): string {
  if (typeof value === 'string') return foldText(value);
  return SEPARATOR + value.map((one) => foldText(one) + SEPARATOR).join('');
}

/**
 * A condition's value, prepared for comparing: folded like stored values, and without the separator
 * of several values.
 */
export function conditionText(value: string): string {
  return foldText(value).replaceAll(SEPARATOR, '');
}

/**
 * The index word of a folded value: letters and digits only. Two values may have the same word, so
 * what the index finds is compared again; a cryptographic hash would take half of an import's time.
 */
export function tokenOf(fieldId: number, foldedValue: string): string {
  const number = fingerprint(foldedValue);
  const low = number >>> 0;
  const high = (number / 4294967296) | 0;
  return `f${fieldId}h${pair(low)}${pair(low >>> 10)}${pair(low >>> 20)}${pair(high)}${pair(high >>> 10)}`;
}

// Number.toString(36) of numbers above 31 bits took a third of the time.
const DIGITS = 'abcdefghijklmnopqrstuvwxyz234567';
const PAIRS = Array.from({ length: 1024 }, (_, i) => `${DIGITS[i >> 5]}${DIGITS[i & 31]}`);

function pair(bits: number): string {
  return PAIRS[bits & 1023] ?? '';
}

/**
 * 53 bits of a text, evenly distributed (the multiply-xorshift mixing of MurmurHash). Not for
 * secrets.
 */
export function fingerprint(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

/**
 * What the value of one field adds to the derived columns. member: `"<field id>": text, "<field
 * id>n": number, "<field id>d": epoch ms`, the last two only when the text denotes one.
 */
export function foldedMember(fieldId: number, value: FieldValue): { member: string; token: string } {
  const text = foldValue(value);
  let member = `"${fieldId}":${JSON.stringify(text)}`;
  if (text.charCodeAt(0) <= 57) {
    // a digit or a sign
    const number = numberOf(text);
    if (number !== undefined) member += `,"${fieldId}n":${number}`;
    const date = dateOf(text);
    if (date !== undefined) member += `,"${fieldId}d":${date}`;
  }
  return { member, token: tokenOf(fieldId, text) };
}

/** The same of the address, which has an index of its own and no word. */
export function foldedAddress(fieldId: number, email: string): string {
  return `"${fieldId}":${JSON.stringify(foldText(email))}`;
}

/**
 * Makes the function that folds the subscribers of one list. folded: an object of the members of
 * each field; tokens: one word per value.
 */
export function createFolder(fields: readonly FoldedField[]): (email: string, values: FieldValues) => DerivedColumns {
  const emailField = fields.find((field) => field.tag === EMAIL_TAG);
  const others = fields.filter((field) => field.tag !== EMAIL_TAG);
  return (email, values) => {
    const members = emailField ? [foldedAddress(emailField.id, email)] : [];
    const tokens: string[] = [];
    for (const { id } of others) {
      const value = values[id];
      if (value === undefined || value.length === 0) continue;
      const { member, token } = foldedMember(id, value);
      members.push(member);
      tokens.push(token);
    }
    return { folded: `{${members.join(',')}}`, tokens: tokens.join(' ') };
  };
}

/**
 * The derived columns of one subscriber; `values` are keyed by field id, EMAIL comes from `email`.
 */
export function foldValues(fields: readonly FoldedField[], email: string, values: FieldValues): DerivedColumns {
  return createFolder(fields)(email, values);
}
