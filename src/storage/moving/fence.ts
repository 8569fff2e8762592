// Keeps everybody from a store that moves, or has moved, also a process that was cut off when it
// began and does not know of it: triggers that refuse each row. They cost other stores nothing.
import { CompiledQuery } from 'kysely';
import { beginTriggerChanges } from '../dialect/spread.ts';
import { isPostgres } from '../dialect.ts';
import type { Tx } from '../tables.ts';
import { MOVED_STATE } from '../trouble.ts';

/** What the move itself writes to. */
const OPEN = ['move', 'migration'];
const FENCE = 'store_has_moved';
const LOCK_MS = 10_000;

const TABLES_OF_SQLITE =
  "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite%'";
/** A trigger for rows is inherited by the parts of a table. */
const TABLES_OF_POSTGRES = `select relname::text as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`;

/** From the end of the transaction on each change of a row fails with these words. */
export async function closeStore(tx: Tx, words: string): Promise<void> {
  const said = `'${words.replaceAll("'", "''")}'`;
  if (!isPostgres(tx)) {
    for (const name of await names(tx, TABLES_OF_SQLITE)) {
      for (const change of ['insert', 'update', 'delete']) {
        const trigger = `create trigger ${FENCE}_${name}_${change} before ${change} on "${name}"`;
        await run(tx, `${trigger} begin select raise(abort, ${said}); end`);
      }
    }
    return;
  }
  await run(tx, `set local lock_timeout = ${LOCK_MS}`);
  await run(
    tx,
    `create function ${FENCE}() returns trigger language plpgsql as $fence$ begin
      raise exception using errcode = '${MOVED_STATE}', message = ${said}; end $fence$`,
  );
  await beginTriggerChanges(tx);
  for (const name of await names(tx, `${TABLES_OF_POSTGRES} and not relispartition`)) {
    const call = `on "${name}" for each row execute function ${FENCE}()`;
    await run(tx, `create trigger ${FENCE} before insert or update or delete ${call}`);
  }
  for (const name of await names(tx, TABLES_OF_POSTGRES)) {
    const call = `on "${name}" for each statement execute function ${FENCE}()`;
    await run(tx, `create trigger ${FENCE}_whole before truncate ${call}`);
  }
}

/** The store takes changes again. */
export async function openStoreAgain(tx: Tx): Promise<void> {
  if (isPostgres(tx)) return run(tx, `drop function if exists ${FENCE}() cascade`);
  const triggers = `select name from sqlite_schema where type = 'trigger' and name like '${FENCE}%'`;
  for (const name of await names(tx, triggers)) await run(tx, `drop trigger "${name}"`);
}

async function names(tx: Tx, text: string): Promise<string[]> {
  const { rows } = await tx.executeQuery<{ name: string }>(CompiledQuery.raw(text));
  return rows.map(({ name }) => name).filter((name) => !OPEN.includes(name));
}

async function run(tx: Tx, text: string): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(text));
}
