// Statements on table `webhook_delivery`: a row for each request that was sent.
import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '../../storage/db.ts';
import { numberSet } from '../../storage/dialect.ts';
import type { Webhook, WebhookDelivery, WebhookDeliveryTable } from '../../storage/tables/webhooks.ts';

export type NewDelivery = Insertable<WebhookDeliveryTable>;

export async function insertDeliveries(tx: Tx | Db, rows: readonly NewDelivery[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('webhook_delivery').values(rows).execute();
}

export function insertDelivery(tx: Tx | Db, row: NewDelivery): Promise<WebhookDelivery> {
  return tx.insertInto('webhook_delivery').values(row).returningAll().executeTakeFirstOrThrow();
}

/** A webhook's deliveries, the latest first. `failed`: only those in vain. */
export function listDeliveries(
  db: Db,
  { id, customer_id }: Pick<Webhook, 'id' | 'customer_id'>,
  { before, limit, failed }: { before: number | undefined; limit: number; failed: boolean },
): Promise<WebhookDelivery[]> {
  return db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('webhook_id', '=', id)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .$if(failed, (query) => query.where('fault', 'is not', null))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

type Answer = Pick<WebhookDelivery, 'webhook_id' | 'id' | 'answer'>;

/** What receivers answered to a customer's webhooks, in the order of the index. */
export function answersBehind(
  db: Db,
  customerId: number,
  { webhook_id, id }: Omit<Answer, 'answer'>,
  limit: number,
): Promise<Answer[]> {
  return db
    .selectFrom('webhook_delivery')
    .select(['webhook_id', 'id', 'answer'])
    .where('customer_id', '=', customerId)
    .where(sql<boolean>`(webhook_id, id) > (${webhook_id}, ${id})`)
    .orderBy('webhook_id')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function emptyAnswers(db: Db, customerId: number, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ answer: '' })
    .where('customer_id', '=', customerId)
    .where('id', 'in', numberSet(db, ids))
    .execute();
}
