// When a worker rests: it has had nothing to do for a while, so it asks the store less often, and
// all in one transaction, whether there is anything. It is woken when something changes.

import { campaignsDue, nextCampaignAt, runningCampaigns } from '../../campaigns/delivery/progress.ts';
import { opensAt } from '../../campaigns/window/rules.ts';
import { expiredLeases } from '../../coordination/lease.ts';
import type { Rest } from '../../coordination/rest.ts';
import { agreedNow, type Clock } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { findLeftovers } from '../../messages/leftovers.ts';
import { nextWorkOf, openAutoresponders, openEmails } from '../../messages/open.ts';
import { toSettle } from '../../messages/uncertain/queries.ts';
import { type Db, readTogether } from '../../storage/db.ts';
import type { HighWater } from '../high-water/high-water.ts';

/** Long enough for the mark of the store to move, and for unused quotas to be given back. */
const QUIET_MS = 12_000;
/** With campaigns under way that only wait, everything is looked at that often, and without. */
const THOROUGH_MS = { underWay: 20_000, nothing: 300_000 };
/** Leases of workers that have nothing in flight. */
const RENEW_MS = 5_000;
/** After such a rest, with nothing under way, its thread costs more than starting it again. */
const SLEEP_MS = MINUTE_MS;

export type Resting = {
  /** There was something to do just now. */
  busy(): void;
  isResting(): boolean;
  /** Everything was looked at just now. `isUnderWay`: campaigns are running, perhaps waiting. */
  looked(isUnderWay: boolean): void;
  /** Whether it is time to look at everything although nothing seems to have changed. */
  mustBeThorough(): boolean;
  /** Ms until the next look; undefined: at the usual pace. */
  restMs(): number | undefined;
  /** Ms until the lease is to be renewed, as long as it rests. */
  renewMs(): number | undefined;
  /** Whether it may end, to be started again when there is something to do. */
  maySleep(): boolean;
};

/**
 * @param rest absent: nobody would wake it, so it never rests
 * @param sleepMs how long it rests before it may sleep
 */
export function newResting(rest: Rest | undefined, sleepMs = SLEEP_MS): Resting {
  let busyAt = performance.now();
  let thoroughAt = 0;
  let underWay = true;
  const isResting = () => rest !== undefined && performance.now() - busyAt >= Math.min(QUIET_MS, sleepMs);
  return {
    busy() {
      busyAt = performance.now();
    },
    isResting,
    looked(isUnderWay) {
      underWay = isUnderWay;
      thoroughAt = performance.now() + (isUnderWay ? THOROUGH_MS.underWay : THOROUGH_MS.nothing);
    },
    mustBeThorough: () => performance.now() >= thoroughAt,
    restMs: () => (isResting() ? rest?.() : undefined),
    renewMs: () => (isResting() ? RENEW_MS : undefined),
    maySleep: () => isResting() && !underWay && performance.now() - busyAt >= sleepMs,
  };
}

/**
 * Until when a worker finds nothing to do in the store, as an instant in ms, Infinity when nothing
 * is to come; undefined when there is something now. A handful of index probes.
 */
export function quietUntil(db: Db, water: Pick<HighWater, 'isKnown'>, clock: Clock): Promise<number | undefined> {
  return readTogether(db, async (tx) => {
    const now = clock.now();
    if ((await campaignsDue(tx, now, 1)).length > 0 || (await openEmails(tx, agreedNow(clock))).length > 0)
      return undefined;
    let nextAt = (await nextCampaignAt(tx, now)) ?? Number.POSITIVE_INFINITY;
    const running = await runningCampaigns(tx, now);
    if (running.some(({ freeze_done }) => freeze_done === 0)) return undefined;
    const campaigns = [...(await openAutoresponders(tx, now)), ...running];
    for (const [n, workAt] of (await nextWorkOf(tx, campaigns)).entries()) {
      nextAt = Math.min(nextAt, Math.max(workAt, opensAt(campaigns[n]?.sending_window ?? null, now)));
    }
    if (nextAt <= now || (await expiredLeases(tx)).length > 0) return undefined;
    if ((await findLeftovers(tx)).length > 0 || (await toSettle(tx)).length > 0) return undefined;
    return (await water.isKnown(tx)) ? nextAt : undefined;
  });
}
