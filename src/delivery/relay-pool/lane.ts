// The lanes of one relay: one SMTP connection each, opened while there is work and closed after a
// while without. When a relay cannot be reached they back off; messages stay pending, and sending
// resumes by itself.
import { MINUTE_MS } from '../../kernel/durations.ts';
import type { Logger } from '../../kernel/log.ts';
import { inEnglish, type Sentence, say, sentenceOf } from '../../kernel/sentences/sentence.ts';
import { type Lane, openLane } from '../../mail/smtp/lane.ts';
import { nameInLog, recordRelayFault, type UsableRelay } from '../../relays/usable.ts';
import type { Db } from '../../storage/db.ts';
import { troubleText } from '../../storage/trouble.ts';
import type { QueuedMessage } from '../compose/personalise.ts';
import { addOutcomes, addSenders, giveBack, nextMessage, type Pipeline } from '../pipeline.ts';
import { linesOf } from '../queue.ts';
import { relayDelayMs } from './backoff.ts';
import type { AttemptResult, Next } from './deliver.ts';
import { canServe, lateConnections, noteChange, noteClosed, type PoolRelay, type RelayPool } from './pool.ts';

/** What lanes work with. */
export type LaneTools = {
  db: Db;
  log: Logger;
  pipeline: Pipeline;
  pool: RelayPool;
  /** Sends one message that is in flight; never throws. */
  deliver(lane: Lane, message: QueuedMessage, relay: UsableRelay, next?: Next): Promise<AttemptResult>;
  /** Takes a message out of the queue, with its permit, for a lane that has one under way. */
  takeNext(relayId: number): QueuedMessage | undefined;
  /** Puts such a message back. */
  putBack(relayId: number, message: QueuedMessage): void;
  delayMs?: typeof relayDelayMs | undefined;
  /** How old a connection may become, ms; default: CONNECTION_MS. */
  connectionMs?: number | undefined;
};

/** How a connection ended: no work, enough messages, cut, or the relay refuses to serve us. */
type ConnectionEnd = { sent: number; end: 'idle' | 'full' | 'lost' | 'refused'; reason: Sentence };

const IDLE_MS = 5_000;
/**
 * A lane that is never idle opens a new connection after this time, or a bit less, so that not all
 * do at once: only then the name may lead to another address, and the certificate is looked at.
 */
const CONNECTION_MS = 300_000;

/** Lanes that have a connection, or are about to. */
const openOf = ({ running, idle }: PoolRelay) => running.length - idle.size;

/** How many lanes of all relays are open. */
export const openLanesOf = ({ relays }: RelayPool): number =>
  [...relays.values()].reduce((sum, entry) => sum + openOf(entry), 0);

/**
 * There is work for `wanted` lanes: this many have a connection, or are woken to open one.
 * @param need `room`: this many more may be open; a relay has one whatever others have
 * @returns how many were opened
 */
export function wakeLanes(entry: PoolRelay, need: { wanted: number; room: number }, tools: LaneTools): number {
  const { running, idle, backingOff } = entry;
  if (entry.asking) return 0;
  const open = openOf(entry);
  const most = Math.max(entry.most - lateConnections(tools.pool, entry.relay), 1); // late ones leave room for one
  const room = Math.max(need.room, open === 0 ? 1 : 0);
  const serving = open - backingOff.size; // a lane that waits to connect again sends nothing
  const more = Math.max(Math.min(need.wanted - serving, most - open, Math.floor(room)), 0);
  const sleepers = [...idle].slice(0, more);
  for (const wakeUp of sleepers) wakeUp();
  for (let i = sleepers.length; i < more; i += 1) running.push(runLane(entry, tools));
  return more;
}

/**
 * Lanes finish their current message. One that has not after `graceMs`, if given, loses its
 * connection, and nobody knows what became of its message.
 */
