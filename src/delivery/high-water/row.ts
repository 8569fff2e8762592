// Statements on the row of the high-water mark, and the identity of the store that has it.
import { type RawBuilder, sql } from 'kysely';
import { LEASE_MS } from '../../coordination/lease.ts';
import { newUid } from '../../kernel/ids.ts';
import { type Db, inTransaction, type Tx } from '../../storage/db.ts';
import { isSynchronous, lockRows, storeIdentities, storeNow } from '../../storage/dialect.ts';
import { reading } from '../../storage/statement.ts';

/**
 * The mark `n`. `store`: which store it was, `actual`: which it is. `went_back`: how often it went
 * back, the last time to the mark `went_back_to`; then nobody claims until `hold_until`.
 */
export type Row = {
  uid: string;
  n: number;
  went_back: number;
  went_back_to: number | null;
  hold_until: number;
  store: string | null;
  synchronous: number;
  actual: string;
  now: number;
};

/** How long nobody claims after the store went back, so that living workers can report. */
export const HOLD_MS = LEASE_MS + 2_000;

/** Inserts the row where it is missing: every store is made with one. */
export async function makeRow(db: Db): Promise<void> {
  await db
    .insertInto('high_water')
    .values({ id: 1, uid: newUid(), n: 0, went_back: 0, hold_until: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** The best identification of this store that we may read. */
export async function identityOf(db: Db): Promise<RawBuilder<string>> {
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

/** @throws when the row is missing */
export async function getRow(db: Db | Tx, identity: RawBuilder<string>): Promise<Row> {
  const row = await findRow(db, identity);
  if (row) return row;
  throw new TypeError('the store has no high-water mark');
}

export async function findRow(db: Db | Tx, identity: RawBuilder<string>): Promise<Row | undefined> {
  const known = reads.get(identity) ?? readOf(identity);
  reads.set(identity, known);
  const [row] = await known(db, {});
  return row;
}

/** By identity: each claim asks. */
const reads = new WeakMap<RawBuilder<string>, ReturnType<typeof readOf>>();

const readOf = (identity: RawBuilder<string>) =>
  reading<Record<string, never>, Row>((db) =>
    db
      .selectFrom('high_water')
      .select(['uid', 'n', 'went_back', 'went_back_to', 'hold_until', 'store', 'synchronous'])
      .select([identity.as('actual'), storeNow(db).as('now')]),
  );

/** Records the identity of a store that has none yet. */
export async function nameStore(db: Db, store: string): Promise<void> {
  await db.updateTable('high_water').set({ store }).execute();
}

/**
 * Moves the mark, and notes whether a standby gets it too.
 * @returns the new one; undefined when the store went back since `wentBack` was read, or is another
 */
export async function moveMark(db: Db, identity: RawBuilder<string>, wentBack: number): Promise<number | undefined> {
  const moved = await db
    .updateTable('high_water')
    .set({ n: sql<number>`n + 1`, synchronous: isSynchronous(db) })
    .where('went_back', '=', wentBack)
    .where('store', '=', identity)
    .returning('n')
    .executeTakeFirst();
  return moved?.n;
}

/**
 * Records that the store went back.
 * @param lastSeen the highest mark that was seen
 * @param at now, ms
 * @returns the row before it; undefined when another worker has recorded it
 */
export function recordWentBack(
  db: Db,
  identity: RawBuilder<string>,
  lastSeen: number,
  at: number,
): Promise<Row | undefined> {
  return inTransaction(db, async (tx) => {
    await sql`select id from high_water ${lockRows(tx)}`.execute(tx);
    const row = await getRow(tx, identity);
    if (row.store === row.actual && row.n >= lastSeen) return undefined;
    // Several workers may notice it one after the other: `went_back_to` is the lowest mark.
    const went_back_to = row.now < row.hold_until ? Math.min(row.went_back_to ?? row.n, row.n) : row.n;
    const set = { store: row.actual, n: Math.max(row.n, lastSeen) + 1, went_back: row.went_back + 1, went_back_to };
    const more = { hold_until: row.now + HOLD_MS, went_back_at: at };
    await tx
      .updateTable('high_water')
      .set({ ...set, ...more })
      .execute();
    return row;
  });
}
