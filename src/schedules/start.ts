// The clock: one node holds the lease `clock` and does the background work that must be done once.

import type { TrackingLinks } from '../content/links.ts';
import { openElection } from '../coordination/election.ts';
import { type Loop, startLoop } from '../coordination/loop.ts';
import { newSignal, type Signal } from '../coordination/signal.ts';
import type { Waking } from '../coordination/waking.ts';
import { areJobsDue, runJobs } from '../jobs/runner.ts';
import type { Clock } from '../kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';
import type { Logger } from '../kernel/log.ts';
import { bringNearer } from '../messages/retry/too-far.ts';
import { type Db, readTogether } from '../storage/db.ts';
import { areTestsDue, bringTestsNearer, decideTests } from './ab-tests.ts';
import { removeAddresses } from './addresses.ts';
import { areEventsDue, followAgain, followEvents } from './autoresponders.ts';
import { tellOfBackups } from './backups/tell.ts';
import { areConfirmationsDue, mailConfirmations } from './confirmation/send.ts';
import { lookAtDomains } from './domains/look.ts';
import { removeExpired, removeOldHistory } from './expiry.ts';
import { countSegments, runHousekeeping } from './housekeeping.ts';
import { mailNotices } from './notices/send.ts';
import { arePicturesDue, makePictures, type PictureBrowser } from './pictures.ts';
import { areRunsDue, createDueRuns } from './recurring.ts';
import { areReportsDue, mailReports } from './report/report.ts';
import { keepInOrder } from './retention.ts';
import { sweep } from './sweep.ts';
import { removeUnusedPictures } from './unused-pictures.ts';

export type Schedules = {
  /** Stops after the current chunk, and leaves the clock to another node. */
  stop(): Promise<void>;
};

const LOOK_EVERY_MS = 1_000;
/** Who does not hold the clock asks for it. */
const ELECT_EVERY_MS = 4_000;

/** Tools for a duty of the clock. `mayGoOn`: called before each step. */
type Duty = (options: ClockTools & { mayGoOn(): boolean }) => Promise<void>;
type ClockTools = {
  db: Db;
  clock: Clock;
  log: Logger;
  links: TrackingLinks;
  /** Where backups are noted; absent: nobody tells of them. */
  dataDir?: string | undefined;
  /** The relay of the configuration, which sends for everybody's domains. */
  relay?: { host: string } | undefined;
  /** For how many days details of messages are kept; absent: for ever. */
  keepDays?: number | undefined;
  /** For how many days addresses of requests are kept; absent: as long as what they are part of. */
  keepIpDays?: number | undefined;
  /** For how many days pictures are kept that nothing has had; absent: for ever. */
  keepPicturesDays?: number | undefined;
  /** For how many days entries of the audit are kept; absent: as usual. */
  keepAuditDays?: number | undefined;
  /** Makes pictures of templates; absent: they keep their outlines. */
  browser?: PictureBrowser | undefined;
  /** Wakes the clock when something changes; absent: it never rests. */
  waking?: Pick<Waking, 'changed' | 'onChange' | 'rest'>;
};
/**
 * `everyMs`: how often it is done; `restMs`: how often when changes wake the clock; `isDue`:
 * whether it is to be done now, which is asked more often; `atChange`: done after each change, but
 * not again within `gapMs` of the last time.
 */
type Plan = {
  duty: Duty;
  everyMs: number;
  restMs: number;
  isDue?(db: Db, clock: Clock, tools: Pick<ClockTools, 'browser'>): Promise<boolean>;
  atChange?: boolean;
  gapMs?: number;
};

/**
 * Each runs in a loop of its own, so that a long one delays no other; by the event name of its
 * failures.
 */
const DUTIES: Readonly<Record<string, Plan>> = {
  'clock.look-failed': { duty: runHousekeeping, everyMs: LOOK_EVERY_MS, restMs: 5 * MINUTE_MS, atChange: true },
  // It looks at all segments of all customers.
  'clock.counts-failed': {
    duty: countSegments,
    everyMs: LOOK_EVERY_MS,
    restMs: 5 * MINUTE_MS,
    atChange: true,
    gapMs: 5 * LOOK_EVERY_MS,
  },
  'clock.runs-failed': { duty: createDueRuns, everyMs: LOOK_EVERY_MS, restMs: 5 * MINUTE_MS, isDue: areRunsDue },
  'clock.tests-failed': { duty: decideTests, everyMs: LOOK_EVERY_MS, restMs: 5 * MINUTE_MS, isDue: areTestsDue },
  'clock.reports-failed': { duty: mailReports, everyMs: LOOK_EVERY_MS, restMs: 5 * MINUTE_MS, isDue: areReportsDue },
  'clock.confirmations-failed': {
    duty: mailConfirmations,
    everyMs: LOOK_EVERY_MS,
    restMs: 5 * MINUTE_MS,
    isDue: areConfirmationsDue,
  },
  'clock.notices-failed': { duty: mailNotices, everyMs: MINUTE_MS, restMs: MINUTE_MS },
  'clock.domains-failed': { duty: lookAtDomains, everyMs: MINUTE_MS, restMs: 10 * MINUTE_MS },
  'clock.jobs-failed': { duty: runJobs, everyMs: LOOK_EVERY_MS, restMs: 5 * MINUTE_MS, isDue: areJobsDue },
  'clock.pictures-failed': {
    duty: makePictures,
    everyMs: 5 * LOOK_EVERY_MS,
    restMs: 5 * MINUTE_MS,
    isDue: arePicturesDue,
  },
  'clock.follow-failed': {
    duty: followEvents,
    everyMs: LOOK_EVERY_MS,
    restMs: 5 * MINUTE_MS,
    isDue: areEventsDue,
    atChange: true,
  },
  'clock.put-off-failed': {
    duty: ({ db, clock }) => bringNearer(db, clock.now()),
    everyMs: MINUTE_MS,
    restMs: 10 * MINUTE_MS,
  },
  'clock.tests-ahead-failed': { duty: bringTestsNearer, everyMs: MINUTE_MS, restMs: 10 * MINUTE_MS },
  'clock.follow-again-failed': { duty: followAgain, everyMs: MINUTE_MS, restMs: MINUTE_MS },
  'clock.backups-failed': { duty: tellOfBackups, everyMs: MINUTE_MS, restMs: 10 * MINUTE_MS },
  'clock.retention-failed': { duty: keepInOrder, everyMs: MINUTE_MS, restMs: 10 * MINUTE_MS },
  'clock.history-failed': { duty: removeOldHistory, everyMs: HOUR_MS, restMs: HOUR_MS },
  'clock.addresses-failed': { duty: removeAddresses, everyMs: HOUR_MS, restMs: HOUR_MS },
  'clock.unused-pictures-failed': { duty: removeUnusedPictures, everyMs: HOUR_MS, restMs: HOUR_MS },
  'clock.sweep-failed': { duty: sweep, everyMs: MINUTE_MS, restMs: MINUTE_MS },
  'clock.expiry-failed': { duty: removeExpired, everyMs: MINUTE_MS, restMs: 10 * MINUTE_MS },
};

