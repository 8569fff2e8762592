// Removes events and deliveries when their time is over, and deliveries of webhooks that are gone.
import type { Db } from '../storage/db.ts';
import { KEPT_MS } from './rules.ts';

const PAGES = 50;
const DELIVERIES = 1_000;

/** Removes some old events of one customer. @param at now, ms @returns whether there may be more */
export async function removeOldEvents(db: Db, at: number): Promise<boolean> {
  const before = at - KEPT_MS;
  const row = await oldestPage(db, before);
  if (!row) return false;
  const old = db
    .selectFrom('event_page')
    .select('first_n')
    .where('customer_id', '=', row.customer_id)
    .where('last_at', '<', before)
    .orderBy('first_n')
    .limit(PAGES);
  await db.deleteFrom('event_page').where('customer_id', '=', row.customer_id).where('first_n', 'in', old).execute();
  return true;
}

function oldestPage(db: Db, before: number) {
  return db
    .selectFrom('event_page')
    .select('customer_id')
    .where('last_at', '<', before)
    .orderBy('last_at')
    .limit(1)
    .executeTakeFirst();
}

/** Removes some old deliveries of one customer. @returns whether there may be more */
export async function removeOldDeliveries(db: Db, at: number): Promise<boolean> {
  const before = at - KEPT_MS;
  const row = await oldestDelivery(db, before);
  if (!row) return false;
  const old = db
    .selectFrom('webhook_delivery')
    .select('id')
    .where('customer_id', '=', row.customer_id)
    .where('at', '<', before)
    .orderBy('at')
    .limit(DELIVERIES);
  await db.deleteFrom('webhook_delivery').where('customer_id', '=', row.customer_id).where('id', 'in', old).execute();
  return true;
}

function oldestDelivery(db: Db, before: number) {
  return db
    .selectFrom('webhook_delivery')
    .select('customer_id')
    .where('at', '<', before)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();
}
