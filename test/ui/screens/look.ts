// Looks at one screen as it stands: what axe finds serious, what hangs over the side, what no
// person should read, what a screen reader would not tell.
import { setTimeout as sleep } from 'node:timers/promises';
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
  await page.evaluate(TURNED); // colors on their way from one state to the next
}

const TURNED = `Promise.all(document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().iterations !== Infinity)
  .map((one) => one.finished.catch(() => undefined))).then(() => undefined)`;

/**
 * A picture of the whole page. The browser paints no frame below its window, so the window is made
 * as high as the page meanwhile; not under a dialog, which would stand elsewhere then.
 */
export async function takePicture(page: Page, path: string): Promise<void> {
  const usual = page.viewportSize();
  const hasFrames = (await page.locator('iframe:visible, .thumbnail:visible').count()) > 0;
  if (usual && hasFrames && (await page.getByRole('dialog').count()) === 0) {
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    await page.setViewportSize({ width: usual.width, height });
    await sleep(PAINTING_MS);
    await atRest(page);
  }
  await page.screenshot({ path, fullPage: true });
  if (usual) await page.setViewportSize(usual);
}

/** A frame is loaded and painted by a process of its own; nothing tells the page when. */
const PAINTING_MS = 800;

/** @returns a sentence for each finding */
export async function look(page: Page): Promise<string[]> {
  const findings = await findingsOf(page);
  const overflow = await overflowOf(page);
  if (overflow > 0) findings.push(`the page is ${overflow} px wider than the window`);
  findings.push(...(await page.evaluate<string[]>(SCROLLED)));
  findings.push(...(await page.evaluate<string[]>(BROKEN)));
  findings.push(...(await page.evaluate<string[]>(UNEVEN)));
  findings.push(...(await page.evaluate<string[]>(UNTOLD)));
  findings.push(...(await page.evaluate<string[]>(NARROWER)));
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

/** Figures that go on in a second line. */
const BROKEN = `[...document.querySelectorAll('main :is(b, strong, td.number)')]
  .filter((one) => one.children.length === 0 && /^[\\d.,]+$/.test(one.textContent))
  .filter((one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return words.getClientRects().length > 1;
  })
  .map((one) => 'the figure ' + one.textContent + ' breaks')`;

/** Ticks that are not level with the first line of their row, figures not with each other. */
const UNEVEN = `(() => {
  const found = new Set();
  const middle = ({ top, bottom }) => (top + bottom) / 2;
  for (const tick of document.querySelectorAll('td.pick input')) {
    const words = document.createRange();
    words.selectNodeContents(tick.closest('tr').querySelector('th.name a') ?? tick.closest('tr').querySelector('th.name'));
    const off = middle(tick.getBoundingClientRect()) - middle(words.getClientRects()[0]);
    if (Math.abs(off) > 2) found.add('a tick stands ' + off + ' px below its line');
  }
  for (const row of document.querySelectorAll('.tiles')) {
    const ways = new Map();
    for (const tile of row.children) {
      const from = tile.getBoundingClientRect().top;
      ways.set(from, (ways.get(from) ?? new Set()).add(tile.querySelector('dd').getBoundingClientRect().top - from));
    }
    for (const one of ways.values()) if (one.size > 1) found.add('figures stand on different lines: ' + [...one]);
  }
  return [...found];
})()`;

/**
 * What axe does not ask: that rows have a heading, which is read before each of their cells, that
 * buttons of different rows have different names, that a choice says what is chosen.
 */
const UNTOLD = `(() => {
  const found = [];
  const nameOf = (one) => one.getAttribute('aria-label') ?? one.textContent.trim();
  for (const table of document.querySelectorAll('table')) {
    const rowsOf = new Map();
    for (const row of table.querySelectorAll('tbody > tr')) {
      const heading = row.querySelector(':scope > th[scope=row]');
      if (!heading && !row.querySelector(':scope > td > time')) found.push('a row of ' + nameOf(table) + ' has no heading');
      const rowName = (heading?.querySelector('a') ?? heading)?.textContent;
      for (const button of row.querySelectorAll('td button')) {
        const name = nameOf(button);
        rowsOf.set(name, (rowsOf.get(name) ?? new Set()).add(rowName));
      }
    }
    for (const [name, rows] of rowsOf)
      if (rows.size > 1) found.push(rows.size + ' rows have a button ' + name);
  }
  const copies = [...document.querySelectorAll('.copyable button')].map(nameOf);
  for (const name of copies) if (copies.indexOf(name) !== copies.lastIndexOf(name)) found.push('two texts have a button ' + name);
  for (const one of document.querySelectorAll('[aria-describedby]:not([aria-label], [aria-labelledby])'))
    for (const id of one.getAttribute('aria-describedby').split(' '))
      if ([...(one.labels ?? [])].some((label) => label.contains(document.getElementById(id))))
        found.push('told twice, as name and as description: ' + document.getElementById(id).textContent);
  for (const one of document.querySelectorAll('[role=radiogroup]'))
    if (!one.matches('[aria-label], [aria-labelledby]')) found.push('a choice has no name: ' + one.textContent.slice(0, 60));
  return found;
})()`;

/**
 * On a phone: parts that do not go into 320 px, as wide as a desk is when it is enlarged to 400 %
 * (WCAG 1.4.10). No width between asks for another layout, so the page alone is made that narrow.
 */
const NARROWER = `(() => {
  if (innerWidth > 400) return [];
  const { documentElement: page, body } = document;
  page.style.width = '320px';
  const more = body.scrollWidth - body.clientWidth;
  page.style.width = '';
  return more > 0 ? ['the page is ' + more + ' px wider than 320 px'] : [];
})()`;
