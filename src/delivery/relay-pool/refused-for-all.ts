// A relay that refuses a campaign's sender, or everything of ours, says so of each message and for
// good. As nothing is wrong with the people, their messages are put off; when one after the other
// is refused, the campaign is paused, with the answer in its notice, until somebody has mended it.
// A relay that refuses one after the other for now is told in the log.
import { logged } from '../../campaigns/delivery/logged.ts';
import { pauseWith } from '../../campaigns/delivery/notice.ts';
import type { SendingRelay } from '../../campaigns/merge/source.ts';
import { findCampaignById } from '../../campaigns/queries.ts';
import { newOutage, type Outage } from '../../coordination/outage.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { oneLine } from '../../kernel/text/one-line.ts';
import { isAboutUs } from '../../mail/bounce/about-us.ts';
import { classifyDeferral, type Deferral } from '../../mail/smtp/deferrals.ts';
import type { ClassifiedReply } from '../../mail/smtp/replies.ts';
import { nameInLog } from '../../relays/usable.ts';
import type { Db } from '../../storage/db.ts';
import { troubleText } from '../../storage/trouble.ts';
import { withoutAddresses } from '../throttling/texts.ts';

/** After this many refusals without a message accepted between them the campaign is paused. */
const IN_ROW = 20;
/**
 * After this many deferrals of a relay, or of a campaign there, without a message accepted between
 * them the log says so.
 */
const DEFERRED_IN_ROW = 10;
/** Of a relay; some end while they are deferred, and nothing is heard of them any more. */
const MOST_CAMPAIGNS = 100;

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

type TriedMessage = { campaignId: number; attempts: number };

/** Counts refusals by campaign, and deferrals by relay and campaign. */
export type Refusals = {
  accepted(campaignId: number, relay: SendingRelay): void;
  /** @param answer the relay's words */
  refused(campaignId: number, relay: SendingRelay, answer: string): void;
  /**
   * @param message tried again, it says nothing new of its campaign: the last ones that wait may
   * each have a reason of their own
   * @param deferral what the answer means
   */
  deferred(message: TriedMessage, relay: SendingRelay, answer: ClassifiedReply, deferral: Deferral | undefined): void;
};

/**
 * Deferrals of a relay since it accepted a message; `byCampaign`: since it accepted one of the
 * campaign, as it may refuse one sender of several.
 */
type Deferring = { inRow: number; byCampaign: Map<number, number>; outage: Outage };

/** Refusals of one worker, which pauses the campaigns. */
export function openRefusals({ db, clock, log }: { db: Db; clock: Clock; log: Logger }): Refusals {
  const inRow = new Map<number, number>();
  const deferring = new Map<number, Deferring>();

  async function pause(campaignId: number, relay: SendingRelay, words: string): Promise<void> {
    const campaign = await findCampaignById(db, campaignId);
    if (!campaign || campaign.type === 'transactional') return; // those are put off, each by itself
    const name = relay.id === 0 ? relay.host : relay.label; // the configuration's has no name
    const notice = [say('notice-refused', { relay: name }), say('server-says', { words })];
    if (!(await pauseWith(db, campaign, notice, clock.now()))) return;
    log.warn({ event: 'campaign.paused', ...logged(campaign), reason: 'refused', relay: name, reply: words });
  }

  return {
    accepted(campaignId, { id }) {
      if (inRow.size > 0) inRow.delete(campaignId);
      if (deferring.size === 0) return;
      const found = deferring.get(id);
      if (!found) return;
      found.inRow = 0;
      found.byCampaign.delete(campaignId);
      if (![...found.byCampaign.values()].some((count) => count >= DEFERRED_IN_ROW)) found.outage.worked();
      if (found.byCampaign.size === 0) deferring.delete(id);
    },
    deferred({ campaignId, attempts }, relay, answer, deferral) {
      if (relay.direct || isAboutOne(answer, deferral)) return;
      const found = deferring.get(relay.id) ?? { inRow: 0, byCampaign: new Map(), outage: outageOf(relay, log) };
      const ofCampaign = (found.byCampaign.get(campaignId) ?? 0) + (attempts === 0 ? 1 : 0);
      if (attempts === 0) {
        found.byCampaign.delete(campaignId); // the one that was deferred last is the last one
        found.byCampaign.set(campaignId, ofCampaign);
        if (found.byCampaign.size > MOST_CAMPAIGNS) found.byCampaign.delete(found.byCampaign.keys().next().value ?? 0);
      }
      found.inRow += 1;
      deferring.set(relay.id, found);
      if (found.inRow >= DEFERRED_IN_ROW) found.outage.failed(new Error(whatToDo(answer, 'each message')));
      else if (ofCampaign >= DEFERRED_IN_ROW) {
        found.outage.failed(new Error(whatToDo(answer, 'each message of a campaign')), { campaign_id: campaignId });
      }
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

/** Whether it is about one recipient, who may be one of many that are greylisted or full. */
function isAboutOne({ isToMail }: ClassifiedReply, deferral: Deferral | undefined): boolean {
  return !isToMail && (deferral?.kind === 'mailbox' || deferral?.kind === 'greylist');
}

function outageOf(relay: SendingRelay, log: Logger): Outage {
  return newOutage(log, 'relay.all-deferred', { level: 'warn', more: { relay: nameInLog(relay) } });
}

function whatToDo({ text }: ClassifiedReply, which: string): string {
  const reply = withoutAddresses(oneLine(text, 200));
  return `It defers ${which}: ${reply}. They are tried again; correct what the reply names, or use another relay.`;
}
