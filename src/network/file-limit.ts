// How many files this process has open, connections among them, and how many it may: Node raises
// the limit as far as it may when it starts.
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';

export type OpenFiles = { open: number; limit: number };

/** With so much of the limit used, a campaign's lanes or a burst of requests may meet it. */
const NEAR = 0.8;

/** What Linux says of this process; undefined elsewhere, and without a limit. */
export async function openFilesNow(): Promise<OpenFiles | undefined> {
  const limit = fileLimitNow();
  if (limit === undefined) return undefined;
  try {
    return { open: (await readdir('/proc/self/fd')).length, limit };
  } catch {
    return undefined;
  }
}

/** How many it may; undefined as above. */
export function fileLimitNow(): number | undefined {
  try {
    return limitIn(readFileSync('/proc/self/limits', 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * How many lanes and how many connections of clients may be open at a time, so that neither takes
 * what the other or the store needs.
 */
export const lanesWithin = (limit = Number.POSITIVE_INFINITY): number => Math.max(1, Math.floor(limit / 2));
export const clientsWithin = (limit = Number.POSITIVE_INFINITY): number => Math.max(1, Math.floor(limit / 4));

/** How many connections of clients a server takes: `most`, or fewer where the limit asks for it. */
export const clientsUpTo = (most: number): number => Math.min(most, clientsWithin(fileLimitNow()));

/** What is used of lanes that are more than fit, and the limit at which all fit; else undefined. */
export function lanesTooMany(lanes: number, limit: number | undefined): LanesTooMany | undefined {
  if (limit === undefined || lanes <= lanesWithin(limit)) return undefined;
  return { lanes, files: limit, used: lanesWithin(limit), right: 2 * lanes };
}

export type LanesTooMany = { lanes: number; files: number; used: number; right: number };

/** That sentence, and what to do about it. */
export const lanesTooManyText = ({ lanes, files, used }: LanesTooMany): string =>
  `The relays may have ${lanes} lanes, of which ${used} are used at a time: the server may have ${files} files and connections open.`;
export const lanesTooManyAdvice = ({ right }: LanesTooMany): string =>
  `Start it with a limit of ${right} or more (ulimit -n, or LimitNOFILE of systemd), or have fewer lanes.`;

/** The limit in force, of the text that Linux gives. */
export function limitIn(limits: string): number | undefined {
  const soft = /^Max open files +(\d+) /m.exec(limits)?.[1];
  return soft === undefined ? undefined : Number(soft);
}

/** The warning when most of the limit is used; undefined: there is room, or nobody knows. */
export function filesWarning(files: OpenFiles | undefined): string | undefined {
  if (!files || files.open < files.limit * NEAR) return undefined;
  return `${files.open} of ${files.limit} files and connections that this process may have open are: raise the limit (ulimit -n, or LimitNOFILE of systemd), or have fewer lanes.`;
}
