// A former listmonk for tests: a database with its tables, and its API over the same rows.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { newUid } from '../../src/kernel/ids.ts';
import { connectPostgres } from '../../src/storage/postgres/connection.ts';
import type { Json } from '../../src/switching/presets/json.ts';
import type { Query } from '../../src/switching/presets/listmonk/database.ts';
import { databaseAt } from './database-url.ts';

/** The columns that are read, with the types that listmonk gives them. */
const TABLES = `
create type list_type as enum ('public', 'private', 'temporary');
create type list_optin as enum ('single', 'double');
create type subscriber_status as enum ('enabled', 'disabled', 'blocklisted');
create type subscription_status as enum ('unconfirmed', 'confirmed', 'unsubscribed');
create type campaign_status as enum ('draft', 'running', 'scheduled', 'paused', 'cancelled', 'finished');
create type campaign_type as enum ('regular', 'optin');
create type content_type as enum ('richtext', 'html', 'plain', 'markdown', 'visual');
create type bounce_type as enum ('soft', 'hard', 'complaint');
create type template_type as enum ('campaign', 'campaign_visual', 'tx');
create table subscribers (id serial primary key, uuid uuid not null unique, email text not null unique, name text not null,
  attribs jsonb not null default '{}', status subscriber_status not null default 'enabled',
  created_at timestamptz default now(), updated_at timestamptz default now());
create table lists (id serial primary key, uuid uuid not null unique, name text not null, type list_type not null,
  optin list_optin not null default 'single', tags varchar(100)[], description text not null default '',
  created_at timestamptz default now(), updated_at timestamptz default now());
create table subscriber_lists (subscriber_id integer references subscribers(id), list_id integer references lists(id),
  meta jsonb not null default '{}', status subscription_status not null default 'unconfirmed',
  created_at timestamptz default now(), updated_at timestamptz default now(), primary key (subscriber_id, list_id));
create table templates (id serial primary key, name text not null, type template_type not null default 'campaign',
  subject text not null, body text not null, is_default boolean not null default false);
create table settings (key text not null unique, value jsonb not null default '{}');
create table campaigns (id serial primary key, uuid uuid not null unique, name text not null, subject text not null,
  from_email text not null, body text not null, altbody text, content_type content_type not null default 'richtext',
  send_at timestamptz, status campaign_status not null default 'draft', type campaign_type default 'regular',
  messenger text not null default 'email', template_id integer references templates(id));
create table campaign_lists (id bigserial primary key, campaign_id integer not null references campaigns(id),
  list_id integer references lists(id), list_name text not null default '');
create table bounces (id serial primary key, subscriber_id integer not null references subscribers(id),
  campaign_id integer references campaigns(id), type bounce_type not null default 'hard', source text not null default '',
  meta jsonb not null default '{}', created_at timestamptz default now());`;

export const CAMPAIGN = '11111111-0000-4000-8000-000000000001';
export const uuidOf = (n: number) => `22222222-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** `people` on a list that asks to confirm, every fifth on another too; the first have stories. */
const rows = (people: number) => `
insert into lists (uuid, name, type, optin, description) values
  ('33333333-0000-4000-8000-000000000001', 'Friends', 'public', 'double', 'People I know'),
  ('33333333-0000-4000-8000-000000000002', 'Shop', 'private', 'single', '');
