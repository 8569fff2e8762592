// Whether the store's settings guarantee that acknowledged data is kept. An outcome that a server
// forgets is a message sent twice.
import { type RawBuilder, sql } from 'kysely';
import { asError } from '../../kernel/errors.ts';
import { isPostgres } from '../dialect.ts';
import type { Db } from '../tables.ts';

/** Who follows a store, and its settings that decide whether it keeps what it acknowledged. */
export type DurabilityState = {
  standbys: number;
  names: string;
  commit: string;
  fsync: string;
  full_page_writes: string;
};

const STATE: RawBuilder<DurabilityState> = sql`select (select count(*) from pg_stat_replication) as standbys,
    current_setting('synchronous_standby_names') as names, current_setting('synchronous_commit') as commit,
    current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes`;

/**
 * The guarantees that its settings lack, a line each for the operator; undefined for SQLite, which
 * has no such settings.
 */
export async function weakPromises(db: Db): Promise<string[] | undefined> {
  if (!isPostgres(db)) return undefined;
  try {
    const { rows } = await STATE.execute(db);
    return rows.flatMap(weaknessesOf);
  } catch (error) {
    return [`The PostgreSQL server does not tell how it replicates: ${asError(error).message}`];
  }
}

/** What the settings of a server do not guarantee, a line each. */
export function weaknessesOf(state: DurabilityState): string[] {
  const { standbys, names, commit } = state;
  const lines: string[] = [];
  for (const setting of ['fsync', 'full_page_writes'] as const) {
    if (state[setting] !== 'off') continue;
    lines.push(
      `${setting} of the PostgreSQL server is off: a crash of its machine may damage the database beyond repair. Set it to on.`,
    );
  }
  if (Number(standbys) > 0 && names.trim() === '') {
    lines.push(
      'The PostgreSQL server has a standby and synchronous_standby_names is empty: if the standby takes over while it is behind, the last messages sent have to be held as uncertain. Add the standby there so that no one is emailed twice.',
    );
  }
  if (commit === 'off' || (commit === 'local' && names.trim() !== '')) {
    lines.push(
      `synchronous_commit of the PostgreSQL server is ${commit}: what it acknowledged may be lost when ${commit === 'off' ? 'it crashes' : 'a standby takes over'}. Set it to on so that no one is emailed twice.`,
    );
  }
  return lines;
}
