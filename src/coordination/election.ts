// What one of all nodes does for all of them: who holds the elected lease of a name.
import type { Logger } from '../kernel/log.ts';
import type { Db } from '../storage/db.ts';
import { type KeptLease, keepLease } from './keep-lease.ts';
import { electLease, removeLease } from './lease.ts';

export type Election = {
  /** Asks for the lease when nobody has it. @returns whether this node has it */
  elect(): Promise<boolean>;
  /** Whether this node surely has it at this moment. */
  isHeld(): boolean;
  /** Gives it back, so that another node may begin at once. */
  leave(): Promise<void>;
};

/**
 * `began`: the lease is ours until the signal. `ended`: it was lost; what hangs on it is brought to
 * an end.
 */
export type Office = { began?(lost: AbortSignal): void; ended?(): Promise<unknown> };

/** Opens the election for a name; what happens is logged by it. */
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
      const lease = await electLease(db, name);
      if (!lease) return false;
      kept = keepLease(db, lease, log);
      began?.(kept.lost);
      log.info({ event: `${name}.elected`, fence: lease.fence });
      return true;
    },
    async leave() {
      if (!kept) return;
      await kept.stop();
      await removeLease(db, kept.lease).catch(() => false); // it runs out by itself
    },
  };
}
