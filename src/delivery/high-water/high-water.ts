// The high-water mark: a number in the store that only grows, remembered in memory and in a file
// beside the data. A store that shows a lower one, or that is not the same store (a promoted
// standby, a restored backup), went back in time: what was committed last is lost, and messages
// that were sent look as if they were not.
//
// A synchronous standby lacks nothing: it takes over without any of this (takeover.ts). Else the
// worker that notices records it (`went_back`: how often). From then on nobody claims until all
// living workers have written again what they remember (messages/went-back/replay.ts), and a little
// longer than a lease lasts.
import type { RawBuilder } from 'kysely';
import { type Lease, livingWorkers } from '../../coordination/lease.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import { recoverLease } from '../../messages/recover.ts';
import { holdUnknown } from '../../messages/went-back/hold-unknown.ts';
import { replayAttempts } from '../../messages/went-back/replay.ts';
import { type Db, onDisk, type Tx } from '../../storage/db.ts';
import { canBeReplaced } from '../../storage/dialect.ts';
import { troubleText } from '../../storage/trouble.ts';
import { markFile, readMark, writeMark } from './mark-file.ts';
import { type Memory, openMemory } from './memory.ts';
import { findRow, getRow, HOLD_MS, identityOf, makeRow, moveMark, nameStore, type Row, recordWentBack } from './row.ts';
import { hasTurn, type LastTurn, mayHaveAll, passOver } from './takeover.ts';

export type HighWater = {
  /** What this process began to send last. */
  memory: Memory;
  /**
   * Call in the transaction of a claim: whether the store is the one that we know, and every worker
   * has reported.
   */
  mayClaim(tx: Tx): Promise<boolean>;
  /** Whether the store shows nothing that `look` would act on, apart from moving the mark. */
  isKnown(db: Db): Promise<boolean>;
  /**
   * Moves the mark from time to time. When the store went back: writes what this process remembers
   * and gives the worker's lease up.
   * @returns false when the lease was given up
   */
  look(lease: Lease): Promise<boolean>;
  /** Whether a standby took over and not all workers have found that it lacks nothing. */
  isPassing(): boolean;
  /** Call when a turn was acknowledged. */
  acknowledged(turn: LastTurn): void;
  /** Call when nothing is running any more. */
  stop(): Promise<void>;
};

/** The store as last seen. */
type Seen = { uid: string; n: number; went_back: number; store: string };

type Tools = {
  db: Db;
  clock: Clock;
  log: Logger;
  identity: RawBuilder<string>;
  memory: Memory;
  /** The file with the mark, beside the data. */
  file: string | undefined;
};

const TICK_MS = 2_500;

/**
 * Opens the mark, and checks whether the store went back while this process did not run.
 * @param dataDir folder for the file; absent: in memory only
 */
export async function openHighWater(options: {
  db: Db;
  clock: Clock;
  log: Logger;
  dataDir?: string | undefined;
}): Promise<HighWater> {
  const { db, clock, log, dataDir } = options;
  const file = dataDir === undefined ? undefined : markFile(dataDir);
  const identity = await identityOf(db);
  const memory = openMemory(canBeReplaced(db) ? undefined : 0);
  const tools: Tools = { db, clock, log, identity, memory, file };
  const seen = await seeFirst(tools);
  memory.marked(seen.n);
  let tickAt = 0;
  let lastTurn: LastTurn | undefined;
  let passing = false;

  /** A synchronous standby took over. @returns false when it lacks something all the same */
  async function pass(row: Row, lease: Lease): Promise<boolean> {
    if (!mayHaveAll(row, seen.n) || !(await hasTurn(db, lastTurn))) return false;
    const isNamed = await passOver(db, identity, lease);
    if (isNamed) log.warn({ event: 'store.taken-over', worker: lease.name, was: row.store, is: row.actual });
    return isNamed !== undefined;
  }

  async function mayClaim(tx: Db | Tx): Promise<boolean> {
    const row = await findRow(tx, identity);
    if (!row) return false;
    const isSame = row.store === row.actual && row.went_back === seen.went_back && row.n >= seen.n;
    return isSame && row.now >= row.hold_until;
  }

  return {
    memory,
    isPassing: () => passing,
    acknowledged(turn) {
      lastTurn = turn;
    },
    mayClaim,
    isKnown: mayClaim,
    async look(lease) {
      // A store without the row is not the one that we know: given a new row, it is seen as one
      // that went back in time.
      if (!(await findRow(db, identity))) await makeRow(db);
      const row = await getRow(db, identity);
      const isOther = row.store !== row.actual || row.n < seen.n;
      if (isOther && !(await pass(row, lease))) await noteWentBack(tools, seen.n);
      const is = await getRow(db, identity);
      passing = is.store !== is.actual;
      if (is.went_back !== seen.went_back) {
        await replayKnown(tools, seen, lease, is.went_back_to ?? is.n);
        Object.assign(seen, { n: is.n, went_back: is.went_back, store: is.actual });
        return false;
      }
      seen.store = is.actual;
      if (performance.now() >= tickAt) {
        tickAt = performance.now() + TICK_MS;
        await tick(tools, seen);
      }
      return true;
    },
    async stop() {
      await tick(tools, seen);
      keep(tools, seen, { clean: true });
    },
  };
}

