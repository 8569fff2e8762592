// The merge tags that have a value for everybody on a campaign's lists.
import { fieldsOf } from '../../lists/fields/queries.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { knownTags } from '../merge/values.ts';
import { listIdsOf } from './lists.ts';

type Of = Pick<Campaign, 'customer_id' | 'list_id' | 'further_lists'>;

/** Returns whether a tag is filled in on each of the lists. */
export async function knownOnAll(db: Db, campaign: Of): Promise<(tag: string) => boolean> {
  const lists = await Promise.all(
    listIdsOf(campaign).map(async (listId) => knownTags(await fieldsOf(db, campaign.customer_id, listId))),
  );
  return (tag) => lists.every((isKnown) => isKnown(tag));
}
