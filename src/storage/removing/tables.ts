// The tables that have rows of a customer, as the engine's catalogue has them, so that whatever a
// new table keeps of a customer is removed with it.
import { CompiledQuery } from 'kysely';
import { isPostgres } from '../dialect.ts';
import { listTables } from '../moving/catalogue.ts';
import { referredFirst } from '../postgres/spread.ts';
import type { Db } from '../tables.ts';

/** A table with a column `customer_id`; `hasBlobs`: its column `hash` refers to stored bytes. */
export type CustomerTable = { name: string; key: readonly string[]; hasBlobs: boolean };

const OF_POSTGRES = `select con.conrelid::regclass::text as name, con.confrelid::regclass::text as refers_to
  from pg_constraint as con where con.contype = 'f' and con.conparentid = 0
    and con.connamespace = current_schema()::regnamespace`;

const OF_SQLITE = `select tab.name, ref."table" as refers_to
  from pragma_table_list as tab cross join pragma_foreign_key_list(tab.name) as ref
  where tab.schema = 'main' and tab.type = 'table'`;

type Reference = { name: string; refers_to: string };

const CAMPAIGNS = new Set(['campaign', 'campaign_link', 'campaign_file', 'campaign_run', 'ab_test']);

/**
 * All of them, in the order in which their rows can be removed: what refers to others before these.
 * Campaigns come first: with them links in mails lead nowhere, and nothing finds their messages.
 */
export async function listCustomerTables(db: Db): Promise<CustomerTable[]> {
  const { rows } = await db.executeQuery<Reference>(CompiledQuery.raw(isPostgres(db) ? OF_POSTGRES : OF_SQLITE));
  const referred = Map.groupBy(rows, ({ name }) => name);
  const tables = (await listTables(db)).filter(({ columns }) => columns.some(({ name }) => name === 'customer_id'));
  const campaignsLast = [...tables].sort((a, b) => Number(CAMPAIGNS.has(a.name)) - Number(CAMPAIGNS.has(b.name)));
  const parentsFirst = referredFirst(
    campaignsLast.map(({ name, key }) => {
      const refersTo = (referred.get(name) ?? []).map((reference) => reference.refers_to);
      return { name, key, refersTo };
    }),
  );
  return parentsFirst.reverse().map(({ name, key, refersTo }) => ({ name, key, hasBlobs: refersTo.includes('blob') }));
}
