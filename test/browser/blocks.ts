// Opens the page of each kind of block, as test/samples/blocks has it, on a desk and on a phone, by
// day and by night: nothing reaches over the edge, columns stand beside each other where there is
// room, and one below the other on a phone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { SAMPLES } from '../samples/blocks/samples.ts';

const FOLDER = join(import.meta.dirname, '../samples/blocks');
const WIDTHS = { desk: 700, phone: 360 } as const;
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="#7a9"/></svg>';

/** @returns how many pages were looked at */
export async function lookAtBlocks(browser: Browser, folder: string, faults: string[]): Promise<number> {
  let count = 0;
  for (const [device, width] of Object.entries(WIDTHS)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme,
        javaScriptEnabled: true,
      });
      await context.route('**/*', (route) => route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }));
      const page = await context.newPage();
      for (const name of Object.keys(SAMPLES)) {
        await page.setContent(readFileSync(join(FOLDER, `${name}.html`), 'utf8'), { waitUntil: 'load' });
        for (const fault of await faultsOf(page, name, width))
          faults.push(`block ${name} ${device} ${colorScheme}: ${fault}`);
        await page.screenshot({ path: join(folder, `block-${name}-${device}-${colorScheme}.png`), fullPage: true });
        count += 1;
      }
      await context.close();
    }
  }
  return count;
}

async function faultsOf(page: Page, name: string, width: number): Promise<string[]> {
  const faults: string[] = [];
  const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  if (over > 0) faults.push(`reaches ${over} pixels over the edge`);
  const unseen = await page.evaluate<number>(UNREADABLE);
  if (unseen > 0) faults.push(`${unseen} texts have nearly the color of their ground`);
  if (!name.endsWith('columns')) return faults;
  const rows = await page.evaluate<[left: number, top: number][][]>(COLUMNS);
  for (const cells of rows) {
    const isBelow = cells.every(([left], at) => at === 0 || left === cells[0]?.[0]);
    if (isBelow !== width < 620)
      faults.push(isBelow ? 'columns do not stand beside each other' : 'columns do not stack');
  }
  if (rows.length < 3) faults.push(`has ${rows.length} rows of columns`);
  return faults;
}

/** Where the cells of each row of columns begin, of those that stack. */
const COLUMNS = `[...new Set([...document.querySelectorAll('.cell')].map((cell) => cell.parentElement))].map((row) =>
  [...row.querySelectorAll(':scope > .cell')].map((cell) => {
    const { left, top } = cell.getBoundingClientRect();
    return [Math.round(left), Math.round(top)];
  }))`;

/** Texts whose contrast with the ground behind them is below 3. */
const UNREADABLE = `(() => {
  const parts = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const light = (color) => {
    const [r, g, b] = parts(color).map((one) => {
      const part = one / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const groundOf = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if ((parts(backgroundColor)[3] ?? 1) > 0) return backgroundColor;
    }
    return 'rgb(255, 255, 255)';
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let count = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (node.data.trim() === '' || element.getClientRects().length === 0) continue;
    const [a, b] = [light(getComputedStyle(element).color), light(groundOf(element))];
    if ((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 3) count += 1;
  }
  return count;
})()`;
