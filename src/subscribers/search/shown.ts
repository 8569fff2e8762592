// What a GET shows of a list's people, in one statement: the list, its fields, a person or a page.
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../kernel/errors.ts';
import { MOST_PER_PAGE, type PageRequest } from '../../kernel/page.ts';
import { newRecent } from '../../kernel/recent.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { findList } from '../../lists/queries.ts';
import { rowBesidePage } from '../../storage/dialect/beside.ts';
import { newestInJson, rowsAsJson, rowsInJson } from '../../storage/dialect/json.ts';
import { someRows } from '../../storage/dialect/some-rows.ts';
import { isOwn } from '../../storage/dialect.ts';
import { type Places, statement } from '../../storage/statement.ts';
import type { Db, ListField, Subscriber } from '../../storage/tables.ts';
import { tallyScope } from '../queries.ts';
import { STATUSES } from '../rules.ts';
import { PEOPLE_A_MARK, setMarks } from './marks.ts';

/** What is shown of a field and of a person. */
export type ShownField = Pick<ListField, 'id' | 'tag'>;
const FIELD = ['id', 'tag', 'sort_order'] as const;
const PERSON = ['uid', 'email', 'status', 'source', 'ip_address', 'field_values', 'created_at'] as const;
export type ShownPerson = Pick<Subscriber, (typeof PERSON)[number]>;

type ListName = { customerId: number; listUid: string };
type Place<V extends ListName> = Places<V>['value'];

const LIST_GONE = say('list-missing');

const namedList = <V extends ListName>(value: Place<V>) => sql`list where list.customer_id = ${value('customerId')}
  and list.uid = ${value('listUid')} and list.status = 'active'`;

const fieldsAsJson = (db: Db, customer: RawBuilder<unknown>) =>
  rowsAsJson(
    db,
    FIELD,
    sql`select id, tag, sort_order from list_field
      where list_field.customer_id = ${customer} and list_field.list_id = list.id`,
  );

/** Fields by the text that the store makes of them: they seldom change. */
const knownFields = newRecent<string, ShownField[]>(200);

function fieldsIn(text: string | null): ShownField[] {
  if (text === null) return [];
  const known = knownFields.get(text);
  if (known) return known;
  const fields = rowsInJson<Pick<ListField, (typeof FIELD)[number]>>(text, FIELD);
  fields.sort((a, b) => a.sort_order - b.sort_order || a.id - b.id);
  knownFields.set(text, fields);
  return fields;
}

const ON_PAGE = ['id', ...PERSON] as const;
type PersonOnPage = ShownPerson & { id: number };

type PersonRow = { fields: string | null } & { [name in keyof ShownPerson]: ShownPerson[name] | null };

const personByUid = statement<ListName & { uid: string }, PersonRow>((db, { value }) => {
  const columns = sql.join(PERSON.map((name) => sql`(${sql.ref(`s.${name}`)}) as ${sql.ref(name)}`));
  return sql`select ${fieldsAsJson(db as Db, value('customerId'))} as fields, ${columns} from list
    left join subscriber as s on s.customer_id = list.customer_id and s.list_id = list.id and s.uid = ${value('uid')}
    where list.customer_id = ${value('customerId')} and list.uid = ${value('listUid')} and list.status = 'active'`;
});

/** A person of a list, and its fields in their order; undefined when the list has no such one. */
export async function findPerson(
  db: Db,
  name: ListName & { uid: string },
): Promise<{ fields: readonly ShownField[]; person: ShownPerson } | undefined> {
  const { rows } = await personByUid(db, name);
  const [row] = rows;
  if (!row) throw new AppError('not_found', LIST_GONE);
  return row.uid === null ? undefined : { fields: fieldsIn(row.fields), person: row as ShownPerson };
}

type Found = Pick<Subscriber, 'uid' | 'status' | 'created_at'>;

const personByEmail = statement<ListName & { key: string }, { [name in keyof Found]: Found[name] | null }>(
  (_, { value }) => sql`select s.uid, s.status, s.created_at from list
    left join subscriber as s on s.customer_id = list.customer_id and s.email_key = ${value('key')} and s.list_id = list.id
    where list.customer_id = ${value('customerId')} and list.uid = ${value('listUid')} and list.status = 'active'`,
);

/** The person of a list with an address (`kernel/address.ts`: emailKey), if there is one. */
export async function findPersonByEmail(db: Db, name: ListName & { key: string }): Promise<Found | undefined> {
  const { rows } = await personByEmail(db, name);
  const [row] = rows;
  if (!row) throw new AppError('not_found', LIST_GONE);
  return row.uid === null ? undefined : (row as Found);
}

type Near = ListName & { size: number; skipped: number };
type ListRow = { fields: string | null; n: number };

const nearPage = rowBesidePage<Near, ListRow, PersonOnPage>(ON_PAGE, (db, { value }) => ({
  row: (page) => sql`select ${fieldsAsJson(db, value('customerId'))} as fields,
    ${countOfList(value('customerId'))} as n, ${page} from ${namedList(value)}`,
  rows: someRows(
    db,
    sql`select ${sql.join(ON_PAGE.map((name) => sql.ref(name)))} from subscriber
      where subscriber.customer_id = ${value('customerId')}
      and subscriber.list_id = (select list.id from ${namedList(value)})
      order by subscriber.id desc`,
    { size: value('size'), skipped: value('skipped'), most: MOST_PER_PAGE },
  ),
}));

