// The high-water mark: a number in the store that only grows, remembered in memory and beside the
// data. A store that shows a lower one, or that is another one than it was (a promoted standby, a
// restored backup), went back in time: what was committed last is gone, and messages that are out
// look as if they were still to be sent.
//
// Whoever notices writes it down as a *fall*. From then on nobody claims until all workers that
// live have said what they know (messages/again.ts), and a little longer than a lease lasts.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { type RawBuilder, sql } from 'kysely';
import { LEASE_MS, type Lease } from '../../coordination/lease.ts';
import type { Clock } from '../../kernel/clock.ts';
import { asError } from '../../kernel/errors.ts';
import { newUid } from '../../kernel/ids.ts';
import type { Logger } from '../../kernel/log.ts';
import { holdUnknown, sayAgain } from '../../messages/again.ts';
import { recoverLease } from '../../messages/recover.ts';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import { canBeReplaced, lockRows, storeIdentities, storeNow } from '../../storage/dialect.ts';
import { type Memory, openMemory } from './memory.ts';

export type HighWater = {
  /** What this process began to send last. */
  memory: Memory;
  /**
   * In the transaction of a claim: whether the store is the one that we know, and everybody has
   * been heard.
   */
  mayClaim(tx: Tx): Promise<boolean>;
  /**
   * Moves the mark now and then. When the store went back: says what is known and gives the
   * worker's lease up.
   * @returns false when the lease is given up
   */
  look(lease: Lease): Promise<boolean>;
  /** Nothing is under way any more. */
  stop(): Promise<void>;
};

type Row = {
  uid: string;
  n: number;
  falls: number;
  fell_to: number | null;
  hold_until: number;
  store: string | null;
  actual: string;
  now: number;
};
/** Beside the data. `clean`: the process ended in order, and nothing came after the mark. */
type Kept = { uid: string; n: number; store: string; clean: boolean };

const TICK_MS = 2_500;
const HOLD_MS = LEASE_MS + 2_000;
const FILE = 'high-water.json';

/**
 * Opens the mark, and looks whether the store went back while this process did not run.
 * @param dataDir where the mark is kept beside the data; absent: in memory only
 */
