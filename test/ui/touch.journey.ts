// Blocks are moved with a finger on a phone: by their grip, while the page stays where it is; and
// with buttons. Elsewhere a finger scrolls.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { blocks } from './mail-of-blocks.ts';
import { newList } from './new-list.ts';
import { becomeOwner, callOf, openSite } from './site.ts';

type Point = { x: number; y: number };

async function middleOf(at: Locator): Promise<Point> {
  const box = await at.boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A finger goes from one place to the other. `before`: while it is still down. */
async function swipe(finger: CDPSession, from: Point, to: Point, before?: () => Promise<void>): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [from]);
  for (let step = 1; step <= 10; step += 1)
    await touch('touchMove', [
      { x: from.x + ((to.x - from.x) * step) / 10, y: from.y + ((to.y - from.y) * step) / 10 },
    ]);
  await before?.();
  await touch('touchEnd', []);
}

const words = async (page: Page) =>
  Promise.all((await blocks(page).getByRole('listitem').all()).map((item) => item.getAttribute('aria-label')));

test('a block follows the finger on its grip, and stands where it is left', async (t) => {
  const site = await openSite(t);
  const first = await site.open();
  await becomeOwner(site, first);
  const call = callOf(site);
  const list_uid = await newList(site);
  const own = {
    version: 1,
    blocks: ['One', 'Two', 'Three', 'Four'].map((text) => ({ kind: 'heading', level: 2, text })),
  };
  const draft = { name: 'Spring', status: 'draft', list_uid, template: { blocks: own } };
  const uid = (await call('POST', '/campaigns', draft)).campaign_uid;
  const context = await site.browser.newContext({
    baseURL: site.baseUrl,
    viewport: { width: 390, height: 800 },
    hasTouch: true,
    isMobile: true,
    storageState: await first.context().storageState(),
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`/app/campaigns/${uid}`);
  const item = (text: string) => blocks(page).getByRole('listitem', { name: `Heading: ${text}` });
  const grip = (text: string) => item(text).getByTitle('Drag to move');
  await item('Four').scrollIntoViewIfNeeded();
  await item('One').evaluate('(element) => element.scrollIntoView({ block: "center" })');
  const finger = await context.newCDPSession(page);
  const scrolled = () => page.evaluate<number>('scrollY');
  const scrollingEnds = () =>
    becomes(async () => {
      const one = await scrolled();
      await page.waitForTimeout(200);
      return (await scrolled()) === one;
    }, true);
  const was = await scrolled();
  for (const place of [grip('One'), item('One').getByRole('button', { name: 'Heading' })]) {
    const box = await place.boundingBox();
    assert.ok(box && box.height >= 44 && box.width >= 44, 'large enough for a finger');
  }

  const { x, y } = await middleOf(item('Three'));
  await swipe(finger, await middleOf(grip('One')), { x, y: y + 10 }, async () => {
    await becomes(() => page.locator('[data-drop]').count(), 1, 'where it would fall is seen');
    await becomes(() => page.locator('.dragged-label').textContent(), 'Heading: One');
  });
  await becomes(
    () => words(page),
    ['Two', 'Three', 'One', 'Four'].map((text) => `Heading: ${text}`),
  );
  assert.equal(await page.locator('.dragged-label, [data-drop], [data-dragged]').count(), 0);
  assert.equal(await scrolled(), was, 'the page stands still');

  // At the edge of the window the page scrolls along; Escape leaves the block where it was.
  await scrollingEnds();
  await item('Two').evaluate('(element) => element.scrollIntoView({ block: "center" })');
  const before = await scrolled();
  const low = { x: 200, y: 795 };
  await swipe(finger, await middleOf(grip('Two')), low, async () => {
    await becomes(async () => (await scrolled()) > before, true);
    await page.keyboard.press('Escape');
  });
  assert.equal((await words(page))[0], 'Heading: Two');

  // Elsewhere a finger scrolls, and moves nothing.
  const start = await scrolled();
  const from = await middleOf(item('Three'));
  await swipe(finger, from, { ...from, y: from.y - 150 });
  await becomes(async () => (await scrolled()) > start, true);
  assert.equal((await words(page))[0], 'Heading: Two');

  // By buttons, which are reached by pressing the block's name. A tap on what still rolls stops it.
  await scrollingEnds();
  await item('Two').getByRole('button', { name: 'Heading' }).tap();
  await page.getByRole('button', { name: 'Move down' }).tap();
  await becomes(async () => (await words(page))[1], 'Heading: Two');
  await becomes(() => overflowOf(page), 0);
  await page.getByRole('button', { name: 'More', exact: true }).tap();
  await page.getByRole('menuitem', { name: 'Remove' }).tap();
  await page.getByText('Heading was removed. “Undo” brings it back.').waitFor(); // and no keys
  await page.getByRole('button', { name: 'Undo', exact: true }).tap();
  await becomes(async () => (await words(page))[1], 'Heading: Two');
});
