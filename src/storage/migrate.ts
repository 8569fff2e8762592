// Forward-only migrations, run at start. Two processes may start at once: the first statement of
// each migration inserts its own name, so the second process waits for the first and then finds the
// work done.
import { sql } from 'kysely';
import { AppError } from '../kernel/errors.ts';
import { isPostgres } from './dialect.ts';
import { schema } from './migrations/0001-schema.ts';
import { fingerprintOf, type Migration } from './migrations/migration.ts';
import type { Db } from './tables.ts';

/** Every step, in order. */
export const MIGRATIONS: readonly Migration[] = [schema];

/**
 * Migrates the schema.
 * @param place what the store is in, for errors
 * @throws AppError `unavailable` when the store was written by a newer version of Mailwright or has
 * the tables of an unreleased one, or when another program has its tables there
 */
export async function migrate(db: Db, migrations = MIGRATIONS, place = 'The database'): Promise<void> {
  if (!(await isMigrated(db, place))) await createMigrationTable(db); // one that can only be read has it
  const applied = await appliedMigrations(db);
  const newer = newerThan(migrations, [...applied.keys()]);
  if (newer.length > 0) {
    throw new AppError(
      'unavailable',
      `The database was written by a newer version of Mailwright (it has ${newer.join(', ')}). Start that version, or use another database.`,
    );
  }
  for (const migration of migrations) {
    if (applied.has(migration.name)) refuseOther(migration, applied.get(migration.name), db);
    else await apply(db, migration);
  }
}

/**
 * Refuses a store whose step differs: statements that need the difference would fail one by one.
 */
function refuseOther(migration: Migration, fingerprint: string | undefined, db: Db): void {
  const expected = fingerprintOf(migration, db);
  if (fingerprint === expected) return;
  throw new AppError(
    'unavailable',
    `The store has the tables of another state of Mailwright than this one, which was not released (${migration.name} is ${
      fingerprint ?? 'without a fingerprint'
    } there, ${expected} here). Start the program that made it, or use another store.`,
  );
}

/** The steps of a store that are not among these, as a newer version wrote it. */
export function newerThan(migrations: readonly Migration[], applied: readonly string[]): string[] {
  const known = new Set(migrations.map(({ name }) => name));
  return applied.filter((name) => !known.has(name));
}

/**
 * For commands that use an existing store only.
 * @throws AppError `unavailable` when the database has no store, or tables of another program
 */
export async function requireMigrated(db: Db, place: string): Promise<void> {
  if (await isMigrated(db, place)) return;
  throw new AppError('unavailable', `${place} contains no database yet. Start the server first (npm start).`);
}

/** Whether a place holds the store of an installation; one without customers has just been made. */
export async function hasCustomers(db: Db, place: string): Promise<boolean> {
  if (!(await isMigrated(db, place))) return false;
  return (await db.selectFrom('customer').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Whether the schema has a store. A first start that was killed leaves an empty table `migration`.
 * @throws AppError `unavailable` when there are tables, and no store among them
 */
async function isMigrated(db: Db, place: string): Promise<boolean> {
  const tables = await tablesOf(db);
  if (tables.has('migration') && tables.has('customer')) return true;
  tables.delete('migration');
  if (tables.size === 0) return false;
  const names = [...tables].sort();
  const some = names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
  throw new AppError('unavailable', `${place} holds tables of another program (${some}). Name an empty one.`);
}

/** Not those of other schemas, nor what extensions keep in this one. */
async function tablesOf(db: Db): Promise<Set<string>> {
  const { rows } = await (isPostgres(db)
    ? sql<{ name: string }>`select relname::text as name from pg_class as one
        where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace and not exists (
          select 1 from pg_depend where classid = 'pg_class'::regclass and objid = one.oid and deptype = 'e')`
    : sql<{
        name: string;
      }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'`
  ).execute(db);
  return new Set(rows.map(({ name }) => name));
}

async function apply(db: Db, migration: Migration): Promise<void> {
  try {
    await db.transaction().execute(async (tx) => {
      const row = { name: migration.name, applied_at: Date.now(), fingerprint: fingerprintOf(migration, tx) };
      await tx.insertInto('migration').values(row).execute();
      for (const statement of migration.statements(tx)) await sql.raw(statement).execute(tx);
      await migration.fill?.(tx);
    });
  } catch (error) {
    if (!(await appliedMigrations(db)).has(migration.name)) throw error;
  }
}

/** The fingerprints by name. The first stores had no column for them, so all columns are read. */
async function appliedMigrations(db: Db): Promise<Map<string, string | undefined>> {
  const rows = await db.selectFrom('migration').selectAll().execute();
  return new Map(rows.map(({ name, fingerprint }) => [name, fingerprint]));
}

async function createMigrationTable(db: Db): Promise<void> {
  const create = sql`create table if not exists migration (name text primary key, applied_at bigint not null,
    fingerprint text not null)`;
  try {
    await create.execute(db);
  } catch (error) {
    // PostgreSQL: "if not exists" of two sessions at once can collide in the catalogue; the second
    // attempt sees the table
    if (!isPostgres(db)) throw error;
    await create.execute(db);
  }
}
