// Looks at one screen as it stands: what axe finds serious, what hangs over the side, what no
// person should read.
import type { Page } from 'playwright-core';
import { findingsOf, overflowOf } from '../axe.ts';

/** Goes to a screen and waits until it shows what it has. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(`/app${path}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await atRest(page);
}

/** Waits until nothing is being loaded any more. */
export async function atRest(page: Page): Promise<void> {
  await page.locator('.skeleton, [aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await page.evaluate(TURNED); // colours on their way from one state to the next
}

const TURNED = `Promise.all(document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().iterations !== Infinity)
  .map((one) => one.finished.catch(() => undefined))).then(() => undefined)`;

/**
 * Brings each frame into sight once: the browser paints none below the window, nor in a picture of
 * the whole page.
 */
export async function showFrames(page: Page): Promise<void> {
  const frames = await page.locator('iframe:visible, .thumbnail:visible').all();
  for (const frame of frames) await frame.scrollIntoViewIfNeeded();
  if (frames.length === 0) return;
  await page.evaluate(PAINTED);
  await page.evaluate('scrollTo(0, 0)');
  await atRest(page);
}

const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))';

/** @returns a sentence for each finding */
export async function look(page: Page): Promise<string[]> {
  const findings = await findingsOf(page);
  const overflow = await overflowOf(page);
  if (overflow > 0) findings.push(`the page is ${overflow} px wider than the window`);
  findings.push(...(await page.evaluate<string[]>(SCROLLED)));
  const headings = await page.getByRole('heading', { level: 1 }).count();
  if (headings !== 1) findings.push(`there are ${headings} headings of the first level`);
  const words = await page.locator('body').innerText();
  for (const wrong of ['undefined', 'NaN', '[object Object]', 'Invalid Date'])
    if (words.includes(wrong)) findings.push(`it says “${wrong}”`);
  return findings;
}

/** Parts that scroll to the side by themselves; only code may. */
const SCROLLED = `[...document.querySelectorAll('main *, [role=dialog] *')]
  .filter((one) => !one.closest('.cm-editor, pre, [data-scrolls]'))
  .filter((one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.tagName.toLowerCase() + '.' + one.className + ' scrolls to the side: '
    + one.scrollWidth + ' in ' + one.clientWidth + ' px')`;
