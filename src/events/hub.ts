// One for all streams of a process: looks at the store once a second, for the customers that
// somebody looks at, and tells each stream what changed. Without streams it does nothing.
import { agreedNow, type Clock } from '../kernel/clock.ts';
import type { Db } from '../storage/tables.ts';
import { endedActors } from './actors.ts';
import { type KnownLists, readThings } from './state.ts';
import type { Stream } from './stream.ts';
import { KINDS, type Thing } from './thing.ts';

const LOOK_MS = 1_000;
const ACTORS_MS = 5_000;
const HEARTBEAT_MS = 15_000;

/** The things of a customer by kind and uid. */
type Things = ReadonlyMap<string, Thing>;

export type Hub = {
  /** Has a stream told everything from now on, first how things are. */
  add(stream: Stream): void;
  remove(stream: Stream): void;
  /** How many streams a customer has here, or all customers. */
  count(customerId?: number): number;
};

/** The hub of a process on a store. */
export function newHub({ db, clock }: { db: Db; clock: Clock }): Hub {
  const streams = new Set<Stream>();
  /** By customer, as they were when they were last told. */
  const told = new Map<number, Things>();
  const lists: KnownLists = new Map();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  let [actorsAt, heartbeatAt] = [0, 0];

  const look = async () => {
    timer = undefined;
    isLooking = true;
    const begunAt = performance.now();
    try {
      const mine = [...streams];
      const byCustomer = Map.groupBy(mine, ({ customerId }) => customerId);
      if (mine.length > 0) tell(byCustomer, await readThings(db, [...byCustomer.keys()], lists, clock.now()));
      if (begunAt - actorsAt >= ACTORS_MS) {
        actorsAt = begunAt;
        const ended = await endedActors(db, mine, agreedNow(clock));
        for (const stream of ended) stream.end();
      }
      if (begunAt - heartbeatAt >= HEARTBEAT_MS) {
        heartbeatAt = begunAt;
        for (const stream of streams) stream.push(':\n\n');
      }
    } catch {
      // The store is away: streams stay, and are told when it is back.
    } finally {
      isLooking = false;
    }
    if (streams.size > 0) timer ??= setTimeout(look, restAfter(performance.now() - begunAt)).unref();
    else clear();
  };
  const clear = () => {
    told.clear();
    lists.clear();
  };

  const tell = (byCustomer: ReadonlyMap<number, readonly Stream[]>, things: readonly Thing[]) => {
    const thingsOf = Map.groupBy(things, ({ customerId }) => customerId);
    const id = clock.now();
    for (const [customerId, itsStreams] of byCustomer) {
      const now = new Map((thingsOf.get(customerId) ?? []).map((thing) => [`${thing.kind} ${thing.uid}`, thing]));
      tellStreams(itsStreams, id, now, told.get(customerId));
      told.set(customerId, now);
    }
    for (const customerId of told.keys()) if (!byCustomer.has(customerId)) told.delete(customerId);
  };

  return {
    add(stream) {
      streams.add(stream);
      if (isLooking) return; // it is told how things are by the next look
      clearTimeout(timer);
      timer = setTimeout(look, streams.size === 1 ? 0 : JOIN_MS).unref();
    },
    remove(stream) {
      streams.delete(stream);
    },
    count: (customerId) =>
      customerId === undefined ? streams.size : [...streams].filter((one) => one.customerId === customerId).length,
  };
}

/** Looks take a twentieth of the time at most, as long as that is not too seldom. */
const SHARE = 20;
const MOST_REST_MS = 10_000;

/**
 * How long the hub rests after a look that took so long, both in ms: with tens of thousands of
 * lists and campaigns that somebody looks at, changes are told later, not at any cost.
 */
export function restAfter(tookMs: number): number {
  return Math.min(MOST_REST_MS, Math.max(LOOK_MS, SHARE * tookMs));
}

/** Clients that connect at about the same time share one look. */
const JOIN_MS = 50;

/** Tells the streams of a customer what is not as before; those that are new, how things are. */
function tellStreams(streams: readonly Stream[], id: number, now: Things, before: Things | undefined): void {
  const changed = [...now].flatMap(([key, thing]) => (before?.get(key)?.text === thing.text ? [] : [thing]));
  for (const seenBy of ['operators', 'others'] as const) {
    const changes = message('changes', id, seen(changed, seenBy));
    let snapshot: string | undefined;
    for (const stream of streams) {
      if (stream.isOperator !== (seenBy === 'operators')) continue;
      if (stream.needsSnapshot()) {
        snapshot ??= message('snapshot', id, seen([...now.values()], seenBy)) ?? '';
        stream.snapshot(snapshot);
      } else if (changes !== undefined) stream.push(changes);
    }
  }
}

function seen(things: readonly Thing[], by: 'operators' | 'others'): Thing[] {
  return things.filter(({ seenBy = by }) => seenBy === by);
}

/** Undefined when there is nothing to tell. */
function message(event: 'changes' | 'snapshot', id: number, things: readonly Thing[]): string | undefined {
  if (event === 'changes' && things.length === 0) return undefined;
  const parts = KINDS.map((kind) => {
    const texts = things.filter((thing) => thing.kind === kind).map(({ text }) => text);
    return `"${kind}":[${texts.join(',')}]`;
  });
  return `id: ${id}\nevent: ${event}\ndata: {${parts.join(',')}}\n\n`;
}
