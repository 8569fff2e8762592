// Statements of the search over everything. Names are compared in memory: the engines disagree
// about letters beyond ASCII. Only so many are looked at that a search costs the same whatever is
// stored.
import { type Expression, type SqlBool, sql } from 'kysely';
import { emailKey } from '../../kernel/address.ts';
import { foldText } from '../../kernel/text/comparing.ts';
import { isVisibleCampaign } from '../../storage/campaign-conditions.ts';
import type { Db } from '../../storage/db.ts';
import { firstFound } from '../../storage/dialect/some-rows.ts';
import { hasTokens, isOwn } from '../../storage/dialect.ts';
import { tokenOf } from '../../subscribers/values/folded.ts';
import { parseFieldValues } from '../../subscribers/values/values.ts';

/** Names of each kind that are looked at, the newest first. */
const LOOKED_AT = 2_000;

export type FoundCampaign = { uid: string; name: string; subject: string; status: string; send_at: number | null };
export type FoundNamed = { uid: string; name: string };
export type FoundSegment = FoundNamed & { list_uid: string; list_name: string };
export type FoundPerson = { uid: string; email: string; status: string; list_uid: string; list_name: string };
/** With what their name is read from. */
type StoredPerson = FoundPerson & { list_id: number; field_values: string };

/** A campaign, or a part of an A/B test: `test_of` is the id of the first variant of it. */
export type NewestCampaign = FoundCampaign & { id: number; test_of: number | null };

/** The newest campaigns of a customer. */
export function newestCampaigns(db: Db, customerId: number): Promise<NewestCampaign[]> {
  return db
    .selectFrom('campaign')
    .select(['id', 'uid', 'name', 'subject', 'status', 'send_at', 'test_of'])
    .where('campaign.customer_id', '=', customerId)
    .where(isVisibleCampaign)
    .orderBy('id', 'desc')
    .limit(LOOKED_AT)
    .execute();
}

/** The newest lists. */
export function newestLists(db: Db, customerId: number): Promise<FoundNamed[]> {
  return db
    .selectFrom('list')
    .select(['uid', 'name'])
    .where('customer_id', '=', customerId)
    .where('status', '=', 'active')
    .orderBy('id', 'desc')
    .limit(LOOKED_AT)
    .execute();
}

/** The newest segments, with their lists. */
export function newestSegments(db: Db, customerId: number): Promise<FoundSegment[]> {
  return db
    .selectFrom('segment')
    .innerJoin('list', (on) =>
      on.onRef('list.customer_id', '=', 'segment.customer_id').onRef('list.id', '=', 'segment.list_id'),
    )
    .select(['segment.uid', 'segment.name', 'list.uid as list_uid', 'list.name as list_name'])
    .where('segment.customer_id', '=', customerId)
    .where('list.status', '=', 'active')
    .orderBy('segment.number', 'desc')
    .limit(LOOKED_AT)
    .execute();
}

/** The newest templates. */
export function newestTemplates(db: Db, customerId: number): Promise<FoundNamed[]> {
  return db
    .selectFrom('template')
    .select(['uid', 'name'])
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .limit(LOOKED_AT)
    .execute();
}

/** Sorts after every character that an address may have. */
const LAST = '\u{10ffff}';

