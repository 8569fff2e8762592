// Some of those who would get a campaign, of each of its lists. Bounded, however many they are: the
// newest of the lists are looked at.
import { type SqlBool, sql } from 'kysely';
import { campaignAudience } from '../../campaigns/send-again/audience.ts';
import { isOnEarlierList } from '../../campaigns/several-lists/duplicate.ts';
import { listIdsOf } from '../../campaigns/several-lists/lists.ts';
import { fieldsOf } from '../../lists/fields/queries.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign, ListField, Subscriber } from '../../storage/tables.ts';
import { isSuppressed } from '../../suppression/queries.ts';

/** Subscribers that are looked at, the newest of the lists, and how many of them are taken. */
const LOOKED_AT = 5_000;
const TAKEN = 1_000;

export type SampledPerson = Pick<Subscriber, 'id' | 'uid' | 'email' | 'field_values'>;
/** Of one list. */
export type Sample = { people: SampledPerson[]; fields: ListField[] };

/**
 * Up to 1,000 recipients among the newest 5,000 subscribers, newest first, a sample for each list
 * in their order; several lists share both numbers. Each address is in the list through which it
 * would get the campaign. Some milliseconds at any size of the lists. `at` in ms.
 */
export async function samplesOfAudience(db: Db, campaign: Campaign, at: number): Promise<Sample[]> {
  const lists = listIdsOf(campaign);
  const samples: Sample[] = [];
  for (const n of lists.keys()) samples.push(await sampleOf(db, campaign, { lists, n, at }));
  return samples;
}

type Which = { lists: readonly number[]; n: number; at: number };

async function sampleOf(db: Db, campaign: Campaign, { lists, n, at }: Which): Promise<Sample> {
  const { customer_id: customerId } = campaign;
  const listId = lists[n] ?? campaign.list_id;
  const share = (of: number) => Math.ceil(of / lists.length);
  const fields = await fieldsOf(db, customerId, listId);
  const condition = await campaignAudience(db, campaign, fields, at);
  const newest = sql<Subscriber>`(select * from subscriber where customer_id = ${customerId}
    and list_id = ${listId} order by id desc limit ${sql.lit(share(LOOKED_AT))})`;
  const people = await db
    .selectFrom(newest.as('subscriber'))
    .select(['subscriber.id', 'subscriber.uid', 'subscriber.email', 'subscriber.field_values'])
    .where('subscriber.status', '=', 'confirmed')
    .where(
      sql<SqlBool>`${condition} and not ${isSuppressed(customerId, 'subscriber.email_key')}
        and not ${isOnEarlierList(customerId, 'subscriber.email_key', lists.slice(0, n))}`,
    )
    .orderBy('subscriber.id', 'desc')
    .limit(share(TAKEN))
    .execute();
  return { people, fields };
}
