// The file with the high-water mark beside the data, which outlives a restored store.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

/**
 * The mark `n` of the store `store`, whose row has `uid`, after so many `falls`. `clean`: the
 * process ended in order, and nothing came after the mark.
 */
export type StoredMark = { uid: string; n: number; falls: number; store: string; clean: boolean };

/** The file's path in a data folder. */
export function markFile(dataDir: string): string {
  return join(dataDir, 'high-water.json');
}

/** The stored mark; undefined when there is none yet. */
export function readMark(file: string): StoredMark | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StoredMark;
  } catch {
    return undefined;
  }
}

/** Replaces the file as a whole. @throws what the file system throws */
export function writeMark(file: string, mark: StoredMark): void {
  const part = `${file}.${process.pid}.${threadId}`;
  writeFileSync(part, JSON.stringify(mark), { mode: 0o600 });
  renameSync(part, file);
}
