// The data that flow through a worker: the source (supply.ts) adds claimed messages, the lanes
// (relay-pool/lane.ts) take one at a time and report its outcome, the turn (turns/) is between
// them. Plain data, made before the three, which know it and not each other, and raise its signals
// for one another. While the store cannot be written (disk full, database away), outcomes wait
// here.
import { newSignal, type Signal } from '../coordination/signal.ts';
import type { Clock } from '../kernel/clock.ts';
import type { BatchClaim } from '../messages/turn.ts';
import type { QueuedMessage } from './compose/personalise.ts';
import { givenBack, type Outcome } from './outcome.ts';
import { addToQueue, type Limits, newQueue, type Queue, type Queued, removeFromQueue, takeFromQueue } from './queue.ts';
import type { Sender } from './relay-pool/pool.ts';

/** A lane that waits for a message. */
export type WaitingLane<M> = {
  readonly relayId: number;
  /** The message that it must be given, or none: the mail server has its envelope. */
  readonly next: M | undefined;
  give(message: M | undefined): void;
  /** Lets it go without a message; `next` goes back to the queue. */
  leave(): void;
};

export type Pipeline<M extends Queued = QueuedMessage> = {
  readonly clock: Clock;
  /** Claimed messages that wait for a lane. */
  readonly queue: Queue<M>;
  /** Lanes that wait for a message, by relay. */
  readonly waiting: Map<number, WaitingLane<M>[]>;
  /** Outcomes to be written. */
  outcomes: Outcome[];
  /** Batches whose members have all ended or wait by themselves; to be written. */
  closes: BatchClaim[];
  /** Keys of the messages that lanes have. */
  readonly underWay: Set<string>;
  /**
   * Keys of all messages that are or may be in flight in the store: those of `underWay`, and those
   * whose outcome is not written yet.
   */
  readonly open: Set<string>;
  /**
   * Of `open` those that are in flight: their start was committed, or the store was lost while it
   * was written, and no outcome has been committed. With a full disk each turn that fails may have
   * begun others.
   */
  readonly inFlight: Set<string>;
  /** By campaign: senders that have or may have messages, for which relays open lanes. */
  readonly senders: Map<number, Sender>;
  /** No message is sent any more. */
  ended: boolean;
  readonly signals: {
    /** For the turn: messages, lanes or outcomes came, or a limit has changed. */
    turn: Signal;
    /** For a turn that waits for lanes: enough of them have no message any more, or none has. */
    lanes: Signal;
    /** For the source: few messages are left. */
    low: Signal;
    /** For the lanes: there are `senders`. */
    senders: Signal;
  };
};

/** The pipeline of one worker. */
export function newPipeline<M extends Queued = QueuedMessage>(clock: Clock): Pipeline<M> {
  return {
    clock,
    queue: newQueue(),
    waiting: new Map(),
    outcomes: [],
    closes: [],
    underWay: new Set(),
    open: new Set(),
    inFlight: new Set(),
    senders: new Map(),
    ended: false,
    signals: { turn: newSignal(), lanes: newSignal(), low: newSignal(), senders: newSignal() },
  };
}

/**
 * Adds messages claimed for this worker, or puts them back. Those whose batch goes back go with it:
 * a later claim may have them already.
 */
export function addMessages<M extends Queued>(pipeline: Pipeline<M>, messages: readonly M[]): void {
  const { clock, queue, outcomes, signals } = pipeline;
  const [ours, gone] = [messages.filter(isStillOurs), messages.filter((message) => !isStillOurs(message))];
  addToQueue(queue, ours);
  outcomes.push(...gone.map((message) => givenBack(message, clock.now())));
  if (pipeline.ended) giveBack(pipeline);
  else signals.turn.raise();
}

/** Whether a claimed message has not gone back with its batch. */
export const isStillOurs = ({ batch }: Queued): boolean => batch?.isGivenBack !== true;

/** Adds senders that have or may have messages, for which relays open lanes. */
export function addSenders<M extends Queued>(pipeline: Pipeline<M>, senders: Iterable<Sender>): void {
  for (const sender of senders) pipeline.senders.set(sender.campaignId, sender);
  pipeline.signals.senders.raise();
}

/** Adds outcomes of messages that `nextMessage` returned, or that were taken out of the queue. */
export function addOutcomes<M extends Queued>(pipeline: Pipeline<M>, ...outcomes: Outcome[]): void {
  const { underWay, signals } = pipeline;
  pipeline.outcomes.push(...outcomes);
  for (const { id } of outcomes) underWay.delete(id);
  if (underWay.size === 0) signals.lanes.raise();
  signals.turn.raise();
}