/** Starts the clock of this process. */
export function startSchedules(tools: ClockTools): Schedules {
  const { db, log, waking } = tools;
  const election = openElection(db, 'clock', log);
  let stopped = false;
  let loops: Loop[] = [];
  const isHeld = () => !stopped && election.isHeld();
  const electing = startLoop({
    async look() {
      if (!(await election.elect())) return waking && ELECT_EVERY_MS;
      if (loops.length === 0) loops = startDuties(tools, isHeld);
      return undefined;
    },
    everyMs: LOOK_EVERY_MS,
    event: 'clock.election-failed',
    log,
  });

  return {
    async stop() {
      stopped = true;
      await electing.stop();
      await Promise.all(loops.map((loop) => loop.stop()));
      await election.leave();
    },
  };
}

/**
 * However fast things change: looks at each change take a twentieth of the time at most, until
 * that would be too late (tens of thousands of autoresponders without a delay).
 */
const LOOKING_SHARE = 1 / 20;
const LONGEST_GAP_MS = 5 * LOOK_EVERY_MS;

/** A look, and how long after its beginning the next one may begin, as it took. */
function paced(look: (isNudged: boolean) => Promise<number | undefined>, gapMs: number) {
  let tookMs = 0;
  return {
    async look(isNudged: boolean) {
      const begunAt = performance.now();
      try {
        return await look(isNudged);
      } finally {
        tookMs = performance.now() - begunAt;
      }
    },
    gapMs: () => Math.max(gapMs, Math.min(tookMs / LOOKING_SHARE, LONGEST_GAP_MS)),
  };
}

/** One that was found due, and whose end others may have to act on. */
type RunningDuty = Plan & { loop: Loop; signal: Signal };

function startDuties(tools: ClockTools, isHeld: () => boolean): Loop[] {
  const { log, waking } = tools;
  const due = new Set<Signal>();
  const duties = Object.entries(DUTIES).map(([event, plan]): RunningDuty => {
    const signal = newSignal();
    const look = async () => {
      if (!isHeld()) return undefined;
      const wasDue = due.delete(signal);
      await plan.duty({ ...tools, mayGoOn: isHeld });
      if (wasDue) waking?.changed();
      return waking && plan.restMs;
    };
    const gapMs = plan.gapMs ?? LOOK_EVERY_MS / 4;
    const loop = startLoop({
      ...(plan.atChange ? paced(look, gapMs) : { look, gapMs }),
      everyMs: plan.everyMs,
      event,
      log,
      signal,
    });
    return { ...plan, signal, loop };
  });
  const loops = duties.map(({ loop }) => loop);
  return waking ? [...loops, startWatch(tools, { isHeld, duties, waking, due })] : loops;
}

type Watched = {
  isHeld(): boolean;
  duties: readonly RunningDuty[];
  waking: NonNullable<ClockTools['waking']>;
  due: Set<Signal>;
};

/** Asks which duties are due, all in one transaction, and wakes those. */
function startWatch(tools: ClockTools, { isHeld, duties, waking, due }: Watched): Loop {
  const { db, clock, log } = tools;
  const signal = newSignal();
  waking.onChange(signal.raise);
  const look = async (isNudged: boolean) => {
    if (!isHeld()) return undefined;
    const found = await readTogether(db, async (tx) => {
      const those: RunningDuty[] = [];
      for (const duty of duties) if (await duty.isDue?.(tx, clock, tools)) those.push(duty);
      return those;
    });
    for (const one of found) due.add(one.signal);
    for (const one of duties) if (due.has(one.signal) || (isNudged && one.atChange)) one.signal.raise();
    return found.length > 0 ? undefined : waking.rest();
  };
  return startLoop({
    ...paced(look, LOOK_EVERY_MS / 4),
    everyMs: LOOK_EVERY_MS,
    event: 'clock.watch-failed',
    log,
    signal,
  });
}
