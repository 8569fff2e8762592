// Listmonk by its PostgreSQL database, which is only read. Rows come in the order of their ids, so
// that what is added meanwhile shifts nothing.
import { AppError, asError } from '../../../kernel/errors.ts';
import type { FormerMember, Slice } from '../../former.ts';
import { type Json, objectOf, objectsOf, parseExactly, textOf } from '../json.ts';
import { DEEPEST } from './rows.ts';
import type { ListmonkRows } from './source.ts';

/** Runs a query with parameters `$1` …. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<Json[]>;

const ROWS = 500;
/** Of people at a time: a database that has not looked at its tables sorts a list for each. */
const ROWS_READ = 5_000;

/**
 * @param close closes its connection, which else keeps the process alive
 * @throws AppError `bad_request` when the database is none of listmonk's; it is closed then
 */
export async function listmonkDatabase(query: Query, close: () => Promise<void>): Promise<ListmonkRows> {
  try {
    await checkSchema(query);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    lists: () => query('select id, uuid::text, name, type::text, optin::text, description from lists order by id'),
    async attributes({ id }) {
      const rows = await query(ATTRIBUTES, [id]);
      return rows.map((row) => ({
        key: textOf(row['key']),
        isPlain: row['is_plain'] === true,
        longest: Number(row['longest'] ?? 0),
      }));
    },
    async withoutList() {
      const [row] = await query(`select count(*)::int as n from subscribers where status <> 'blocklisted'
        and not exists (select 1 from subscriber_lists where subscriber_id = subscribers.id)`);
      return Number(row?.['n'] ?? 0);
    },
    async language() {
      // A user who may not read the settings, which hold passwords too, takes over all the same.
      const text = `select value #>> '{}' as language from settings where key = 'app.lang'`;
      const [row] = await query(text).catch(() => []);
      return textOf(row?.['language']);
    },
    async absent(members) {
      const rows = await query(ABSENT, [members.map(({ person }) => person), members.map(({ list }) => list)]);
      return rows.map((row): FormerMember => ({ person: textOf(row['person']), list: textOf(row['list']) }));
    },
    blocked: (position) => blockedRows(query, position),
    people: (list, position) => peopleRows(query, list, position),
    templates: () => query('select id, name, type::text, subject, body, is_default from templates order by id'),
    campaigns: () => campaignRows(query),
    notes: () => [],
    close,
  };
}

async function checkSchema(query: Query): Promise<void> {
  try {
    await query('set session characteristics as transaction read only');
    await query(
      'select 1 from lists, subscribers, subscriber_lists, campaigns, campaign_lists, templates, bounces limit 0',
    );
  } catch (error) {
    throw new AppError('bad_request', `The database is none of listmonk's: ${asError(error).message}.`);
  }
}

/** Those inside others are found by going down; what is none of these is a text. */
const ATTRIBUTES = `with recursive person as (
    select case when jsonb_typeof(subscribers.attribs) = 'object' then subscribers.attribs else '{}' end as attribs
    from subscriber_lists join subscribers on subscribers.id = subscriber_lists.subscriber_id
    where subscriber_lists.list_id = $1),
  part as (
    select one.key, one.value, 1 as depth from person, jsonb_each(person.attribs) as one where jsonb_typeof(one.value) = 'object'
    union all
    select part.key || '.' || one.key, one.value, part.depth + 1
    from part, jsonb_each(case when jsonb_typeof(part.value) = 'object' then part.value else '{}' end) as one
    where part.depth < ${DEEPEST}),
  leaf as (
    select one.key, one.value from person, jsonb_each(person.attribs) as one where jsonb_typeof(one.value) <> 'object'
    union all
    select key, value from part where depth = ${DEEPEST} or jsonb_typeof(value) <> 'object')
  select key, max(length(value #>> '{}')) as longest, bool_and(jsonb_typeof(value) <> 'object'
      and not coalesce(value @? 'strict $[*] ? (@.type() == "object" || @.type() == "array")', false)) as is_plain
  from leaf group by key order by key limit 201`;

