// When parts of quotas are reserved in the store: about once a second, sooner when permits run
// short, and never twice at once.
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import type { Db } from '../../storage/db.ts';
import { troubleText } from '../../storage/trouble.ts';
import type { Quotas } from './quotas/quotas.ts';

export type Reservations = {
  /** Permits run short: reserves more soon, whoever waits for the next second. */
  soon(): void;
  /** Reserves what is missing. @throws what the store throws */
  reserve(): Promise<void>;
  /** A relay is no longer used: what is left of its quotas goes back with the next `giveBack`. */
  leave(quotas: Quotas): void;
  /**
   * Gives back what those that left did not use; what the store has not been asked about stays for
   * the next time. @throws what the store throws
   */
  giveBack(): Promise<void>;
  /** No more of them; waits for one that is under way. */
  stop(): Promise<void>;
};

const SOON_MS = 50;

/** @param quotas those in use, asked anew each time */
export function openReservations(tools: {
  db: Db;
  clock: Clock;
  log: Logger;
  quotas: () => Iterable<Quotas>;
}): Reservations {
  const { db, clock, log } = tools;
  const leaving = new Set<Quotas>();
  let underWay: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function reserveAll(): Promise<void> {
    for (const quotas of [...tools.quotas()]) await quotas.reserve(db, clock.now());
  }

  /** One at a time: two would both fill up the same slice. */
  function reserve(): Promise<void> {
    underWay ??= reserveAll().finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  return {
    reserve,
    soon() {
      if (timer || stopped) return;
      timer = setTimeout(() => {
        timer = undefined;
        if (stopped) return;
        reserve().catch((error: unknown) =>
          log.warn({ event: 'throttling.reserve-failed', reason: troubleText(error) }),
        );
      }, SOON_MS);
      timer.unref();
    },
    leave: (quotas) => void leaving.add(quotas),
    async giveBack() {
      for (const quotas of leaving) {
        await quotas.release(db);
        leaving.delete(quotas);
      }
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await underWay?.catch(() => undefined);
    },
  };
}
