// How far webhooks are behind, over all customers: for the operator.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../storage/db.ts';

export type WebhookBacklog = {
  /** Webhooks that are on. */
  on: number;
  /** Of these, with requests in vain. */
  failing: number;
  /** Switched off by the server. */
  off: number;
  /**
   * Events that enabled webhooks have not got through yet, counted by the furthest-behind lane of
   * each.
   */
  events: number;
  /** When the oldest of them happened, ms; null: there is none. */
  oldestAt: number | null;
};

/** Reads it: a handful of rows for each webhook of a customer who may have one that is behind. */
export async function readBacklog(db: Db): Promise<WebhookBacklog> {
  const { rows } = await sql<{ behind: number; failing: number; oldest_at: number | null }>`
    select head.next_n - place.position as behind, place.failing,
      case when place.position < head.next_n then (select page.last_at from event_page as page
        where page.customer_id = head.customer_id and page.first_n <= place.position
        order by page.first_n desc limit 1) end as oldest_at
    from (select webhook.customer_id, webhook.id, min(lane.position) as position, count(lane.failing_since) as failing
        from event_head as behind join webhook on webhook.customer_id = behind.customer_id
          join webhook_lane as lane on lane.customer_id = webhook.customer_id and lane.webhook_id = webhook.id
        where behind.is_behind = 1 and webhook.status = 'on' group by webhook.customer_id, webhook.id) as place
      join event_head as head on head.customer_id = place.customer_id`.execute(db);
  const times = rows.flatMap(({ oldest_at }) => (oldest_at === null ? [] : [Number(oldest_at)]));
  return {
    on: await countOf(db, sql<SqlBool>`status = 'on'`),
    failing: rows.filter(({ failing }) => Number(failing) > 0).length,
    off: await countOf(db, sql<SqlBool>`reason is not null`),
    events: rows.reduce((sum, { behind }) => sum + Number(behind), 0),
    oldestAt: times.length === 0 ? null : Math.min(...times),
  };
}

/** How many there are, by an index that has those alone. */
async function countOf(db: Db, which: RawBuilder<SqlBool>): Promise<number> {
  const row = await db
    .selectFrom('webhook')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(which)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}
