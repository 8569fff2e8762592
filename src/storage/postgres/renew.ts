// Keeps parts (parts.ts) in order: the next one is there before it is needed, a new period begins
// with a new part, a part whose campaigns are all given up is emptied at once, whatever it holds,
// and the empty ones at the beginning become one, so that their number follows what is kept, not
// the years. Each step is a transaction of one table, and what a killed process left is done by the
// next one. Nobody waits long: a lock that is not given at once is asked for another time.
import { sql } from 'kysely';
import { DAY_MS } from '../../kernel/durations.ts';
import { type Db, inTransaction } from '../db.ts';
import { isSpread } from '../dialect/spread.ts';
import { isPostgres } from '../dialect.ts';
import type { Tx } from '../tables.ts';
import { createPart, FIRST_LASTING_ID, PART_WIDTH, partOf, TABLES_IN_PARTS, type TableInParts } from './parts.ts';

/**
 * A part has this much before the next begins: each one makes statements that do not name a
 * campaign dearer. `messages`: by the server's estimate.
 */
export type PartSize = { messages: number; ms: number };
export const PART_SIZE: PartSize = { messages: 10_000_000, ms: 30 * DAY_MS };

/** Its campaigns. */
const isIn = (part: number) =>
  sql<boolean>`campaign.id >= ${(part - 1) * PART_WIDTH} and campaign.id < ${part * PART_WIDTH}`;

/** The part in which campaigns are that are made now. */
async function newestPart(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ last: string | number | null }>`select last_value as last
    from pg_sequences where schemaname = current_schema() and sequencename = 'campaign_id_seq'`.execute(db);
  return partOf(Number(rows[0]?.last ?? 0));
}

/** How many rows a part of a table has, about; undefined when there is no such part. */
async function sizeOfPart(db: Db | Tx, table: TableInParts, part: number): Promise<number | undefined> {
  const name = `${table}_${part}`;
  const { rows } = await sql<{ n: number }>`select reltuples as n from pg_class
    where relname = ${name} and relnamespace = current_schema()::regnamespace and relispartition`.execute(db);
  if (!rows[0]) return undefined;
  return isSpread(db) ? sizeOnMachines(db, name) : Math.max(0, Number(rows[0].n));
}

/** The rows of a spread table are in shards, of which the machines know. */
async function sizeOnMachines(db: Db | Tx, name: string): Promise<number> {
  const ask = "select greatest(reltuples, 0)::bigint from pg_class where oid = '%s'::regclass";
  const { rows } = await sql<{ n: number }>`select coalesce(sum(result::bigint), 0) as n
    from run_command_on_shards(${sql.lit(name)}, ${sql.lit(ask)}) where success`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/**
 * Sees to it that there is a part after the newest one, and begins it when the newest is full. On
 * SQLite there is nothing to do.
 * @param now ms
 * @returns whether something was done
 */
export async function renewParts(db: Db, now: number, full = PART_SIZE): Promise<boolean> {
  if (!isPostgres(db)) return false;
  const newest = await newestPart(db);
  for (const table of TABLES_IN_PARTS) {
    if ((await sizeOfPart(db, table, newest + 1)) === undefined) await splitLast(db, table, newest + 1);
  }
  if (((await sizeOfPart(db, 'message', newest)) ?? 0) < full.messages) return false;
  const { rows } = await sql<{ at: number }>`select created_at as at from campaign where ${isIn(newest)}
    order by id limit 1`.execute(db);
  if (Number(rows[0]?.at ?? now) > now - full.ms) return false;
  // Ids that are left out: the next campaign is in the next part.
  await sql`select setval('campaign_id_seq', greatest(last_value, ${newest * PART_WIDTH})) from campaign_id_seq`.execute(
    db,
  );
  return true;
}

/**
 * The open part becomes two, or more where ids were left out; nothing moves, as no campaign has
 * come that far.
 */
async function splitLast(db: Db, table: TableInParts, part: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lock(tx, table, 'last');
    if (await hasRows(tx, `${table}_last`)) return;
    const before = (await pastOf(tx, table, part)).at(-1)?.upTo ?? 0;
    await sql.raw(`drop table ${table}_last`).execute(tx);
    for (let next = before + 1; next <= part; next += 1) {
      await sql.raw(createPart(table, `${next}`, (next - 1) * PART_WIDTH, next * PART_WIDTH)).execute(tx);
    }
    await sql.raw(createPart(table, 'last', part * PART_WIDTH, FIRST_LASTING_ID)).execute(tx);
  });
}

/**
 * Waits at most half a second for transactions that use the part, as all others queue behind this
 * lock.
 */
async function lock(tx: Tx, table: TableInParts, part: string): Promise<void> {
  await sql`set local lock_timeout = '500ms'`.execute(tx);
  await sql.raw(`lock table ${table}_${part} in access exclusive mode`).execute(tx);
}

