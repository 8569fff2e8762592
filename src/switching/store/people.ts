// Stores a slice of a former server's people on a list of ours.
import { emailKey, isMailAddress } from '../../kernel/address.ts';
import { isUid, newUids, sha256 } from '../../kernel/ids.ts';
import type { List, ListField, Subscriber, Tx } from '../../storage/tables.ts';
import {
  type Consent,
  insertWithConsent,
  statusOfBoth,
  updateWithConsent,
} from '../../subscribers/import/with-consent.ts';
import { findByEmails, subscribersOfIds, takenUids } from '../../subscribers/queries.ts';
import type { SubscriberRow } from '../../subscribers/queries-write.ts';
import { beginAdding, countByStatus } from '../../subscribers/status.ts';
import { type CheckedField, checkedFields, readChangedValues } from '../../subscribers/values/field-input.ts';
import { createFolder } from '../../subscribers/values/folded.ts';
import { type FieldValues, parseFieldValues } from '../../subscribers/values/values.ts';
import type { FormerPerson, NoPerson } from '../former.ts';
import { type KnownPerson, knownPeople, type Owner, putPeople } from '../queries.ts';
import { countIn, noteSkipped, type PeopleReport } from '../report.ts';

/**
 * Where people go: a list, and our field of each tag of the former server. `report` gets what
 * became of them; `at`: now, ms.
 */
type Target = {
  list: List;
  fields: ReadonlyMap<string, ListField>;
  timeZone: string;
  report: PeopleReport;
  at: number;
};

/**
 * Storing one slice: how its values are read, and what is to be written once at its end. `deltas`:
 * changes of the numbers of people by status; `stored`: whom the slice is about here.
 */
type Work = Target & {
  checked: readonly CheckedField[];
  fold: ReturnType<typeof createFolder>;
  deltas: Map<string, number>;
  stored: KnownPerson[];
};
type Found = { person: FormerPerson; digest: string; before: Subscriber | undefined; wasKnown: boolean };

/**
 * Stores people, and adds to `report` what became of them. Those whom the former server has as in
 * the run before stay as they are here.
 */
export async function storePeople(
  tx: Tx,
  owner: Owner,
  rows: readonly (FormerPerson | NoPerson)[],
  target: Target,
): Promise<void> {
  const { list, fields, report, at } = target;
  const own = [...new Map([...fields.values()].map((field) => [field.id, field])).values()];
  const fold = createFolder(await allFields(tx, list));
  const work: Work = { ...target, checked: checkedFields(own), fold, deltas: new Map(), stored: [] };
  await beginAdding(tx, list);
  report.read += rows.length;
  const found = await matchPeople(tx, owner, soundPeople(rows, report), target);
  await addNew(tx, work, found);
  for (const one of found) if (one.before) await changeKnown(tx, work, { ...one, before: one.before });
  // Files may have one id twice, which no statement takes.
  await putPeople(tx, owner, list.id, [...new Map(work.stored.map((one) => [one.former, one])).values()]);
  await countByStatus(tx, list, work.deltas, at);
}

const allFields = (tx: Tx, list: List) =>
  tx
    .selectFrom('list_field')
    .select(['id', 'tag'])
    .where('customer_id', '=', list.customer_id)
    .where('list_id', '=', list.id)
    .orderBy('sort_order')
    .orderBy('id')
    .execute();

/** Those whose address is one, each once: who left by any row has left. */
function soundPeople(rows: readonly (FormerPerson | NoPerson)[], report: PeopleReport): FormerPerson[] {
  const byKey = new Map<string, FormerPerson>();
  for (const row of rows) {
    if ('skipped' in row) noteSkipped(report, row.email, row.skipped);
    else if (!isMailAddress(row.email)) noteSkipped(report, row.email, 'no valid address');
    else {
      for (const column of row.unread ?? []) countIn(report.times_left, column);
      const key = emailKey(row.email);
      const before = byKey.get(key);
      if (before) noteSkipped(report, row.email, 'the address came before');
      byKey.set(key, before ? ofBoth(before, row) : row);
    }
  }
  return [...byKey.values()];
}

function ofBoth(person: FormerPerson, later: FormerPerson): FormerPerson {
  return {
    ...person,
    status: statusOfBoth(person.status, later.status),
    confirmedAt: person.confirmedAt ?? later.confirmedAt,
    unsubscribedAt: person.unsubscribedAt ?? later.unsubscribedAt,
  };
}

