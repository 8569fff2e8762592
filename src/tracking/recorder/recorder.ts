// Records hits. All that arrive while a transaction runs share the next one: the counters of a
// campaign are one row, and locking it for every hit would limit the rate of all. A hit is answered
// only after its commit, so nothing that was answered can be lost.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { addToCounters, type CounterDeltas } from '../../campaigns/counters.ts';
import type { Clock } from '../../kernel/clock.ts';
import { nameOf } from '../../messages/keys.ts';
import { isUnsettled } from '../../messages/rules.ts';
import { ownersOf } from '../../messages/uncertain/owners.ts';
import { holdMessages, type MessageName, settleArrived } from '../../messages/uncertain/settle.ts';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import { isSpread } from '../../storage/dialect/spread.ts';
import { allAtOnce } from '../../storage/dialect.ts';
import { byCustomer } from '../../storage/statement.ts';
import { storeTrouble } from '../../storage/trouble.ts';
import { burstsThatGoOn, findBursts } from '../bursts/find.ts';
import { countHits, countUnsubscribes, impliedOpens } from '../count.ts';
import { byPeople, type Hit, judged, type MessageHit, messagesOf, type TrackedMessage } from '../hits.ts';
import { addToLinks, countByLink, type LinkDeltas } from '../link-counts.ts';
import { readStamps } from '../stamps.ts';
import { unsubscribeSubscribers } from '../unsubscribe.ts';
import { tellHits } from '../webhook-facts.ts';
import { newPace } from './pace.ts';
import { writeHits } from './write.ts';

/**
 * `record` resolves when the hit is committed, with whether its message exists; a hit on one that
 * is gone changes nothing, except for an unsubscribe.
 */
export type Recorder = { record(hit: Hit): Promise<boolean>; close(): Promise<void> };

type WaitingHit = { hit: Hit; resolve: (isKnown: boolean) => void; reject: (reason: unknown) => void };

/**
 * The most hits in a group, which keeps a transaction short, and how many groups are written at a
 * time: on a server two, so that it works while this process makes the next one.
 */
const GROUPS = { file: { hits: 500, atATime: 1 }, server: { hits: 200, atATime: 2 } } as const;

/** So often it is looked whether a group may begin beside another one. */
const LOOK_AGAIN_MS = 10;

/** A recorder on a store. `close` waits for the hits that have arrived. */
export function openRecorder(db: Db, clock: Clock): Recorder {
  const limits = allAtOnce(db) ? GROUPS.server : GROUPS.file;
  const underWay = new Set<Promise<void>>();
  let waiting: WaitingHit[] = [];
  let running: Promise<void> | undefined;
  let wake: () => void = () => undefined;
  const pace = newPace(limits);

  /** Until nobody else is to come, or for `ms`. */
  const waitForMore = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const mayBegin = () =>
    waiting.length > 0 && (underWay.size === 0 || (underWay.size < limits.atATime && pace.isWhole(waiting.length)));

  async function writeAll(): Promise<void> {
    while (waiting.length > 0 || underWay.size > 0) {
      if (mayBegin()) await begin();
      else await Promise.race(underWay.size < limits.atATime ? [...underWay, waitForMore(LOOK_AGAIN_MS)] : underWay);
    }
    running = undefined;
  }

  async function begin(): Promise<void> {
    const waitMs = pace.waitMs(waiting.length, performance.now());
    if (waitMs > 0) await waitForMore(waitMs);
    await nextTurn(); // hits that arrive meanwhile join the group
    const group = waiting.slice(0, limits.hits);
    pace.began(group.length, performance.now());
    waiting = waiting.slice(limits.hits);
    const writing: Promise<void> = writeGroups(group).finally(() => {
      underWay.delete(writing);
      pace.answered(group.length);
    });
    underWay.add(writing);
  }

  async function writeGroups(group: readonly WaitingHit[]): Promise<void> {
    try {
      for (const some of await byOwner(db, group)) await writeGroup(some);
    } catch (error) {
      for (const { reject } of group) reject(error); // those that were written know it already
    }
  }

  async function writeGroup(group: readonly WaitingHit[]): Promise<void> {
    const hits = group.map(({ hit }) => hit);
    const at = clock.now();
    let known: KnownMessages | undefined; // as soon as nothing is left but the commit
    const answerAll = () => {
      for (const { hit, resolve } of group) resolve(known?.has(nameOf(hit.message)) ?? false);
    };
    try {
      await inTransaction(db, async (tx) => {
        known = await recordHitsIn(tx, hits, at);
      });
      answerAll();
    } catch (error) {
      if (known && (await wasCommitted(db, hits, known, at))) {
        // Once more would count twice. Only the answer was lost, or the disk does not take it.
        if (storeTrouble(error)?.kind === 'gone') return answerAll();
        for (const { reject } of group) reject(error);
        return;
      }
      const [only, ...others] = group;
      if (only && others.length === 0) only.reject(error);
      else for (const one of group) await writeGroup([one]); // one bad hit must not fail the others
    }
  }

  return {
    record(hit) {
      return new Promise((resolve, reject) => {
        waiting.push({ hit, resolve, reject });
        pace.came();
        if (pace.isWhole(waiting.length)) wake();
        running ??= writeAll();
      });
    },
    close: async () => running,
  };
}

