// Makes the run of a recurring campaign that is due: a campaign of its own, which delivery starts
// like any other.
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import type { Campaign } from '../../storage/tables.ts';
import { copyCampaignFiles } from '../content/queries-files.ts';
import { addCampaign } from '../create.ts';
import { tellCampaign } from '../delivery/webhook-facts.ts';
import { parsedOptions } from '../options.ts';
import { lockCampaign, moveCampaign } from '../queries.ts';
import { beginsEarly, parsedRecipientTime } from '../recipient-time/rules.ts';
import { findOwner, findRun, insertRun, moveSchedule, setNextRun } from './queries-runs.ts';
import { dueRuns, nameOfRun } from './recurring.ts';

/** The uid of the run; null where all due instants were skipped. */
export type MadeRun = { run: string | null };

/**
 * Makes a run for one of the due instants of a recurring campaign, or for none, and sets when it is
 * due next; after its last run the campaign is sent. One transaction locks the campaign and moves
 * its next instant from where it found it: of several nodes that try at once, one succeeds. A
 * campaign whose list was removed or whose customer is inactive is paused instead.
 * @param at instant in ms
 * @returns undefined when there is nothing to do (any more)
 */
export function makeDueRun(
  db: Db,
  { id, customer_id }: Pick<Campaign, 'id' | 'customer_id'>,
  at: number,
): Promise<MadeRun | undefined> {
  return inTransaction(db, async (tx) => {
    const campaign = await lockCampaign(tx, customer_id, id);
    const due = campaign?.next_run_at ?? null;
    if (campaign?.status !== 'sending' || due === null || due - campaign.begins_early > at) return undefined;
    const owner = await findOwner(tx, campaign);
    if (!owner.isActive) {
      await moveCampaign(tx, campaign, { from: ['sending'], set: { status: 'paused' } });
      await tellCampaign(tx, campaign, 'campaign.paused', at);
      return undefined;
    }
    const options = parsedOptions(campaign);
    const schedule = { cron: options.cronjob ?? '', timeZone: owner.timeZone };
    const { run, passedOver, next } = dueRuns(schedule, { due, missed: options.cronjob_missed, at });
    // A run made when the clock was ahead of the present time is not made again.
    const isNew = run !== undefined && !(await findRun(tx, campaign, run));
    const runs = campaign.run_count + (isNew ? 1 : 0);
    const isLast = next === null || (options.cronjob_max_runs !== -1 && runs >= options.cronjob_max_runs);
    const early = isLast ? 0 : beginsEarly(next, parsedRecipientTime(campaign.recipient_time_zone));
    const moved = await moveSchedule(tx, { ...campaign, due }, { next: isLast ? null : next, early, runs, at });
    if (!moved) return undefined;
    if (isLast) await tellCampaign(tx, campaign, 'campaign.finished', at);
    const made = isNew ? await addRun(tx, campaign, run, owner.timeZone, at) : undefined;
    for (const instant of passedOver) await insertRun(tx, { campaign, instant, runId: null, at });
    return { run: made?.uid ?? null };
  });
}

/**
 * Passes over the instants of a recurring campaign that went by while it was paused, in the
 * transaction in which it goes on: whoever paused it did not want these, and after a restored
 * backup nobody knows whether they were sent. One of a few minutes ago is left to makeDueRun.
 * @param campaign as it is then
 * @param at instant in ms
 */
export async function passOverPaused(tx: Tx, campaign: Campaign, at: number): Promise<void> {
  const due = campaign.next_run_at;
  if (due === null || due > at) return;
  const { timeZone } = await findOwner(tx, campaign);
  const schedule = { cron: parsedOptions(campaign).cronjob ?? '', timeZone };
  const { run, passedOver, next } = dueRuns(schedule, { due, missed: 'skip', at });
  if (run !== undefined || next === null) return;
  const { recipient_time_zone } = campaign;
  const begins_early = beginsEarly(next, parsedRecipientTime(recipient_time_zone));
  await setNextRun(tx, campaign, { next_run_at: next, recipient_time_zone, begins_early });
  for (const instant of passedOver) await insertRun(tx, { campaign, instant, runId: null, at });
}

async function addRun(tx: Tx, campaign: Campaign, instant: number, timeZone: string, at: number): Promise<Campaign> {
  const { id, ...columns } = campaign;
  const run = await addCampaign(tx, {
    ...columns,
    name: nameOfRun(campaign.name, instant, timeZone),
    status: 'pending-sending',
    send_at: instant,
    begins_early: beginsEarly(instant, parsedRecipientTime(campaign.recipient_time_zone)),
    options: JSON.stringify({ ...parsedOptions(campaign), cronjob_enabled: 0 }),
    parent_id: id,
    next_run_at: null,
    created_at: at,
  });
  await copyCampaignFiles(tx, campaign, run.id);
  await insertRun(tx, { campaign, instant, runId: run.id, at });
  return run;
}