/** Finds each person's subscriber, by the run before or by address; without those who stay. */
async function matchPeople(
  tx: Tx,
  owner: Owner,
  people: readonly FormerPerson[],
  { list, report }: Target,
): Promise<Found[]> {
  const keys = people.map(({ key }) => key);
  const known = await knownPeople(tx, owner, list.id, keys);
  const ids = [...known.values()].map(({ subscriberId }) => subscriberId);
  const there = new Map((await subscribersOfIds(tx, list.customer_id, ids)).map((row) => [row.id, row]));
  const byAddress = await findByEmails(
    tx,
    list.customer_id,
    list.id,
    people.map(({ email }) => emailKey(email)),
  );
  const taken = new Set([...byAddress.values()].map(({ id }) => id));
  return people.flatMap((person): Found[] => {
    const digest = digestOf(person);
    const was = known.get(person.key);
    const same = was && there.get(was.subscriberId);
    if (was?.digest === digest && same) {
      report.same += 1;
      return [];
    }
    const own = byAddress.get(emailKey(person.email));
    // There with another address: changed there since. The former one may be somebody else's now.
    const before = own ?? (same && !taken.has(same.id) ? same : undefined);
    if (before) taken.add(before.id);
    if (was && !same && !own) {
      noteSkipped(report, person.email, 'was removed here since');
      return [];
    }
    return [{ person, digest, before, wasKnown: was !== undefined }];
  });
}

function digestOf(person: FormerPerson): string {
  return sha256(JSON.stringify(person)).slice(0, 24);
}

function consentOf(person: FormerPerson, at: number): Consent {
  const created = Math.min(person.addedAt ?? at, at);
  return {
    created_at: created,
    confirmed_at: person.confirmedAt ?? (person.status === 'confirmed' ? created : null),
    confirm_ip: person.confirmIp,
    unsubscribed_at: person.unsubscribedAt, // not known: nobody is told of it as of something new
  };
}

/** The values here after those of the former server; what is no valid value is left out. */
function valuesOf({ fields, timeZone, checked, report, at }: Work, { person, before, wasKnown }: Found): FieldValues {
  const sent: Record<string, unknown> = Object.create(null);
  for (const [tag, value] of Object.entries(person.values)) {
    const field = fields.get(tag);
    const isEmpty = value === '' || value === null || value === undefined;
    if (field && !(isEmpty && !wasKnown)) sent[field.tag] = value;
  }
  const stored = before ? parseFieldValues(before) : {};
  const { values, faults } = readChangedValues(checked, sent, stored, { at, timeZone });
  for (const tag of Object.keys(faults)) if (sent[tag]) countIn(report.values_left, tag);
  // Fields that the former server does not have keep their values.
  const kept = Object.entries(stored).filter(
    ([id]) => !checked.some((field) => id.replace(/at$/, '') === `${field.id}`),
  );
  return { ...Object.fromEntries(kept), ...values };
}

async function addNew(tx: Tx, work: Work, found: readonly Found[]): Promise<void> {
  const { list, fold, report, deltas, stored, at } = work;
  const added = found.filter(({ before }) => !before);
  const uids = added.flatMap(({ person: { uid } }) => (uid !== undefined && isUid(uid) ? [uid] : []));
  const taken = await takenUids(tx, list.customer_id, uids);
  const drawn = newUids(added.length);
  const rows = added.map((one, i): SubscriberRow & Consent => {
    const { person } = one;
    const values = valuesOf(work, one);
    const uid = person.uid !== undefined && isUid(person.uid) && !taken.has(person.uid) ? person.uid : drawn[i];
    countIn(report.added_as, person.status);
    countIn(deltas, person.status);
    return {
      uid: uid ?? '',
      email: person.email,
      email_key: emailKey(person.email),
      status: person.status,
      source: person.source,
      ip_address: person.ipAddress,
      field_values: JSON.stringify(values),
      ...fold(person.email, values),
      ...consentOf(person, at),
    };
  });
  const ids = await insertWithConsent(tx, list, rows, at);
  report.added += rows.length;
  for (const [i, { person, digest }] of added.entries()) {
    stored.push({ former: person.key, subscriberId: ids[i] ?? 0, digest });
  }
}

async function changeKnown(tx: Tx, work: Work, one: Found & { before: Subscriber }): Promise<void> {
  const { person, before, digest } = one;
  const { report, fold, deltas, stored, at } = work;
  stored.push({ former: person.key, subscriberId: before.id, digest });
  const values = valuesOf(work, one);
  const field_values = JSON.stringify(values);
  const status = statusOfBoth(before.status, person.status);
  if (person.status === 'confirmed' && status !== 'confirmed') report.stay_away += 1;
  const email = emailKey(person.email) === before.email_key ? before.email : person.email;
  if (status === before.status && email === before.email && sameValues(before, values)) {
    report.same += 1;
    return;
  }
  const row = { email, email_key: emailKey(email), status, field_values, ...fold(email, values) };
  await updateWithConsent(tx, before, row, consentOf(person, at), at);
  report.changed += 1;
  if (status === before.status) return;
  countIn(deltas, before.status, -1);
  countIn(deltas, status);
}

function sameValues(before: Subscriber, values: FieldValues): boolean {
  const sorted = (one: FieldValues) => JSON.stringify(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(parseFieldValues(before)) === sorted(values);
}
