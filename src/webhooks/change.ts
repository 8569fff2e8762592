// Makes, changes and removes webhooks.
import { afterCommit } from '../accounts/idempotency/after-commit.ts';
import { AppError } from '../kernel/errors.ts';
import { newUid } from '../kernel/ids.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import type { Webhook } from '../storage/tables/webhooks.ts';
import { firstKept, holdNextNumber, nextNumber } from './log/queries.ts';
import { changeInterest, forgetInterest } from './outbox/interest.ts';
import {
  deleteWebhook,
  holdWebhook,
  insertWebhook,
  lanesOfWebhooks,
  listWebhooks,
  replaceLanes,
  updateWebhook,
} from './queries.ts';
import { lanesOf, MOST_WEBHOOKS, OVERLAP_MS } from './rules.ts';
import { newWebhookSecret, sealSecret } from './secrets.ts';

export type WebhookStatus = 'on' | 'off';
/** `events`: names of types, or `*`. */
export type WebhookSettings = {
  url: string;
  events: readonly string[];
  description: string;
  batchSize: number;
  status: WebhookStatus;
};

type Around = { secret: string; at: number };

/**
 * Makes a webhook, which is told what happens from now on.
 * @returns it, and its secret, which can never be read again
 * @throws AppError `conflict` when there are as many as there may be
 */
export async function createWebhook(
  db: Db,
  customerId: number,
  settings: WebhookSettings,
  { secret, at }: Around,
): Promise<{ webhook: Webhook; key: string }> {
  const key = newWebhookSecret();
  const webhook = await inTransaction(db, async (tx) => {
    const position = await holdNextNumber(tx, customerId); // and so no other is made at this moment
    if ((await listWebhooks(tx, customerId)).length >= MOST_WEBHOOKS) {
      throw new AppError('conflict', say('webhook-many', { most: MOST_WEBHOOKS }));
    }
    const made = await insertWebhook(tx, {
      uid: newUid(),
      customer_id: customerId,
      url: settings.url,
      description: settings.description,
      events: JSON.stringify(settings.events),
      batch_size: settings.batchSize,
      status: settings.status,
      off_at: settings.status === 'off' ? at : null,
      reason: null,
      secret: sealSecret(secret, key),
      old_secret: null,
      old_until: null,
      held_by: null,
      created_at: at,
      updated_at: at,
    });
    await replaceLanes(tx, made, { lanes: lanesOf(made.batch_size), position });
    await changeInterest(tx);
    return made;
  });
  afterCommit(db, forgetInterest);
  return { webhook, key };
}

/**
 * Changes a webhook; what is not given stays. One that the server switched off goes on where it
 * was when it is switched on; one that a person did, with what happens from then on. Whoever is
 * telling it at the moment stops after the request that is on its way.
 */
export async function changeWebhook(
  db: Db,
  which: Webhook,
  changes: { [name in keyof WebhookSettings]?: WebhookSettings[name] | undefined },
  at: number,
): Promise<Webhook> {
  const changed = await inTransaction(db, async (tx) => {
    const before = await holdWebhook(tx, which);
    const status = changes.status ?? before.status;
    const after = await updateWebhook(tx, before, {
      ...(changes.url !== undefined && { url: changes.url }),
      ...(changes.description !== undefined && { description: changes.description }),
      ...(changes.events !== undefined && { events: JSON.stringify(changes.events) }),
      ...(changes.batchSize !== undefined && { batch_size: changes.batchSize }),
      status,
      held_by: null,
      updated_at: Math.max(at, before.updated_at + 1),
      ...(status === 'on' && { reason: null, off_at: null }),
      ...(status === 'off' && before.status === 'on' && { reason: null, off_at: at }),
    });
    const isNew = before.status === 'off' && status === 'on' && before.reason === null;
    const kept = status === 'on' && before.status === 'off' ? await firstKept(tx, before.customer_id) : 0;
    const position = isNew ? await nextNumber(tx, before.customer_id) : await firstPosition(tx, before);
    await replaceLanes(tx, after, { lanes: lanesOf(after.batch_size), position: Math.max(kept, position) });
    await changeInterest(tx);
    return after;
  });
  afterCommit(db, forgetInterest);
  return changed;
}

/** The first event that one of the lanes has not passed. */
async function firstPosition(tx: Tx, { id, customer_id }: Webhook): Promise<number> {
  const lanes = await lanesOfWebhooks(tx, customer_id, [id]);
  return lanes.length === 0 ? nextNumber(tx, customer_id) : Math.min(...lanes.map(({ position }) => position));
}

/** Removes a webhook. @throws AppError `not_found` */
export async function removeWebhook(db: Db, webhook: Webhook): Promise<void> {
  await inTransaction(db, async (tx) => {
    await deleteWebhook(tx, await holdWebhook(tx, webhook)); // it before its lanes, as who changes it
    await changeInterest(tx);
  });
  afterCommit(db, forgetInterest);
}

/**
 * Gives a webhook a new secret; the former one signs beside it for a day. Whoever is telling it at
 * the moment stops, as for changeWebhook: it would go on with the former one alone.
 */
export async function rotateSecret(
  db: Db,
  which: Webhook,
  { secret, at }: Around,
): Promise<{ webhook: Webhook; key: string }> {
  const key = newWebhookSecret();
  const webhook = await inTransaction(db, async (tx) => {
    const before = await holdWebhook(tx, which);
    return updateWebhook(tx, before, {
      secret: sealSecret(secret, key),
      old_secret: before.secret,
      old_until: at + OVERLAP_MS,
      held_by: null,
      updated_at: Math.max(at, before.updated_at + 1),
    });
  });
  return { webhook, key };
}
