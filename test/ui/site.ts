// What journeys walk through: a server of their own as a process, and a browser before it. Whatever
// the browser's console says that is not expected fails the journey.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { freePort, type ServerProcess, startServer } from '../support/server-process.ts';
import { until } from '../support/until.ts';

export const BROWSER = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
export const hasBrowser = existsSync(BROWSER);

export const OWNER = { name: 'Ada Berg', email: 'ada@example.com', password: 'a sentence is good' };

export type Site = {
  baseUrl: string;
  server: ServerProcess;
  /** The address that the first start printed for the first owner. */
  welcomeUrl: string;
  browser: Browser;
  /** A window of somebody who is not signed in. */
  open(look?: Look): Promise<Page>;
  /** Kills the server, or ends it, and starts it anew on the same data. */
  restart(signal: NodeJS.Signals): Promise<void>;
};

export type Look = { width?: number; scheme?: 'light' | 'dark'; language?: 'en' | 'de' };

/** A refusal of the API that a screen shows; the browser notes it as well. */
const REFUSAL = /responded with a status of 4\d\d/;
const WELCOME = /https?:\/\/\S+\/app\/welcome\?token=\S+/;

/** Starts a server on an empty folder, with the test inbox as its relay, and a browser. */
export async function openSite(t: TestContext, environment: Record<string, string> = {}): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mailwright-ui-'));
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const settings = { dataDir, port, smtpUrl: '', environment };
  let server = await startServer(settings);
  const browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox'] });
  const faults: string[] = [];
  t.after(async () => {
    await browser.close();
    await server.end('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
    assert.deepEqual(faults, [], 'the console of the browser says nothing');
  });
  await until('the link of the first owner is printed', () => WELCOME.test(server.output()));
  return {
    baseUrl,
    get server() {
      return server;
    },
    welcomeUrl: WELCOME.exec(server.output())?.[0] ?? '',
    browser,
    async open(look = {}) {
      const context = await openContext(browser, baseUrl, look);
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      page.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return;
        if (!REFUSAL.test(message.text())) faults.push(message.text());
      });
      page.on('pageerror', (error) => faults.push(error.message));
      return page;
    },
    async restart(signal) {
      await server.end(signal);
      server = await startServer(settings);
    },
  };
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

/** Makes the first owner's account, as that person does. The shell is open after it. */
export async function becomeOwner(site: Site, page: Page): Promise<void> {
  await page.goto(site.welcomeUrl);
  await page.getByLabel('Your name').fill(OWNER.name);
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Create account' }).click();
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
