// Reads the data of a transactional email: the values of its merge tags.
import { z } from 'zod';
import { type FormObject, type FormValue, isFormObject } from '../http/form/decode.ts';
import { scalarText, shownName } from '../http/form/value.ts';
import { textFault } from '../http/members/declare.ts';
import type { Faults } from '../kernel/errors.ts';
import { say, type Told } from '../kernel/sentences/sentence.ts';
import { whenNeeded } from '../kernel/when-needed.ts';

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const MOST = 1_000;
/** Of one value, in characters. */
const MAX_VALUE = 100_000;

/**
 * The values by tag, which are in capitals. Nothing may be nested: what a tag within an object is
 * called would be a guess.
 */
export function readData(value: FormValue | undefined, faults: Faults): ReadonlyMap<string, string> {
  const data = new Map<string, string>();
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return data;
  if (!isFormObject(value)) {
    faults['data'] = say('mail-data-object');
    return data;
  }
  if (Object.keys(value).length > MOST) {
    faults['data'] = say('mail-data-many', { most: MOST });
    return data;
  }
  for (const [name, sent] of Object.entries(value as FormObject)) {
    const tag = name.toUpperCase();
    const fault = NAME.test(name) ? valueFault(sent) : say('mail-data-name');
    if (fault !== undefined) faults[`data.${NAME.test(name) ? name : shownName(name)}`] = fault;
    else if (data.has(tag)) faults[`data.${name}`] = say('mail-data-twice', { tag });
    else data.set(tag, scalarText(sent) ?? '');
  }
  return data;
}

function valueFault(value: FormValue): Told | undefined {
  const text = scalarText(value);
  if (text !== undefined) return textFault(text, 'The value', { max: MAX_VALUE });
  return say('mail-data-value');
}

export const dataBody = whenNeeded(() =>
  z
    .record(z.string(), z.union([z.string().max(MAX_VALUE), z.number(), z.boolean(), z.null()]))
    .describe(
      'Values of merge tags, by name, case-insensitive: `{"order_no": 17}` is for `[ORDER_NO]`. No nested values. Escaped according to the context. If present, the tags in `body`, `plain_text` and `subject` are filled in too.',
    ),
);
