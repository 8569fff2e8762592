// Templates as a gallery shows them: those that were changed last first, or by name.
import { sql } from 'kysely';
import type { Place } from '../../http/members/keyset.ts';
import { foldText } from '../../kernel/text/comparing.ts';
import type { Db } from '../../storage/db.ts';
import { byCodePoint, textHolds } from '../../storage/dialect.ts';

export type Card = {
  id: number;
  uid: string;
  name: string;
  folded_name: string;
  created_at: number;
  updated_at: number;
  is_of_blocks: number;
  hash: string;
  is_pictured: number;
};

/** What templates can be in order of; the id comes after it. */
export const SORTS = ['changed', 'name'] as const;
export type Sort = (typeof SORTS)[number];

/** The place of a template in its order. */
export const placeOf = (sort: Sort, { folded_name, updated_at, id }: Card): Place => [
  sort === 'name' ? folded_name : updated_at,
  id,
];

type Asked = { after: Place | undefined; limit: number; search: string | undefined; sort: Sort };

/** @param search only those whose name holds this text, without regard to case */
export function listCards(db: Db, customerId: number, { after, limit, search, sort }: Asked): Promise<Card[]> {
  const isByName = sort === 'name';
  const key = isByName ? byCodePoint(db, sql.ref('template.folded_name')) : sql<number>`template.updated_at`;
  const direction = isByName ? 'asc' : 'desc';
  return db
    .selectFrom('template')
    .innerJoin('template_picture', (join) =>
      join
        .onRef('template_picture.customer_id', '=', 'template.customer_id')
        .onRef('template_picture.template_id', '=', 'template.id'),
    )
    .select(['template.id', 'template.uid', 'template.name', 'template.folded_name'])
    .select(['template.created_at', 'template.updated_at'])
    .select([
      'template_picture.hash',
      sql<number>`case when template.blocks is null then 0 else 1 end`.as('is_of_blocks'),
      sql<number>`case when template_picture.picture is null then 0 else 1 end`.as('is_pictured'),
    ])
    .where('template.customer_id', '=', customerId)
    .$if(search !== undefined, (query) =>
      query.where(textHolds(db, sql.ref<string>('template.folded_name'), foldText(search ?? ''))),
    )
    .$if(after !== undefined, (query) => {
      const [at = '', id = 0] = after ?? [];
      return query.where(sql<boolean>`(${key}, template.id) ${sql.raw(isByName ? '>' : '<')} (${at}, ${id})`);
    })
    .orderBy(key, direction)
    .orderBy('template.id', direction)
    .limit(limit)
    .execute();
}
