// Tells a webhook once more what happened since an instant.
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import type { Webhook } from '../storage/tables/webhooks.ts';
import { unpackEvents } from './log/pages.ts';
import { findPageAt, nextNumber } from './log/queries.ts';
import { holdWebhook, lanesOfWebhooks, replaceLanes, updateWebhook } from './queries.ts';
import { lanesOf } from './rules.ts';

/**
 * Takes a webhook back to the first event of an instant (ms) or later: it and all after it are
 * told again, with the ids that they had. What still waits from before that instant is told too.
 * @returns how many events there are from there on, of whatever types
 * @throws AppError `state` when the webhook is off
 */
export async function replay(db: Db, which: Webhook, from: number, at: number): Promise<number> {
  const { customer_id } = which;
  const page = await findPageAt(db, customer_id, from);
  const events = page ? await unpackEvents(page.content) : [];
  const place = events.findIndex((event) => event.at >= from);
  return inTransaction(db, async (tx) => {
    const webhook = await holdWebhook(tx, which);
    if (webhook.status !== 'on') throw new AppError('state', say('webhook-off'));
    const next = await nextNumber(tx, customer_id);
    const lanes = await lanesOfWebhooks(tx, customer_id, [webhook.id]);
    const found = page ? page.first_n + Math.max(place, 0) : next;
    const position = Math.min(found, ...lanes.map((lane) => lane.position)); // skips nothing that waits
    await updateWebhook(tx, webhook, { held_by: null, updated_at: Math.max(at, webhook.updated_at + 1) });
    await replaceLanes(tx, webhook, { lanes: lanesOf(webhook.batch_size), position });
    return next - position;
  });
}
