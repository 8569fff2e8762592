// Finds or makes the list of ours that a former server's list becomes, with its fields.
import { AppError } from '../../kernel/errors.ts';
import { isUid, sha256 } from '../../kernel/ids.ts';
import { createList } from '../../lists/create.ts';
import { addFields } from '../../lists/fields/create.ts';
import type { FieldInput } from '../../lists/fields/input.ts';
import { fieldsOf } from '../../lists/fields/queries.ts';
import { tagFault } from '../../lists/fields/rules.ts';
import { type ListSettings, settingsOf } from '../../lists/list-settings.ts';
import { findList, findListById, isListUidTaken } from '../../lists/queries.ts';
import { changeList } from '../../lists/update.ts';
import type { Customer, List, ListField, Tx } from '../../storage/tables.ts';
import { freeTag } from '../../subscribers/import/fields.ts';
import { EMAIL_TAG } from '../../subscribers/values/values.ts';
import type { FormerList } from '../former.ts';
import { findObject, type Owner, putObject } from '../queries.ts';
import type { ItemState } from '../report.ts';

export type OwnList = {
  list: List;
  state: ItemState;
  /** Our field of each tag of the former server. */
  fields: Map<string, ListField>;
  fieldsAdded: string[];
  tagsChanged: Record<string, string>;
};

/** Text that a setting of a list may have at most. */
const LONGEST = 255;
/** Noted as the digest of a list that somebody chose: its settings are never changed by a run. */
const CHOSEN = '';

/**
 * Our list for a former server's list: the one that somebody chose, the one that an earlier run
 * made, or a new one. Settings that changed there since are changed here too, unless somebody
 * changed the list here. Call it in each transaction: a dry run rolls each back, so its lists are
 * made anew.
 * @param at now, ms
 */
export async function ownList(
  tx: Tx,
  owner: Owner,
  former: FormerList,
  { customer, at }: { customer: Customer; at: number },
): Promise<OwnList> {
  const { list, state } = await listFor(tx, owner, former, { customer, at });
  return { list, state, ...(await ownFields(tx, list, former.fields, at)) };
}

async function listFor(
  tx: Tx,
  owner: Owner,
  former: FormerList,
  { customer, at }: { customer: Customer; at: number },
): Promise<{ list: List; state: ItemState }> {
  const note = ({ id }: List, digest: string) =>
    putObject(tx, owner, { kind: 'list', former: former.key, object_id: id, digest, stored_at: at });
  if (former.into !== undefined) {
    const list = await findList(tx, customer.id, former.into);
    if (!list) throw new AppError('not_found', `This customer has no list ${former.into}.`);
    await note(list, CHOSEN);
    return { list, state: 'same' };
  }
  const digest = sha256(JSON.stringify(former.settings)).slice(0, 24);
  const known = await findObject(tx, owner, 'list', former.key);
  const list = known && (await findListById(tx, customer.id, known.object_id));
  if (!known || !list) {
    const settings = wholeSettings(former.settings, customer);
    const uid = former.uid !== undefined && isUid(former.uid) && !(await isListUidTaken(tx, former.uid));
    const made = await createList(tx, customer, settings, at, uid ? former.uid : undefined);
    await note(made, digest);
    return { list: made, state: 'added' };
  }
  if (known.digest === digest || known.digest === CHOSEN) return { list, state: 'same' };
  if (list.updated_at !== known.stored_at) return { list, state: 'edited-here' };
  const before = settingsOf(list);
  const changed = { ...before, ...former.settings };
  await changeList(tx, list, { ...changed, ...cutTexts(changed, changed.name || before.name) }, at);
  await note(list, digest);
  return { list, state: 'changed' };
}

/** The texts of settings, as long as they may be; empty ones are the name. */
function cutTexts(given: Partial<ListSettings>, otherwise: string) {
  const line = (text: string | undefined, instead: string) =>
    (text?.trim() || instead).slice(0, LONGEST).toWellFormed();
  const name = line(given.name, otherwise);
  return { name, displayName: line(given.displayName, name), description: line(given.description, name) };
}

/** Settings that the former server does not have are those of the customer, or usual ones. */
function wholeSettings(given: FormerList['settings'], customer: Customer): ListSettings {
  const sender = `${customer.first_name} ${customer.last_name}`.trim() || customer.email;
  return {
    ...cutTexts(given, 'List'),
    optIn: given.optIn ?? 'double',
    optOut: given.optOut ?? 'single',
    visibility: given.visibility ?? 'public',
    defaults: {
      from_name: (given.defaults?.from_name?.trim() || sender).slice(0, 100),
      from_email: given.defaults?.from_email || customer.email,
      reply_to: given.defaults?.reply_to || given.defaults?.from_email || customer.email,
      subject: given.defaults?.subject ?? '',
    },
    notifications: given.notifications,
    company: given.company,
  };
}

/** Makes the fields that our list does not have; one of the same tag is the same field. */
async function ownFields(tx: Tx, list: List, inputs: readonly FieldInput[], at: number) {
  const fields = await fieldsOf(tx, list.customer_id, list.id);
  const byTag = new Map(fields.map((field) => [field.tag, field]));
  const found = new Map<string, ListField>();
  const tagsChanged: Record<string, string> = {};
  const missing: { former: string; input: FieldInput }[] = [];
  const claimed = new Set([EMAIL_TAG]); // in the same order in each run, so that each finds its field again
  for (const input of inputs) {
    const tag = input.tag.toUpperCase();
    if (tag === EMAIL_TAG) continue;
    const free = tagFault(tag) === undefined && !claimed.has(tag) ? tag : freeTag(input.tag, claimed);
    claimed.add(free);
    if (free !== tag) tagsChanged[input.tag] = free;
    const ours = byTag.get(free);
    if (ours) found.set(input.tag, ours);
    else missing.push({ former: input.tag, input: { ...input, tag: free } });
  }
  const fieldsAdded = missing.map(({ input }) => input.tag);
  if (missing.length > 0) {
    const inserted = missing.map(({ input }) => input);
    const made = await addFields(tx, list, inserted, at);
    for (const [i, { former }] of missing.entries()) if (made[i]) found.set(former, made[i]);
  }
  return { fields: found, fieldsAdded, tagsChanged };
}
