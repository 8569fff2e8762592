// Whether the store accepts changes. It is found out by making one, because reading still works
// with a full disk, a lock held by others, or a server that became a standby. Done on demand, at
// most every two seconds.
import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { type Db, inTransaction } from './db.ts';
import { isPostgres } from './dialect.ts';
import { freeBytes } from './folder.ts';
import { type StoreTrouble, storeTrouble, troubleOf } from './trouble.ts';

const KEPT_MS = 2_000;
const WAIT_MS = 1_500;
/** With less than this most changes fail. */
const ROOM_BYTES = 1024 * 1024;

/** Of a file that takes long nobody says why. */
const SLOW: StoreTrouble = {
  ...troubleOf('busy'),
  text: 'The database is slow to accept changes: its disk is slow, or another process has been writing to it for a long time.',
};

type ProbeRun = { at: number; answer: Promise<StoreTrouble | undefined>; isOpen: boolean };
const runs = new WeakMap<Db, ProbeRun>();

/** Why the store accepts no changes; undefined when it does. Answers within 1.5 s. */
export function whyNoChanges(db: Db): Promise<StoreTrouble | undefined> {
  const last = runs.get(db);
  if (last && (last.isOpen || performance.now() - last.at < KEPT_MS)) return last.answer;
  const change = tryChange(db);
  const next: ProbeRun = { at: performance.now(), answer: within(db, change), isOpen: true };
  void change.finally(() => {
    next.isOpen = false;
    // The answer given when time ran out holds only until the statement ends.
    next.answer = change;
    next.at = performance.now();
  });
  runs.set(db, next);
  return next.answer;
}

async function tryChange(db: Db): Promise<StoreTrouble | undefined> {
  try {
    closeSync(openSync(import.meta.filename, 'r')); // a process that can open no more files can take no more connections
    await db
      .insertInto('setting')
      .values({ name: 'probe', value: '1' })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: '1' }))
      .execute();
    return isPostgres(db) ? await serverTrouble(db) : await fileTrouble(db);
  } catch (error) {
    return storeTrouble(error) ?? troubleOf('gone');
  }
}

/** Half a megabyte, in less memory than it needs: the server writes it to its disk meanwhile. */
export const SPILLING = sql`select count(*) from generate_series(1, 30000)`;
const LITTLE_MEMORY = sql`set local work_mem = '64kB'`;
/** The server's own temp_file_limit says nothing of its disk. */
const OWN_LIMIT = '53400';

/**
 * What a small change does not show of a PostgreSQL server: it fits into a page that is there, when
 * no table can grow any more. A temporary file needs room, and leaves nothing behind.
 */
async function serverTrouble(db: Db): Promise<StoreTrouble | undefined> {
  try {
    await inTransaction(db, async (tx) => {
      await LITTLE_MEMORY.execute(tx);
      await SPILLING.execute(tx);
    });
    return undefined;
  } catch (error) {
    if ((error as { code?: unknown }).code === OWN_LIMIT) return undefined;
    throw error;
  }
}

/** What a small change does not show of a SQLite file. */
async function fileTrouble(db: Db): Promise<StoreTrouble | undefined> {
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db);
  const file = rows[0]?.file ?? '';
  if (file === '') return undefined;
  // It fits into the file or its log when a larger one does not.
  return (await freeBytes(dirname(file))) < ROOM_BYTES ? troubleOf('full') : undefined;
}

async function within(db: Db, change: Promise<StoreTrouble | undefined>): Promise<StoreTrouble | undefined> {
  const late = Promise.withResolvers<StoreTrouble>();
  const timer = setTimeout(() => late.resolve(isPostgres(db) ? troubleOf('gone') : SLOW), WAIT_MS);
  try {
    return await Promise.race([change, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
