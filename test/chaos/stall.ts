// Collects what is known about a round that does not finish, beside its other files.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Machinery } from './machinery.ts';
import { type Place, readProgress, readStore } from './store.ts';

const QUESTIONS = {
  campaign: 'select id, uid, status, send_at, freeze_done, started_at from campaign',
  counters: 'select * from campaign_counter',
  leases: 'select * from lease',
  batches: 'select customer_id, campaign_id, n, size, lease_id, attempt from batch limit 40',
  work: 'select * from work limit 40',
};

const ABOUT_SESSIONS = {
  sessions: `select pid, state, wait_event_type, wait_event, pg_blocking_pids(pid) as blocked_by, now() - xact_start as age,
    client_port, left(query, 300) as query from pg_stat_activity where datname is not null order by xact_start`,
  locks: `select pid, locktype, relation::regclass::text as relation, mode, granted from pg_locks where not granted`,
};

/**
 * Writes `stall.txt`: rows, database sessions, the database's log; and requests a report from each
 * node.
 */
export async function writeStall(folder: string, place: Place, { nodes }: Machinery): Promise<void> {
  const parts: string[] = [];
  const part = (title: string, content: unknown) => {
    parts.push(`== ${title}\n${typeof content === 'string' ? content : JSON.stringify(content, undefined, 1)}`);
  };
  const questions = place.kind === 'postgres' ? { ...QUESTIONS, ...ABOUT_SESSIONS } : QUESTIONS;
  part('progress', await readProgress(place).catch(String));
  for (const [title, statement] of Object.entries(questions)) {
    part(title, await readStore(place, statement).catch(String));
  }
  if (place.kind === 'postgres') part('log of the database', readFileSync(place.server.logFile, 'utf8').slice(-20_000));
  for (const node of nodes) {
    node.report();
    part(node.name, node.output().slice(-8_000));
  }
  writeFileSync(join(folder, 'stall.txt'), parts.join('\n\n'));
  await sleep(1_000); // the reports are being written
}
