// Pausing, resuming and ending a campaign (wire contract, section 6).
import { sql } from 'kysely';
import { AppError } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { findListById, lockList } from '../../lists/queries.ts';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { endVariants, toggleOthers, toggleVariants, waitsForWinner } from '../ab-test/follow.ts';
import { findCampaign, gone, moveCampaign } from '../queries.ts';
import { reportWhenDone } from '../queries-report.ts';
import { TRANSITIONS } from '../rules.ts';
import { passOverPaused } from '../schedule/make-run.ts';
import { tellCampaign } from './webhook-facts.ts';

/**
 * Pauses a campaign, or resumes a paused one, and the other variants of its A/B test with it, also
 * where it is sent itself; does nothing in other states. One update decides by
 * the state it finds, so that of two simultaneous calls one pauses and the other resumes.
 * @param wanted only the one of the two that leads to this status; absent: either
 * @returns the campaign's status afterwards
 * @throws AppError `state` where it would go on and its list is gone, as nobody would get it
 */
export function togglePause(db: Db, campaign: Campaign, at: number, wanted?: 'paused' | 'sending'): Promise<string> {
  const { pause, unpause } = TRANSITIONS;
  const from = [pause, unpause].flatMap((one) => (wanted === undefined || one.to === wanted ? one.from : []));
  return inTransaction(db, async (tx) => {
    const toggled = await moveCampaign(tx, campaign, {
      from,
      set: {
        status: sql<string>`case when status = ${unpause.from[0]} then ${unpause.to} else ${pause.to} end`,
        notice: null,
        waits_until: null,
        updated_at: at,
      },
    });
    if (toggled?.status === pause.to) await tellCampaign(tx, campaign, 'campaign.paused', at);
    if (toggled?.status === unpause.to) {
      await requireList(tx, toggled);
      await passOverPaused(tx, toggled, at);
    }
    const pausedAt = campaign.status === pause.to ? campaign.updated_at : at;
    if (toggled) await toggleVariants(tx, toggled, at, pausedAt);
    else await toggleOthers(tx, campaign, at, wanted);
    return (toggled ?? (await findCampaign(tx, campaign.customer_id, campaign.uid)) ?? gone()).status;
  });
}

/** The list is held until the transaction ends, so that it is not removed meanwhile. */
async function requireList(tx: Tx, { list_id: id, customer_id }: Campaign): Promise<void> {
  await lockList(tx, { id, customer_id });
  if (!(await findListById(tx, customer_id, id))) throw new AppError('state', say('campaign-list-removed'));
}

/**
 * Ends a campaign now: nothing more is sent, also where it is sent itself and the winner of its A/B
 * test is still to go to the rest. Its remaining messages are not touched here, however many they
 * are; delivery takes no messages of a campaign that is sent.
 * @returns the campaign's status afterwards
 * @throws AppError `state` where it cannot be ended
 */
export function markSent(db: Db, campaign: Campaign, at: number): Promise<string> {
  const { from, to } = TRANSITIONS.markSent;
  const set = { status: to, finished_at: at, report_due: reportWhenDone(db), updated_at: at };
  return inTransaction(db, async (tx) => {
    const marked = await moveCampaign(tx, campaign, { from, set });
    if (marked) await tellCampaign(tx, campaign, 'campaign.finished', at);
    else if (!(await waitsForWinner(tx, campaign))) throw new AppError('state', say('campaign-not-ended'));
    await endVariants(tx, marked ?? campaign, at);
    return to;
  });
}
