// The clock: one node holds the lease `clock` and does the background work that must be done once.

import type { TrackingLinks } from '../content/links.ts';
import { openElection } from '../coordination/election.ts';
import { type Loop, startLoop } from '../coordination/loop.ts';
import { runJobs } from '../jobs/runner.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/log.ts';
import type { Db } from '../storage/db.ts';
import { followAgain, followEvents } from './autoresponders.ts';
import { mailConfirmations } from './confirmations.ts';
import { removeExpired } from './expiry.ts';
import { runHousekeeping } from './housekeeping.ts';
import { mailNotices } from './notices.ts';
import { createDueRuns } from './recurring.ts';
import { mailReports } from './report.ts';

export type Schedules = {
  /** Stops after the current chunk, and leaves the clock to another node. */
  stop(): Promise<void>;
};

const LOOK_EVERY_MS = 1_000;

/** Tools for a duty of the clock. `mayGoOn`: called before each step. */
type Duty = (options: ClockTools & { mayGoOn(): boolean }) => Promise<void>;
type ClockTools = { db: Db; clock: Clock; log: Logger; links: TrackingLinks };

/**
 * Each runs in a loop of its own, so that a long one delays no other; by the event name of its
 * failures.
 */
const DUTIES: Readonly<Record<string, readonly [duty: Duty, everyMs: number]>> = {
  'clock.look-failed': [runHousekeeping, LOOK_EVERY_MS],
  'clock.runs-failed': [createDueRuns, LOOK_EVERY_MS],
  'clock.reports-failed': [mailReports, LOOK_EVERY_MS],
  'clock.confirmations-failed': [mailConfirmations, LOOK_EVERY_MS],
  'clock.notices-failed': [mailNotices, 60_000],
  'clock.jobs-failed': [runJobs, LOOK_EVERY_MS],
  'clock.follow-failed': [followEvents, LOOK_EVERY_MS],
  'clock.follow-again-failed': [followAgain, 60_000],
  'clock.expiry-failed': [removeExpired, 60_000],
};

/** Starts the clock of this process. */
export function startSchedules(tools: ClockTools): Schedules {
  const { db, log } = tools;
  const clock = openElection(db, 'clock', log);
  let stopped = false;

  const isHeld = () => !stopped && clock.isHeld();
  const duties = (): Loop[] =>
    Object.entries(DUTIES).map(([event, [duty, everyMs]]) =>
      startLoop({
        async look() {
          if (isHeld()) await duty({ ...tools, mayGoOn: isHeld });
        },
        everyMs,
        event,
        log,
      }),
    );
  let loops: Loop[] = [];
  const election = startLoop({
    async look() {
      if ((await clock.elect()) && loops.length === 0) loops = duties();
    },
    everyMs: LOOK_EVERY_MS,
    event: 'clock.election-failed',
    log,
  });

  return {
    async stop() {
      stopped = true;
      await election.stop();
      await Promise.all(loops.map((loop) => loop.stop()));
      await clock.leave();
    },
  };
}
