// Keeps the queue filled: claims batches of the campaigns that have work, one campaign after another, so that a big one
// does not keep a small one waiting.
import type { Clock } from '../kernel/clock.ts';
import { asError } from '../kernel/errors.ts';
import type { Logger } from '../kernel/log.ts';
import type { Db } from '../storage/db.ts';
import { claimBatch } from './claim.ts';
import type { ComposedMessage, Composers } from './personalise.ts';
import type { Turns } from './turns.ts';

export type Supply = {
  /** Campaigns that have messages now; replaces nothing, adds. */
  offer(campaignIds: readonly number[]): void;
  /** Claims the next batch when there is one to claim; returns at once. */
  refill(): void;
  /** Resolves when no claim is on its way any more; none is begun after it. */
  stop(): Promise<void>;
};

const BATCH = 200;

/** @param maySupply false: nothing is claimed now (the lease is not sure, or no lane could send it) */
export function openSupply(options: {
  db: Db;
  clock: Clock;
  log: Logger;
  leaseId: number;
  composers: Composers;
  turns: Turns<ComposedMessage>;
  maySupply(): boolean;
  /** Our lease is gone. */
  onLost(): void;
}): Supply {
  const { db, clock, log, turns } = options;
  const offered = new Set<number>(); // in turn: the first is taken and goes to the end
  let claiming: Promise<void> | undefined;
  let stopped = false;

  async function claimNext(): Promise<void> {
    while (!stopped && options.maySupply()) {
      const [campaignId] = offered;
      if (campaignId === undefined) return;
      offered.delete(campaignId);
      const compose = await options.composers.find(campaignId);
      if (!compose) continue;
      const claim = await claimBatch(db, { leaseId: options.leaseId, campaignId, limit: BATCH, now: clock.now() });
      if (!claim) return options.onLost();
      if (claim.taken === BATCH) offered.add(campaignId);
      turns.add(claim.messages.map((message) => ({ ...message, compose })));
      if (claim.messages.length > 0) return;
    }
  }

  return {
    offer(campaignIds) {
      for (const id of campaignIds) offered.add(id);
    },
    refill() {
      if (claiming || stopped || offered.size === 0 || !options.maySupply() || turns.counts().queued >= BATCH) return;
      claiming = claimNext()
        .catch((error: unknown) => {
          log.error({ event: 'delivery.claim-failed', reason: asError(error).message });
        })
        .finally(() => {
          claiming = undefined;
        });
    },
    async stop() {
      stopped = true;
      await claiming;
    },
  };
}