/** Gives claimed messages that match back to the store as pending. */
export function giveBack<M extends Queued>(pipeline: Pipeline<M>, which?: (message: M) => boolean): void {
  const { clock, queue, outcomes, signals } = pipeline;
  outcomes.push(...removeFromQueue(queue, which).map((message) => givenBack(message, clock.now())));
  if (outcomes.length > 0) signals.turn.raise();
}

/**
 * Takes a message, with its permit, for a lane that has one under way: it goes over that lane after
 * this one. Undefined where the relay's other lanes could take all that is left, which then waits
 * for nobody, or an urgent one may need the lane.
 */
export function takeNext<M extends Queued>(
  { ended, queue }: Pipeline<M>,
  relayId: number,
  limits: Limits,
): M | undefined {
  const lanes = limits.pool.relays.get(relayId)?.most ?? 0;
  if (ended || queue.urgent.size > 0 || queue.size <= lanes) return undefined;
  return takeFromQueue(queue, relayId, limits);
}

/** What a lane asks the queue for. */
export type LaneRequest<M> = {
  relayId: number;
  idleMs: number;
  /** This message and no other (WaitingLane). */
  next?: M | undefined;
  /** Called with it when no turn has taken it. */
  putBack?: (message: M) => void;
};

/**
 * The next message for a lane of the relay, committed as in flight: send it now. Undefined when
 * none came within `idleMs`, at the end, or when the message that it must be may not be sent.
 */
export function nextMessage<M extends Queued>(
  pipeline: Pipeline<M>,
  { relayId, idleMs, next, putBack }: LaneRequest<M>,
): Promise<M | undefined> {
  return new Promise((resolve) => {
    const lane: WaitingLane<M> = {
      relayId,
      next,
      give(message) {
        clearTimeout(timer);
        resolve(message);
      },
      leave() {
        if (next) putBack?.(next);
        lane.give(undefined);
      },
    };
    let timer: NodeJS.Timeout | undefined;
    if (pipeline.ended) return lane.leave();
    const startTimer = () => {
      timer = setTimeout(() => {
        const lanes = pipeline.waiting.get(relayId) ?? [];
        const place = lanes.indexOf(lane);
        if (place < 0) return startTimer(); // it is in a turn that is being written
        lanes.splice(place, 1);
        lane.leave();
      }, idleMs);
    };
    startTimer();
    addLane(pipeline, lane);
    pipeline.signals.turn.raise();
    if (areEnough(lanesWaiting(pipeline), pipeline.underWay.size)) pipeline.signals.lanes.raise();
  });
}

/** @param isFirst before other waiting lanes, where it was */
export function addLane<M extends Queued>(
  { waiting }: Pipeline<M>,
  lane: WaitingLane<M>,
  { isFirst } = { isFirst: false },
): void {
  const lanes = waiting.get(lane.relayId);
  if (!lanes) waiting.set(lane.relayId, [lane]);
  else if (isFirst) lanes.unshift(lane);
  else lanes.push(lane);
}

/** Whether no message is left in it, nor anything to be written about one. */
export function isDrained<M extends Queued>({ queue, open, outcomes, closes }: Pipeline<M>): boolean {
  return queue.size + open.size + outcomes.length + closes.length === 0;
}

/** Lets waiting lanes of the relay go without a message. */
export function releaseLanes<M extends Queued>({ waiting }: Pipeline<M>, relayId: number): void {
  for (const lane of waiting.get(relayId)?.splice(0) ?? []) lane.leave();
}

/** How many messages there are that waiting lanes could be given. */
export function messagesWaiting<M extends Queued>({ queue, waiting }: Pipeline<M>): number {
  let sum = queue.size;
  for (const lanes of waiting.values()) for (const { next } of lanes) if (next) sum += 1;
  return sum;
}

/**
 * Whether lanes that wait are worth a turn beside those at work: two of five. With more, nothing is
 * left to be sent while the store writes; with fewer, a turn costs too much a message.
 */
export const areEnough = (waiting: number, atWork: number): boolean => waiting * 3 >= atWork * 2;

/** How many lanes wait for a message. */
export function lanesWaiting<M extends Queued>({ waiting }: Pipeline<M>): number {
  let sum = 0;
  for (const lanes of waiting.values()) sum += lanes.length;
  return sum;
}

/**
 * Ends the pipeline: no message is sent any more, waiting lanes get none, queued messages are given
 * back.
 */
export function endPipeline<M extends Queued>(pipeline: Pipeline<M>): void {
  pipeline.ended = true;
  pipeline.signals.lanes.raise();
  for (const relayId of pipeline.waiting.keys()) releaseLanes(pipeline, relayId);
  giveBack(pipeline);
}
