// Reads what is known of somebody's consents: what was written down of them, what imports noted of
// everybody whom they added, and for lists without either when and from where they joined.
import { sql } from 'kysely';
import type { Db, Subscriber } from '../../storage/tables.ts';
import { IS_PERSON, OF_IMPORT } from './record.ts';

export type Consent = {
  list_id: number;
  list_name: string | null;
  at: number;
  status: string;
  way: string;
  actor: string | null;
  ip_address: string | null;
  text: string | null;
  detail: string | null;
};

type Member = Pick<Subscriber, 'list_id' | 'created_at' | 'ip_address' | 'source' | 'status'> & { list_name: string };

/** Nobody has more. */
const MOST = 1_000;

/**
 * The consents of an address on all lists of a customer, oldest first.
 * @param members its rows, by list
 */
export async function consentsOf(
  db: Db,
  customerId: number,
  key: string,
  members: readonly Member[],
): Promise<Consent[]> {
  const own = await rowsOf(db, customerId, sql`email_key = ${key} and ${IS_PERSON}`);
  const found = [...own];
  for (const member of members) {
    const { list_id, created_at } = member;
    // Somebody who was imported first and came by a form later has an older record of the import.
    if (own.some((one) => one.list_id === list_id && one.at === created_at)) continue;
    const imported = await rowsOf(
      db,
      customerId,
      sql`list_id = ${list_id} and email_key = ${sql.lit(OF_IMPORT)} and at = ${created_at}`,
    );
    found.push(...(imported.length > 0 ? imported : [joined(member)]));
  }
  return found.sort((a, b) => a.at - b.at || a.list_id - b.list_id);
}

async function rowsOf(db: Db, customerId: number, which: ReturnType<typeof sql>): Promise<Consent[]> {
  const { rows } = await sql<Consent>`select consent.list_id, list.name as list_name, consent.at, consent.status,
      consent.way, consent.actor, consent.ip_address, consent_text.content as text, consent.detail
    from (select * from consent where customer_id = ${customerId} and ${which} order by at desc limit ${sql.lit(MOST)})
      as consent
    left join list on list.customer_id = consent.customer_id and list.id = consent.list_id and list.status = 'active'
    left join consent_text on consent_text.customer_id = consent.customer_id and consent_text.hash = consent.text_hash
    where consent.customer_id = ${customerId}
    order by consent.at, consent.list_id`.execute(db);
  return rows.map((row) => ({ ...row, at: Number(row.at) }));
}

function joined({ list_id, list_name, created_at, ip_address, source, status }: Member): Consent {
  const way = source === 'web' ? 'form' : source === 'import' ? 'import' : 'api';
  const nothing = { actor: null, text: null, detail: null };
  return { list_id, list_name, at: created_at, status, way, ip_address, ...nothing };
}
