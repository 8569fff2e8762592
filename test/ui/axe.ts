// Looks at a screen as axe does: what people who see, hear or move otherwise cannot use.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Result = {
  violations: { id: string; impact: string; help: string; nodes: { html: string; any: { message: string }[] }[] }[];
};

/**
 * Takes out parts that scroll and can be reached by keyboard although axe says no: it takes all
 * that stands in a disabled fieldset for disabled, which only its fields are.
 */
const REACHED = `(result) => {
  const isReached = ({ target }) => {
    const region = document.querySelector(target.join(' '));
    const inner = region?.tabIndex === 0 ? region : region?.querySelector('[tabindex="0"]');
    const before = document.activeElement;
    inner?.focus({ preventScroll: true });
    const takesFocus = inner !== undefined && inner !== null && document.activeElement === inner;
    if (takesFocus) before?.focus?.({ preventScroll: true });
    return takesFocus;
  };
  for (const one of result.violations)
    if (one.id === 'scrollable-region-focusable') one.nodes = one.nodes.filter((node) => !isReached(node));
  return { violations: result.violations.filter(({ nodes }) => nodes.length > 0) };
}`;

/** `target-size` is of WCAG 2.2, and off where nobody asks for it. */
const RULES = { region: { enabled: false }, 'target-size': { enabled: true } };

/** Not serious to axe; whoever goes from heading to heading looks for the one left out. */
const ALSO = 'heading-order';

/** @returns a sentence for each serious finding on the page as it stands */
export async function findingsOf(page: Page): Promise<string[]> {
  // Through the debugger, which the page's content security policy does not bind.
  await page.evaluate(AXE);
  // Frames hold mails, in which no script runs: axe would only knock.
  const { violations } = await page.evaluate<Result>(
    `axe.run(document, { iframes: false, resultTypes: ["violations"], rules: ${JSON.stringify(RULES)} }).then(${REACHED})`,
  );
  return violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === ALSO)
    .map(({ id, help, nodes }) => {
      const where = nodes.map(({ html, any }) => `${html.slice(0, 160)} (${any[0]?.message ?? ''})`);
      return `${id}: ${help}: ${where.join(' | ')}`;
    });
}

/** How far the page is wider than its window, in px; 0: it needs no scrolling to the side. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate<number>(
    'Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)',
  );
}
