// Does something with many people of a list, in the transaction of one step of a bulk action. The
// caller has begun the change of the list (status.ts: beginChange), and then read the rows.
import { areOwn } from '../../storage/dialect.ts';
import type { Subscriber, SubscriberUpdate, Tx } from '../../storage/tables.ts';
import { noteConsents } from '../consent/record.ts';
import { deleteSubscribers, insertSubscribers } from '../queries-write.ts';
import { confirmation, countByStatus } from '../status.ts';
import { checkedFields, readChangedValues } from '../values/field-input.ts';
import { createFolder } from '../values/folded.ts';
import { parseFieldValues } from '../values/values.ts';
import { tellChanged } from '../webhook-facts.ts';
import { askThem } from './ask.ts';
import { copyPeople } from './copy.ts';
import { type BulkAction, whyPassedOver } from './rules.ts';
import type { BulkOutcome, BulkStep, Place } from './step.ts';

/** Does one step. */
export async function actOnPeople(tx: Tx, step: BulkStep, rows: readonly Subscriber[]): Promise<BulkOutcome> {
  const skipped: BulkOutcome['skipped'] = [];
  const taken: Subscriber[] = [];
  for (const row of rows) {
    const why = whyPassedOver(step.action, row.status);
    if (why === undefined) taken.push(row);
    else skipped.push({ email: row.email, why });
  }
  const more = taken.length === 0 ? { done: 0, skipped: [] } : await DOES[step.action](tx, step, taken);
  return { done: more.done, skipped: [...skipped, ...more.skipped] };
}

type Does = (tx: Tx, step: BulkStep, rows: readonly Subscriber[]) => Promise<BulkOutcome>;

const DOES: Readonly<Record<BulkAction, Does>> = {
  unsubscribe: (tx, { from, at }, rows) => becomes(tx, from, rows, { status: 'unsubscribed', unsubscribed_at: at }, at),
  confirm: (tx, { from, at }, rows) =>
    becomes(tx, from, rows, { status: 'confirmed', ...confirmation('confirmed', at, null) }, at),
  async delete(tx, { from, at }, rows) {
    const { list } = from;
    await deleteSubscribers(tx, list, idsOf(rows));
    await countByStatus(tx, list, leaving(rows), at);
    return { done: rows.length, skipped: [] };
  },
  copy: (tx, step, rows) => copied(tx, step, rows),
  async move(tx, step, rows) {
    const outcome = await copied(tx, step, rows);
    const stay = new Set(outcome.skipped.map(({ email }) => email));
    const gone = rows.filter(({ email }) => !stay.has(email));
    if (gone.length > 0) await becomes(tx, step.from, gone, { status: 'moved' }, step.at);
    return outcome;
  },
  'set-field': setField,
  'ask-to-confirm': askThem,
};

const idsOf = (rows: readonly Subscriber[]) => rows.map(({ id }) => id);

/** How the tallies change when these are no longer what they are. */
function leaving(rows: readonly Subscriber[]): Map<string, number> {
  const deltas = new Map<string, number>();
  for (const { status } of rows) deltas.set(status, (deltas.get(status) ?? 0) - 1);
  return deltas;
}

/** Gives all of them one status, which none of them has. */
async function becomes(
  tx: Tx,
  { list }: Place,
  rows: readonly Subscriber[],
  set: SubscriberUpdate & { status: string },
  at: number,
): Promise<BulkOutcome> {
  await tx
    .updateTable('subscriber')
    .set({ unsubscribed_at: null, ...set, updated_at: at })
    .where(areOwn(tx, 'subscriber', list.customer_id, idsOf(rows)))
    .execute();
  const changed = () => rows.map((row) => ({ before: row.status, after: { ...row, status: set.status } }));
  await tellChanged(tx, list, changed, at);
  await countByStatus(tx, list, leaving(rows).set(set.status, rows.length), at);
  const keys = rows.map(({ email_key }) => email_key);
  await noteConsents(tx, list, keys, { status: set.status, at }, { way: 'bulk' });
  return { done: rows.length, skipped: [] };
}

async function copied(tx: Tx, { from, target, at }: BulkStep, rows: readonly Subscriber[]): Promise<BulkOutcome> {
  if (!target) throw new Error('A copy has a list to go to.');
  const there = await copyPeople(tx, from.fields, target, rows, at);
  const skipped = rows.filter(({ email_key }) => there.has(email_key));
  return {
    done: rows.length - skipped.length,
    skipped: skipped.map(({ email }) => ({ email, why: 'on-target' as const })),
  };
}

const REPLACED = ['field_values', 'folded', 'tokens', 'updated_at'] as const;

async function setField(tx: Tx, { from, field, at }: BulkStep, rows: readonly Subscriber[]): Promise<BulkOutcome> {
  const checked = checkedFields(from.fields);
  const fold = createFolder(from.fields);
  const sent = field ? { [field.tag]: field.value } : {};
  const changed: Subscriber[] = [];
  const skipped: BulkOutcome['skipped'] = [];
  for (const row of rows) {
    const stored = parseFieldValues(row);
    const before = JSON.stringify(stored);
    const context = { at, ipAddress: row.ip_address ?? undefined };
    const { values, faults } = readChangedValues(checked, sent, stored, context);
    const field_values = JSON.stringify(values);
    if (Object.keys(faults).length > 0) skipped.push({ email: row.email, why: 'does-not-fit' });
    else if (field_values === before) skipped.push({ email: row.email, why: 'already-so' });
    else changed.push({ ...row, field_values, ...fold(row.email, values) });
  }
  if (changed.length > 0) {
    await insertSubscribers(tx, from.list, changed, { at, replaced: REPLACED });
    await tellChanged(tx, from.list, () => changed.map((row) => ({ before: row.status, after: row })), at);
  }
  return { done: changed.length, skipped };
}
