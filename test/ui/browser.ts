// Debian's Chromium, once for all journeys of a process: starting one takes longer than many of
// its windows. What journeys leave in it (cookies, caches, storage) is in its windows, which are
// closed.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

export const BROWSER = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
export const hasBrowser = existsSync(BROWSER);

/** The next journey of a process begins at once after the last. */
const UNUSED_MS = 1_000;

let running: Promise<Browser> | undefined;
let borrowers = 0;

/** @returns the browser; it ends a second after everybody gave it back, with their windows */
export async function borrowBrowser(): Promise<{ browser: Browser; giveBack(): Promise<void> }> {
  borrowers += 1; // first: nobody closes it meanwhile
  const known = await running?.catch(() => undefined);
  if (running === undefined || !known?.isConnected())
    running = chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox'] });
  const browser = await running;
  const before = new Set(browser.contexts());
  return {
    browser,
    async giveBack() {
      await Promise.all(browser.contexts().map((one) => (before.has(one) ? undefined : one.close())));
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