export async function openHighWater(options: {
  db: Db;
  clock: Clock;
  log: Logger;
  dataDir?: string | undefined;
}): Promise<HighWater> {
  const { db, clock, log } = options;
  const file = options.dataDir === undefined ? undefined : join(options.dataDir, FILE);
  const identity = await identityOf(db);
  const memory = openMemory(canBeReplaced(db) ? undefined : 0);
  await makeRow(db);
  // Before the row is read: other workers of this folder move both.
  const kept = file === undefined ? undefined : readKept(file);
  const first = await readRow(db, identity);
  const known = kept?.uid === first.uid ? kept : undefined;
  const isBehind = first.n < (known?.n ?? 0);
  const wasCut = known?.clean === false && known.store !== first.actual;
  if (isBehind || (first.store !== null && first.store !== first.actual)) await fall(known?.n ?? 0);
  else if (first.store === null) await db.updateTable('high_water').set({ store: first.actual }).execute();
  if (isBehind || wasCut) await tellUnknown(known?.n ?? 0, first.n);
  const { uid, n, falls } = await readRow(db, identity);
  const seen = { n, falls, store: first.actual };
  let tickAt = 0;
  memory.marked(n);

  /** Writes down that the store went back; nothing when somebody else has. */
  async function fall(lastSeen: number): Promise<void> {
    const fallen = await inTransaction(db, async (tx) => {
      await sql`select id from high_water ${lockRows(tx)}`.execute(tx);
      const row = await readRow(tx, identity);
      if (row.store === row.actual && row.n >= lastSeen) return undefined;
      // Those who notice it one after the other mean one fall.
      const fell_to = row.now < row.hold_until ? Math.min(row.fell_to ?? row.n, row.n) : row.n;
      const set = { store: row.actual, n: Math.max(row.n, lastSeen) + 1, falls: row.falls + 1, fell_to };
      const more = { hold_until: row.now + HOLD_MS, fell_at: clock.now() };
      await tx
        .updateTable('high_water')
        .set({ ...set, ...more })
        .execute();
      return row;
    });
    if (!fallen) return;
    const facts = { mark: fallen.n, last_seen: lastSeen, was: fallen.store, is: fallen.actual, holds_ms: HOLD_MS };
    log.error({ event: 'store.went-back', ...facts });
  }

  /** What was begun since then is not known any more. */
  async function tellUnknown(lastSeen: number, mark: number): Promise<void> {
    const held = await holdUnknown(db, clock.now());
    log.error({ event: 'store.went-back-unknown', mark, last_seen: lastSeen, ...held });
  }

  async function tellKnown(lease: Lease, mark: number): Promise<void> {
    const said = await sayAgain(db, memory.all(), clock.now());
    const recovery = await recoverLease(db, lease, clock.now());
    log.error({ event: 'store.said-again', worker: lease.name, ...said, ...recovery });
    if (!memory.reachesTo(mark)) await tellUnknown(seen.n, mark);
  }

  async function tick(): Promise<void> {
    const moved = await db
      .updateTable('high_water')
      .set({ n: sql<number>`n + 1` })
      .where('falls', '=', seen.falls)
      .returning('n')
      .executeTakeFirst();
    if (!moved) return;
    seen.n = moved.n;
    memory.marked(moved.n);
    keep(false);
  }

  function keep(clean: boolean): void {
    if (file === undefined) return;
    const mark: Kept = { uid, n: seen.n, store: seen.store, clean };
    const part = `${file}.${process.pid}.${threadId}`;
    try {
      writeFileSync(part, JSON.stringify(mark), { mode: 0o600 });
      renameSync(part, file);
    } catch (error) {
      log.warn({ event: 'store.mark-not-kept', reason: asError(error).message });
    }
  }

  return {
    memory,
    async mayClaim(tx) {
      const row = await readRow(tx, identity);
      const isSame = row.store === row.actual && row.falls === seen.falls && row.n >= seen.n;
      return isSame && row.now >= row.hold_until;
    },
    async look(lease) {
      const row = await readRow(db, identity);
      if (row.store !== row.actual || row.n < seen.n) await fall(seen.n);
      const is = await readRow(db, identity);
      if (is.falls !== seen.falls) {
        await tellKnown(lease, is.fell_to ?? is.n);
        Object.assign(seen, { n: is.n, falls: is.falls, store: is.actual });
        return false;
      }
      if (performance.now() >= tickAt) {
        tickAt = performance.now() + TICK_MS;
        await tick();
      }
      return true;
    },
    async stop() {
      await tick();
      keep(true);
    },
  };
}

/** A new store has none yet. */
async function makeRow(db: Db): Promise<void> {
  await db
    .insertInto('high_water')
    .values({ id: 1, uid: newUid(), n: 0, falls: 0, hold_until: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** The most telling words for this store that we may ask for. */
async function identityOf(db: Db): Promise<RawBuilder<string>> {
  const words = storeIdentities(db);
  for (const [place, identity] of words.entries()) {
    try {
      await sql`select ${identity}`.execute(db);
      return identity;
    } catch (error) {
      if (place === words.length - 1) throw error;
    }
  }
  throw new TypeError('a store has an identity');
}

async function readRow(db: Db | Tx, identity: RawBuilder<string>): Promise<Row> {
  return db
    .selectFrom('high_water')
    .select(['uid', 'n', 'falls', 'fell_to', 'hold_until', 'store'])
    .select([identity.as('actual'), storeNow(db).as('now')])
    .executeTakeFirstOrThrow();
}

function readKept(file: string): Kept | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept;
  } catch {
    return undefined; // none yet
  }
}