insert into subscribers (uuid, email, name, attribs, created_at) select
  ('22222222-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'bob' || n || '@example.com', 'Bob No ' || 'Smith' || n,
  jsonb_build_object('city', case when n % 2 = 0 then 'Rome' else 'Oslo' end, 'age', n, 'likes', jsonb_build_array('a', 'b'),
    'home', jsonb_build_object('street', 'x', 'at', jsonb_build_object('floor', n)), 'orders', jsonb_build_array(jsonb_build_object('id', n)),
    'number', 9007199254740993, 'NAME', 'attribute'), '2020-01-02T03:04:05Z' from generate_series(1, ${people}) n;
insert into subscriber_lists (subscriber_id, list_id, status, meta, created_at, updated_at) select id, 1,
  case when id = 2 then 'unsubscribed' when id = 3 then 'unconfirmed' else 'confirmed' end::subscription_status,
  case when id = 1 then '{"optin_ip": "192.0.2.7"}' else '{}' end::jsonb, '2020-02-01T00:00:00Z', '2020-02-02T00:00:00Z' from subscribers;
insert into subscriber_lists (subscriber_id, list_id, status, created_at, updated_at) select id, 2, 'unconfirmed',
  '2020-03-01T00:00:00Z', '2020-03-01T00:00:00Z' from subscribers where id % 5 = 0;
update subscribers set status = 'blocklisted' where id = 4;
update subscribers set status = 'disabled' where id = 6;
insert into subscribers (uuid, email, name, status) values ('22222222-0000-4000-8000-999999999999', 'gone@example.com', 'Gone', 'blocklisted'),
  ('22222222-0000-4000-8000-999999999998', 'none@example.com', 'On no list', 'enabled');
insert into bounces (subscriber_id, type) values (5, 'hard'), (7, 'soft'), (8, 'complaint');
insert into settings values ('app.lang', '"de"');
insert into templates (name, type, subject, body, is_default) values
  ('House', 'campaign', '', '<html><body>Hi {{ .Subscriber.FirstName }}{{ template "content" . }}<a href="{{ UnsubscribeURL }}">{{ L.T "email.unsub" }}</a></body></html>', true),
  ('Receipt', 'tx', 'Paid', '{{ .Tx.Data.sum }}', false);
insert into campaigns (uuid, name, subject, from_email, body, content_type, status, template_id) values
  ('${CAMPAIGN}', 'Sent', 'News', 'Ada <ada@example.com>', '<p>a</p>', 'html', 'finished', 1),
  ('11111111-0000-4000-8000-000000000002', 'Next', 'Hi {{ .Subscriber.Attribs.city }}', 'Ada <ada@example.com>',
    '<p>To {{ .Subscriber.Attribs.city }} {{ .Subscriber.Attribs.home.at.floor }} {{ .Subscriber.Attribs.NAME }} {{ if .Subscriber.Attribs.age }}x{{ end }}</p>', 'richtext', 'draft', 1),
  ('11111111-0000-4000-8000-000000000003', 'Both', 'Two', 'ada@example.com', 'plain & simple', 'plain', 'draft', null),
  ('11111111-0000-4000-8000-000000000004', 'Marks', 'Mark', 'ada@example.com', '# {{ .Tx }}', 'markdown', 'draft', null),
  ('11111111-0000-4000-8000-000000000005', 'Drawn', 'Drawn', 'ada@example.com', '<html><body>drawn</body></html>', 'visual', 'draft', 1);
insert into campaign_lists (campaign_id, list_id) values (1, 1), (1, 2), (2, 1), (3, 1), (3, 2), (4, 2), (5, 2);`;

export type ListmonkDatabase = { query: Query; change(text: string): Promise<void> };

/** Makes the database: on the server of MAILWRIGHT_TEST_DATABASE_URL, else in this process. */
export async function openListmonk(t: Pick<TestContext, 'after'>, people: number): Promise<ListmonkDatabase> {
  const url = process.env['MAILWRIGHT_TEST_DATABASE_URL'];
  if (url === undefined) {
    const lite = await PGlite.create();
    t.after(() => lite.close());
    await lite.exec(TABLES + rows(people));
    const change = async (text: string) => {
      await lite.exec('set session characteristics as transaction read write');
      await lite.exec(text);
    };
    return { query: async (text, values = []) => (await lite.query<Json>(text, [...values])).rows, change };
  }
  const name = `mailwright_test_${newUid()}`;
  const admin = await connectPostgres(url);
  await admin.query(`create database ${name}`);
  const [reader, writer] = [await connectPostgres(databaseAt(url, name)), await connectPostgres(databaseAt(url, name))];
  t.after(async () => {
    await reader.end();
    await writer.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  await writer.query(TABLES + rows(people));
  return {
    query: async (text, values = []) => (await reader.query(text, [...values])).rows,
    change: async (text) => void (await writer.query(text)),
  };
}

/** With the long number as the database has it, which no number of ours can hold. */
const exactJson = (value: unknown) => JSON.stringify(value).replaceAll('9007199254740992', '9007199254740993');

/**
 * Serves the rows as its API does, which gives as many as are asked for, or all. @returns its
 * address; it takes the token `ada:secret`
 */
export async function serveListmonk(t: Pick<TestContext, 'after'>, { query }: ListmonkDatabase): Promise<string> {
  const people = async (of: URLSearchParams) => {
    const list = of.get('list_id');
    // Those of one instant come in another order with each request, as a database may give them.
    const order = of.get('order_by') === 'created_at' ? `s.created_at, md5(s.id || '${of.get('page')}')` : 's.id';
    const found =
      await query(`select s.id, s.uuid::text, s.email, s.name, s.attribs, s.status::text, s.created_at, s.updated_at,
      coalesce((select json_agg(json_build_object('id', l.id, 'uuid', l.uuid, 'subscription_status', sl.status,
        'subscription_created_at', sl.created_at, 'subscription_updated_at', sl.updated_at, 'subscription_meta', sl.meta))
        from subscriber_lists sl join lists l on l.id = sl.list_id where sl.subscriber_id = s.id), '[]') as lists
      from subscribers s order by ${order}`);
    const wanted = of.get('subscription_status');
    return found.filter(
      (row) =>
        list === null ||
        (row['lists'] as Json[]).some((one) => String(one['id']) === list && one['subscription_status'] === wanted),
    );
  };
  const answers: Record<string, (of: URLSearchParams) => Promise<Json[]>> = {
    '/api/lists': () =>
      query('select id, uuid::text, name, type::text, optin::text, description from lists order by id'),
    '/api/subscribers': people,
    '/api/bounces': () =>
      query(
        'select b.id, b.type::text, s.email from bounces b join subscribers s on s.id = b.subscriber_id order by b.id',
      ),
    '/api/campaigns': () =>
      query(`select c.id, c.uuid::text, c.name, c.subject, c.from_email, c.body, c.altbody, c.content_type::text, c.status::text,
        c.type::text, c.template_id, (select json_agg(json_build_object('id', list_id, 'name', list_name)) from campaign_lists
          where campaign_id = c.id) as lists from campaigns c order by c.id`),
    '/api/templates': () => query('select id, name, type::text, subject, body, is_default from templates order by id'),
  };
  const server = createServer(async (request, response) => {
    const { pathname, searchParams: of } = new URL(request.url ?? '', 'http://x');
    const answer = answers[pathname] ?? (pathname === '/api/config' ? async () => [] : undefined);
    const allowed = request.headers.authorization === 'token ada:secret';
    if (!answer || !allowed) return void response.writeHead(allowed ? 404 : 403).end('{"message":"no"}');
    const results = await answer(of);
    const isAll = of.get('per_page') === 'all';
    const [page, size] = [Number(of.get('page') ?? 1), isAll ? results.length : Number(of.get('per_page') ?? 20)];
    const data = {
      results: results.slice((page - 1) * size, page * size),
      total: results.length,
      per_page: isAll ? 0 : size,
      page,
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    const whole: Record<string, unknown> = { '/api/templates': results, '/api/config': { lang: 'de' } };
    response.end(exactJson({ data: whole[pathname] ?? data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
