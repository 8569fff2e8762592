// The merge tags that have a value for everybody on a campaign's lists, and those that only some of
// its lists have.
import { fieldsOf } from '../../lists/fields/queries.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { knownTags } from '../merge/values.ts';
import { listIdsOf } from './lists.ts';

type Of = Pick<Campaign, 'customer_id' | 'list_id' | 'further_lists'>;

export type TagsOfLists = {
  /** Whether a tag is filled in on each of the lists. */
  isKnown(tag: string): boolean;
  /** The names of the lists that lack a tag which others have; empty for a tag that no list has. */
  lackedBy(tag: string): readonly string[];
};

/** Finds out which tags are filled in on which of the lists. */
export async function tagsOnLists(db: Db, campaign: Of): Promise<TagsOfLists> {
  const ids = listIdsOf(campaign);
  const names = ids.length > 1 ? await namesOf(db, campaign.customer_id, ids) : new Map<number, string>();
  const lists = await Promise.all(
    ids.map(async (id) => ({
      name: names.get(id) ?? '',
      isKnown: knownTags(await fieldsOf(db, campaign.customer_id, id)),
    })),
  );
  return {
    isKnown: (tag) => lists.every((list) => list.isKnown(tag)),
    lackedBy(tag) {
      const without = lists.filter((list) => !list.isKnown(tag));
      return without.length === lists.length ? [] : without.map(({ name }) => name);
    },
  };
}

async function namesOf(db: Db, customerId: number, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('list')
    .select(['id', 'name'])
    .where('customer_id', '=', customerId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
