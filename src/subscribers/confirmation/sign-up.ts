// Subscribing by a public form. Anybody can enter anybody's address, so nothing about a known
// address changes before its owner has confirmed, and the visitor learns nothing about it: the
// answer and the work are the same whether the address is new, unconfirmed, unsubscribed, on the
// list or on its blacklist.
import { emailKey, isMailAddress } from '../../kernel/address.ts';
import type { Faults } from '../../kernel/errors.ts';
import { newUid } from '../../kernel/ids.ts';
import { fieldsOf } from '../../lists/fields/queries.ts';
import { inTransaction } from '../../storage/db.ts';
import type { Db, List, ListField } from '../../storage/tables.ts';
import { noteConsents } from '../consent/record.ts';
import { findByEmail } from '../queries.ts';
import { insertSubscriber } from '../queries-write.ts';
import { firstStatus, isAsked, TEXTS } from '../rules.ts';
import { beginAddingTo, confirmation, type Place } from '../status.ts';
import { type CheckedField, checkedFields, keptValues, readNewValues } from '../values/field-input.ts';
import { foldValues } from '../values/folded.ts';
import { EMAIL_TAG, type FieldValues } from '../values/values.ts';
import { requestConfirmations } from './confirmations.ts';

/**
 * The input of a form. `sent` holds the values of the fields that the form shows, by tag,
 * unchecked.
 */
export type SignUp = {
  email: string;
  sent: Record<string, unknown>;
  ipAddress: string;
  timeZone?: string | undefined;
  /** The language of the pages, in which the mail is written. */
  language: string;
  /** What the form says, as the person read it. */
  text?: string | undefined;
};

/** Whether a form shows the field. */
export function isShown({ visibility, tag }: Pick<ListField, 'visibility' | 'tag'>): boolean {
  return visibility === 'visible' || tag === EMAIL_TAG;
}

/**
 * Signs an address up. @param at now, ms
 * @returns the faults by tag; none when it was accepted
 */
export async function signUp(db: Db, list: List, input: SignUp, at: number): Promise<Faults> {
  const { email, ipAddress, language, text } = input;
  const evidence = { way: 'form', ip: ipAddress, text } as const;
  const known = { list, fields: await fieldsOf(db, list.customer_id, list.id) };
  const { faults } = readForm(known.fields, input, at);
  if (Object.keys(faults).length > 0) return faults;
  const key = emailKey(email);
  return inTransaction(db, async (tx) => {
    // Also where nothing changes, since the time of a commit could be measured.
    const place = await beginAddingTo(tx, known);
    const form = readForm(place.fields, input, at);
    if (Object.keys(form.faults).length > 0) return form.faults;
    const existing = await findByEmail(tx, list.customer_id, list.id, key);
    if (existing) {
      const values = keptValues(form.values, place.fields.filter(isShown));
      await noteConsents(tx, list, [key], { status: 'asked', at }, evidence);
      await requestConfirmations(tx, list, [key], at, { values, language });
      return {};
    }
    const row = rowOf(place, input, form.values, at);
    await insertSubscriber(tx, row, evidence);
    if (isAsked(place.list, row.status)) await requestConfirmations(tx, list, [key], at, { language });
    return {};
  });
}

/** The values that a form may give, and the faults by tag. */
function readForm(fields: readonly ListField[], { email, sent, ipAddress, timeZone }: SignUp, at: number) {
  const own: Record<string, unknown> = Object.create(null);
  for (const { tag } of fields.filter(isShown)) own[tag] = sent[tag];
  const { values, faults } = readNewValues(fieldsOfForm(fields), own, { at, ipAddress, timeZone });
  if (!isMailAddress(email)) faults[EMAIL_TAG] = TEXTS.badAddress;
  return { values, faults };
}

/** What is stored of somebody new. */
function rowOf({ list, fields }: Place, { email, ipAddress }: SignUp, values: FieldValues, at: number) {
  const status = firstStatus(list, undefined);
  return {
    uid: newUid(),
    customer_id: list.customer_id,
    list_id: list.id,
    email,
    email_key: emailKey(email),
    status,
    source: 'web',
    ip_address: ipAddress,
    field_values: JSON.stringify(values),
    ...foldValues(fields, email, values),
    created_at: at,
    updated_at: at,
    ...confirmation(status, at, ipAddress),
  };
}

/**
 * The fields as a form reads them. A form shows default values, so a field sent back empty is meant
 * to be empty; a field that is not shown gets its default and cannot be missing.
 */
function fieldsOfForm(fields: readonly ListField[]): CheckedField[] {
  const shown = new Set(fields.filter(isShown).map(({ id }) => id));
  return checkedFields(fields).map((field) => {
    const { definition } = field;
    if (!shown.has(field.id)) return { ...field, definition: { ...definition, required: false } };
    return { ...field, definition: { ...definition, defaultValue: '' } };
  });
}
