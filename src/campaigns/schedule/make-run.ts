// Makes the run of a recurring campaign that is due: a campaign like others, which the delivery
// engine starts.
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { copyCampaignFiles } from '../content/queries-files.ts';
import { addCampaign } from '../create.ts';
import { parsedOptions } from '../options.ts';
import { lockCampaign, moveCampaign } from '../queries.ts';
import { findRun, insertRun, moveSchedule, readOwner } from './queries-runs.ts';
import { dueRuns, nameOfRun } from './recurring.ts';

/** What was done: the run's uid, null where all due instants were passed over. */
export type MadeRun = { run: string | null };

/**
 * Looks at the instants of a recurring campaign that have come, makes a run for one of them or for
 * none, and sets when it is due next; after the last of its runs the campaign is sent. One
 * transaction, which holds the campaign and moves its next instant from where it found it: of any
 * number of nodes that try at once, one does it. A campaign whose list is removed or whose customer
 * is switched off is paused instead.
 * @param at instant in ms
 * @returns undefined when there is nothing to do (any more)
 */
export function makeDueRun(db: Db, campaignId: number, at: number): Promise<MadeRun | undefined> {
  return inTransaction(db, async (tx) => {
    const campaign = await lockCampaign(tx, campaignId);
    const due = campaign?.next_run_at ?? null;
    if (campaign?.status !== 'sending' || due === null || due > at) return undefined;
    const owner = await readOwner(tx, campaign);
    if (!owner.isActive) {
      await moveCampaign(tx, campaign, { from: ['sending'], set: { status: 'paused' } });
      return undefined;
    }
    const options = parsedOptions(campaign);
    const schedule = { cron: options.cronjob ?? '', timeZone: owner.timeZone };
    const { run, passedOver, next } = dueRuns(schedule, { due, missed: options.cronjob_missed, at });
    // One that was made when a clock was ahead of this one is not made again.
    const isNew = run !== undefined && !(await findRun(tx, campaign.id, run));
    const runs = campaign.run_count + (isNew ? 1 : 0);
    const isLast = next === null || (options.cronjob_max_runs !== -1 && runs >= options.cronjob_max_runs);
    const moved = await moveSchedule(tx, { id: campaign.id, due }, { next: isLast ? null : next, runs, at });
    if (!moved) return undefined;
    const made = isNew ? await addRun(tx, campaign, run, owner.timeZone, at) : undefined;
    for (const instant of passedOver) await insertRun(tx, { campaign, instant, runId: null, at });
    return { run: made?.uid ?? null };
  });
}

async function addRun(tx: Tx, campaign: Campaign, instant: number, timeZone: string, at: number): Promise<Campaign> {
  const { id, ...columns } = campaign;
  const run = await addCampaign(tx, {
    ...columns,
    name: nameOfRun(campaign.name, instant, timeZone),
    status: 'pending-sending',
    send_at: instant,
    options: JSON.stringify({ ...parsedOptions(campaign), cronjob_enabled: 0 }),
    parent_id: id,
    next_run_at: null,
    created_at: at,
  });
  await copyCampaignFiles(tx, id, run.id);
  await insertRun(tx, { campaign, instant, runId: run.id, at });
  return run;
}
