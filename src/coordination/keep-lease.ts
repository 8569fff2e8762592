// Renews a lease until it is taken away or given up. Who cannot renew in time stops by itself:
// `held` turns false before the lease runs out for the others, and never true again once it has run
// out.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { asError } from '../kernel/errors.ts';
import type { Logger } from '../kernel/log.ts';
import type { Db } from '../storage/db.ts';
import { LEASE_MS, type Lease, RENEW_MS, renewLease } from './lease.ts';

export type KeptLease = {
  lease: Lease;
  /** Whether the lease is surely still ours at this moment. */
  held(): boolean;
  /** Aborted when somebody took the lease from us, or may have. */
  lost: AbortSignal;
  /** Somebody saw that the lease is gone before the next renewal did. */
  lose(): void;
  /** Stops renewing; the row stays. */
  stop(): Promise<void>;
};

const MARGIN_MS = 1_000;

/** Keeps a lease that was just given; its time is counted from the call. */
export function keepLease(db: Db, lease: Lease, log: Logger, ms = { lease: LEASE_MS, renew: RENEW_MS }): KeptLease {
  const lost = new AbortController();
  const stopping = new AbortController();
  let heldUntil = performance.now() + ms.lease - MARGIN_MS;

  async function renew(): Promise<void> {
    while (!lost.signal.aborted) {
      await sleep(ms.renew, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      const startedAt = performance.now();
      // Frozen past its end: others may have acted as if we were gone, so it is not taken up again,
      // though its row may stand.
      if (startedAt >= heldUntil + MARGIN_MS) return lost.abort();
      try {
        if (await renewLease(db, lease, ms.lease)) heldUntil = startedAt + ms.lease - MARGIN_MS;
        else lost.abort();
      } catch (error) {
        log.warn({ event: 'lease.renew-failed', lease: lease.name, reason: asError(error).message });
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
