// How long the browser UI takes to open, and to change from one screen to another, beside a very
// large list: in Debian's Chromium, as fast as the machine is, and over a network like a phone's.
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { systemClock } from '../../src/kernel/clock.ts';
import { firstOwnerAddress } from '../../src/users/welcome/first-owner.ts';
import { serveLargeList } from './large-list.ts';
import { makePlace, median } from './place.ts';

const BROWSER = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const TIMES = 7;
/** 4G as WebPageTest has it: 9 Mbit/s, 170 ms there and back. */
const PHONE = { offline: false, latency: 170, downloadThroughput: 9e6 / 8, uploadThroughput: 9e6 / 8 };

/** Prints the times. */
export async function measureScreens(people: number): Promise<void> {
  if (!existsSync(BROWSER)) {
    console.log(`\nNo screens: there is no browser at ${BROWSER}.`);
    return;
  }
  const place = await makePlace();
  const { server } = await serveLargeList(place, people);
  const browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox'] });
  const welcome = await firstOwnerAddress({ db: place.store.db, clock: systemClock, baseUrl: server.baseUrl });
  const state = await signedIn(browser, welcome ?? '');
  console.log(`
Screens beside ${people.toLocaleString('en')} subscribers, ms until the first rows stand there, median of ${TIMES}

| network | first load, nothing kept | again | campaigns → lists | list | its people by address | one person |
|---|---|---|---|---|---|---|`);
  for (const [name, network] of [
    ['as it is', undefined],
    ['4G: 9 Mbit/s, 170 ms', PHONE],
  ] as const) {
    const rounds: number[][] = [];
    for (let n = 0; n < TIMES; n += 1) rounds.push(await round(browser, { state, network, baseUrl: server.baseUrl }));
    const medians = rounds[0]?.map((_, at) => median(rounds.map((times) => times[at] ?? 0)).toFixed(0)) ?? [];
    console.log(`| ${[name, ...medians].join(' | ')} |`);
  }
  await browser.close();
  await server.end();
  await place.remove();
}

type State = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;
type Round = { state: State; network: typeof PHONE | undefined; baseUrl: string };

async function signedIn(browser: Browser, welcome: string): Promise<State> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(welcome);
  await page.getByLabel('Your name').fill('Ada Berg');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('a sentence is good');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

/** One way through the screens with an empty cache. @returns times in ms */
async function round(browser: Browser, { state, network, baseUrl }: Round): Promise<number[]> {
  const context = await browser.newContext({ baseURL: baseUrl, storageState: state, reducedMotion: 'reduce' });
  const page = await context.newPage();
  if (network) {
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', network);
  }
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const rowsOf = () => page.getByRole('row', { name: /@/ }).first().waitFor();
  const times = [
    await timed(async () => {
      await page.goto('/app/campaigns', { waitUntil: 'commit' });
      await heading('Campaigns');
      await page.getByText('No campaigns yet').waitFor();
    }),
    await timed(async () => {
      await page.reload({ waitUntil: 'commit' });
      await page.getByText('No campaigns yet').waitFor();
    }),
    await timed(() => press(page, 'Lists', () => page.getByRole('link', { name: 'Everybody' }).waitFor())),
    await timed(() => press(page, 'Everybody', rowsOf)),
    await timed(async () => {
      await page
        .getByLabel(/^search/i)
        .first()
        .fill('maximiliane');
      await page.waitForURL(/maximiliane/); // until then the rows are those of before
      await page
        .getByRole('link', { name: /^maximiliane/ })
        .first()
        .waitFor();
    }),
    await timed(async () => {
      await page
        .getByRole('link', { name: /^maximiliane/ })
        .first()
        .click();
      await page.getByRole('heading', { level: 1, name: /maximiliane/i }).waitFor();
    }),
  ];
  await context.close();
  return times;
}

async function press(page: Page, name: string, done: () => Promise<unknown>): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click();
  await done();
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}
