// Prepares batches of campaigns whose contents differ by recipient, before they enter the queue.
// The content itself may be large, so it is made when a lane takes the message; the queue has only
// keys.
import { logged } from '../../campaigns/delivery/logged.ts';
import { mergeValues } from '../../campaigns/merge/values.ts';
import { findCampaignById } from '../../campaigns/queries.ts';
import { type CompiledCampaign, compiledWith } from '../../content/compiled.ts';
import type { TrackingLinks } from '../../content/links.ts';
import { pageUrls } from '../../content/recipient.ts';
import type { Feeds } from '../../feeds/fetch-due.ts';
import { fillFor } from '../../feeds/fill.ts';
import { type FeedRecipient, feedsForRecipients } from '../../feeds/recipients.ts';
import { AppError, asError } from '../../kernel/errors.ts';
import { newRecent, type Recent } from '../../kernel/recent.ts';
import { oneLine } from '../../kernel/text/one-line.ts';
import type { ClaimedMessage } from '../../messages/claim.ts';
import { attemptOf } from '../../messages/turn.ts';
import { givenBack, type Outcome } from '../outcome.ts';
import type { Compose, Composition } from './composition.ts';

/** Composes one message; rejects with AppError `unavailable` when that must wait. */
export type ComposeLater = (...of: Parameters<Compose>) => Composition | Promise<Composition>;
/** Messages that can be composed, each with its composer, and those that must wait. */
export type Preparation = { made: { message: ClaimedMessage; compose: ComposeLater }[]; later: Outcome[] };
export type Prepare = (messages: readonly ClaimedMessage[]) => Promise<Preparation>;

/** The contents made last, of all campaigns. */
export type Contents = Recent<string, ReturnType<typeof compiledWith> | undefined>;
export const openContents = (): Contents => newRecent(20);

/** @param composeOf makes the composer of one content */
export function openPrepare(
  options: { feeds: Feeds; baseUrl: string; links: TrackingLinks; contents: Contents },
  of: CompiledCampaign & Required<Pick<CompiledCampaign, 'feeds'>>,
  composeOf: (content: CompiledCampaign) => Compose,
): Prepare {
  const { feeds, baseUrl, links, contents } = options;
  const { db, clock, log } = feeds;
  const { campaign } = of;
  const { plan } = of.feeds;
  const tags = of.fields.map(({ tag }) => tag);

  async function contentFor(recipient: FeedRecipient, alike: string): ReturnType<typeof compiledWith> {
    const key = JSON.stringify([campaign.id, of.list.id, campaign.updated_at, tags, alike]);
    const kept = contents.get(key);
    if (kept !== undefined) return kept;
    const making = fillFor(db, campaign, plan, [recipient]).then(([filled]) =>
      compiledWith({ db, baseUrl }, of, filled ?? of.feeds.filled),
    );
    contents.set(key, making);
    return making.catch((cause: unknown) => {
      contents.set(key, undefined);
      log.error({ event: 'feed.content-failed', ...logged(campaign), reason: asError(cause).message });
      throw new AppError('unavailable', 'its content could not be made', { cause });
    });
  }

  /** A campaign that was changed while its feeds were fetched must not send the former content. */
  async function isChanged(): Promise<boolean> {
    return (await findCampaignById(db, campaign.id))?.updated_at !== campaign.updated_at;
  }

  return async (messages) => {
    const recipients = messages.map((message) => {
      const { id, subscriber } = message;
      const urls = pageUrls(links, { subscriberId: subscriber.id, context: of });
      const lookup = mergeValues({ ...of, subscriber, urls, at: clock.now() });
      return { message, messageId: id, subscriberId: subscriber.id, lookup };
    });
    const results = await feedsForRecipients(feeds, campaign, plan, recipients);
    if (await isChanged()) return { made: [], later: messages.map((message) => givenBack(message, clock.now())) };
    const prepared: Preparation = { made: [], later: [] };
    for (const { message, ...recipient } of recipients) {
      const result = results.get(message.id);
      if (result?.kind === 'filled') {
        const compose: ComposeLater = async (...sending) =>
          composeOf({ ...of, ...(await contentFor(recipient, result.key)) })(...sending);
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

function heldBack(message: ClaimedMessage, reason: string, nextAttemptAt: number, at: number): Outcome {
  const account = { reason: 'feed', detail: oneLine(reason.replace(/\.$/, ''), 500), reply: null } as const;
  return { ...attemptOf(message), state: 'deferred', ...account, nextAttemptAt, isUnstarted: true, at };
}
