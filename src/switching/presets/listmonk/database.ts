// Listmonk by its PostgreSQL database, which is only read. Rows come in the order of their ids, so
// that what is added meanwhile shifts nothing.
import { AppError, asError } from '../../../kernel/errors.ts';
import type { Slice } from '../../former.ts';
import { type Json, objectOf, objectsOf, textOf } from '../json.ts';
import type { ListmonkRows } from './source.ts';

/** Runs a query with parameters `$1` …. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<Json[]>;

const ROWS = 500;

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

/** A position is `left <id>`, then `here <id>`. */
async function* peopleRows(query: Query, { id }: Json, position: string): AsyncGenerator<Slice<Json>> {
  const [kind = 'left', from = '0'] = position === '' ? [] : position.split(' ');
  const [count] = await query('select count(*)::int as n from subscriber_lists where list_id = $1', [id]);
  const total = Number(count?.['n'] ?? 0);
  const left = "(subscribers.status <> 'enabled' or subscriber_lists.status = 'unsubscribed')";
  const read = (which: string) => (after: string) =>
    query(
      `select subscribers.id, subscribers.uuid::text, subscribers.email, subscribers.name, subscribers.attribs,
        subscribers.status::text, subscribers.created_at, subscriber_lists.status::text as subscription_status,
        subscriber_lists.meta, subscriber_lists.created_at as subscription_created_at,
        subscriber_lists.updated_at as subscription_updated_at
      from subscriber_lists join subscribers on subscribers.id = subscriber_lists.subscriber_id
      where subscriber_lists.list_id = $1 and subscribers.id > $2 and ${which} order by subscribers.id limit ${ROWS}`,
      [id, after],
    );
  if (kind === 'left') for await (const slice of pages('left', from, read(left))) yield { ...slice, total };
  const rest = pages('here', kind === 'here' ? from : '0', read(`not ${left}`));
  for await (const slice of rest) yield { ...slice, total };
}

async function* campaignRows(query: Query): AsyncGenerator<Json> {
  const text = `select id, uuid::text, name, subject, from_email, body, altbody, content_type::text, status::text, type::text,
      template_id, (select json_agg(json_build_object('uuid', lists.uuid) order by lists.id) from campaign_lists
        join lists on lists.id = campaign_lists.list_id where campaign_lists.campaign_id = campaigns.id) as lists
    from campaigns where id > $1 order by id limit 50`;
  for await (const { rows } of pages('campaign', '0', (after) => query(text, [after]))) {
    for (const row of rows) yield { ...row, lists: objectsOf(row['lists']).map(objectOf) };
  }
}
