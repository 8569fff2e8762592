// The store and those who work on it.
import { sql } from 'kysely';
import { findDamage, storeBytes } from '../../storage/dialect/size.ts';
import { replicationState, storeNow } from '../../storage/dialect.ts';
import { freeBytes } from '../../storage/folder.ts';
import { weakPromises } from '../../storage/postgres/durability.ts';
import { whyNoChanges } from '../../storage/probe.ts';
import { whoWorks } from '../installation/state.ts';
import { type Examined, type Finding, good, warning, wrong } from './finding.ts';

const MB = 1024 * 1024;
const SCARCE_BYTES = 1024 * MB;
const FULL_BYTES = 128 * MB;
const LATE_MS = 2_000;

/** Whether it can be written; a file is also looked through for damage. */
export async function checkStore({ db }: Examined): Promise<Finding[]> {
  const trouble = await whyNoChanges(db);
  if (trouble) return [wrong('store', trouble.text, 'Nothing is sent or written until it takes changes again.')];
  const size = `${Math.ceil((await storeBytes(db)) / MB)} MB`;
  const damage = await findDamage(db);
  if (damage === undefined) return [good('store', `The PostgreSQL database takes changes; it has ${size}.`)];
  if (damage.length === 0) return [good('store', `The SQLite file takes changes and is whole; it has ${size}.`)];
  const advice = 'Stop the server, keep a copy of the data folder, and go back to the last backup.';
  return [wrong('store', `The SQLite file is damaged: ${damage.join('; ')}`, advice)];
}

/** The disk of the data folder. */
export async function checkDisk({ dataDir }: Examined): Promise<Finding[]> {
  const bytes = await freeBytes(dataDir);
  const text = `The disk of the data folder has ${Math.floor(bytes / MB)} MB left.`;
  const advice = 'Make room; MAILWRIGHT_KEEP_MESSAGE_DAYS removes details of old campaigns.';
  if (bytes < FULL_BYTES) return [wrong('disk', text, advice)];
  return [bytes < SCARCE_BYTES ? warning('disk', text, advice) : good('disk', text)];
}

/** Whether the machine's clock agrees with the store's, and somebody starts what is due. */
export async function checkClock({ db, clock }: Examined): Promise<Finding[]> {
  const findings: Finding[] = [];
  const before = clock.now();
  const { rows } = await sql<{ now: number }>`select ${storeNow(db)} as now`.execute(db);
  const late = Math.round(Number(rows[0]?.now) - (before + clock.now()) / 2);
  if (Math.abs(late) > LATE_MS) {
    const text = `This machine's clock is ${Math.abs(late) / 1_000} s ${late > 0 ? 'behind' : 'ahead of'} the database's.`;
    findings.push(warning('clock', text, 'Let both be set by NTP: campaigns start by the clock of the machine.'));
  }
  const { hasClock } = await whoWorks(db);
  if (hasClock) findings.push(good('clock', 'A server starts what is due.'));
  else {
    const advice = 'Start a server with the role clock, which MAILWRIGHT_ROLES has by default.';
    findings.push(wrong('clock', 'Nothing starts when it is due: no server with the role clock is alive.', advice));
  }
  return findings;
}

/** Whether anybody sends. */
export async function checkWorkers({ db }: Examined): Promise<Finding[]> {
  const { workers } = await whoWorks(db);
  if (workers > 0) return [good('workers', workers === 1 ? 'One worker sends.' : `${workers} workers send.`)];
  const advice =
    'Start a server with the role worker, which MAILWRIGHT_ROLES has by default; a running one says in its log and at /readyz why it does not send.';
  return [wrong('workers', 'Nobody sends: no worker is alive.', advice)];
}

/** Whether a standby that takes over would have everything. */
export async function checkReplication({ db }: Examined): Promise<Finding[]> {
  if (!replicationState(db)) return [];
  const weak = await weakPromises(db);
  if (weak.length === 0) return [good('replication', 'What the PostgreSQL server acknowledges is kept.')];
  return weak.map((line) => warning('replication', line, 'See docs/postgresql.md.'));
}
