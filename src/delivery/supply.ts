// The source: keeps the queue filled. Claims batches of the campaigns that have work, one campaign
// after another, so that a big one does not keep a small one waiting; transactional emails before
// all campaigns.
import { agreedNow, type Clock } from '../kernel/clock.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import type { Logger } from '../kernel/log.ts';
import { type Claim, type ClaimedMessage, claimBatch, claimEmails, type Work } from '../messages/claim.ts';
import type { Offer } from '../messages/open.ts';
import { releaseUnheard } from '../messages/recover.ts';
import { attemptOf } from '../messages/turn.ts';
import { noteOutcome } from '../metrics/messages.ts';
import type { Db } from '../storage/db.ts';
import { troubleText } from '../storage/trouble.ts';
import { withComposer, withEmailComposer } from './compose/claimed.ts';
import type { EmailComposer } from './compose/emails.ts';
import type { Prepare } from './compose/feed-batch.ts';
import type { Composer, Composers, QueuedMessage } from './compose/personalise.ts';
import { addMessages, addOutcomes, addSenders, type Pipeline } from './pipeline.ts';
import { queuedOf } from './queue.ts';
import { canServe, type RelayPool, type Sender } from './relay-pool/pool.ts';

export type Supply = {
  /** Adds campaigns that have messages now. */
  offer(campaigns: readonly Offer[]): void;
  /** Gives back what claims took whose commit was not heard of. */
  tidy(): Promise<void>;
  /** Whether contents are being prepared, or there are claims that nothing was heard of. */
  isAtWork(): boolean;
  /** Resolves when no claim is running any more; none is begun after it. */
  stop(): Promise<void>;
};

export type SupplyOptions = {
  db: Db;
  clock: Clock;
  log: Logger;
  leaseId: number;
  composers: Composers;
  emails: EmailComposer;
  destinationOf(domain: string): string;
  pipeline: Pipeline;
  pool: RelayPool;
  /** False while the lease is uncertain: nothing is claimed. */
  isOurs(): boolean;
  /** Called in each claim's transaction (high-water.ts). */
  mayClaim: NonNullable<Work['mayClaim']>;
  /** The lease is gone. */
  onLost(): void;
};

/** `after`: where the last claim came to. */
type Offered = Offer & Pick<Work, 'after'>;

/** The options, and the state of the source. */
type Source = SupplyOptions & {
  /** Campaigns in turn: the first that may be claimed is taken and goes to the end. */
  urgent: Map<number, Offered>;
  others: Map<number, Offered>;
  /** By campaign: batches whose contents are being prepared. */
  preparing: Map<number, { customerId: number; done: Promise<void> }>;
  /** Claims are numbered: the claimed rows have the number (record.ts). */
  lastAttempt: number;
  /** Failed claims, whose commit may have happened or may still happen. */
  unheard: Set<number>;
  stopped: boolean;
  /** Called when it stops. */
  stops: Set<() => void>;
};

/** Maximum rows of work of a claim; a batch is claimed as a whole. */
const BATCH = 500;
/** A campaign with fewer messages in the queue gets its next batch. */
const LOW = 250;
/**
 * Of messages whose contents differ by recipient, fewer are prepared at once, as each may have an
 * address to fetch. This many campaigns of a customer are prepared at a time.
 */
const PIECE_OF_DIFFERENT = 100;
const PREPARING_MOST = 3;
const PREPARE_AGAIN_MS = MINUTE_MS;
/**
 * Maximum messages in memory, of all campaigns, so that those kept by throttling cannot fill it.
 * Transactional emails are still claimed.
 */
const MOST = 5_000;
const MOST_URGENT = 10_000;

const senderOf = ({ id, customerId }: Offer): Sender => ({ customerId, campaignId: id });

/** Opens the source: it claims whenever the pipeline is low. */
export function openSupply(options: SupplyOptions): Supply {
  const source: Source = {
    ...options,
    urgent: new Map(),
    others: new Map(),
    preparing: new Map(),
    lastAttempt: 0,
    unheard: new Set(),
    stopped: false,
    stops: new Set(),
  };
  const { db, log, leaseId, unheard, preparing } = source;
  const { low } = source.pipeline.signals;
  const claiming = claimWhenLow(source);
  return {
    offer(campaigns) {
      for (const campaign of campaigns) offeredAs(source, campaign).set(campaign.id, campaign);
      low.raise();
    },
    async tidy() {
      // As long as the lease exists: nobody knows when the last of them arrives.
      if (unheard.size === 0) return;
      const released = await releaseUnheard(db, leaseId, [...unheard]);
      if (released > 0) log.warn({ event: 'delivery.claim-unheard', released });
    },
    isAtWork: () => preparing.size > 0 || unheard.size > 0,
    async stop() {
      source.stopped = true;
      for (const stop of source.stops) stop();
      low.raise();
      await claiming;
      await Promise.all([...preparing.values()].map(({ done }) => done));
    },
  };
}

const loggedOf = (offer: Offer | undefined) => offer && { campaign_id: offer.id, customer: offer.customerId };

async function claimWhenLow(source: Source): Promise<void> {
  while (!source.stopped) {
    await source.pipeline.signals.low.wait();
    let offer: Offered | undefined;
    try {
      for (offer = pick(source); offer; offer = pick(source)) await claim(source, offer);
    } catch (error) {
      source.log.error({ event: 'delivery.claim-failed', ...loggedOf(offer), reason: troubleText(error) });
    }
  }
}

function offeredAs({ urgent, others }: Source, { isUrgent }: Offer): Map<number, Offered> {
  return isUrgent ? urgent : others;
}

