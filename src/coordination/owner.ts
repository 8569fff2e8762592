// The owner of a lease, as a text by which another process on the same machine sees that the owner
// is dead: after a kill -9 the restarted server recovers its messages at once instead of waiting
// for the lease to expire.
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { isRunning } from '../kernel/running.ts';

/**
 * This process: `<host>|<pid>|<start>`; the start time distinguishes it from a later process with
 * the same pid.
 */
export function thisOwner(): string {
  return `${hostIdentity()}|${process.pid}|${startOf(process.pid) ?? ''}`;
}

/** An owner as people call it: its host and pid. */
export function nameOfOwner(owner: string): string {
  const [identity = '', pid = ''] = owner.split('|');
  return `${identity.split(' ')[0]} ${pid}`;
}

/** Whether the owner ran on this machine (this boot, this pid namespace) and is certainly gone. */
export function isDeadHere(owner: string): boolean {
  const [host, pidText, start] = owner.split('|');
  const pid = Number(pidText);
  if (host !== hostIdentity() || !Number.isInteger(pid) || pid <= 0) return false;
  if (!isAlive(pid)) return true;
  const startNow = startOf(pid);
  return start !== '' && startNow !== undefined && startNow !== start;
}

/**
 * Host name, boot and pid namespace, where the system gives them: pids of another boot or container
 * mean nothing here.
 */
function hostIdentity(): string {
  const boot = quietly(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim());
  const namespace = quietly(() => readlinkSync('/proc/self/ns/pid'));
  return [hostname(), boot ?? '', namespace ?? ''].join(' ').replaceAll('|', '-');
}

function isAlive(pid: number): boolean {
  // A zombie answers signal 0 until its parent reaps it, but it holds nothing any more.
  return stateOf(pid) !== 'Z' && isRunning(pid);
}

/**
 * Start time in clock ticks since boot: field 22 of proc(5) stat; undefined where there is no
 * /proc.
 */
function startOf(pid: number): string | undefined {
  return statOf(pid)?.[19];
}

function stateOf(pid: number): string | undefined {
  return statOf(pid)?.[0];
}

/**
 * Fields of /proc/<pid>/stat from the third on: the second, the name in brackets, may have spaces
 * and brackets.
 */
function statOf(pid: number): string[] | undefined {
  const stat = quietly(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function quietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined; // the system does not give it
  }
}
