// A relay that refuses a campaign's sender, or everything of ours, says so of each message and for
// good. As nothing is wrong with the people, their messages are put off; when one after the other
// is refused, the campaign is paused, with the answer in its notice, until somebody has mended it.
import { logged } from '../../campaigns/delivery/logged.ts';
import { pauseWith } from '../../campaigns/delivery/notice.ts';
import type { SendingRelay } from '../../campaigns/merge/source.ts';
import { findCampaignById } from '../../campaigns/queries.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { isAboutUs } from '../../mail/bounce/about-us.ts';
import { classifyDeferral } from '../../mail/smtp/deferrals.ts';
import type { ClassifiedReply } from '../../mail/smtp/replies.ts';
import type { Db } from '../../storage/db.ts';
import { troubleText } from '../../storage/trouble.ts';

/** After this many refusals without a message accepted between them the campaign is paused. */
const IN_ROW = 20;

/**
 * Whether a relay refuses with a 5xx what it would refuse to anybody. `for-now`: as we are too fast
 * or used our quota up, which passes. Of direct delivery it is about one receiver.
 */
export function refusedForAll(
  answer: ClassifiedReply,
  { direct }: SendingRelay,
): 'for-now' | 'until-mended' | undefined {
  if (direct || answer.outcome !== 'rejected') return undefined;
  const deferral = classifyDeferral(answer);
  const isOfRelay = answer.isToMail ? deferral?.kind !== 'message' : deferral?.scope === 'relay';
  if (isOfRelay) return 'for-now';
  return isAboutUs(answer) ? 'until-mended' : undefined;
}

/** Counts refusals by campaign. */
export type Refusals = {
  accepted(campaignId: number): void;
  /** @param answer the relay's words */
  refused(campaignId: number, relay: SendingRelay, answer: string): void;
};

/** Refusals of one worker, which pauses the campaigns. */
export function openRefusals({ db, clock, log }: { db: Db; clock: Clock; log: Logger }): Refusals {
  const inRow = new Map<number, number>();

  async function pause(campaignId: number, relay: SendingRelay, words: string): Promise<void> {
    const campaign = await findCampaignById(db, campaignId);
    if (!campaign || campaign.type === 'transactional') return; // those are put off, each by itself
    const name = relay.id === 0 ? relay.host : relay.label; // the configuration's has no name
    const notice = [say('notice-refused', { relay: name }), say('server-says', { words })];
    if (!(await pauseWith(db, campaign, notice, clock.now()))) return;
    log.warn({ event: 'campaign.paused', ...logged(campaign), reason: 'refused', relay: name, reply: words });
  }

  return {
    accepted(campaignId) {
      if (inRow.size > 0) inRow.delete(campaignId);
    },
    refused(campaignId, relay, answer) {
      const count = (inRow.get(campaignId) ?? 0) + 1;
      inRow.set(campaignId, count % IN_ROW);
      if (count < IN_ROW) return;
      pause(campaignId, relay, answer).catch((error: unknown) => {
        log.warn({ event: 'delivery.pause-failed', campaign_id: campaignId, reason: troubleText(error) });
      });
    },
  };
}
