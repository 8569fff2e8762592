// Walks every screen of the browser UI in Debian's Chromium, in both themes, at the width of a desk
// and of a phone, in both languages, empty and full, and fails on what axe finds serious, on
// anything in the console, and on scrolling to the side.
//
//   npm run screens                          all of them
//   npm run screens -- report settings       those whose name holds one of these
//     --shots DIR     writes a picture of each      --people N   people on the large list
//     --paper         as they are printed: pictures are PDF
//     --all           each language with each theme and width, not only two of the four
//     --quick         English in light on a desk, German in dark on a phone
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { counted } from '../../src/kernel/text/counted.ts';
import { readOptions, refuse } from '../support/options.ts';
import { hasBrowser } from './browser.ts';
import { atRest, goTo, look, takePicture } from './screens/look.ts';
import { startNameServer } from './screens/name-server.ts';
import { fill, type Ids } from './screens/seed.ts';
import { EMPTY, PASSED, VISITS, type Visit } from './screens/visits.ts';
import { becomeOwner, type Look, openSite, type Site } from './site.ts';

const { values: options, positionals: wanted } = readOptions(
  import.meta.filename,
  {
    shots: { type: 'string' },
    people: { type: 'string', default: '1204358' },
    all: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    paper: { type: 'boolean', default: false },
  },
  { takesWords: true },
);

const NAMES = ['welcome', ...[...EMPTY, ...Object.values(VISITS).flat()].map(({ name }) => name)];
const isWanted = (name: string) => wanted.length === 0 || wanted.some((part) => name.includes(part));
for (const part of wanted) {
  if (!NAMES.some((name) => name.includes(part))) {
    refuse(`No view has "${part}" in its name: ${NAMES.join(', ')}.`);
  }
}

type Pass = Required<Look>;
const WIDE = 1440;
const PHONE = 390;
const QUICK: readonly Pass[] = [
  { language: 'en', width: WIDE, scheme: 'light' },
  { language: 'de', width: PHONE, scheme: 'dark' },
];
const thorough: readonly Pass[] = (['en', 'de'] as const).flatMap((language) =>
  ([WIDE, PHONE] as const).flatMap((width) =>
    (['light', 'dark'] as const)
      .filter((scheme) => options.all || ((scheme === 'light') === (width === WIDE)) === (language === 'en'))
      .map((scheme) => ({ language, width, scheme })),
  ),
);
const passes = options.quick ? QUICK : thorough;

const faults: string[] = [];
const closers: (() => unknown)[] = [];
const words = new WeakMap<Page, string[]>();

async function walk(): Promise<void> {
  const names = await startNameServer();
  const site = await openSite({ after: (close) => void closers.push(close as () => unknown) }, names.environment);
  closers.push(() => names.server.close());
  // Two look at once: while one waits for the server, the other has the processor.
  const [page, second] = [await openHeard(site, 'en'), await openHeard(site, 'en')];
  const pages = [page, second];
  const outside = { en: await openHeard(site, 'en'), de: await openHeard(site, 'de') };
  const nothing = {} as Ids;
  const welcome = { name: 'welcome', path: () => site.welcomeUrl.slice(`${site.baseUrl}/app`.length), isOutside: true };
  for (const pass of passes) await visitAll([[welcome]], { pages, outside, pass, ids: nothing });
  await becomeOwner(site, page);
  await second.context().addCookies(await page.context().cookies());
  for (const pass of passes.filter(({ language }) => language === 'en'))
    await visitAll([EMPTY], { pages, outside, pass, ids: nothing });
  await compareWithRoutes(page);
  for (const one of pages) await one.goto('about:blank'); // the server ends meanwhile
  const ids = await fill(site, Number(options.people));
  for (const pass of passes) {
    await page.goto('/app/settings');
    await speak(page, pass.language);
    await visitAll(Object.values(VISITS), { pages, outside, pass, ids });
  }
}

/** A window whose console is heard. */
async function openHeard(site: Site, language: Pass['language']): Promise<Page> {
  const said: string[] = [];
  const page = await site.open({ language }, (one) => said.push(one));
  words.set(page, said);
  return page;
}

