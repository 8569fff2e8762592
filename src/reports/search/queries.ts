// Statements of the search over everything. Names are compared in memory: the engines disagree
// about letters beyond ASCII. Only so many are looked at that a search costs the same whatever is
// stored.
import { sql } from 'kysely';
import { emailKey } from '../../kernel/address.ts';
import { isVisibleCampaign } from '../../storage/campaign-conditions.ts';
import type { Db } from '../../storage/db.ts';

/** Names of each kind that are looked at, the newest first. */
const LOOKED_AT = 2_000;

export type FoundCampaign = { uid: string; name: string; subject: string; status: string; send_at: number | null };
export type FoundNamed = { uid: string; name: string };
export type FoundSegment = FoundNamed & { list_uid: string; list_name: string };
export type FoundPerson = { uid: string; email: string; status: string; list_uid: string; list_name: string };

/** The newest campaigns of a customer. */
export function newestCampaigns(db: Db, customerId: number): Promise<FoundCampaign[]> {
  return db
    .selectFrom('campaign')
    .select(['uid', 'name', 'subject', 'status', 'send_at'])
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
): Promise<FoundPerson[]> {
  const key = emailKey(beginning);
  const { rows } = await sql<FoundPerson>`select person.uid, person.email, person.status, list.uid as list_uid,
      list.name as list_name
    from (select uid, email, email_key, status, list_id from subscriber where customer_id = ${customerId}
        and email_key >= ${key} and email_key < ${key + LAST} order by email_key limit ${sql.lit(10 * limit)}) as person
      join list on list.customer_id = ${customerId} and list.id = person.list_id and list.status = 'active'
    order by person.email_key, list.id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}
