// The clock: of all nodes one holds the lease `clock` and does what must be done once, in the background.

import { type KeptLease, keepLease } from '../delivery/keep-lease.ts';
import { electLease, removeLease } from '../delivery/lease.ts';
import { type Loop, startLoop } from '../delivery/pace.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/log.ts';
import type { Db } from '../storage/db.ts';
import { keepHouse } from './housekeeping.ts';

export type Schedules = {
  /** Ends after the chunk that is being worked on, and leaves the clock to another node. */
  stop(): Promise<void>;
};

const LOOK_EVERY_MS = 1_000;

/** Starts the clock of this process. */
export function startSchedules(options: { db: Db; clock: Clock; log: Logger }): Schedules {
  const { db, clock, log } = options;
  let kept: KeptLease | undefined;
  let stopped = false;

  async function elected(): Promise<boolean> {
    if (kept && !kept.held()) {
      await kept.stop();
      kept = undefined;
    }
    if (!kept) {
      const lease = await electLease(db, 'clock');
      if (!lease) return false;
      kept = keepLease(db, lease, log);
      log.info({ event: 'clock.elected', fence: lease.fence });
    }
    return true;
  }

  const loop: Loop = startLoop({
    async look() {
      if (!(await elected())) return;
      await keepHouse({ db, clock, mayGoOn: () => !stopped && kept?.held() === true });
    },
    everyMs: LOOK_EVERY_MS,
    event: 'clock.look-failed',
    log,
  });

  return {
    async stop() {
      stopped = true;
      await loop.stop();
      if (!kept) return;
      await kept.stop();
      await removeLease(db, kept.lease).catch(() => false); // it runs out by itself
    },
  };
}
