// Holds the built UI to its budgets: what a first load takes, what a route takes. In bytes after
// gzip, of the files that `npm run build` made.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ASSETS = join(import.meta.dirname, '../../dist/ui/assets');
const KB = 1_000;
const FIRST_JS = 260 * KB;
const FIRST_CSS = 45 * KB;
const ROUTE = 40 * KB;
const EDITOR = 300 * KB;
/** Loaded when somebody writes or looks at a chart, not with a screen. */
const LATER = /^(code-editor|rich-editor|blocks-editor|chart)-/;

const sizeOf = (name: string) => statSync(join(ASSETS, `${name}.gz`)).size;
const names = readdirSync(ASSETS).filter((name) => /\.(js|css)$/.test(name));
const page = readFileSync(join(ASSETS, '../index.html'), 'utf8');
const entry = /assets\/(index-[\w-]+\.js)/.exec(page)?.[1] ?? '';

/** The files that one names, and those that these name, without what is loaded later. */
function namedBy(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  const text = readFileSync(join(ASSETS, name), 'utf8');
  for (const [, other = ''] of text.matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g)) namedBy(other, seen);
  return seen;
}

const first = namedBy(entry);
const faults: string[] = [];
const hold = (what: string, size: number, most: number) => {
  console.log(`${what}: ${(size / KB).toFixed(1)} of ${most / KB} kB`);
  if (size > most) faults.push(`${what} is ${size} bytes, above ${most}.`);
};
hold(
  'first load, scripts',
  [...first].reduce((sum, name) => sum + sizeOf(name), 0),
  FIRST_JS,
);
const css = [...page.matchAll(/assets\/([\w-]+\.css)/g)].map(([, name = '']) => sizeOf(name));
hold(
  'first load, styles',
  css.reduce((sum, size) => sum + size, 0),
  FIRST_CSS,
);
for (const name of names.filter((other) => other.endsWith('.js') && !first.has(other))) {
  const size = sizeOf(name);
  if (LATER.test(name)) hold(name, size, EDITOR);
  else if (size > ROUTE) hold(name, size, ROUTE);
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