async function hasRows(db: Db | Tx, table: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select exists (select 1 from ${sql.table(table)}) as is`.execute(db);
  return rows[0]?.is === true;
}

/**
 * Whether a campaign's rows are to wait until their part is emptied, instead of being deleted: the
 * part is large, and its campaigns are given up one after the other.
 * @param since when the campaign was given up, ms
 */
export async function waitsForPart(
  db: Db,
  campaignId: number,
  { since, now }: { since: number; now: number },
  full = PART_SIZE,
): Promise<boolean> {
  if (!isPostgres(db) || now - since > full.ms) return false;
  return ((await sizeOfPart(db, 'message', partOf(campaignId))) ?? 0) >= full.messages;
}

/**
 * Empties the parts of which all campaigns with messages were given up: files are cut off, no row
 * is touched.
 * @returns the numbers of the parts
 */
export async function emptyParts(db: Db): Promise<number[]> {
  if (!isPostgres(db)) return [];
  const { rows } = await sql<{ part: number }>`select distinct id / ${sql.lit(PART_WIDTH)} + 1 as part from campaign
    where details_left = 1 and id < ${sql.lit(PART_WIDTH)} * ${(await newestPart(db)) - 1} order by 1`.execute(db);
  const emptied: number[] = [];
  const whole = await wholeParts(db);
  for (const part of rows.map((row) => Number(row.part)).filter((number) => whole.has(number))) {
    // Messages first: no open or click is recorded any more when they are gone.
    const done: boolean[] = [];
    for (const table of TABLES_IN_PARTS) {
      if (done.every(Boolean)) done.push(await emptyPart(db, table, part));
    }
    if (!done.every(Boolean)) continue;
    await sql`update campaign set details_left = 0 where details_left = 1 and ${isIn(part)}`.execute(db);
    emptied.push(part);
  }
  return emptied;
}

/**
 * Looks before it locks, so that nobody waits for a part that stays, and once more after the lock:
 * what is sent meanwhile stays.
 */
async function emptyPart(db: Db, table: TableInParts, part: number): Promise<boolean> {
  if (await isNeeded(db, table, part)) return false;
  return inTransaction(db, async (tx) => {
    await lock(tx, table, `${part}`);
    if (await isNeeded(tx, table, part)) return false;
    await sql.raw(`truncate ${table}_${part}`).execute(tx);
    return true;
  });
}

/** A campaign whose details are kept has rows in the part. */
async function isNeeded(db: Db | Tx, table: TableInParts, part: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select exists (select 1 from campaign where ${isIn(part)}
    and details_removed_at is null and exists (select 1 from ${sql.table(`${table}_${part}`)} as held
      where held.customer_id = campaign.customer_id and held.campaign_id = campaign.id limit 1 offset 0)) as is`.execute(
    db,
  );
  return rows[0]?.is === true;
}

/** The parts up to a number, or that one alone, by its name. */
type Past = { name: string; upTo: number };

/** The parts of a table before one, in their order. */
async function pastOf(db: Db | Tx, table: TableInParts, part: number): Promise<Past[]> {
  const { rows } = await sql<{ name: string }>`select relname::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relispartition and relkind = 'r'
      and relname ~ ${`^${table}_(to_)?[0-9]+$`}`.execute(db);
  return rows
    .map(({ name }) => ({ name, upTo: Number(/\d+$/.exec(name)?.[0]) }))
    .filter(({ upTo }) => upTo < part)
    .sort((a, b) => a.upTo - b.upTo);
}

/** The numbers of the parts that each table has by themselves. */
async function wholeParts(db: Db): Promise<ReadonlySet<number>> {
  const ofTables: Set<number>[] = [];
  for (const table of TABLES_IN_PARTS) {
    const past = await pastOf(db, table, Number.POSITIVE_INFINITY);
    ofTables.push(new Set(past.filter(({ name, upTo }) => name === `${table}_${upTo}`).map(({ upTo }) => upTo)));
  }
  return ofTables.reduce((some, others) => some.intersection(others));
}

/**
 * Makes one part of the parts at the beginning in which no table has rows any more. It takes what
 * still comes: a draft of that time can be sent; what became of it is removed row by row.
 * @returns the number up to which they are one now; undefined when there was nothing to do
 */
export async function mergeEmptyParts(db: Db): Promise<number | undefined> {
  if (!isPostgres(db)) return undefined;
  const newest = await newestPart(db);
  let upTo = Number.POSITIVE_INFINITY;
  const parts = new Map<TableInParts, Past[]>();
  for (const table of TABLES_IN_PARTS) {
    const past = await pastOf(db, table, newest);
    let empty = 0;
    while (past[empty] && !(await hasRows(db, past[empty]?.name ?? ''))) empty += 1;
    upTo = Math.min(upTo, past[empty - 1]?.upTo ?? 0);
    parts.set(table, past);
  }
  let isMerged = false;
  for (const [table, past] of parts) {
    const some = past.filter((part) => part.upTo <= upTo);
    if (some.length > 1) isMerged = (await mergeParts(db, table, some, upTo)) || isMerged;
  }
  return isMerged ? upTo : undefined;
}

async function mergeParts(db: Db, table: TableInParts, parts: readonly Past[], upTo: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await sql`set local lock_timeout = '500ms'`.execute(tx);
    // Before its parts, as statements lock them: dropping one locks the table too.
    await sql.raw(`lock table only ${table} in access exclusive mode`).execute(tx);
    for (const { name } of parts) if (await hasRows(tx, name)) return false;
    await sql.raw(`drop table ${parts.map(({ name }) => name).join(', ')}`).execute(tx);
    await sql.raw(createPart(table, `to_${upTo}`, undefined, upTo * PART_WIDTH)).execute(tx);
    return true;
  });
}
