// The store and those who work on it.
import { existsSync } from 'node:fs';
import { listLeaving } from '../../accounts/queries.ts';
import { AppError } from '../../kernel/errors.ts';
import { logTrouble, logTroubleText } from '../../kernel/log.ts';
import { APART_MS, clockAhead } from '../../kernel/store-time.ts';
import { sizeText } from '../../kernel/text/size.ts';
import { fileLimitNow, lanesTooMany, lanesTooManyAdvice, lanesTooManyText } from '../../network/file-limit.ts';
import { lanesOfAll } from '../../relays/usable.ts';
import { findDamage, storeBytes } from '../../storage/dialect/size.ts';
import { FULL_BYTES, freeBytes, SCARCE_BYTES } from '../../storage/folder.ts';
import { weakPromises } from '../../storage/postgres/durability.ts';
import { holderName, holderText, type LockHolder, lockHolders } from '../../storage/postgres/lock-holders.ts';
import { type OldTransaction, oldTransactions } from '../../storage/postgres/old-transactions.ts';
import { whyNoChanges } from '../../storage/probe.ts';
import { silentMachines } from '../../storage/spread/machines.ts';
import { whoWorks } from '../installation-state.ts';
import { CLOCK_ADVICE, whyClockIsPast } from './clock-past.ts';
import { type Examined, type Finding, good, warning, wrong } from './finding.ts';
import { checkOverdue } from './overdue.ts';

const MB = 1_000_000;

/**
 * Whether it can be written, and who is in the way; a file is also looked through for damage.
 * @param leastSeconds transactions count that are open for so long; absent: ten seconds where
 * others wait for them, else a quarter of an hour
 */
export async function checkStore({ db }: Pick<Examined, 'db'>, leastSeconds?: number): Promise<Finding[]> {
  const trouble = await whyNoChanges(db);
  const locks = await lockHolders(db, leastSeconds).catch(() => []); // a server that does not answer is found by the other
  if (!trouble)
    return [
      ...(await storeItself(db)),
      ...(await silentMachines(db)).map(saysNothing),
      ...locks.map(heldBy),
      ...(await oldTransactions(db, leastSeconds)).map(isOld),
      ...(await listLeaving(db)).map(isLeaving),
    ];
  const said = ['store-takes-nothing', trouble.text, { reason: trouble.text }] as const;
  return [wrong('store', said, 'Nothing is sent or saved until it accepts changes again.'), ...locks.map(heldBy)];
}

function heldBy(holder: LockHolder): Finding {
  const { pid } = holder;
  const said = ['store-locked', holderText(holder), { pid, who: holderName(holder) }] as const;
  const advice = `What it has locked is blocked until it commits or is ended: select pg_terminate_backend(${pid});`;
  return wrong('store', said, advice);
}

function isOld({ seconds, ...session }: OldTransaction): Finding {
  const [pid, who, minutes] = [session.pid, holderName(session), Math.floor(seconds / 60)];
  const text = `Database session ${pid} has had a transaction open for ${minutes} min: ${who}.`;
  const advice = `Until it ends, PostgreSQL keeps all versions of changed rows, and the database grows. Unless it is a backup or other work that you want: select pg_terminate_backend(${pid});`;
  return warning('store', ['store-transaction-old', text, { pid, who, minutes }], advice);
}

function saysNothing(machine: string): Finding {
  const said = ['store-machine-silent', `A database machine does not answer: ${machine}.`, { machine }] as const;
  const advice =
    'Mail from the customers on it waits and continues when it is back. Check its PostgreSQL and the network.';
  return wrong('store', said, advice);
}

/** A removal that was interrupted goes on when somebody asks for it again. */
function isLeaving(customer: string): Finding {
  const said = ['customer-leaving', `The removal of customer ${customer} is not complete.`, { customer }] as const;
  return warning('store', said, `If it is not running now: npx mailwright customer remove ${customer} --yes`);
}

async function storeItself(db: Examined['db']): Promise<Finding[]> {
  const bytes = await storeBytes(db);
  const [size, mb] = [sizeText(bytes), Math.ceil(bytes / MB)];
  const damage = await findDamage(db);
  if (damage === undefined) {
    return [
      good('store', ['store-on-server', `The PostgreSQL database accepts changes. Its size is ${size}.`, { mb }]),
    ];
  }
  if (damage.length === 0) {
    return [
      good('store', ['store-whole', `The SQLite file accepts changes and is intact. Its size is ${size}.`, { mb }]),
    ];
  }
  const reason = damage.join('; ');
  const advice = 'Stop the server, keep a copy of the data folder, and restore the last backup.';
  return [wrong('store', ['store-damaged', `The SQLite file is damaged: ${reason}`, { reason }], advice)];
}

