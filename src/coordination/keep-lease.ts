// Renews a lease until it is taken away or given up. A holder that cannot renew in time stops by
// itself: `held` becomes false before the lease expires for the others, and never true again after
// that.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../kernel/log.ts';
import type { Db } from '../storage/db.ts';
import { tellClock } from './clock-apart.ts';
import { LEASE_MS, type Lease, RENEW_MS, renewLease } from './lease.ts';
import { newOutage } from './outage.ts';

export type KeptLease = {
  lease: Lease;
  /** Whether the lease is certainly still ours at this moment. */
  held(): boolean;
  /** Aborted when somebody took the lease, or may have. */
  lost: AbortSignal;
  /** Call when the lease was found gone before the next renewal noticed. */
  lose(): void;
  /** Stops renewing; the row stays. */
  stop(): Promise<void>;
};

const MARGIN_MS = 1_000;

/**
 * How long a lease lasts, how often it is renewed, and what its holder tells of itself each time.
 */
export type Keeping = { lease: number; renew(): number; note?(): string };

/** Keeps a lease that was just acquired; its time counts from the call. */
export function keepLease(
  db: Db,
  lease: Lease,
  log: Logger,
  ms: Keeping = { lease: LEASE_MS, renew: () => RENEW_MS },
): KeptLease {
  const lost = new AbortController();
  const stopping = new AbortController();
  const more = { lease: lease.name };
  const outage = newOutage(log, 'lease.renew-failed', { level: 'warn', more });
  let heldUntil = performance.now() + ms.lease - MARGIN_MS;

  async function renew(): Promise<void> {
    while (!lost.signal.aborted) {
      await sleep(ms.renew(), undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      const startedAt = performance.now();
      // This process was frozen beyond the lease's end: others may have taken over, so the lease is
      // given up even if its row still exists.
      if (startedAt >= heldUntil + MARGIN_MS) return lost.abort();
      try {
        if (await renewLease(db, lease, ms.lease, ms.note?.())) heldUntil = startedAt + ms.lease - MARGIN_MS;
        else lost.abort();
        outage.worked();
        tellClock(log); // the store has just told its time
      } catch (error) {
        outage.failed(error);
      }
    }
  }

  const renewing = renew();
  return {
    lease,
    held: () => !lost.signal.aborted && performance.now() < heldUntil,
    lost: lost.signal,
    lose: () => lost.abort(),
    async stop() {
      stopping.abort();
      await renewing;
    },
  };
}
