// What journeys walk through: a server of their own as a process, and windows of a browser before
// it. Whatever the browser's console says that is not expected fails the journey.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { borrowBrowser } from './browser.ts';
import { openNodes, type Place } from './nodes.ts';

export const OWNER = { name: 'Ada Berg', email: 'ada@example.com', password: 'a sentence is good' };

export type Site = {
  baseUrl: string;
  server: ServerProcess;
  /** The address that the first start printed for the first owner. */
  welcomeUrl: string;
  /** Shared by the journeys of a process; each finds it without windows. */
  browser: Browser;
  /**
   * A window of somebody who is not signed in.
   * @param tell hears what its console says; absent: the journey fails by it
   */
  open(look?: Look, tell?: (words: string) => void): Promise<Page>;
  /** Where its data are, as the store is opened by. */
  place: Place;
  /**
   * Kills the server, or ends it, and starts it anew on the same data.
   * @param between what is done while it does not run
   */
  restart(signal: NodeJS.Signals, between?: () => Promise<void>): Promise<void>;
};

export type Look = { width?: number; scheme?: 'light' | 'dark'; language?: 'en' | 'de' };

/** How late at most a question of a page comes to the server, as on a bad line. */
const SLOWEST_MS = Number(process.env['MAILWRIGHT_TEST_SLOW_MS'] ?? 0);

/** For each thing that is waited for: a busy machine needs half a minute for some. */
const PATIENCE_MS = 60_000;

/** A refusal of the API that a screen shows; the browser notes it as well. */
const REFUSAL = /responded with a status of 4\d\d/;
const WELCOME = /https?:\/\/\S+\/app\/welcome\?token=\S+/;

/** Whatever ends what was opened; a test does. */
type Ending = Pick<TestContext, 'after'>;

/**
 * Starts a server on an empty folder, with the test inbox as its relay, and a browser. With
 * MAILWRIGHT_TEST_DATABASE_URL these are two nodes on a database of that server: one serves, the
 * other one sends. @param host by which the browser comes there
 */
export async function openSite(t: Ending, environment: Record<string, string> = {}, host = '127.0.0.1'): Promise<Site> {
  // Before the server starts, and given back after its end: the next journey takes the same one.
  const { browser, closeWindows, giveBack } = await borrowBrowser();
  const nodes = await openNodes(environment, host).catch((error) => {
    giveBack();
    throw error;
  });
  const faults: string[] = [];
  t.after(async () => {
    try {
      await closeWindows(); // first: pages would complain that the server is gone
      await nodes.remove();
    } finally {
      giveBack();
    }
    assert.deepEqual(faults, [], 'the console of the browser says nothing');
  });
  await until('the link of the first owner is printed', () => WELCOME.test(nodes.web().output())).catch((error) => {
    throw new Error(`${error.message}: ${nodes.web().output()}`);
  });
  const { baseUrl, place } = nodes;
  return {
    baseUrl,
    place,
    get server() {
      return nodes.web();
    },
    welcomeUrl: WELCOME.exec(nodes.web().output())?.[0] ?? '',
    browser,
    async open(look = {}, tell = (words) => faults.push(words)) {
      const context = await openContext(browser, baseUrl, look);
      if (SLOWEST_MS > 0) await slowDown(context);
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      listen(page, tell);
      return page;
    },
    async restart(signal, between) {
      await nodes.end(signal);
      await between?.();
      await nodes.start();
    },
  };
}

/** Hears what the console of a page says that should not be said. */
function listen(page: Page, tell: (words: string) => void): void {
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (!REFUSAL.test(message.text())) tell(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => tell(error.message));
}

/** Each question to the API comes later than it was asked, in an order of its own. */
function slowDown(context: BrowserContext): Promise<unknown> {
  return context.route('**/*', async (route) => {
    const type = route.request().resourceType();
    if (type === 'fetch' || type === 'xhr') await sleep(Math.random() * SLOWEST_MS);
    await route.continue().catch(() => undefined); // the page may be gone by then
  });
}

function openContext(browser: Browser, baseUrl: string, look: Look): Promise<BrowserContext> {
  const { width = 1440, scheme = 'light', language = 'en' } = look;
  return browser.newContext({
    baseURL: baseUrl,
    viewport: { width, height: 900 },
    colorScheme: scheme,
    locale: language,
    reducedMotion: 'reduce',
  });
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Call = (method: string, path: string, body?: unknown) => Promise<any>;

/** Calls the API of a site, which has to do what it is asked. @returns the body of its answer */
export function callOf(site: Pick<Site, 'server'>): Call {
  return async (method, path, body) => {
    const answer = await site.server.call(method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
}

/**
 * Makes the first owner's account in the language and time zone of the browser, as the form behind
 * the link does, without it: a journey of its own fills it in. The shell is open after it.
 */
export async function becomeOwner(site: Site, page: Page): Promise<void> {
  const [language, zone] = await page.evaluate<[string, string]>(
    '[navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone]',
  );
  const token = new URL(site.welcomeUrl).searchParams.get('token');
  const { request } = page.context(); // shares its cookies
  const welcomed = await request.post('/api/welcome', { data: { token, ...OWNER, language } });
  assert.equal(welcomed.status(), 201);
  if (zone !== 'UTC') assert.equal((await request.put('/api/profile', { data: { timezone: zone } })).status(), 200);
  await page.goto('/app/campaigns');
  await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
}

/** Signs somebody in. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/app/sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}