/** Hits as the store takes them: on one that is spread those of each customer by themselves. */
async function byOwner(db: Db, group: readonly WaitingHit[]): Promise<readonly (readonly WaitingHit[])[]> {
  if (!isSpread(db)) return [group];
  const owners = await ownersOf(
    db,
    group.map(({ hit }) => hit.message.campaignId),
  );
  return byCustomer(db, group, ({ hit }) => owners.get(hit.message.campaignId) ?? 0);
}

/** The names of messages (messages/keys.ts) that exist. */
type Known = Pick<ReadonlySet<string>, 'has'>;
/** The same with the messages. */
type KnownMessages = ReadonlyMap<string, TrackedMessage>;

/**
 * Whether hits whose transaction came to its commit are in the store: all of them are when one is.
 * @param at the instant of their rows
 */
async function wasCommitted(db: Db, hits: readonly Hit[], known: KnownMessages, at: number): Promise<boolean> {
  for (const { kind, message } of hits) {
    if (kind === 'unsubscribe') continue; // twice, it changes nothing
    const found = known.get(nameOf(message));
    if (!found) continue;
    const row = await db
      .selectFrom(kind)
      .select('id')
      .where('customer_id', '=', found.customerId)
      .where('subscriber_id', '=', found.subscriberId)
      .where('campaign_id', '=', found.campaignId)
      .where('at', '=', at)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }
  return false;
}

/**
 * Records hits in one transaction, all at instant `at`.
 * @returns those of the messages that exist
 */
export function recordHits(db: Db, hits: readonly Hit[], at: number): Promise<Known> {
  return inTransaction(db, (tx) => recordHitsIn(tx, hits, at));
}

/** The same within a larger transaction, which must not lock rows of messages afterwards. */
export async function recordHitsIn(tx: Tx, hits: readonly Hit[], at: number): Promise<KnownMessages> {
  const messages = await holdMessages(tx, namesIn(hits));
  const byName = new Map(messages.map((message) => [nameOf(message), { ...message, id: nameOf(message) }]));
  const known = (kind: Hit['kind']): MessageHit[] =>
    hits.flatMap((hit) => {
      const message = hit.kind === kind ? byName.get(nameOf(hit.message)) : undefined;
      return message ? [judged(hit, message, at)] : [];
    });
  const deltas: CounterDeltas = new Map();
  const links: LinkDeltas = new Map();
  const [opens, clicks, unsubscribes] = [known('open'), known('click'), known('unsubscribe')];
  const all = [...opens, ...clicks, ...unsubscribes];
  const stamps = await readStamps(tx, messagesOf(all));
  countHits('opens', opens, stamps, at, deltas);
  const seen = byPeople(clicks).filter(({ visitor }) => !visitor.isVouched);
  const implied = impliedOpens(clicks, stamps, await burstsThatGoOn(tx, seen, stamps, at));
  countHits('opens', implied, stamps, at, deltas);
  countHits('clicks', clicks, stamps, at, deltas);
  const firstUnsubscribes = countUnsubscribes(unsubscribes, stamps, at, deltas);
  await countByLink(tx, clicks, links);
  const written = { opens: [...opens, ...implied], clicks, unsubscribes: firstUnsubscribes, stamps: stamps.changed() };
  await writeHits(tx, written, at);
  await tellHits(tx, 'message.opened', written.opens, at);
  await tellHits(tx, 'message.clicked', clicks, at);
  await findBursts(tx, seen, at, { campaigns: deltas, links });
  await settle(tx, all, deltas, at);
  const leaving = hits.flatMap(({ kind, message }) => {
    const { subscriberId } = message;
    const customerId = byName.get(nameOf(message))?.customerId;
    return kind === 'unsubscribe' ? [[subscriberId, { customerId, subscriberId }] as const] : [];
  });
  await unsubscribeSubscribers(tx, [...new Map(leaving).values()], at);
  await addToLinks(tx, links);
  await addToCounters(tx, deltas); // last: rows of messages are always locked before rows of counters
  return byName;
}

/** Names of the hits' messages, each once. */
function namesIn(hits: readonly Hit[]): MessageName[] {
  return [...new Map(hits.map(({ message }) => [nameOf(message), message])).values()];
}

/** Settles uncertain messages: whoever opens a message has received it. */
async function settle(tx: Tx, hits: readonly MessageHit[], deltas: CounterDeltas, at: number): Promise<void> {
  const unsettled = hits.map(({ message }) => message).filter(({ state }) => isUnsettled(state));
  if (unsettled.length > 0) await settleArrived(tx, unsettled, deltas, at);
}
