// What came of the last backups of a data folder: noted there by the command that makes them, read
// by the servers of the folder.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '../kernel/durations.ts';
import { replaceDurably } from '../kernel/files/durable.ts';
import { backsUpItself } from '../storage/dialect.ts';
import type { Db } from '../storage/tables.ts';

/**
 * `good`: the last one that was made, of the store at `at` (ms). `failed`: the one after it, if
 * that was not made, and why.
 */
export type LastBackup = {
  good?: { at: number; file: string };
  failed?: { at: number; file: string; reason: string };
};

/** What there is to tell people: the last backup failed, or is so old that none comes any more. */
export type BackupTrouble = ({ kind: 'failed' } & Required<LastBackup>['failed']) | { kind: 'late'; at: number };

/** Nightly ones are at most a day old: a night may be missed. */
const LATE_MS = 2 * DAY_MS;

const fileIn = (dataDir: string) => join(dataDir, 'last-backup.json');

/**
 * What came of the last backup; undefined where none is known of, or where the store is on a
 * server, whose own tools make them.
 */
export function readLastBackup(db: Db, dataDir: string): LastBackup | undefined {
  return backsUpItself(db) ? undefined : readNote(dataDir);
}

/**
 * Notes what came of a backup.
 * @throws what the file system throws
 */
export function noteBackup(
  dataDir: string,
  came: { good: LastBackup['good'] } | { failed: LastBackup['failed'] },
): void {
  const { uid, gid } = statSync(dataDir);
  const note = 'good' in came ? came : { ...readNote(dataDir), ...came };
  replaceDurably(fileIn(dataDir), `${JSON.stringify(note)}\n`, process.getuid?.() === 0 ? { uid, gid } : undefined);
}

/** What is wrong with the backups of a store, at an instant; undefined: nothing. */
export function backupTrouble(last: LastBackup | undefined, now: number): BackupTrouble | undefined {
  if (last?.failed) return { kind: 'failed', ...last.failed };
  if (last?.good && now - last.good.at > LATE_MS) return { kind: 'late', at: last.good.at };
  return undefined;
}

function readNote(dataDir: string): LastBackup | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as LastBackup;
  } catch {
    return undefined;
  }
}
