// Opens every public page in a real browser that runs no script, on a desk and on a phone, in the
// default theme (by day and by night) and in a chosen one, in all languages; takes pictures, and
// fails when axe finds something serious, when a page is wider than the phone, or when the browser
// complains (Content-Security-Policy, pictures that are missing).
//
//   npm run pages                     all of it
//   npm run pages -- forward          walks whose name holds "forward"
//   npm run pages -- blocks           each kind of block of mails
//
// The browser is Debian's chromium, or what CHROMIUM_PATH names; without one it says so and ends
// with 2.
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { readOptions } from '../support/options.ts';
import { lookAtBlocks } from './blocks.ts';
import { LOGO, LOGO_URL, openSite, type Site, THEMES } from './site.ts';
import { WALKS } from './walks.ts';

const WIDTHS = { desk: 1280, phone: 375 } as const;
const LANGUAGES = ['en', 'de'] as const;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Look = { theme: string; language: (typeof LANGUAGES)[number]; device: keyof typeof WIDTHS };

const { positionals: wanted } = readOptions(import.meta.filename, {}, { takesWords: true });
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
if (existsSync(executablePath)) {
  const faults = await lookAtAll(wanted);
  for (const fault of faults) console.log(fault);
  console.log(faults.length === 0 ? 'Nothing is wrong with them.' : `${faults.length} things are wrong.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} else {
  console.log(`There is no browser at ${executablePath}: install Debian's chromium, or set CHROMIUM_PATH.`);
  process.exitCode = 2;
}

async function lookAtAll(wanted: readonly string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mailwright-pages-'));
  const site = await openSite();
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', `--host-resolver-rules=MAP ${new URL(site.app.baseUrl).hostname} 127.0.0.1:${site.port}`],
  });
  const faults: string[] = [];
  let count = 0;
  try {
    if (wanted.length === 0 || wanted.includes('blocks')) count += await lookAtBlocks(browser, folder, faults);
    for (const look of looks()) {
      await site.dress(look.theme, look.language);
      count += await lookOnce({ site, browser, folder, look, wanted, faults });
    }
  } finally {
    await browser.close();
    await site.close();
  }
  if (count === 0) faults.push(`No walk has ${wanted.join(' or ')} in its name.`);
  console.log(`${count} pages looked at; their pictures are in ${folder}`);
  return faults;
}

function looks(): Look[] {
  const devices = Object.keys(WIDTHS) as (keyof typeof WIDTHS)[];
  return Object.keys(THEMES).flatMap((theme) =>
    LANGUAGES.flatMap((language) => devices.map((device) => ({ theme, language, device }))),
  );
}

type Task = { site: Site; browser: Browser; folder: string; look: Look; wanted: readonly string[]; faults: string[] };

/** All walks in one look. @returns how many pages were looked at */
async function lookOnce({ site, browser, folder, look, wanted, faults }: Task): Promise<number> {
  const viewport = { width: WIDTHS[look.device], height: 800 };
  const colorScheme = look.theme === 'dark' ? 'dark' : 'light';
  const options = { viewport, colorScheme, locale: look.language } as const;
  const still = await openContext(browser, { ...options, javaScriptEnabled: false });
  // Axe is a script: it gets the page as it stands in a context where scripts may run.
  const lively = await openContext(browser, { ...options, bypassCSP: true });
  const [page, judged] = [await still.newPage(), await lively.newPage()];
  let count = 0;
  let name = '';
  const note = (what: string) => faults.push(`${[look.theme, look.language, look.device, name].join(' ')}: ${what}`);
  page.on('console', (message) => {
    // A page that says what is wrong is answered with 404 or 422, and the browser remarks on it.
    const isAnswer = /the server responded with a status of (404|422)/.test(message.text());
    if (message.type() === 'error' && !isAnswer) note(message.text());
  });
  page.on('pageerror', (error) => note(error.message));
  const sent = await site.people();
  for (const [title, walk] of Object.entries(WALKS)) {
    if (wanted.length > 0 && !wanted.some((part) => title.includes(part))) continue;
    name = title;
    await walk({
      site,
      sent,
      page,
      async look(shown) {
        name = shown;
        count += 1;
        const file = `${shown}-${look.theme}-${look.language}-${look.device}.png`;
        await page.screenshot({ path: join(folder, file), fullPage: true });
        for (const fault of [...(await widthFaults(page, viewport.width)), ...(await axeFaults(page, judged))])
          note(fault);
      },
    });
  }
  await still.close();
  await lively.close();
  return count;
}

async function openContext(
  browser: Browser,
  options: NonNullable<Parameters<Browser['newContext']>[0]>,
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(30_000);
  await context.route(LOGO_URL, (route) => route.fulfill({ contentType: 'image/svg+xml', body: LOGO }));
  return context;
}

async function widthFaults(page: Page, width: number): Promise<string[]> {
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
  return wide > width ? [`it is ${wide} pixels wide on a screen of ${width}`] : [];
}

type Violation = { id: string; impact: string; nodes: { html: string; failureSummary?: string }[] };

async function axeFaults(page: Page, judged: Page): Promise<string[]> {
  await judged.setContent(await page.content());
  await judged.evaluate(AXE);
  const result = await judged.evaluate<{ violations: Violation[]; passes: unknown[] }>('axe.run()');
  if (result.passes.length === 0) return ['axe looked at nothing'];
  return result.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`));
}
