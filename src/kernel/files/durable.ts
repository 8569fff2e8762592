// Small files that survive a power cut: the content is on the disk before the file gets its name,
// and the name is on the disk when these functions return.
import { closeSync, fchownSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncPath } from './sync-path.ts';

/** Whose a file is, by the numbers of the system. */
type Owner = { uid: number; gid: number };

/**
 * Replaces a file as a whole, or makes it, for its owner only.
 * @param owner where it is not the user of this process
 * @throws what the file system throws
 */
export function replaceDurably(file: string, content: string | Uint8Array, owner?: Owner): void {
  const part = written(file, content, owner);
  renameSync(part, file);
  syncPath(dirname(file));
}

/**
 * Makes a file for its owner only; one that is there stays, as another process was faster.
 * @throws what the file system throws
 */
export function makeDurably(file: string, content: string | Uint8Array): void {
  const part = written(file, content);
  try {
    linkSync(part, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(part, { force: true });
  }
  syncPath(dirname(file));
}

/** Removes a file; one that is not there is no fault. */
export function removeDurably(file: string): void {
  rmSync(file, { force: true });
  syncPath(dirname(file));
}

function written(file: string, content: string | Uint8Array, owner?: Owner): string {
  const part = `${file}.${process.pid}`;
  const handle = openSync(part, 'w', 0o600);
  try {
    if (owner) fchownSync(handle, owner.uid, owner.gid);
    const bytes = Buffer.from(content);
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
    fsyncSync(handle);
  } catch (error) {
    rmSync(part, { force: true }); // as on a full disk
    throw error;
  } finally {
    closeSync(handle);
  }
  return part;
}
