// Messages of campaigns whose contents differ by recipient: a batch is prepared before it enters the queue.
import { mergeValues } from '../campaigns/merge-values.ts';
import type { Feeds } from '../feeds/gather.ts';
import { feedsForRecipients } from '../feeds/recipients.ts';
import { type CompiledCampaign, compiledWith } from '../tracking/compiled.ts';
import type { TrackingLinks } from '../tracking/links.ts';
import { pageUrls } from '../tracking/recipient.ts';
import type { ClaimedMessage } from './claim.ts';
import type { Compose } from './made.ts';
import type { Outcome } from './record.ts';

/** Messages that can be made, each with what makes it, and those that wait. */
export type Prepared = { made: { message: ClaimedMessage; compose: Compose }[]; later: Outcome[] };
export type Prepare = (messages: readonly ClaimedMessage[]) => Promise<Prepared>;

/** @param composeOf makes the composer of one content */
export function openPrepare(
  options: { feeds: Feeds; baseUrl: string; links: TrackingLinks },
  of: CompiledCampaign & Required<Pick<CompiledCampaign, 'feeds'>>,
  composeOf: (content: CompiledCampaign) => Compose,
): Prepare {
  const { feeds, baseUrl, links } = options;
  const { db, clock } = feeds;
  return async (messages) => {
    const recipients = messages.map(({ id, subscriber }) => {
      const urls = pageUrls(links, { messageId: id, subscriberId: subscriber.id, context: of });
      const lookup = mergeValues({ ...of, subscriber, urls, at: clock.now() });
      return { messageId: id, subscriberId: subscriber.id, lookup };
    });
    const results = await feedsForRecipients(feeds, of.campaign, of.feeds.plan, recipients);
    const contents = new Map<string, Compose>(); // recipients who are shown the same share one
    const prepared: Prepared = { made: [], later: [] };
    for (const message of messages) {
      const result = results.get(message.id);
      if (result?.kind === 'filled') {
        const { filled } = result;
        const key = JSON.stringify([filled.feeds.map(({ address }) => address.hash), filled.shown]);
        const compose = contents.get(key) ?? composeOf({ ...of, ...(await compiledWith({ db, baseUrl }, of, filled)) });
        contents.set(key, compose);
        prepared.made.push({ message, compose });
      } else if (result?.kind === 'failed') {
        const { reason: text } = result;
        prepared.made.push({ message, compose: () => ({ kind: 'refused', text }) });
      } else {
        prepared.later.push(heldBack(message, result?.reason ?? '', result?.until ?? clock.now(), clock.now()));
      }
    }
    return prepared;
  };
}

function heldBack({ id }: ClaimedMessage, reason: string, nextAttemptAt: number, at: number): Outcome {
  const reply = `held back: ${reason.replace(/\.$/, '')}`.slice(0, 500);
  return { messageId: id, state: 'deferred', reply, nextAttemptAt, at };
}
