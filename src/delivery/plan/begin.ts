// Begins the campaigns whose time has come. One that cannot be begun is looked at again after a
// while, and keeps no other from its turn.
import { logged } from '../../campaigns/delivery/logged.ts';
import { BEGIN_FAILED, HELD, setNotice } from '../../campaigns/delivery/notice.ts';
import { campaignsDue, startCampaign } from '../../campaigns/delivery/progress.ts';
import { findCampaignById } from '../../campaigns/queries.ts';
import { whyHeld } from '../../campaigns/warnings/prerequisites.ts';
import type { Clock } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { asError } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/log.ts';
import { type Sentence, say } from '../../kernel/sentences/sentence.ts';
import { instantText } from '../../messages/explain/delivery-state.ts';
import type { Db } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { storeTrouble } from '../../storage/trouble.ts';
import { forgetInterest } from '../../webhooks/outbox/interest.ts';

export type Beginning = {
  /** @returns whether one is to begin that does not need somebody's help */
  begin(): Promise<boolean>;
  /** When to look again at those that are held back, in ms from now. */
  holdMs(): number;
};

/** Something that a campaign needs is missing. */
const HELD_MS = 3_000;
/** To begin it failed. */
const FAILED_MS = MINUTE_MS;

type Tools = {
  db: Db;
  clock: Clock;
  log: Logger;
  /** Whether a campaign whose time has come may begin. */
  mayStart(campaign: Campaign): Promise<boolean>;
  /** A campaign began. */
  changed(): void;
};

export function openBeginning(tools: Tools): Beginning {
  const { db, clock } = tools;
  const apart = openApart(tools.log);
  const told = new Set<number>(); // campaigns already reported as held
  const heldUntil = new Map<number, number>(); // by campaign, by performance.now()

  async function hold(campaign: Campaign, ms: number, notice: readonly Sentence[]): Promise<void> {
    heldUntil.set(campaign.id, performance.now() + ms);
    await setNotice(db, campaign, { notice, until: clock.now() + ms });
  }

  /** Others must not wait behind it, and it begins when the missing thing is there. */
  async function isHeld(campaign: Campaign): Promise<boolean> {
    const [why] = await whyHeld(db, campaign);
    if (!why) {
      told.delete(campaign.id);
      return false;
    }
    if (!told.has(campaign.id)) {
      tools.log.warn({ event: 'campaign.held', ...logged(campaign), reason: why.message });
    }
    told.add(campaign.id);
    await hold(campaign, HELD_MS, [say(HELD), why.why]);
    return true;
  }

  async function beginOne(due: Pick<Campaign, 'id' | 'customer_id' | 'uid'>): Promise<boolean> {
    const campaign = await findCampaignById(db, due.id);
    if (!campaign || (await isHeld(campaign))) return false;
    forgetInterest(); // whoever made the campaign may have made a webhook before
    if (!(await tools.mayStart(campaign))) return true;
    if (isOurs(campaign)) await setNotice(db, campaign, { notice: null, until: null });
    if (!(await startCampaign(db, due, clock.now()))) return true;
    tools.log.info({ event: 'campaign.started', ...logged(due) });
    tools.changed();
    return true;
  }

  async function putOff(campaignId: number): Promise<void> {
    const campaign = await findCampaignById(db, campaignId);
    const notice = [say(BEGIN_FAILED, { at: instantText(clock.now() + FAILED_MS) })];
    if (campaign) await hold(campaign, FAILED_MS, notice);
  }

  return {
    async begin() {
      let isAny = false;
      for (const due of await campaignsDue(db, clock.now())) {
        const done = await apart(due, async () => {
          isAny = (await beginOne(due)) || isAny;
        });
        if (!done) await apart(due, () => putOff(due.id));
      }
      return isAny;
    },
    holdMs() {
      const now = performance.now();
      for (const [id, until] of heldUntil) if (until <= now) heldUntil.delete(id);
      return Math.min(...heldUntil.values()) - now;
    },
  };
}

/** Whether its notice says why it does not begin, so that it goes when it begins. */
const isOurs = ({ notice }: Campaign) => [HELD, BEGIN_FAILED].some((code) => notice?.includes(`"${code}"`));

/**
 * Does a step for one campaign, whose failure is its own: it is logged when it begins, and others
 * go on. @returns whether it was done
 * @throws what is the matter with the whole store
 */
export type Apart = (
  campaign: Pick<Campaign, 'id' | 'customer_id' | 'uid'>,
  step: () => Promise<void>,
) => Promise<boolean>;

export function openApart(log: Logger): Apart {
  const failing = new Set<number>();
  return async (campaign, step) => {
    try {
      await step();
      failing.delete(campaign.id);
      return true;
    } catch (error) {
      const trouble = storeTrouble(error)?.kind;
      if (trouble !== undefined && trouble !== 'busy') throw error;
      if (!failing.has(campaign.id)) {
        log.error({ event: 'campaign.look-failed', ...logged(campaign), err: asError(error) });
      }
      failing.add(campaign.id);
      return false;
    }
  };
}