export async function stopLanes({ running, connected, idle, backingOff, ending }: PoolRelay, graceMs?: number) {
  ending.abort();
  for (const wakeUp of [...idle, ...backingOff]) wakeUp();
  const close = () => {
    for (const lane of connected) lane.close();
  };
  const timer = graceMs === undefined ? undefined : setTimeout(close, graceMs);
  await Promise.all(running);
  clearTimeout(timer);
}

async function runLane(entry: PoolRelay, tools: LaneTools): Promise<void> {
  const { delayMs = relayDelayMs } = tools;
  const { signal } = entry.ending;
  const me = Symbol('lane');
  let failures = 0;
  let reason: Sentence | undefined;
  const fail = (why: Sentence) => {
    reason = why;
    noteFailure(entry, why, tools);
    failures += 1;
    if (entry.connected.size > 0) return; // the relay works, but takes no more connections
    entry.asking ??= me;
    if (entry.asking !== me) failures = 0; // another one tries: this one is woken when it works
  };
  const answered = () => {
    if (entry.asking === undefined) return;
    entry.asking = undefined;
    wakeAgain(tools.pipeline);
  };
  for (let serving = true; !signal.aborted; ) {
    if (failures > 0) await rest(entry, delayMs(failures, isLoginRefused(reason)));
    else if (!serving) await rest(entry);
    if (signal.aborted) return;
    serving = false;
    try {
      const lane = await connect(entry, tools);
      if (!lane) return;
      const { sent, end, reason: why } = await serve(entry, lane, answered, tools);
      // Some servers close a connection after some number of messages: that is no failure. Whether
      // one is down, the next connection finds.
      serving = end === 'full' || (end === 'lost' && sent > 0);
      if (end === 'refused' || (end === 'lost' && sent === 0)) fail(why);
      else {
        failures = 0;
        answered();
      }
    } catch (error) {
      fail(sentenceOf(error));
    }
  }
}

/** Has lanes opened for what is waiting. */
function wakeAgain(pipeline: Pipeline): void {
  if (pipeline.queue.size > 0) addSenders(pipeline, linesOf(pipeline.queue));
}

/** Whether the server has refused the login for good, not only for now (RFC 4954, section 6). */
const isLoginRefused = (reason: Sentence | undefined): boolean =>
  reason?.code === 'smtp-auth-refused' && String(reason.values['reply']).startsWith('5');

/**
 * Waits until there is work (without `ms`), or until `ms` have passed, whatever work there is;
 * returns at once at the end.
 */
function rest({ idle, backingOff, ending }: PoolRelay, ms?: number): Promise<void> {
  if (ending.signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = ms === undefined ? undefined : setTimeout(done, ms);
    const sleepers = ms === undefined ? idle : backingOff;
    sleepers.add(done);
    function done(): void {
      clearTimeout(timer);
      sleepers.delete(done);
      resolve();
    }
  });
}

/**
 * Undefined at the end: nobody waits for a server that does not greet, and nothing is in flight
 * yet.
 */
async function connect(entry: PoolRelay, tools: LaneTools): Promise<Lane | undefined> {
  const { relay, connected, ending } = entry;
  const opening = entry.direct?.openLane() ?? openLane(relay, { signal: ending.signal });
  entry.connections += 1;
  const lane = await Promise.resolve(opening).catch((error: unknown) => {
    noteClosed(tools.pool, entry);
    throw error;
  });
  if (ending.signal.aborted) {
    lane.close();
    noteClosed(tools.pool, entry);
    return undefined;
  }
  connected.add(lane);
  if (entry.fault !== undefined) tools.log.info({ event: 'relay.up', relay: nameInLog(relay) });
  // This also ends a fault that another process has noted.
  if (entry.fault !== undefined || !entry.hasConnected) noteFault(entry, undefined, tools);
  entry.hasConnected = true;
  return lane;
}

/**
 * Sends until there is no work, the connection is lost or full, the relay leaves the pool, or
 * refuses to serve us.
 */