/** The file, and the identity of the store, show whether it went back. */
async function seeFirst(tools: Tools): Promise<Seen> {
  const { db, identity, file } = tools;
  await makeRow(db);
  // Read before the row, as other workers of this folder move both.
  const mark = file === undefined ? undefined : readMark(file);
  const first = await getRow(db, identity);
  const known = mark?.uid === first.uid ? mark : undefined;
  const isBehind = first.n < (known?.n ?? 0);
  const isOther = first.store !== null && first.store !== first.actual;
  // Those that are alive find out whether a standby lacks something; the mark of a process that
  // ended in order shows it too.
  const isWatched = known?.clean === true || (await livingWorkers(db)).length > 0;
  const isPassing = isOther && mayHaveAll(first, known?.n ?? 0) && isWatched;
  const hasPassed = first.store === first.actual && known?.went_back === first.went_back;
  const wasCut = known?.clean === false && known.store !== first.actual && !isPassing && !hasPassed;
  // A dump that was loaded, looked at by somebody who never saw the store that it is of.
  const isStrange = isOther && !isPassing && known === undefined;
  // Before it is recorded, so that a process that is killed in between does it again.
  if (isBehind || wasCut || isStrange) await holdForgotten(tools, known?.n ?? 0, first.n);
  if (isBehind || (isOther && !isPassing)) await noteWentBack(tools, known?.n ?? 0);
  else if (first.store === null) await nameStore(db, first.actual);
  const { uid, n, went_back } = await getRow(db, identity);
  return { uid, n, went_back, store: first.actual };
}

/** Records that the store went back, unless another worker has. */
async function noteWentBack({ db, identity, clock, log }: Tools, lastSeen: number): Promise<void> {
  const before = await recordWentBack(db, identity, lastSeen, clock.now());
  if (!before) return;
  const facts = { mark: before.n, last_seen: lastSeen, was: before.store, is: before.actual, holds_ms: HOLD_MS };
  log.error({ event: 'store.went-back', ...facts });
}

/** Holds what was begun since the mark `lastSeen`, as nobody remembers it. */
async function holdForgotten({ db, clock, log }: Tools, lastSeen: number, mark: number): Promise<void> {
  const held = await holdUnknown(db, clock.now());
  log.error({ event: 'store.went-back-unknown', mark, last_seen: lastSeen, ...held });
}

/**
 * Writes what this process remembers, and gives the worker's lease up.
 * @param mark to which the store went back; what began since and is not remembered is held
 */
async function replayKnown(tools: Tools, seen: Seen, lease: Lease, mark: number): Promise<void> {
  const { db, clock, log, memory } = tools;
  const replayed = await replayAttempts(db, memory.all(), clock.now());
  const recovery = await recoverLease(db, lease, clock.now());
  log.error({ event: 'store.said-again', worker: lease.name, ...replayed, ...recovery });
  if (!memory.reachesTo(mark)) await holdForgotten(tools, seen.n, mark);
}

async function tick(tools: Tools, seen: Seen): Promise<void> {
  const n = await moveMark(tools.db, tools.identity, seen.went_back);
  if (n === undefined || !(await onDisk(tools.db))) return; // the file must never be ahead of the store
  seen.n = n;
  tools.memory.marked(n);
  keep(tools, seen, { clean: false });
}

function keep({ file, log }: Tools, { uid, n, went_back, store }: Seen, { clean }: { clean: boolean }): void {
  if (file === undefined) return;
  try {
    writeMark(file, { uid, n, went_back, store, clean });
  } catch (error) {
    log.warn({ event: 'store.mark-not-kept', reason: troubleText(error) });
  }
}
