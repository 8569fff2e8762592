// Sums over the rows of a campaign, for questions that no counter answers (by hour, by domain, by
// client). Rows are read in pieces. What takes a few pieces is summed in the request; what takes
// more goes on after it, and until it is done the answer has the sums of the last time: so a
// request costs the same however much is stored, and who does not ask pays nothing. Sums are kept
// in memory, as they can be made anew.
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../kernel/clock.ts';
import { recentOf } from '../kernel/recent.ts';
import type { Db } from '../storage/db.ts';

/** How something is summed: from nothing, piece by piece. */
export type Summing<S> = {
  begin(): S;
  /** Adds the next piece. @returns whether there is more */
  piece(sums: S): Promise<boolean>;
  /** What is kept of the sums in the end. */
  end?(sums: S): S;
};

/** Sums, and when they were begun (ms). */
export type Summed<S> = { sums: S; at: number };

type Entry = { done?: Summed<unknown>; tookMs: number; doneAt: number; running?: Running | undefined };
/** `first`: resolves when it is done, or so large that it goes on behind the request. */
type Running = { first: Promise<unknown>; all: Promise<unknown> };

/** Pieces that a request waits for, however long they take. */
const PIECES_AT_ONCE = 8;
/** How long a request waits for the others. */
const PATIENCE_MS = 250;
/** Sums that took less are made for each request. */
const CHEAP_MS = 50;
/** How much longer than it took to make them sums stand. */
const STANDS = 20;

const kept = recentOf<Db, Entry>(300);
/** Large sums of one kind are made one after the other. */
const queues = new WeakMap<Db, Map<string, Promise<unknown>>>();

/**
 * The sums of a question.
 * @param key its kind, a space, and everything else that its answer depends on
 * @returns undefined while they are made for the first time
 */
export async function summed<S>(
  { db, clock }: { db: Db; clock: Clock },
  key: string,
  summing: Summing<S>,
): Promise<Summed<S> | undefined> {
  const entry: Entry = kept(db).get(key) ?? { tookMs: 0, doneAt: 0 };
  kept(db).set(key, entry);
  const stands = entry.tookMs < CHEAP_MS ? 0 : entry.tookMs * STANDS;
  if (entry.done && performance.now() - entry.doneAt < stands) return entry.done as Summed<S>;
  entry.running ??= run({ db, kind: key.split(' ', 1)[0] ?? '', entry, at: clock.now() }, summing);
  const { first, all } = entry.running;
  await first;
  if (entry.running) await Promise.race([all, delay(PATIENCE_MS, undefined, { ref: false })]);
  return entry.done as Summed<S> | undefined;
}

type Run = { db: Db; kind: string; entry: Entry; at: number };

function run<S>({ db, kind, entry, at }: Run, summing: Summing<S>): Running {
  const began = performance.now();
  let sums = summing.begin();
  let isDone = false;
  const finish = () => {
    if (summing.end) sums = summing.end(sums);
    entry.done = { sums, at };
    entry.doneAt = performance.now();
    entry.tookMs = entry.doneAt - began;
    entry.running = undefined;
    isDone = true;
  };
  const first = (async () => {
    for (let n = 0; n < PIECES_AT_ONCE; n++) if (!(await summing.piece(sums))) return finish();
  })();
  const all = first.then(() => (isDone ? undefined : queued(db, kind, () => goOn(summing, sums, finish))));
  for (const one of [first, all]) {
    one.catch(() => {
      entry.running = undefined; // whoever asks next begins anew
    });
  }
  return { first, all };
}

async function goOn<S>({ piece }: Summing<S>, sums: S, finish: () => void): Promise<void> {
  while (await piece(sums)) await nextTurn(); // SQLite answers at once: other requests come between
  finish();
}

function queued(db: Db, kind: string, work: () => Promise<void>): Promise<void> {
  const ofStore = queues.get(db) ?? new Map<string, Promise<unknown>>();
  queues.set(db, ofStore);
  const turn = (ofStore.get(kind) ?? Promise.resolve()).then(work, work);
  ofStore.set(
    kind,
    turn.catch(() => undefined),
  );
  return turn;
}
