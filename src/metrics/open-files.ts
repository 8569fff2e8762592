// How many files this process has open, connections among them, and how many it may.
import { readdir, readFile } from 'node:fs/promises';

export type OpenFiles = { open: number; limit: number };

/** With so much of the limit used, a campaign's lanes or a burst of requests may meet it. */
const NEAR = 0.8;

/** What Linux says of this process; undefined elsewhere, and without a limit. */
export async function openFilesNow(): Promise<OpenFiles | undefined> {
  try {
    const [limits, open] = await Promise.all([readFile('/proc/self/limits', 'utf8'), readdir('/proc/self/fd')]);
    const limit = limitIn(limits);
    return limit === undefined ? undefined : { open: open.length, limit };
  } catch {
    return undefined;
  }
}

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