/** The disk of the data folder, and that of the log where this process is a server. */
export async function checkDisk({ dataDir }: Pick<Examined, 'dataDir'>): Promise<Finding[]> {
  return [...(await dataFolder(dataDir)), ...logOfServer()];
}

/** A log that is written needs no words. */
function logOfServer(): Finding[] {
  const trouble = logTrouble();
  if (!trouble) return [];
  const advice =
    'Free up space where standard output goes. Waiting lines are then written, and the log says what was lost.';
  return [warning('disk', ['log-waits', logTroubleText(trouble), trouble], advice)];
}

/**
 * There is none where the store is on a server and no process of ours has started on this machine;
 * then nothing is said.
 */
async function dataFolder(dataDir: string): Promise<Finding[]> {
  if (!existsSync(dataDir)) return [];
  const bytes = await freeBytes(dataDir);
  const mb = Math.floor(bytes / MB);
  const text = `The disk with the data folder has ${sizeText(bytes)} left.`;
  const advice = 'Free up space. MAILWRIGHT_KEEP_MESSAGE_DAYS removes details of old campaigns.';
  if (bytes < FULL_BYTES) return [wrong('disk', ['disk-full', text, { mb }], advice)];
  if (bytes < SCARCE_BYTES) return [warning('disk', ['disk-scarce', text, { mb }], advice)];
  return [good('disk', ['disk-has-room', text, { mb }])];
}

/**
 * Whether the machine's clock agrees with the store's, somebody starts what is due, and all that is
 * due has begun.
 */
export async function checkClock({ db, clock }: Pick<Examined, 'db' | 'clock'>): Promise<Finding[]> {
  const findings: Finding[] = [];
  const { hasClock } = await whoIsAlive(db); // which tells the store's time
  const ahead = clockAhead();
  if (ahead !== undefined && Math.abs(ahead) > APART_MS) {
    const ms = Math.abs(ahead);
    const seconds = ms < 10_000 ? Math.round(ms) / 1_000 : Math.round(ms / 1_000);
    const isBehind = ahead < 0;
    const text = `This machine's clock is ${seconds} s ${isBehind ? 'behind' : 'ahead of'} the database's.`;
    const said = [isBehind ? 'clock-behind' : 'clock-ahead', text, { seconds }] as const;
    findings.push(warning('clock', said, 'Set both clocks with NTP. Nothing starts before it is due by both.'));
  }
  const past = await whyClockIsPast(db, clock.now());
  if (past) {
    const { text, ...values } = past;
    findings.push(warning('clock', ['clock-past', text, values], CLOCK_ADVICE));
  }
  if (hasClock) findings.push(good('clock', ['clock-kept', 'A server is running that starts what is due.']));
  else {
    const advice = 'Start a server with the role clock, which MAILWRIGHT_ROLES includes by default.';
    const text = 'Nothing starts when it is due: no server with the role clock is running.';
    findings.push(wrong('clock', ['clock-not-kept', text], advice));
  }
  return [...findings, ...(await checkOverdue(db, clock.now()))];
}

/** Whether anybody sends, and has as many lanes as the relays may have. */
export async function checkWorkers({ db, lanes }: Examined): Promise<Finding[]> {
  const { workers } = await whoIsAlive(db);
  const many = lanes === undefined ? undefined : lanesTooMany(await lanesOfAll(db, lanes), fileLimitNow());
  return [
    sendsNow(workers),
    ...(many ? [warning('workers', ['lanes-too-many', lanesTooManyText(many), many], lanesTooManyAdvice(many))] : []),
  ];
}

/** @throws AppError where leases run out, whoever is alive, as they cannot be renewed */
async function whoIsAlive(db: Examined['db']): ReturnType<typeof whoWorks> {
  const trouble = await whyNoChanges(db);
  if (trouble) throw new AppError('unavailable', trouble.text);
  return whoWorks(db);
}

function sendsNow(count: number): Finding {
  if (count > 0) {
    const text = count === 1 ? 'One worker sends.' : `${count} workers send.`;
    return good('workers', ['workers-send', text, { count }]);
  }
  const advice =
    'Start a server with the role worker, which MAILWRIGHT_ROLES has by default; a running one says in its log and at /readyz why it does not send.';
  return wrong('workers', ['workers-none', 'Nothing is being sent: no worker is running.'], advice);
}

/** Whether a standby that takes over would have everything. */
export async function checkReplication({ db }: Examined): Promise<Finding[]> {
  const weak = await weakPromises(db);
  if (!weak) return [];
  if (weak.length === 0) {
    return [good('replication', ['replication-keeps', 'Everything the PostgreSQL server acknowledges is kept.'])];
  }
  return weak.map((reason) =>
    warning('replication', ['replication-weak', reason, { reason }], 'See docs/postgresql.md.'),
  );
}
