// Some of those who would get a campaign. Bounded, however many they are: the newest of the list
// are looked at.
import { type SqlBool, sql } from 'kysely';
import { campaignAudience } from '../../campaigns/send-again/audience.ts';
import { fieldsOf } from '../../lists/fields/queries.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign, ListField, Subscriber } from '../../storage/tables.ts';
import { isSuppressed } from '../../suppression/queries.ts';

/** Subscribers that are looked at, the newest of the list, and how many of them are taken. */
const LOOKED_AT = 5_000;
const TAKEN = 1_000;

export type SampledPerson = Pick<Subscriber, 'id' | 'uid' | 'email' | 'field_values'>;
export type Sample = { people: SampledPerson[]; fields: ListField[] };

/**
 * Up to 1,000 recipients among the newest 5,000 of the list, newest first. Some milliseconds at any
 * size of the list. `at` in ms.
 */
export async function sampleOfAudience(db: Db, campaign: Campaign, at: number): Promise<Sample> {
  const fields = await fieldsOf(db, campaign.customer_id, campaign.list_id);
  const condition = await campaignAudience(db, campaign, fields, at);
  const newest = sql<Subscriber>`(select * from subscriber
    where customer_id = ${campaign.customer_id} and list_id = ${campaign.list_id} order by id desc limit ${sql.lit(LOOKED_AT)})`;
  const people = await db
    .selectFrom(newest.as('subscriber'))
    .select(['subscriber.id', 'subscriber.uid', 'subscriber.email', 'subscriber.field_values'])
    .where('subscriber.status', '=', 'confirmed')
    .where(sql<SqlBool>`${condition} and not ${isSuppressed(campaign.customer_id, 'subscriber.email_key')}`)
    .orderBy('subscriber.id', 'desc')
    .limit(TAKEN)
    .execute();
  return { people, fields };
}
