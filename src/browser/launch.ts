// Starts a browser for one page, in its own sandbox, and ends it: with a profile of its own that is
// removed, within a time and a memory, as nobody where this process is root.
import { spawn } from 'node:child_process';
import { chown, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '../kernel/durations.ts';
import { openPipe, type Pipe } from './pipe.ts';
import { killTree, memoryOf, treeOf } from './tree.ts';

/** What a page may take. `mayGoOn`: asked all the time; false: it is ended. */
export type Bounds = { patienceMs?: number; memoryBytes?: number; mayGoOn?: () => boolean };

const PATIENCE_MS = 20_000;
const MEMORY_BYTES = 700 * 1024 * 1024;
const LOOK_MS = 200;
const EXIT_MS = 500;
const LAST_WORDS = 4_000;
/** A browser refuses its sandbox to root. This user has nothing on any system. */
const NOBODY = 65_534;
const PROFILE = 'mailwright-browser-';
/** Older profiles were left by servers that were killed: a page takes far less time. */
const LEFT_MS = 10 * MINUTE_MS;

/**
 * Nothing is reached: no name resolves, and whatever would go out goes to a proxy without a name.
 */
const FLAGS = [
  ...['--headless', '--remote-debugging-pipe', '--no-first-run', '--no-default-browser-check', '--disable-gpu'],
  ...[
    '--host-resolver-rules=MAP * ~NOTFOUND',
    '--proxy-server=http://none.invalid:1',
    '--proxy-bypass-list=<-loopback>',
  ],
  ...['--dns-prefetch-disable', '--no-pings', '--disable-background-networking', '--disable-component-update'],
  ...[
    '--disable-sync',
    '--disable-default-apps',
    '--disable-extensions',
    '--disable-breakpad',
    '--disable-crash-reporter',
    '--mute-audio',
  ],
  ...['--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider', '--hide-scrollbars'],
  ...['--disable-dev-shm-usage', '--renderer-process-limit=1', '--js-flags=--max-old-space-size=64'],
  ...['--blink-settings=scriptEnabled=false', '--disk-cache-size=1'],
];

/**
 * Does something with a browser, and ends it whatever happens.
 * @throws Error with the reason when it cannot be started, ends by itself, or takes too much
 */
export async function withBrowser<T>(
  path: string,
  { patienceMs = PATIENCE_MS, memoryBytes = MEMORY_BYTES, mayGoOn = () => true }: Bounds,
  work: (pipe: Pipe) => Promise<T>,
): Promise<T> {
  await removeLeftProfiles();
  const isRoot = process.getuid?.() === 0;
  const folder = await mkdtemp(join(tmpdir(), PROFILE));
  if (isRoot) await chown(folder, NOBODY, NOBODY);
  const child = spawn(path, [...FLAGS, `--user-data-dir=${folder}`, 'about:blank'], {
    cwd: folder,
    env: environmentIn(folder),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    detached: true,
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  let words = '';
  child.stdio[2]?.on('data', (part: Buffer) => {
    words = (words + part.toString('latin1')).slice(-LAST_WORDS);
  });
  const pipe = openPipe(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const failed = Promise.withResolvers<never>();
  const exited = Promise.withResolvers<void>();
  child.on('error', ({ message }) => {
    failed.reject(new Error(`The browser cannot be started: ${message}`));
    exited.resolve();
  });
  child.on('exit', (code, signal) => {
    failed.reject(new Error(`The browser exited (${code ?? signal}): ${lastLine(words)}`));
    exited.resolve();
  });
  const { pid } = child;
  if (pid !== undefined) beGentle(pid);
  const ends = Date.now() + patienceMs;
  const whyToEnd = (): string | undefined => {
    if (!mayGoOn()) return 'The browser was ended because the server ends.';
    if (Date.now() > ends) return `The page took more than ${patienceMs / 1_000} s.`;
    if (pid === undefined || memoryOf(treeOf(pid)) <= memoryBytes) return undefined;
    return `The page took more than ${Math.round(memoryBytes / 1024 / 1024)} MB.`;
  };
  const watch = setInterval(() => {
    const fault = whyToEnd();
    if (fault !== undefined) failed.reject(new Error(fault));
  }, LOOK_MS);
  try {
    const done = work(pipe).catch(async (error: unknown) => {
      await Promise.race([exited.promise, sleep(EXIT_MS)]); // it knows better why the pipe is closed
      throw error;
    });
    return await Promise.race([done, failed.promise]);
  } finally {
    clearInterval(watch);
    pipe.end(new Error('The browser is gone.'));
    if (pid !== undefined) killTree(pid, folder);
    await exited.promise;
    await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  }
}

/** Nothing of this process's environment: its secrets are there. */
const environmentIn = (folder: string) => ({
  HOME: folder,
  TMPDIR: folder,
  XDG_RUNTIME_DIR: folder,
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LANG: 'C.UTF-8',
  DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  DBUS_SYSTEM_BUS_ADDRESS: 'disabled:',
});

/** Sending mail takes precedence over pictures. */
function beGentle(pid: number): void {
  try {
    setPriority(pid, 10);
  } catch {
    // it has ended
  }
}

/** What the browser said last that is not about the desktop that it misses. */
function lastLine(words: string): string {
  const lines = words.split('\n').filter((line) => !/:dbus\/|unexpected operator/.test(line));
  const texts = lines.map((line) => line.replace(/^\[[^\]]*\]\s*/, '').trim());
  return texts.findLast((text) => text !== '') ?? 'it said nothing';
}

async function removeLeftProfiles(): Promise<void> {
  const names = await readdir(tmpdir()).catch((): string[] => []);
  for (const name of names.filter((one) => one.startsWith(PROFILE))) {
    const path = join(tmpdir(), name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > LEFT_MS)
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
