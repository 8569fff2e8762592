// Warnings about members of a subscriber that no field of the list takes, so that nothing is
// ignored in silence.
import { type FormObject, scalarText } from '../../http/form/decode.ts';
import { knows, passedOver, wrappedIn } from '../../http/members/known-names.ts';
import { saysSomething } from '../../http/members/unknown-members.ts';
import type { Warning } from '../../kernel/errors.ts';
import { newPause } from '../../kernel/slices.ts';
import type { ListField } from '../../storage/tables.ts';
import { EMAIL_TAG } from '../values/values.ts';

const SHOWN = 10;
/** Members of a subscriber's record besides its fields, which programs send back. */
const READ_BACK = ['SUBSCRIBER_UID', 'STATUS', 'SOURCE', 'IP_ADDRESS', 'DATE_ADDED'];

/** A status beside the fields would decide who is mailed, and is only read in `details`. */
const STATUS_BESIDE = 'This was passed over: the status of a subscriber is given in details, as details[status].';

/**
 * Warnings about members that are neither tags of the list's fields, in whatever case, nor
 * `details`, which is checked with the body; and about a `status` beside the fields that is not the
 * subscriber's, as in a record that was read it is.
 * @param entries subscribers as they were sent; a single one may be in a wrapper
 * @param statusOf the status that the entry of this index has now
 * @returns members of the answer: none without warnings
 */
export async function unknownTags(
  entries: readonly FormObject[],
  fields: readonly ListField[],
  statusOf: (index: number) => string,
) {
  const tags = fields.map((field) => field.tag);
  const known = new Set([...tags, 'DETAILS', '_METHOD', ...READ_BACK]);
  const found = new Map<string, Warning>();
  const look = (entry: FormObject, names: ReadonlySet<string>, taken: readonly string[]) => {
    for (const name of Object.keys(entry)) {
      if (names.has(name) || names.has(name.toUpperCase()) || !saysSomething(entry[name])) continue;
      if (found.size < SHOWN && !found.has(name)) found.set(name, { member: name, message: passedOver(taken) });
    }
  };
  const lookAtStatus = (entry: FormObject, status: string) => {
    for (const [name, value] of Object.entries(entry)) {
      if (name.toUpperCase() !== 'STATUS' || tags.includes('STATUS') || !saysSomething(value)) continue;
      if (scalarText(value)?.trim().toLowerCase() === status) continue;
      if (found.size < SHOWN && !found.has(name)) found.set(name, { member: name, message: STATUS_BESIDE });
    }
  };
  const fieldTags = new Set([EMAIL_TAG, ...tags]);
  const pause = newPause();
  for (const [index, entry] of entries.entries()) {
    const inner = knows(fieldTags, entry) ? entry : (wrappedIn(entry, fieldTags, 1) ?? entry);
    look(inner, known, [...tags, 'details']);
    lookAtStatus(inner, statusOf(index));
    if (inner !== entry) look(entry, new Set(Object.keys(entry).filter((name) => entry[name] === inner)), tags);
    await pause();
  }
  return found.size > 0 ? { warnings: [...found.values()] } : {};
}
