// Warnings about members of a subscriber that no field of the list takes, so that nothing is
// ignored in silence.
import type { FormObject } from '../../http/form/decode.ts';
import { knows, passedOver, wrappedIn } from '../../http/members/known-names.ts';
import { saysSomething } from '../../http/members/unknown-members.ts';
import type { Warning } from '../../kernel/errors.ts';
import { newPause } from '../../kernel/slices.ts';
import type { ListField } from '../../storage/tables.ts';
import { EMAIL_TAG } from '../values/values.ts';

const SHOWN = 10;
/** Members of a subscriber's record besides its fields, which programs send back. */
const READ_BACK = ['SUBSCRIBER_UID', 'STATUS', 'SOURCE', 'IP_ADDRESS', 'DATE_ADDED'];

/**
 * Warnings about members that are neither tags of the list's fields, in whatever case, nor
 * `details`, which is checked with the body.
 * @param entries subscribers as they were sent; a single one may be in a wrapper
 * @returns members of the answer: none without warnings
 */
export async function unknownTags(entries: readonly FormObject[], fields: readonly ListField[]) {
  const tags = fields.map((field) => field.tag);
  const known = new Set([...tags, 'DETAILS', '_METHOD', ...READ_BACK]);
  const found = new Map<string, Warning>();
  const look = (entry: FormObject, names: ReadonlySet<string>, taken: readonly string[]) => {
    for (const name of Object.keys(entry)) {
      if (names.has(name) || names.has(name.toUpperCase()) || !saysSomething(entry[name])) continue;
      if (found.size < SHOWN && !found.has(name)) found.set(name, { member: name, message: passedOver(taken) });
    }
  };
  const fieldTags = new Set([EMAIL_TAG, ...tags]);
  const pause = newPause();
  for (const entry of entries) {
    const inner = knows(fieldTags, entry) ? entry : (wrappedIn(entry, fieldTags, 1) ?? entry);
    look(inner, known, [...tags, 'details']);
    if (inner !== entry) look(entry, new Set(Object.keys(entry).filter((name) => entry[name] === inner)), tags);
    await pause();
  }
  return found.size > 0 ? { warnings: [...found.values()] } : {};
}
