// Listmonk by its PostgreSQL database, which is only read. Rows come in the order of their ids, so
// that what is added meanwhile shifts nothing.
import { AppError, asError } from '../../../kernel/errors.ts';
import type { Slice } from '../../former.ts';
import { type Json, objectOf, objectsOf, textOf } from '../json.ts';
import type { ListmonkRows } from './source.ts';

/** Runs a query with parameters `$1` …. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<Json[]>;

const ROWS = 500;
/** Of people at a time: a database that has not looked at its tables sorts a list for each. */
const ROWS_READ = 5_000;

/** @throws AppError `bad_request` when the database is none of listmonk's */
export async function listmonkDatabase(query: Query, close: () => Promise<void>): Promise<ListmonkRows> {
  await checkSchema(query);
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
    blocked: (position) => blockedRows(query, position),
    people: (list, position) => peopleRows(query, list, position),
    templates: () => query('select id, name, type::text, subject, body from templates order by id'),
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

const ATTRIBUTES = `select attribute.key,
    bool_and(jsonb_typeof(attribute.value) <> 'object') as is_plain,
    max(length(attribute.value #>> '{}')) as longest
  from subscriber_lists join subscribers on subscribers.id = subscriber_lists.subscriber_id,
    jsonb_each(case when jsonb_typeof(subscribers.attribs) = 'object' then subscribers.attribs else '{}' end) as attribute
  where subscriber_lists.list_id = $1 group by attribute.key order by attribute.key limit 200`;

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
  const read = (after: string) => query(PEOPLE, [id, after]);
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

const PEOPLE = `select subscribers.id, subscribers.uuid::text, subscribers.email, subscribers.name, subscribers.attribs,
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
