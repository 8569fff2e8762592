// Debian's Chromium, once for all journeys of a process: starting one takes longer than many of
// its windows. What journeys leave in it (cookies, caches, storage) is in its windows, which are
// closed. Its headless shell is the same engine without what is around a page: it takes
// little more than half of the processor time.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const SHELL = '/usr/bin/chromium-headless-shell';
/** The one that people have, for what starts a browser by itself. */
export const WHOLE_BROWSER = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
export const BROWSER = process.env['CHROMIUM_PATH'] === undefined && existsSync(SHELL) ? SHELL : WHOLE_BROWSER;
export const hasBrowser = existsSync(BROWSER) && existsSync(WHOLE_BROWSER);

/**
 * The next journey of a process borrows it at once after the last gave it back: with nothing that
 * takes time between them (the start of a server), or it would be another browser each time.
 */
const UNUSED_MS = 1_000;

let running: Promise<Browser> | undefined;
let borrowers = 0;

/** One that is borrowed: its windows are closed before it is given back. */
export type Borrowed = { browser: Browser; closeWindows(): Promise<void>; giveBack(): void };

/** @returns the browser; it ends a second after everybody gave it back */
export async function borrowBrowser(): Promise<Borrowed> {
  borrowers += 1; // first: nobody closes it meanwhile
  const known = await running?.catch(() => undefined);
  if (running === undefined || !known?.isConnected())
    running = chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox'] });
  const browser = await running;
  const before = new Set(browser.contexts());
  return {
    browser,
    async closeWindows() {
      await Promise.all(browser.contexts().map((one) => (before.has(one) ? undefined : one.close())));
    },
    giveBack() {
      borrowers -= 1;
      setTimeout(() => void closeUnused(), UNUSED_MS);
    },
  };
}

async function closeUnused(): Promise<void> {
  if (borrowers > 0 || running === undefined) return;
  const unused = running;
  running = undefined;
  await (await unused).close();
}
