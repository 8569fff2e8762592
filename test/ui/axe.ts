// Looks at a screen as axe does: what people who see, hear or move otherwise cannot use.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Result = { violations: { id: string; impact: string; help: string; nodes: { html: string }[] }[] };

/** @returns a sentence for each serious finding on the page as it stands */
export async function findingsOf(page: Page): Promise<string[]> {
  // Through the debugger, which the page's content security policy does not bind.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<Result>(
    'axe.run(document, { resultTypes: ["violations"], rules: { "region": { enabled: false } } })',
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/** How far the page is wider than its window, in px; 0: it needs no scrolling to the side. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate<number>(
    'Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)',
  );
}