/** Each path that the router knows is in the table, and the other way round. */
async function compareWithRoutes(page: Page): Promise<void> {
  const leaves = await page.evaluate<string[]>(`Object.values(__TSR_ROUTER__.routesById)
    .filter((route) => !route.children && route.id !== '__root__')
    .map((route) => route.fullPath.replace(/(.)\\/$/, '$1'))`);
  const known = new Set([...Object.keys(VISITS), ...Object.keys(PASSED)]);
  for (const path of leaves)
    if (!known.has(path)) faults.push(`Nobody looks at ${path}: name it in test/ui/screens/visits.ts.`);
  for (const path of known) if (!leaves.includes(path)) faults.push(`There is no screen at ${path} any more.`);
}

async function speak(page: Page, language: Pass['language']): Promise<void> {
  await page.evaluate(`fetch('/api/me', { method: 'PUT', headers: { 'content-type': 'application/json' },
    body: ${JSON.stringify(JSON.stringify({ language }))} }).then((answer) => answer.text())`);
}

/**
 * `pages`: windows of somebody who is signed in, each for one screen after the other; `outside`: of
 * somebody who is not, whose browser speaks a language.
 */
type Walk = { pages: readonly Page[]; outside: Record<Pass['language'], Page>; pass: Pass; ids: Ids };

/** @param paths what is looked at of each, by one window: what it changes no other one shows */
async function visitAll(paths: readonly (readonly Visit[])[], { pages, outside, pass, ids }: Walk): Promise<void> {
  for (const one of [...pages, outside[pass.language]]) {
    await one.setViewportSize({ width: pass.width, height: 900 });
    await one.emulateMedia({ colorScheme: pass.scheme, reducedMotion: 'reduce' });
  }
  const outsideOnes = paths.flat().filter(({ isOutside }) => isOutside); // in one window, one after the other
  const left = [outsideOnes, ...paths.map((visits) => visits.filter(({ isOutside }) => !isOutside))];
  const visitNext = async (page: Page): Promise<void> => {
    for (let visits = left.shift(); visits; visits = left.shift()) {
      for (const visit of visits) {
        if (!isWanted(visit.name)) continue;
        const name = `${visit.name}-${pass.width}-${pass.scheme}-${pass.language}`;
        await visitOne(visit.isOutside ? outside[pass.language] : page, { visit, ids, name });
      }
    }
  };
  await Promise.all(pages.map(visitNext));
}

type Sight = { visit: Visit; ids: Ids; name: string };

async function visitOne(page: Page, sight: Sight): Promise<void> {
  words.get(page)?.splice(0);
  const findings = await lookAt(page, sight).catch((error: Error) => [
    `cannot be shown: ${error.message.split('\n')[0]}`,
  ]);
  const said = words.get(page) ?? [];
  for (const finding of [...findings, ...said.map((one) => `the console says: ${one}`)]) {
    console.log(`✖ ${sight.name}: ${finding}`);
    faults.push(sight.name);
  }
}

async function lookAt(page: Page, { visit, ids, name }: Sight): Promise<string[]> {
  await goTo(page, visit.path(ids));
  await visit.act?.(page);
  await atRest(page);
  const findings = await look(page);
  if (options.shots === undefined) return findings;
  if (options.paper) await page.pdf({ path: join(options.shots, `${name}.pdf`), format: 'A4' });
  else await takePicture(page, join(options.shots, `${name}.png`));
  return findings;
}

if (!hasBrowser) {
  console.log('There is no browser: install Debian’s chromium, or set CHROMIUM_PATH.');
  process.exitCode = 2;
} else {
  if (options.shots !== undefined) mkdirSync(options.shots, { recursive: true });
  const startedAt = performance.now();
  try {
    await walk();
  } finally {
    for (const close of closers) await close();
  }
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  console.log(
    `${counted(NAMES.filter(isWanted).length, 'view')}, ${counted(passes.length, 'way')} each, in ${seconds} s`,
  );
  if (faults.length > 0) process.exitCode = 1;
  for (const fault of faults) if (fault.includes(' ')) console.log(`✖ ${fault}`);
}
