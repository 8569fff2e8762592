// What a request says of subscribers that no field of the list takes: told in its answer, so that
// nothing is ignored in silence.
import type { FormObject } from '../http/form/decode.ts';
import { knows, passedOver, type Told, wrappedIn } from '../http/members/known-names.ts';
import { saysSomething } from '../http/members/unknown-members.ts';
import { newTurns } from '../kernel/turns.ts';
import type { ListField } from '../storage/tables.ts';
import { EMAIL_TAG } from './values/values.ts';

const SHOWN = 10;
/** What a subscriber that was read shows beside its fields: programs send it back. */
const READ_BACK = ['SUBSCRIBER_UID', 'STATUS', 'SOURCE', 'IP_ADDRESS', 'DATE_ADDED'];

/**
 * Warnings about members that are neither tags of the list's fields, in whatever case, nor
 * `details`, in which the door looks.
 * @param entries subscribers as they were sent; a single one may stand in a wrapper
 * @returns members of the answer: none when there is nothing to tell
 */
export async function toldOfTags(entries: readonly FormObject[], fields: readonly ListField[]) {
  const tags = fields.map((field) => field.tag);
  const known = new Set([...tags, 'DETAILS', '_METHOD', ...READ_BACK]);
  const found = new Map<string, Told>();
  const look = (entry: FormObject, names: ReadonlySet<string>, taken: readonly string[]) => {
    for (const name of Object.keys(entry)) {
      if (names.has(name) || names.has(name.toUpperCase()) || !saysSomething(entry[name])) continue;
      if (found.size < SHOWN && !found.has(name)) found.set(name, { member: name, message: passedOver(taken) });
    }
  };
  const fieldTags = new Set([EMAIL_TAG, ...tags]);
  const turns = newTurns();
  for (const entry of entries) {
    const inner = knows(fieldTags, entry) ? entry : (wrappedIn(entry, fieldTags, 1) ?? entry);
    look(inner, known, [...tags, 'details']);
    if (inner !== entry) look(entry, new Set(Object.keys(entry).filter((name) => entry[name] === inner)), tags);
    await turns();
  }
  return found.size > 0 ? { warnings: [...found.values()] } : {};
}
