// The law of the schema: what belongs to a customer has the customer first in every key, index and
// reference. So the same program runs on one file, on one server, on cells, and on a store that is
// spread over machines by customer, where each unique key must have it.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { OWNED } from '../../test/support/customer-law/tables.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { REFERRING } from './blobs.ts';
import { type Db, inTransaction } from './db.ts';
import { isPostgres } from './dialect.ts';
import { requireMigrated } from './migrate.ts';

/** Tables that belong to nobody. */
const OF_THE_INSTALLATION: Readonly<Record<string, string>> = {
  migration: 'the schema',
  setting: 'what the installation keeps',
  customer: 'the customers themselves: a store that is spread has the table everywhere',
  lease: 'who works: on what all customers have',
  move: 'what the store knows of moves',
  high_water: 'how far the store had come',
  blob: 'bytes by the hash of their content, whoever gave them',
  suppressed_by_all: 'for all customers',
  rate_window: 'how often somebody called, known by an address or a name',
  relay_usage: 'of a relay, which all customers may share',
  destination: 'of a relay, which all customers may share',
  mailbox: 'the operator’s',
  provider: 'the operator’s',
  returned_count: 'how many mails came back, of all customers',
  returned_mail: 'mails of which nobody knows whose they are',
  user_account: 'people, who may work for several customers',
  membership: 'for which customers somebody works: found by the person who signs in',
  user_session: 'of a person, and found by its secret',
  recovery_code: 'of a person',
  passkey: 'of a person',
  welcome_link: 'of a person, and found by its secret',
};

/** Indexes and keys without the customer in front. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  // Who a customer is comes from it.
  'api_key (hash)': 'a request has its key and nothing else; a key names one customer',
  'campaign (id)': 'links and return addresses name a campaign; PostgreSQL, a small table',
  'campaign (uid)': 'a Message-ID and operators name a campaign',
  'campaign_link (id)': 'the link of a click names it; PostgreSQL',
  'former_object (kind)': 'a link in an old mail names a list or a mailing of a former server',
  'list (uid)': 'public forms and operators name a list',
  'named_owner (name)': 'whose it is that a link names, on a store that is spread',
  // What is done for all customers; each holds only the rows that are still to do.
  'list (id)': 'the next list to clear away',
  'list (noticed_at)': 'the clock: who is to be told of new subscribers',
  'campaign (rests_until)': 'the clock: autoresponders with something to do soon',
  'campaign (send_at)': 'workers: campaigns that are due, or go on',
  'campaign (finished_at)': 'the clock: campaigns whose details are old',
  'campaign (next_run_at)': 'the clock: recurring campaigns',
  'ab_test (decides_at)': 'the clock: tests whose winner is to be found',
  'confirmation (asked_again)': 'the clock: mails that ask',
  'confirmation (requested_at)': 'the clock: requests that are too old',
  'email (send_at)': 'the clock: mails that are too old',
  'job (due_at)': 'the clock: jobs that are to go on',
  'template_picture (due_at)': 'the clock: templates of which a picture is to be made',
  'job (cleared)': 'the clock: jobs whose bytes are too old',
  'webhook (id)': 'the dispatcher: webhooks that are on',
  'webhook (off_at)': 'whoever writes facts: webhooks that were on until lately',
  'event_page (last_at)': 'the clock: events that are too old',
  'webhook_delivery (at)': 'the clock: deliveries that are too old',
  'worker_hold (lease_id)': 'a worker that is gone had work of any customers',
  // Others.
  'relay (id)': 'a shared relay has no customer; what it has is few rows, read by all workers',
  'sending_domain (look_at)': 'whose DNS records are due to be looked up, of any customer',
  'relay (number)': 'the numbers of shared relays',
  'inbox_mail (id)': 'the test inbox takes mails of nobody’s campaign too',
  'media_file (hash)': 'whether the bytes are used, by whomever',
  'template_file (hash)': 'whether the bytes are used, by whomever',
  'campaign_file (hash)': 'whether the bytes are used, by whomever',
  'email_attachment (hash)': 'whether the bytes are used, by whomever',
  'subscriber (tokens)': 'PostgreSQL: words in an inverted index',
};

/** A key, index or foreign key. */
type Columns = { table_name: string; name: string; columns: string[]; target?: string | null };

/** Over the engines of this run. */
const found = new Set<string>();

