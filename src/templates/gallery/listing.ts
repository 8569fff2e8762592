// Templates as a gallery shows them, those that were changed last first.
import { sql } from 'kysely';
import type { Place } from '../../http/members/keyset.ts';
import { foldText } from '../../kernel/text/comparing.ts';
import type { Db } from '../../storage/db.ts';

export type Card = {
  id: number;
  uid: string;
  name: string;
  created_at: number;
  updated_at: number;
  is_of_blocks: number;
  hash: string;
  is_pictured: number;
};

type Asked = { after: Place | undefined; limit: number; search: string | undefined };

/** @param search only those whose name holds this text, without regard to case */
export function listCards(db: Db, customerId: number, { after, limit, search }: Asked): Promise<Card[]> {
  const wanted = search === undefined ? undefined : `%${foldText(search).replaceAll(/[\\%_]/g, '\\$&')}%`;
  const [at, id] = (after ?? []) as number[];
  return db
    .selectFrom('template')
    .innerJoin('template_picture', (join) =>
      join
        .onRef('template_picture.customer_id', '=', 'template.customer_id')
        .onRef('template_picture.template_id', '=', 'template.id'),
    )
    .select(['template.id', 'template.uid', 'template.name', 'template.created_at', 'template.updated_at'])
    .select([
      'template_picture.hash',
      sql<number>`case when template.blocks is null then 0 else 1 end`.as('is_of_blocks'),
      sql<number>`case when template_picture.picture is null then 0 else 1 end`.as('is_pictured'),
    ])
    .where('template.customer_id', '=', customerId)
    .$if(wanted !== undefined, (query) => query.where(sql<boolean>`template.folded_name like ${wanted} escape '\\'`))
    .$if(at !== undefined && id !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple('template.updated_at', 'template.id'), '<', eb.tuple(at ?? 0, id ?? 0))),
    )
    .orderBy('template.updated_at', 'desc')
    .orderBy('template.id', 'desc')
    .limit(limit)
    .execute();
}
