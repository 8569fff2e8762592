// Facts for webhooks about hits.
import type { Tx } from '../storage/db.ts';
import type { MessageFact } from '../webhooks/outbox/facts.ts';
import { interests } from '../webhooks/outbox/interest.ts';
import { tell } from '../webhooks/outbox/tell.ts';
import type { MessageHit } from './hits.ts';

/** Writes hits down that were recorded at instant `at`. */
export async function tellHits(
  tx: Tx,
  type: 'message.opened' | 'message.clicked',
  hits: readonly MessageHit[],
  at: number,
): Promise<void> {
  if (hits.length === 0 || (await interests(tx)).size === 0) return;
  for (const [customerId, some] of Map.groupBy(hits, ({ message }) => message.customerId)) {
    await tell<MessageFact>(tx, customerId, [type], () =>
      some.map(({ message: { campaignId, subscriberId }, linkId, machine }) => ({
        type,
        at,
        campaign: campaignId,
        subscriber: subscriberId,
        machine,
        ...(type === 'message.clicked' && { link: linkId }),
      })),
    );
  }
}
