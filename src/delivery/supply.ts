// Keeps the queue filled: claims batches of the campaigns that have work, one campaign after
// another, so that a big one does not keep a small one waiting; single mails before all campaigns.
import { lastSentTo } from '../campaigns/merge/last-sent.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError, asError } from '../kernel/errors.ts';
import type { Logger } from '../kernel/log.ts';
import {
  type Claim,
  type Claimed,
  type ClaimedMessage,
  claimBatch,
  claimEmails,
  releaseUnheard,
  type Work,
} from '../messages/claim.ts';
import type { Offer } from '../messages/open.ts';
import { attemptOf } from '../messages/turn.ts';
import type { Db } from '../storage/db.ts';
import type { EmailComposer } from './compose/emails.ts';
import type { ComposeLater, Prepare } from './compose/feed-batch.ts';
import type { ComposedMessage, Composer, Composers } from './compose/personalise.ts';
import type { Queue } from './queue.ts';
import type { Sender } from './relay-pool/pool.ts';
import type { Turns } from './turns.ts';

export type Supply = {
  /** Campaigns that have messages now; replaces nothing, adds. */
  offer(campaigns: readonly Offer[]): void;
  /** Claims the next batch when there is one to claim; returns at once. */
  refill(): void;
  /** Gives back what claims took whose commit was not heard of. */
  tidy(): Promise<void>;
  /** Resolves when no claim is on its way any more; none is begun after it. */
  stop(): Promise<void>;
};

/** Rows of work that a claim takes at most; a batch it takes as a whole. */
const BATCH = 500;
/** A campaign with fewer messages in the queue gets its next batch. */
const LOW = 250;
/**
 * Of messages whose contents differ by recipient fewer are made ready at once: each may have an
 * address to be fetched. So many campaigns of a customer are made ready at a time.
 */
const PIECE_OF_DIFFERENT = 100;
const PREPARING_MOST = 3;
const PREPARE_AGAIN_MS = 60_000;
/**
 * Messages in memory, of all campaigns: what throttling keeps there must not grow without end.
 * Single mails still find room.
 */
const MOST = 5_000;
const MOST_URGENT = 10_000;

const senderOf = ({ id, customerId }: Offer): Sender => ({ customerId, campaignId: id });

/**
 * @param maySupply false: nothing is claimed for the campaign now (the lease is not sure, or no
 * lane could send it)
 */