const countOfList = (
  customer: RawBuilder<unknown>,
) => sql`(select coalesce(sum(n), 0) from tally where tally.customer_id = ${customer}
  and tally.scope in (${sql.join(STATUSES.map((status) => sql.lit(tallyScope(status))))}) and tally.owner_id = list.id)`;

/** People on a page of a list, newest first; its fields in their order; the number of all. */
export type ShownPage = { fields: readonly ShownField[]; count: number; people: ShownPerson[] };

type FarPage = ListRow & { page: string | null; unmarked: number };

// From the newest on: one for those without a mark, marks without a group, groups. The one in which
// the page begins; of a group its mark in which the page begins; from there people are walked over.
const farPage = statement<ListName & { size: number; skipped: number }, FarPage>((db, { value }) => {
  const customer = value('customerId');
  const skipped = sql`cast(${value('skipped')} as bigint)`;
  const newest = sql.lit(Number.MAX_SAFE_INTEGER);
  const beginning = (marks: RawBuilder<unknown>) => sql`select last_id, cast(upto - n as bigint) as before from ${marks}
      where upto > ${skipped} order by last_id desc limit 1`;
  const own = sql`customer_id = ${customer} and list_id = (select id from named)`;
  const people = sql`select ${sql.join(ON_PAGE.map((name) => sql.ref(`s.${name}`)))}
    from ids join subscriber as s on ${isOwn(db, 's.customer_id', customer)} and s.id = ids.id`;
  const ids = someRows(
    db,
    sql`select id from subscriber where ${own} and id <= (select last_id from start) order by id desc`,
    {
      size: value('size'),
      skipped: sql`coalesce(${skipped} - (select before from start), 0)`,
      most: MOST_PER_PAGE,
    },
  );
  return sql`with named as (select list.id from ${namedList(value)}),
    counted as (select ${countOfList(value('customerId'))} as n from ${namedList(value)}),
    groups as (select last_id, n from subscriber_mark where ${own} and level = 1),
    marks as (select last_id, n from subscriber_mark where ${own} and level = 0
      and last_id > coalesce((select max(last_id) from groups), 0)),
    marked as (select last_id, n from groups union all select last_id, n from marks),
    newest as (select cast(${newest} as bigint) as last_id, (select n from counted) - coalesce(sum(n), 0) as n from marked),
    every_mark as (select last_id, n from marked union all select last_id, n from newest),
    walked as (select last_id, n, sum(n) over (order by last_id desc) as upto from every_mark),
    begun as (${beginning(sql`walked`)}),
    inner_marks as (select last_id, n from subscriber_mark where ${own} and level = 0
        and last_id <= (select last_id from begun)
        and last_id > coalesce((select max(last_id) from groups where last_id < (select last_id from begun)), 0)
      union all select last_id, n from newest where last_id = (select last_id from begun)),
    inner_walked as (select last_id, n, (select before from begun) + sum(n) over (order by last_id desc) as upto
      from inner_marks),
    start as (${beginning(sql`inner_walked`)}),
    ids as (${ids})
    select ${fieldsAsJson(db as Db, value('customerId'))} as fields, (select n from counted) as n, (select n from newest) as unmarked,
      ${rowsAsJson(db as Db, ON_PAGE, people)} as page from ${namedList(value)}`;
});

/** People that are walked over without asking for marks. */
const FEW = 1_000;

/**
 * A page of a list, which takes the same time wherever it is.
 * @param few up to how many people before it are walked over
 */
export async function pageOfPeople(
  db: Db,
  name: ListName,
  { page, perPage }: PageRequest,
  few = FEW,
): Promise<ShownPage> {
  const place = { ...name, size: perPage, skipped: (page - 1) * perPage };
  const { row, page: people } = place.skipped <= few ? await nearPage(db, place) : await pageByMarks(db, place);
  if (!row) throw new AppError('not_found', LIST_GONE);
  return { fields: fieldsIn(row.fields), count: Number(row.n), people };
}

async function pageByMarks(db: Db, place: Near): Promise<{ row: ListRow | undefined; page: PersonOnPage[] }> {
  const { rows } = await farPage(db, place);
  const [row] = rows;
  if (row && Number(row.unmarked) > 2 * PEOPLE_A_MARK) setMarksSoon(db, place);
  return { row, page: newestInJson<PersonOnPage>(row?.page ?? null, ON_PAGE) };
}

const marking = new WeakMap<Db, Set<string>>();

/** Sets marks beside the requests; should that fail, the next deep page begins it again. */
function setMarksSoon(db: Db, { customerId, listUid }: ListName): void {
  const underWay = marking.get(db) ?? new Set();
  marking.set(db, underWay);
  if (underWay.has(listUid)) return;
  underWay.add(listUid);
  const set = async () => {
    const list = await findList(db, customerId, listUid);
    if (list) await setMarks(db, list);
  };
  void set()
    .catch(() => undefined)
    .finally(() => underWay.delete(listUid));
}
