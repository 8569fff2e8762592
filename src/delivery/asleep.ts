// While the threads that deliver sleep, the main thread stands in for them: it keeps a worker's
// lease, so that others see that this process sends, and looks whether there is something to do.
import { type KeptLease, keepLease } from '../coordination/keep-lease.ts';
import { LEASE_MS, removeLease } from '../coordination/lease.ts';
import { type Loop, startLoop } from '../coordination/loop.ts';
import type { Rest } from '../coordination/rest.ts';
import { agreedNow } from '../kernel/clock.ts';
import { tidyHeapSoon } from '../kernel/tidy-heap.ts';
import { openRegistration } from './agreement/registration.ts';
import { quietUntil } from './plan/resting.ts';

type AsleepOptions = Parameters<typeof openRegistration>[0] & { rest: Rest };

type StandIn = {
  /** Something may be to do: looks at once. */
  nudge(): void;
  stop(): Promise<void>;
};

const RENEW_MS = 5_000;
/** Each request that is no GET asks for a look. */
const GAP_MS = 50;
/** So long before mail is due threads are woken: starting them takes about half a second. */
const AHEAD_MS = 3_000;

/** @param found called at each look that finds something to do, now or in a moment */
function standIn(options: AsleepOptions, found: () => void): StandIn {
  const { db, clock, log, rest } = options;
  const stopping = new AbortController();
  const registration = openRegistration(options);
  const soon = { now: () => clock.now() + AHEAD_MS, agreed: () => agreedNow(clock) + AHEAD_MS };
  let kept: KeptLease | undefined;
  // Whether the store is still the one that it was, the threads see when they start.
  const water = { isKnown: async () => true };
  const loop: Loop = startLoop({
    async look() {
      const until = await quietUntil(db, water, soon);
      if (until === undefined) found();
      await keep();
      return Math.min(rest(), Math.max(0, (until ?? Number.POSITIVE_INFINITY) - soon.now()));
    },
    everyMs: RENEW_MS,
    gapMs: GAP_MS,
    event: 'delivery.watch-failed',
    log,
  });

  async function keep() {
    if (kept && !kept.lost.aborted) return;
    const lease = await registration.register(stopping.signal);
    kept = lease && keepLease(db, lease, log, { lease: LEASE_MS, renew: () => RENEW_MS });
  }

  return {
    nudge: loop.nudge,
    async stop() {
      stopping.abort();
      await loop.stop();
      await kept?.stop();
      if (kept) await removeLease(db, kept.lease).catch(() => undefined); // it runs out by itself
    },
  };
}

type Threads = { haveEnded(): boolean; end(): void; start(): void };

/**
 * The sleep of all threads at once. @param options of the stand-in that wakes them; absent: nothing
 * would, so they never sleep
 */
export function newSleep(options: AsleepOptions | undefined, threads: Threads) {
  let watch: StandIn | undefined; // until a worker is registered again
  let isAsleep = false;
  let isWanted = false;
  const wakeIfWanted = () => {
    // Those that end are waited for: it is a matter of milliseconds.
    if (!isAsleep || !isWanted || !threads.haveEnded()) return;
    isAsleep = false;
    options?.log.info({ event: 'delivery.woken' });
    threads.start();
  };
  const want = () => {
    isWanted = true;
    wakeIfWanted();
  };
  const stop = async () => {
    const was = watch;
    watch = undefined;
    isAsleep = false;
    await was?.stop();
  };
  return {
    /** Ends the threads. @returns whether it does, or they go on */
    begin(): boolean {
      if (!options || watch) return false;
      isAsleep = true;
      isWanted = false;
      options.log.info({ event: 'delivery.asleep' });
      watch = standIn(options, want);
      threads.end();
      return true;
    },
    /** Call when a thread has ended. @returns whether that was for the sleep */
    ended(): boolean {
      if (!isAsleep) return false;
      watch?.nudge(); // it may have given messages back
      tidyHeapSoon();
      wakeIfWanted();
      return true;
    },
    /** Call when a worker is registered: nobody needs to stand in any more. */
    over(): void {
      if (!isAsleep) void stop();
    },
    nudge: () => watch?.nudge(),
    /** Something will be to do in a moment. */
    expect: want,
    stop,
  };
}
