// Whom a link of a former server names, now that its address may lead here.
import type { Db } from '../storage/db.ts';

/**
 * A link names a list, or a mailing that went to lists, and a person, as the former server called
 * them.
 */
export type FormerLink = { kind: 'list' | 'mailing'; former: string; person: string };

/** The ids of the subscribers here, of lists in their order; none: the link is not known. */
export async function peopleOfLink(db: Db, { kind, former, person }: FormerLink): Promise<number[]> {
  const ids: number[] = [];
  for (const { customer_id, server_id, object_id } of await findNamed(db, kind, former)) {
    const row = await db
      .selectFrom('former_person')
      .select('subscriber_id')
      .where('customer_id', '=', customer_id)
      .where('server_id', '=', server_id)
      .where('former', '=', person)
      .where('list_id', '=', object_id)
      .executeTakeFirst();
    if (row) ids.push(row.subscriber_id);
  }
  return ids;
}

const MOST = 50;

/** Lists by the name that a former server had for them or for a mailing, whoever has them. */
function findNamed(db: Db, kind: FormerLink['kind'], former: string) {
  return db
    .selectFrom('former_object')
    .select(['customer_id', 'server_id', 'object_id'])
    .where('kind', '=', kind)
    .where('former', '=', former)
    .orderBy('customer_id')
    .orderBy('object_id')
    .limit(MOST)
    .execute();
}
