// Campaigns that have messages to do, found through the indexes of those messages.
import { type RawBuilder, sql } from 'kysely';

/**
 * `with recursive walk(campaign_id) as (…)`: the campaigns with messages of an open state, one index probe each, so that it
 * costs nothing however many campaigns and messages are stored. The last row is null.
 */
export function walkOpen(state: 'pending' | 'deferred'): RawBuilder<unknown> {
  const open = sql`from message where state = ${sql.lit(state)}`;
  return sql`with recursive walk(campaign_id) as (
    select min(campaign_id) ${open}
    union all
    select (select min(campaign_id) ${open} and campaign_id > walk.campaign_id)
    from walk where walk.campaign_id is not null)`;
}