eachEngine('the schema', (engine) => {
  after(() => {
    // Some are of PostgreSQL alone.
    if (engine.name === 'sqlite') return;
    const gone = Object.keys(EXCEPTIONS).filter((name) => !found.has(name));
    assert.deepEqual(gone, [], 'exceptions that are none any more');
  });

  test('a store in another schema of the database is not this one', async (t) => {
    const { db } = await engine.open(t);
    if (!isPostgres(db)) return requireMigrated(db, 'the file');
    const look = inTransaction(db, async (tx) => {
      await sql`create schema mine`.execute(tx);
      await sql`set local search_path to mine`.execute(tx);
      await requireMigrated(tx, 'the schema');
    });
    await assert.rejects(look, /the schema contains no database/);
  });

  test('what belongs to a customer has the customer in front', async (t) => {
    const { db } = await engine.open(t);
    const { tables, keys, references } = await (engine.name === 'sqlite' ? sqliteCatalogue : postgresCatalogue)(db);
    const known = [...OWNED, ...Object.keys(OF_THE_INSTALLATION)];
    assert.deepEqual(tables.map(({ table_name }) => table_name).sort(), known.sort());
    const without = tables.filter(
      ({ table_name, columns }) => OWNED.has(table_name) && !columns.includes('customer_id'),
    );
    assert.deepEqual(without, []);
    const broken = keys.filter(({ table_name, columns }) => OWNED.has(table_name) && columns[0] !== 'customer_id');
    const names = new Set(broken.map(({ table_name, columns }) => `${table_name} (${columns[0]})`));
    assert.deepEqual([...names].filter((name) => !(name in EXCEPTIONS)).sort(), []);
    for (const name of names) found.add(name);
    // A reference to what a customer has names the customer on both sides.
    const loose = references.filter(
      ({ table_name, target, columns }) =>
        OWNED.has(table_name) && OWNED.has(target ?? '') && columns[0] !== 'customer_id',
    );
    assert.deepEqual(loose, []);
    assert.ok(references.some(({ target }) => OWNED.has(target ?? '')));
    const referring = references.filter(({ target }) => target === 'blob').map(({ table_name }) => table_name);
    assert.deepEqual(referring.sort(), [...REFERRING].sort(), 'the tables that dropUnused asks for stored bytes');
  });
});

async function postgresCatalogue(db: Db) {
  const { rows: tables } = await sql<Columns>`select c.relname as table_name, c.relname as name,
      array_agg(a.attname::text) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition group by c.relname`.execute(
    db,
  );
  // An expression has no column: it is told by the first one that it is about.
  const { rows: keys } = await sql<Columns>`select t.relname as table_name, i.relname as name,
      array(select coalesce(nullif(pg_get_indexdef(x.indexrelid, n, true), ''), '') from generate_series(1, x.indnkeyatts) as n)
        as columns
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
      and not t.relispartition
    where t.relnamespace = 'public'::regnamespace`.execute(db);
  const { rows: references } =
    await sql<Columns>`select t.relname as table_name, f.conname as name, o.relname as target,
      array(select a.attname::text from unnest(f.conkey) with ordinality as k(num, at)
        join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.num order by k.at) as columns
    from pg_constraint f join pg_class t on t.oid = f.conrelid join pg_class o on o.oid = f.confrelid
    where f.contype = 'f' and t.relnamespace = 'public'::regnamespace`.execute(db);
  return { tables, keys: keys.map(withPlainNames), references };
}

const withPlainNames = (key: Columns): Columns => ({
  ...key,
  columns: key.columns.map((column) => /^[a-z_]*\((\w+)/.exec(column)?.[1] ?? column),
});

/** Without the tables of the word index, which SQLite makes by itself; and without rowids. */
async function sqliteCatalogue(db: Db) {
  const { rows: names } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'
    and name not like 'sqlite%' and name not like 'subscriber_token%'`.execute(db);
  const tables: Columns[] = [];
  const keys: Columns[] = [];
  const references: Columns[] = [];
  for (const { name: table_name } of names) {
    const info = await sql<{ name: string }>`select name from pragma_table_info(${table_name}) order by cid`.execute(
      db,
    );
    tables.push({ table_name, name: table_name, columns: info.rows.map(({ name }) => name) });
    const indexes = await sql<{ name: string }>`select name from pragma_index_list(${table_name})`.execute(db);
    for (const { name } of indexes.rows) {
      // An expression has no name: it is told by the first column that it is about.
      const parts = await sql<{ name: string }>`select coalesce(info.name, substr(made.sql, instr(made.sql, '((') + 2,
          instr(substr(made.sql, instr(made.sql, '((') + 2), ' ') - 1)) as name
        from pragma_index_info(${name}) as info left join sqlite_master as made on made.name = ${name} order by seqno`.execute(
        db,
      );
      keys.push({ table_name, name, columns: parts.rows.map((part) => part.name) });
    }
    const { rows } = await sql<{ id: number; target: string; name: string }>`select id, "table" as target,
      "from" as name from pragma_foreign_key_list(${table_name}) order by id, seq`.execute(db);
    for (const group of Map.groupBy(rows, ({ id }) => id).values()) {
      references.push({ table_name, name: '', target: group[0]?.target ?? '', columns: group.map(({ name }) => name) });
    }
  }
  return { tables, keys, references };
}