/** People whose address begins with a text, in the order of addresses, once for each list. */
export async function peopleBeginning(
  db: Db,
  customerId: number,
  beginning: string,
  limit: number,
): Promise<StoredPerson[]> {
  const key = emailKey(beginning);
  const { rows } =
    await sql<StoredPerson>`select person.uid, person.email, person.status, person.field_values, person.list_id,
      list.uid as list_uid, list.name as list_name
    from (select uid, email, email_key, status, list_id, field_values from subscriber where customer_id = ${customerId}
        and email_key >= ${key} and email_key < ${key + LAST} order by email_key limit ${sql.lit(10 * limit)}) as person
      join list on list.customer_id = ${customerId} and list.id = person.list_id and list.status = 'active'
    order by person.email_key, list.id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Fields of names that are looked into: those of the newest lists. */
const NAME_FIELDS = 100;
/** People that are compared with the name, so that a frequent one costs no more. */
const COMPARED = 200;

function byAddress(a: StoredPerson, b: StoredPerson): number {
  const [one, other] = [emailKey(a.email), emailKey(b.email)];
  return one === other ? a.list_id - b.list_id : one < other ? -1 : 1;
}

/** Places at which a text is parted into a first and a last name. */
const PARTED = 8;

/**
 * People whose first name, last name, or both with a space between, are a text, in any case. The
 * index knows whole values alone: beginnings of names would take a scan.
 */
export async function peopleNamed(db: Db, customerId: number, text: string, limit: number): Promise<StoredPerson[]> {
  const name = foldText(text.trim());
  const fields = await nameFields(db, customerId);
  if (fields.length === 0) return [];
  const tokensOf = (values: readonly string[], of: readonly { id: number }[]) =>
    of.flatMap(({ id }) => values.map((value) => tokenOf(id, value)));
  const whole = hasTokens(db, tokensOf([name], fields), 'any');
  const conditions = [[whole]];
  const [first, last] = [fields.filter(({ tag }) => tag === 'FNAME'), fields.filter(({ tag }) => tag === 'LNAME')];
  const spaces = [...name.matchAll(/ /g)].slice(0, PARTED).map(({ index }) => index);
  if (spaces.length > 0 && first.length > 0 && last.length > 0) {
    // Both at once: of a frequent last name those with another first name are not even read.
    const [before, after] = [spaces.map((at) => name.slice(0, at)), spaces.map((at) => name.slice(at + 1))];
    conditions.push([hasTokens(db, tokensOf(before, first), 'any'), hasTokens(db, tokensOf(after, last), 'any')]);
  }
  const rows = (await Promise.all(conditions.map((all) => peopleWith(db, customerId, all)))).flat();
  const found = new Map<string, StoredPerson>();
  for (const { folded, ...row } of rows) {
    const ofList = fields.filter((field) => field.list_id === row.list_id);
    const values = JSON.parse(folded) as Record<string, string>;
    const names = ofList.map(({ id }) => values[id] ?? '').filter((value) => value !== '');
    const [list] = names.includes(name) || names.join(' ') === name ? ofList : [];
    if (list) found.set(row.uid, { ...row, list_uid: list.list_uid, list_name: list.list_name });
  }
  // Rows come in an order that nobody chose, on each engine another: the same few are shown always.
  return [...found.values()].sort(byAddress).slice(0, limit);
}

async function peopleWith(db: Db, customerId: number, conditions: readonly Expression<SqlBool>[]) {
  const named = db
    .selectFrom('subscriber')
    .select(['uid', 'email', 'status', 'folded', 'field_values', 'list_id'])
    .where(isOwn(db, 'subscriber.customer_id', customerId))
    .where(({ and }) => and([...conditions]));
  return (await firstFound(db, named, COMPARED).execute(db)).rows;
}

/** People with their names as they are written: first name, last name; '' without one. */
export async function withNames(
  db: Db,
  customerId: number,
  people: readonly StoredPerson[],
): Promise<(FoundPerson & { name: string })[]> {
  if (people.length === 0) return [];
  const fields = await db
    .selectFrom('list_field')
    .select(['id', 'list_id'])
    .where('customer_id', '=', customerId)
    .where('list_id', 'in', [...new Set(people.map(({ list_id }) => list_id))])
    .where('tag', 'in', ['FNAME', 'LNAME'])
    .orderBy('tag')
    .execute();
  return people.map(({ list_id, field_values, ...person }) => {
    const values = parseFieldValues({ field_values });
    const named = fields.filter((field) => field.list_id === list_id);
    return { ...person, name: named.flatMap(({ id }) => values[id] ?? []).join(' ') };
  });
}

/** First names before last ones, with their lists. */
function nameFields(db: Db, customerId: number) {
  return db
    .selectFrom('list_field')
    .innerJoin('list', (on) =>
      on.onRef('list.customer_id', '=', 'list_field.customer_id').onRef('list.id', '=', 'list_field.list_id'),
    )
    .select(['list_field.id', 'list_field.tag', 'list_field.list_id', 'list.uid as list_uid', 'list.name as list_name'])
    .where('list_field.customer_id', '=', customerId)
    .where('list.status', '=', 'active')
    .where('list_field.tag', 'in', ['FNAME', 'LNAME'])
    .orderBy('list_field.list_id', 'desc')
    .orderBy('list_field.tag')
    .limit(NAME_FIELDS)
    .execute();
}
