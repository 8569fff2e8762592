// Keeps the queue filled: claims batches of the campaigns that have work, one campaign after another, so that a big one
// does not keep a small one waiting.
import type { Clock } from '../kernel/clock.ts';
import { asError } from '../kernel/errors.ts';
import type { Logger } from '../kernel/log.ts';
import type { Db } from '../storage/db.ts';
import { claimBatch } from './claim.ts';
import type { ComposedMessage, Composers } from './personalise.ts';
import type { Queue } from './queue.ts';
import type { Turns } from './turns.ts';

/** A campaign that has messages which could go out now. */
export type Offer = { id: number; customerId: number };

export type Supply = {
  /** Campaigns that have messages now; replaces nothing, adds. */
  offer(campaigns: readonly Offer[]): void;
  /** Claims the next batch when there is one to claim; returns at once. */
  refill(): void;
  /** Resolves when no claim is on its way any more; none is begun after it. */
  stop(): Promise<void>;
};

const BATCH = 500;
/** A campaign with fewer messages in the queue gets its next batch. */
const LOW = 250;
/** Messages in memory, of all campaigns: what pacing keeps there must not grow without end. */
const MOST = 5_000;

/** @param maySupply false: nothing is claimed for the customer now (the lease is not sure, or no lane could send it) */
export function openSupply(options: {
  db: Db;
  clock: Clock;
  log: Logger;
  leaseId: number;
  composers: Composers;
  destinationOf(domain: string): string;
  queue: Queue<ComposedMessage>;
  turns: Turns<ComposedMessage>;
  maySupply(customerId: number): boolean;
  /** Messages of the customer were added. */
  onSupply(customerId: number): void;
  /** Our lease is gone. */
  onLost(): void;
}): Supply {
  const { db, clock, log, queue, turns } = options;
  const offered = new Map<number, Offer>(); // in turn: the first that may be claimed is taken and goes to the end
  let claiming: Promise<void> | undefined;
  let stopped = false;

  /** The next campaign that can use a batch. */
  function pick(): Offer | undefined {
    if (stopped || queue.size() >= MOST) return undefined;
    for (const offer of offered.values()) {
      if (queue.sizeOf(offer.id) < LOW && options.maySupply(offer.customerId)) return offer;
    }
    return undefined;
  }

  async function claimNext(): Promise<void> {
    for (let offer = pick(); offer; offer = pick()) {
      const { id: campaignId } = offer;
      offered.delete(campaignId);
      const composer = await options.composers.find(campaignId);
      if (!composer) continue;
      const claim = await claimBatch(db, { leaseId: options.leaseId, campaignId, limit: BATCH, now: clock.now() });
      if (!claim) return options.onLost();
      if (claim.taken === BATCH) offered.set(campaignId, offer);
      turns.add(
        claim.messages.map((message) => {
          const { email } = message.subscriber;
          const destination = options.destinationOf(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
          return { ...message, ...composer, destination };
        }),
      );
      options.onSupply(offer.customerId);
    }
  }

  return {
    offer(campaigns) {
      for (const campaign of campaigns) offered.set(campaign.id, campaign);
    },
    refill() {
      if (claiming || offered.size === 0 || !pick()) return;
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
