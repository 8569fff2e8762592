// Answers that come late, and in the worst order, move nothing that is shown already.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { fill } from './screens/seed.ts';
import { VISITS } from './screens/visits.ts';
import { becomeOwner, openSite } from './site.ts';

/** Screens whose parts ask by themselves: those that moved most. */
const SCREENS = ['campaigns', 'report', 'ab-test', 'templates'].map((name) => {
  const visit = Object.values(VISITS)
    .flat()
    .find((one) => one.name === name);
  assert.ok(visit, `there is a visit ${name}`);
  return visit;
});

/** What a person does not notice: https://web.dev/articles/cls */
const MOST = 0.1;

/** The parts of a screen are not waited for, but come in their order for as long as it takes. */
const LATE = `{
  const usual = window.setTimeout;
  const waits = { 400: 0, 2500: 2 ** 31 - 1 };
  window.setTimeout = (act, ms, ...more) => usual(act, waits[ms] ?? ms, ...more);
  window.moved = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.moved += value;
  }).observe({ type: 'layout-shift', buffered: true });
}`;

/** Long enough for what came to be drawn. */
const DRAWN = `new Promise((done) => {
  let frames = 3;
  const next = () => ((frames -= 1) < 0 ? done() : requestAnimationFrame(next));
  next();
})`;

const WHOLE = `document.querySelector('h1') !== null && document.querySelector('main .awaited, main .skeleton') === null`;

test('a screen whose answers come one by one, the last first, stays where it is', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await page.goto('about:blank'); // the server ends meanwhile
  const ids = await fill(site, 300);
  await page.addInitScript(LATE);
  const held: Route[] = [];
  await page.route('**/api/**', (route) => {
    if (new URL(route.request().url()).pathname === '/api/events') return route.continue();
    held.push(route);
    return undefined;
  });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const { name, path } of SCREENS) {
      await page.goto(`/app${path(ids)}`);
      await letCome(page, held);
      const moved = await page.evaluate<number>('window.moved');
      assert.ok(moved < MOST, `${name} at ${width} px moves by ${moved.toFixed(3)}`);
      held.length = 0;
    }
  }
});

/** Lets answers come one by one, until the screen is whole and nothing more is asked for. */
async function letCome(page: Page, held: Route[]): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    await page.evaluate(DRAWN);
    const last = held.pop();
    if (last) {
      await last.continue();
      const answer = await last.request().response(); // null: the screen does not want it any more
      await answer?.finished();
    }
    quiet = !last && (await page.evaluate<boolean>(WHOLE)) ? quiet + 1 : 0;
  }
}