export function openSupply(options: {
  db: Db;
  clock: Clock;
  log: Logger;
  leaseId: number;
  composers: Composers;
  emails: EmailComposer;
  destinationOf(domain: string): string;
  queue: Queue<ComposedMessage>;
  turns: Turns<ComposedMessage>;
  maySupply(sender: Sender): boolean;
  /** Asked in each claim's transaction (high-water.ts). */
  mayClaim: NonNullable<Work['mayClaim']>;
  /** Messages of the campaign were added. */
  onSupply(sender: Sender): void;
  /** Our lease is gone. */
  onLost(): void;
}): Supply {
  const { db, clock, log, queue, turns } = options;
  // In turn: the first that may be claimed is taken and goes to the end.
  const urgent = new Map<number, Offer>();
  const others = new Map<number, Offer>();
  let claiming: Promise<void> | undefined;
  const preparing = new Map<number, { customerId: number; done: Promise<void> }>(); // by campaign
  let stopped = false;
  let lastAttempt = 0; // claims are numbered: what they take names its number (record.ts)
  const unheard = new Set<number>(); // claims that failed: their commit may have happened, or may happen yet

  const offeredAs = ({ isUrgent }: Offer) => (isUrgent ? urgent : others);

  /** The next campaign that can use a batch. */
  function pick(): Offer | undefined {
    return stopped ? undefined : (pickFrom(urgent, MOST_URGENT) ?? pickFrom(others, MOST));
  }

  function pickFrom(offered: ReadonlyMap<number, Offer>, most: number): Offer | undefined {
    if (queue.size() >= most) return undefined;
    for (const offer of offered.values()) {
      if (preparing.has(offer.id)) continue;
      if (queue.sizeOf(offer.id) < LOW && options.maySupply(senderOf(offer))) return offer;
    }
    return undefined;
  }

  async function claimNext(): Promise<void> {
    for (let offer = pick(); offer; offer = pick()) {
      const { id: campaignId, customerId } = offer;
      offeredAs(offer).delete(campaignId);
      lastAttempt += 1;
      const { leaseId, mayClaim } = options;
      const work = { leaseId, attempt: lastAttempt, customerId, campaignId, limit: BATCH, now: clock.now(), mayClaim };
      const claimed = await (offer.isUrgent ? claimedEmails(work) : claimedMessages(work, offer));
      if (claimed === 'nothing-yet') continue;
      if (!claimed) return options.onLost();
      if (claimed.taken > 0) offeredAs(offer).set(campaignId, offer);
      turns.add(claimed.messages);
      options.onSupply(senderOf(offer));
    }
  }

  async function heard<C>({ attempt }: Work, claim: Promise<C>): Promise<C> {
    try {
      return await claim;
    } catch (error) {
      unheard.add(attempt);
      throw error;
    }
  }

  async function claimedMessages(work: Work, offer: Offer) {
    const composer = await options.composers.find(work.campaignId);
    if (!composer) return 'nothing-yet';
    if (!composer.prepare) return composedBy(composer, await heard(work, claimBatch(db, work)));
    const own = [...preparing.values()].filter(({ customerId }) => customerId === offer.customerId);
    if (own.length >= PREPARING_MOST) return 'nothing-yet';
    const claim = await heard(work, claimBatch(db, work));
    if (claim) prepareBatch(offer, claim, composer, composer.prepare);
    return claim && 'nothing-yet';
  }

  /** Beside the claims of others: addresses may have to be fetched for it. */
  function prepareBatch(offer: Offer, claim: Claim<ClaimedMessage>, composer: Composer, prepare: Prepare): void {
    const done = preparePieces(offer, claim.messages, composer, prepare).finally(() => {
      preparing.delete(offer.id);
      if (claim.taken > 0) offeredAs(offer).set(offer.id, offer);
      refill();
    });
    preparing.set(offer.id, { customerId: offer.customerId, done });
  }

  /** What is not prepared when the worker stops goes back with its lease. */
  async function preparePieces(
    offer: Offer,
    messages: readonly ClaimedMessage[],
    composer: Composer,
    prepare: Prepare,
  ): Promise<void> {
    for (let from = 0; from < messages.length && !stopped; from += PIECE_OF_DIFFERENT) {
      const piece = messages.slice(from, from + PIECE_OF_DIFFERENT);
      try {
        const { made, later } = await prepare(piece);
        const composes = new Map(made.map(({ message, compose }) => [message.id, compose]));
        const ready = { taken: piece.length, messages: made.map(({ message }) => message) };
        const composed = composedBy(composer, ready, ({ id }) => composes.get(id));
        turns.settle(...later);
        turns.add(composed?.messages ?? []);
        options.onSupply(senderOf(offer));
      } catch (error) {
        log.error({ event: 'delivery.prepare-failed', reason: asError(error).message });
        const at = clock.now();
        const account = { reason: 'content', detail: 'its content could not be made', reply: null } as const;
        const back = { state: 'deferred', ...account, nextAttemptAt: at + PREPARE_AGAIN_MS, at } as const;
        turns.settle(...piece.map((message) => ({ ...attemptOf(message), ...back, isUnstarted: true })));
      }
    }
  }

  function composedBy(
    { compose: composeAll, uncertainPolicy, asksForLastSent }: Composer,
    claim: Claim<ClaimedMessage> | undefined,
    composeOf: (message: ClaimedMessage) => ComposeLater | undefined = () => undefined,
  ) {
    const lastSent = asksForLastSent && claim ? readLastSent(db, claim) : undefined;
    return composed(claim, (message) => {
      const compose = composeOf(message) ?? composeAll;
      return {
        compose:
          lastSent === undefined
            ? (at, relay) => compose(message, { at, relay })
            : async (at, relay) =>
                compose(message, { at, relay, lastSentAt: (await lastSent).get(message.subscriber.id) }),
        uncertainPolicy,
        isUrgent: false,
      };
    });
  }

  async function claimedEmails(work: Work) {
    return composed(await heard(work, claimEmails(db, work)), (message) => ({
      compose: (at) => options.emails.compose(message, at),
      uncertainPolicy: 'hold',
      isUrgent: true,
    }));
  }

  function composed<M extends Claimed>(
    claim: Claim<M> | undefined,
    composerOf: (message: M) => Pick<ComposedMessage, 'compose' | 'uncertainPolicy' | 'isUrgent'>,
  ): Claim<ComposedMessage> | undefined {
    return (
      claim && {
        taken: claim.taken,
        messages: claim.messages.map((message) => {
          const domain = message.address.slice(message.address.lastIndexOf('@') + 1).toLowerCase();
          return { ...message, ...composerOf(message), destination: options.destinationOf(domain) };
        }),
      }
    );
  }

  function refill(): void {
    if (claiming || !pick()) return;
    claiming = claimNext()
      .catch((error: unknown) => {
        log.error({ event: 'delivery.claim-failed', reason: asError(error).message });
      })
      .finally(() => {
        claiming = undefined;
      });
  }

  return {
    offer(campaigns) {
      for (const campaign of campaigns) offeredAs(campaign).set(campaign.id, campaign);
    },
    refill,
    async tidy() {
      // As long as the lease stands: nobody knows when the last of them arrives.
      if (unheard.size === 0) return;
      const released = await releaseUnheard(db, options.leaseId, [...unheard]);
      if (released > 0) log.warn({ event: 'delivery.claim-unheard', released });
    },
    async stop() {
      stopped = true;
      await claiming;
      await Promise.all([...preparing.values()].map(({ done }) => done));
    },
  };
}

/**
 * One statement for the whole batch. When it fails, its messages are made later: the promise says
 * `unavailable`.
 */
function readLastSent(db: Db, { messages }: Claim<ClaimedMessage>): Promise<Map<number, number>> {
  const subscriberIds = messages.map(({ subscriber }) => subscriber.id);
  const read = lastSentTo(db, subscriberIds).catch((cause: unknown) => {
    throw new AppError('unavailable', asError(cause).message, undefined, { cause });
  });
  read.catch(() => undefined); // told to whoever makes a message
  return read;
}