async function serve(entry: PoolRelay, lane: Lane, answered: () => void, tools: LaneTools): Promise<ConnectionEnd> {
  const { relay, connected, ending } = entry;
  const { pipeline, connectionMs = CONNECTION_MS } = tools;
  const oldAt = performance.now() + connectionMs * (1 - Math.random() / 4);
  const isOld = () => !entry.direct && performance.now() >= oldAt; // direct delivery opens its own connections
  const putBack = (message: QueuedMessage) => tools.putBack(relay.id, message);
  let sent = 0;
  let tried = 0;
  let reason = say('smtp-closed');
  let next: QueuedMessage | undefined; // whose envelope the server has
  const takeNext: Next = () => {
    const taken = ending.signal.aborted ? undefined : tools.takeNext(relay.id);
    if (!taken?.envelopeFrom) {
      if (taken) putBack(taken);
      return undefined;
    }
    next = taken;
    return { from: taken.envelopeFrom(), to: taken.address };
  };
  try {
    while (lane.alive || (next && lane.isBegun)) {
      const isFull = tried === relay.messagesPerConnection || (tried > 0 && !next && isOld());
      if (isFull || ending.signal.aborted) return { sent, end: 'full', reason };
      const must = next;
      next = undefined;
      const message = await nextMessage(pipeline, { relayId: relay.id, idleMs: IDLE_MS, next: must, putBack });
      if (!message) return { sent, end: must ? 'full' : 'idle', reason };
      tried += 1;
      const mayFollow = entry.takesGroups && tried !== relay.messagesPerConnection && !isOld();
      const { outcome, relayFault } = await tools.deliver(lane, message, relay, mayFollow ? takeNext : undefined);
      addOutcomes(pipeline, outcome);
      if (outcome.state === 'accepted') sent += 1;
      if (relayFault !== undefined) {
        return { sent, end: 'refused', reason: say('server-says', { words: relayFault }) };
      }
      if (outcome.reply !== null && lane.alive) answered();
      const words = outcome.reply ?? outcome.detail;
      if (outcome.state !== 'accepted' && words !== null) reason = say('server-says', { words });
      // The message that it waits for was not made after all: it takes no other one.
      if (lane.isBegun && !next) return { sent, end: 'full', reason };
      if (outcome.state === 'pending' && !lane.alive && sent > 0) return { sent, end: 'full', reason };
    }
    return { sent, end: 'lost', reason };
  } finally {
    if (next) putBack(next);
    entry.takesGroups &&= lane.takesGroups;
    connected.delete(lane);
    // The server counts it until it is closed, and may take no other one instead before that.
    const closed = lane.quit().finally(() => noteClosed(tools.pool, entry));
    if (!ending.signal.aborted) {
      await closed;
      wakeAgain(pipeline); // for what came meanwhile: this lane still counted as one that sends
    }
  }
}

/**
 * When the last connection is gone, other relays take the waiting messages, of this worker or
 * another.
 */
function noteFailure(entry: PoolRelay, reason: Sentence, tools: LaneTools): void {
  const { pipeline, pool } = tools;
  if (entry.connected.size > 0 || entry.ending.signal.aborted) return;
  tellFailure(entry, inEnglish(reason), tools);
  noteFault(entry, reason, tools);
  giveBack(pipeline, (message) => !canServe(pool, message));
  pipeline.signals.turn.raise(); // for lanes of relays that can take over
}

/** Says that a relay fails, and once more where it does for another reason: one line a minute. */
function tellFailure(entry: PoolRelay, reason: string, { pool, log }: LaneTools): void {
  const at = pool.clock.now();
  const { told, fault, relay } = entry;
  if (fault !== undefined && told && (told.reason === reason || Math.abs(at - told.at) < MINUTE_MS)) return;
  entry.told = { reason, at };
  log.warn({ event: 'relay.down', relay: nameInLog(relay), reason });
}

function noteFault(entry: PoolRelay, fault: Sentence | undefined, { db, pool, log }: LaneTools): void {
  entry.fault = fault;
  noteChange(pool);
  recordRelayFault(db, entry.relay.id, fault ?? null, pool.clock.now()).catch((error: unknown) => {
    log.warn({ event: 'relay.note-failed', reason: troubleText(error) });
  });
}