const ABSENT = `select person::text, list::text from unnest($1::uuid[], $2::uuid[]) as member (person, list)
  join lists on lists.uuid = member.list
  where exists (select 1 from subscriber_lists where list_id = lists.id)
    and not exists (select 1 from subscribers join subscriber_lists on subscriber_lists.subscriber_id = subscribers.id
      where subscribers.uuid = member.person and subscriber_lists.list_id = lists.id)`;

/** A position is `person <id>`, then `bounce <id>`. */
async function* blockedRows(query: Query, position: string): AsyncGenerator<Slice<Json>> {
  const [kind = 'person', id = '0'] = position === '' ? [] : position.split(' ');
  if (kind === 'person') {
    yield* pages('person', id, (after) =>
      query(`select id, email from subscribers where status = 'blocklisted' and id > $1 order by id limit ${ROWS}`, [
        after,
      ]),
    );
  }
  const text = `select bounces.id, bounces.type::text, subscribers.email from bounces
    join subscribers on subscribers.id = bounces.subscriber_id
    where bounces.type <> 'soft' and bounces.id > $1 order by bounces.id limit ${ROWS}`;
  yield* pages('bounce', kind === 'bounce' ? id : '0', (after) => query(text, [after]));
}

async function* pages(
  name: string,
  from: string,
  read: (after: string) => Promise<Json[]>,
): AsyncGenerator<Slice<Json>> {
  for (let after = from; ; ) {
    const rows = await read(after);
    if (rows.length === 0) return;
    after = String(rows.at(-1)?.['id']);
    yield { rows, position: `${name} ${after}` };
  }
}

/**
 * A position is `left <id>`, then `here <id>`. All are read for each, a page of the list at a time:
 * asked for those who left alone, a database would look through the list for each page.
 */
async function* peopleRows(query: Query, { id }: Json, position: string): AsyncGenerator<Slice<Json>> {
  const [kind = 'left', from = '0'] = position === '' ? [] : position.split(' ');
  const [count] = await query('select count(*)::int as n from subscriber_lists where list_id = $1', [id]);
  const total = Number(count?.['n'] ?? 0);
  const read = async (after: string) =>
    (await query(PEOPLE, [id, after])).map((row) => ({ ...row, attribs: parseExactly(textOf(row['attribs'])) }));
  for (const group of kind === 'left' ? ['left', 'here'] : ['here']) {
    for await (const slice of pages(group, group === kind ? from : '0', read)) {
      const rows = slice.rows.filter((row) => row['has_left'] === (group === 'left'));
      for (let at = 0; at < rows.length; at += ROWS) {
        const some = rows.slice(at, at + ROWS);
        const isLast = at + ROWS >= rows.length;
        yield { rows: some, position: isLast ? slice.position : `${group} ${some.at(-1)?.['id']}`, total };
      }
    }
  }
}

const PEOPLE = `select subscribers.id, subscribers.uuid::text, subscribers.email, subscribers.name, subscribers.attribs::text as attribs,
    subscribers.status::text, subscribers.created_at, page.status::text as subscription_status, page.meta,
    page.created_at as subscription_created_at, page.updated_at as subscription_updated_at,
    subscribers.status <> 'enabled' or page.status = 'unsubscribed' as has_left
  from (select * from subscriber_lists where list_id = $1 and subscriber_id > $2 order by subscriber_id limit ${ROWS_READ}) as page
    join subscribers on subscribers.id = page.subscriber_id order by subscribers.id`;

async function* campaignRows(query: Query): AsyncGenerator<Json> {
  const text = `select id, uuid::text, name, subject, from_email, body, altbody, content_type::text, status::text, type::text,
      template_id, (select json_agg(json_build_object('uuid', lists.uuid) order by lists.id) from campaign_lists
        join lists on lists.id = campaign_lists.list_id where campaign_lists.campaign_id = campaigns.id) as lists
    from campaigns where id > $1 order by id limit 50`;
  for await (const { rows } of pages('campaign', '0', (after) => query(text, [after]))) {
    for (const row of rows) yield { ...row, lists: objectsOf(row['lists']).map(objectOf) };
  }
}
