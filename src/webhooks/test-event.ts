// Sends an event that did not happen, to see whether a webhook works.
import { newUid } from '../kernel/ids.ts';
import type { FetchAllow } from '../network/fetch-allow.ts';
import type { Db } from '../storage/db.ts';
import type { Webhook, WebhookDelivery } from '../storage/tables/webhooks.ts';
import { insertDelivery } from './deliveries/queries.ts';
import { eventText } from './log/pages.ts';
import { secretsOf } from './secrets.ts';
import { send } from './send.ts';

/** Sends it at once, whether the webhook is on or off. @returns what came of it */
export async function sendTest(
  db: Db,
  webhook: Webhook,
  { type, data }: { type: string; data: unknown },
  { secret, at, allow }: { secret: string; at: number; allow: FetchAllow | undefined },
): Promise<WebhookDelivery> {
  const id = `evt_test_${newUid()}`;
  const body = Buffer.from(eventText({ type, at, subject: '', data: JSON.stringify(data) }));
  const sent = await send({ url: webhook.url, id, body, secrets: secretsOf(secret, webhook, at), at, allow });
  const { status, ms, answer, fault } = sent;
  return insertDelivery(db, {
    customer_id: webhook.customer_id,
    webhook_id: webhook.id,
    at,
    message_id: id,
    types: type,
    events: 1,
    attempt: 1,
    is_test: 1,
    status,
    ms,
    answer,
    fault: fault && JSON.stringify(fault),
  });
}
