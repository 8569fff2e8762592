// Statements on tables `webhook` and `webhook_lane`.
import type { Insertable, Updateable } from 'kysely';
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import type { Db, Tx } from '../storage/db.ts';
import { lockRows } from '../storage/dialect.ts';
import type { Webhook, WebhookLane, WebhookTable } from '../storage/tables/webhooks.ts';
import { markBehind } from './log/queries.ts';

type Owner = Pick<Webhook, 'id' | 'customer_id'>;

/** The webhooks of a customer, newest first. */
export function listWebhooks(db: Db | Tx, customerId: number): Promise<Webhook[]> {
  return db.selectFrom('webhook').selectAll().where('customer_id', '=', customerId).orderBy('id', 'desc').execute();
}

/** A webhook of a customer by its uid. */
export function findWebhook(db: Db | Tx, customerId: number, uid: string): Promise<Webhook | undefined> {
  return db
    .selectFrom('webhook')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('uid', '=', uid)
    .executeTakeFirst();
}

/** The same. @throws AppError `not_found` */
export async function getWebhook(db: Db | Tx, customerId: number, uid: string): Promise<Webhook> {
  const webhook = await findWebhook(db, customerId, uid);
  if (!webhook) throw new AppError('not_found', say('webhook-missing'));
  return webhook;
}

/** A webhook, held until the transaction ends. @throws AppError `not_found` */
export async function holdWebhook(tx: Tx, { id, customer_id }: Owner): Promise<Webhook> {
  const webhook = await tx
    .selectFrom('webhook')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('id', '=', id)
    .modifyEnd(lockRows(tx))
    .executeTakeFirst();
  if (!webhook) throw new AppError('not_found', say('webhook-missing'));
  return webhook;
}

export function insertWebhook(tx: Tx, row: Insertable<WebhookTable>): Promise<Webhook> {
  return tx.insertInto('webhook').values(row).returningAll().executeTakeFirstOrThrow();
}

export function updateWebhook(
  tx: Tx | Db,
  { id, customer_id }: Owner,
  set: Updateable<WebhookTable>,
): Promise<Webhook> {
  return tx
    .updateTable('webhook')
    .set(set)
    .where('customer_id', '=', customer_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Removes a webhook with its lanes; its deliveries go later (remove-old.ts). */
export async function deleteWebhook(tx: Tx, { id, customer_id }: Owner): Promise<void> {
  await tx.deleteFrom('webhook_lane').where('customer_id', '=', customer_id).where('webhook_id', '=', id).execute();
  await tx.deleteFrom('webhook').where('customer_id', '=', customer_id).where('id', '=', id).execute();
}

/** The lanes of webhooks of a customer. */
export function lanesOfWebhooks(db: Db | Tx, customerId: number, ids: readonly number[]): Promise<WebhookLane[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('webhook_lane')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('webhook_id', 'in', ids)
    .orderBy('webhook_id')
    .orderBy('lane')
    .execute();
}

/** When a lane is due that waits for nothing: also on a node whose clock is behind, or set back. */
export const AT_ONCE = 0;

/** Gives a webhook new lanes, all at the same event, which it is told at once. */
export async function replaceLanes(
  tx: Tx,
  { id, customer_id }: Owner,
  { lanes, position }: { lanes: number; position: number },
): Promise<void> {
  await tx.deleteFrom('webhook_lane').where('customer_id', '=', customer_id).where('webhook_id', '=', id).execute();
  const rows = Array.from({ length: lanes }, (_, lane) => ({
    customer_id,
    webhook_id: id,
    lane,
    position,
    until: null,
    failures: 0,
    failing_since: null,
    next_at: AT_ONCE,
  }));
  await tx.insertInto('webhook_lane').values(rows).execute();
  await markBehind(tx, customer_id);
}