/** The next campaign that can use a batch. */
function pick(source: Source): Offered | undefined {
  if (source.stopped || !source.isOurs()) return undefined;
  return pickFrom(source, source.urgent, MOST_URGENT) ?? pickFrom(source, source.others, MOST);
}

function pickFrom(
  { pipeline, pool, preparing }: Source,
  offered: ReadonlyMap<number, Offered>,
  most: number,
): Offered | undefined {
  if (pipeline.queue.size >= most) return undefined;
  for (const offer of offered.values()) {
    if (preparing.has(offer.id)) continue;
    if (queuedOf(pipeline.queue, offer.id) < LOW && canServe(pool, senderOf(offer))) return offer;
  }
  return undefined;
}

async function claim(source: Source, offer: Offered): Promise<void> {
  const { id: campaignId, customerId } = offer;
  offeredAs(source, offer).delete(campaignId);
  source.lastAttempt += 1;
  const { leaseId, mayClaim, clock, lastAttempt: attempt } = source;
  const now = offer.isUrgent ? agreedNow(clock) : clock.now();
  const work = { leaseId, attempt, customerId, campaignId, limit: BATCH, now, mayClaim, after: offer.after };
  const claimed = await (offer.isUrgent ? claimedEmails(source, work) : claimedMessages(source, work, offer));
  if (claimed === 'nothing-yet') return;
  if (!claimed) return source.onLost();
  if (claimed.hasMore) offeredAs(source, offer).set(campaignId, { ...offer, after: claimed.after });
  supply(source, offer, claimed.messages);
}

function supply({ pipeline }: Source, offer: Offer, messages: readonly QueuedMessage[]): void {
  addMessages(pipeline, messages);
  addSenders(pipeline, [senderOf(offer)]);
}

/**
 * Counts who was skipped by a claim, and remembers one that failed: its commit may have happened
 * all the same (`tidy`).
 */
async function heard<M>(
  { unheard }: Source,
  { attempt }: Work,
  claim: Promise<Claim<M> | undefined>,
): Promise<Claim<M> | undefined> {
  try {
    const claimed = await claim;
    if (claimed) noteOutcome('skipped', claimed.skipped);
    return claimed;
  } catch (error) {
    unheard.add(attempt);
    throw error;
  }
}

async function claimedEmails(source: Source, work: Work): Promise<Claim<QueuedMessage> | undefined> {
  const claimed = await heard(source, work, claimEmails(source.db, work));
  return claimed && { ...claimed, messages: withEmailComposer(source, claimed.messages) };
}

/** What is asked for; undefined if the source stops before it comes. */
function unlessStopped<T>({ stopped, stops }: Source, asked: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve(undefined);
    if (stopped) stop();
    stops.add(stop);
    asked.then(resolve, reject).finally(() => stops.delete(stop));
  });
}

/**
 * @returns 'nothing-yet' when the composer is missing, was still being made at the end, or the
 * messages are prepared first
 */
async function claimedMessages(
  source: Source,
  work: Work,
  offer: Offer,
): Promise<Claim<QueuedMessage> | 'nothing-yet' | undefined> {
  const { db, composers, preparing } = source;
  const composer = await unlessStopped(source, composers.find(work)); // a long page takes seconds
  if (!composer) return 'nothing-yet';
  const claiming = () => heard(source, work, claimBatch(db, { ...work, revision: composer.revision }));
  if (!composer.prepare) {
    const claimed = await claiming();
    return claimed && { ...claimed, messages: withComposer(source, composer, claimed.messages) };
  }
  const own = [...preparing.values()].filter(({ customerId }) => customerId === offer.customerId);
  if (own.length >= PREPARING_MOST) return 'nothing-yet';
  const claimed = await claiming();
  if (claimed) prepareBatch(source, offer, claimed, { ...composer, prepare: composer.prepare });
  return claimed && 'nothing-yet';
}

type PreparingComposer = Composer & { prepare: Prepare };

/** In parallel to other claims, as addresses may have to be fetched for it. */
function prepareBatch(
  source: Source,
  offer: Offer,
  { hasMore, after, messages }: Claim<ClaimedMessage>,
  composer: PreparingComposer,
): void {
  const { preparing, pipeline } = source;
  const done = preparePieces(source, offer, messages, composer).finally(() => {
    preparing.delete(offer.id);
    if (hasMore) offeredAs(source, offer).set(offer.id, { ...offer, after });
    pipeline.signals.low.raise();
  });
  preparing.set(offer.id, { customerId: offer.customerId, done });
}

/** What is not prepared when the worker stops is recovered with its lease. */
async function preparePieces(
  source: Source,
  offer: Offer,
  messages: readonly ClaimedMessage[],
  composer: PreparingComposer,
): Promise<void> {
  const { pipeline, clock, log } = source;
  for (let from = 0; from < messages.length && !source.stopped; from += PIECE_OF_DIFFERENT) {
    const piece = messages.slice(from, from + PIECE_OF_DIFFERENT);
    try {
      const { made, later } = await composer.prepare(piece);
      const composes = new Map(made.map(({ message, compose }) => [message.id, compose]));
      const ready = made.map(({ message }) => message);
      addOutcomes(pipeline, ...later);
      supply(
        source,
        offer,
        withComposer(source, composer, ready, ({ id }) => composes.get(id)),
      );
    } catch (error) {
      log.error({ event: 'delivery.prepare-failed', ...loggedOf(offer), reason: troubleText(error) });
      const at = clock.now();
      const account = { reason: 'content', detail: 'its content could not be made', reply: null } as const;
      const back = { state: 'deferred', ...account, nextAttemptAt: at + PREPARE_AGAIN_MS, at } as const;
      addOutcomes(pipeline, ...piece.map((message) => ({ ...attemptOf(message), ...back, isUnstarted: true })));
    }
  }
}
