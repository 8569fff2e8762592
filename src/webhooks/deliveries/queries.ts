// Statements on table `webhook_delivery`: a row for each request that was sent.
import type { Insertable } from 'kysely';
import type { Db, Tx } from '../../storage/db.ts';
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
