// Whether the store's settings guarantee that acknowledged data is kept. An outcome that a server
// forgets is a message sent twice.
import { asError } from '../../kernel/errors.ts';
import { replicationState } from '../dialect.ts';
import type { Db } from '../tables.ts';

/** The guarantees that its settings lack, a line each for the operator; none for SQLite. */
export async function weakPromises(db: Db): Promise<string[]> {
  const query = replicationState(db);
  if (!query) return [];
  const lines: string[] = [];
  try {
    const { rows } = await query.execute(db);
    const { standbys, names, commit } = rows[0] ?? { standbys: 0, names: '', commit: 'on' };
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
  } catch (error) {
    lines.push(`The PostgreSQL server does not tell how it replicates: ${asError(error).message}`);
  }
  return lines;
}
