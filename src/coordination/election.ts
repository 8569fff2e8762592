// Elects one of all nodes for work that must be done once: the holder of the lease of a name.
import type { Logger } from '../kernel/log.ts';
import type { Db } from '../storage/db.ts';
import { type KeptLease, keepLease } from './keep-lease.ts';
import { electLease, removeLease } from './lease.ts';

export type Election = {
  /** Asks for the lease when nobody has it. @returns whether this node has it */
  elect(): Promise<boolean>;
  /** Whether this node certainly has it at this moment. */
  isHeld(): boolean;
  /** Gives it back, so that another node can take over at once. */
  leave(): Promise<void>;
};

/**
 * `began`: this node has the lease until the signal. `ended`: it was lost, and work under it must
 * be stopped.
 */
export type Office = { began?(lost: AbortSignal): void; ended?(): Promise<unknown> };

/** Nothing is in flight under such a lease, so it is renewed less often than that of a worker. */
const OFFICE = { lease: 15_000, renew: () => 6_000 };

/** Opens the election for a name; changes are logged under it. */
export function openElection(db: Db, name: string, log: Logger, { began, ended }: Office = {}): Election {
  let kept: KeptLease | undefined;
  return {
    isHeld: () => kept?.held() === true,
    async elect() {
      if (kept && !kept.held()) {
        await ended?.();
        await kept.stop();
        kept = undefined;
      }
      if (kept) return true;
      const lease = await electLease(db, name, OFFICE.lease);
      if (!lease) return false;
      kept = keepLease(db, lease, log, OFFICE);
      began?.(kept.lost);
      log.info({ event: `${name}.elected`, fence: lease.fence });
      return true;
    },
    async leave() {
      if (!kept) return;
      await kept.stop();
      await removeLease(db, kept.lease).catch(() => false); // it expires by itself
    },
  };
}
