// Walks through the browser UI as people do, in Debian's Chromium:
//
//   npm run journeys                  all of them
//   npm run journeys -- first-start   files whose name holds "first-start"
//   npm run journeys -- --database postgres://user@host/name
//                                     on two nodes with databases of their own on that server
//   npm run journeys -- --slow 800    each question of a page up to 800 ms late, as on a bad line
//   npm run journeys -- --verbose     each journey by name
//
// The browser is what CHROMIUM_PATH names, else Debian's chromium-headless-shell where it lies
// beside chromium, which takes nearly twice the processor time. Without one it says so and ends
// with 2; without a built UI it builds it.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { counted } from '../../src/kernel/text/counted.ts';
import { runGroups, testEnvironment } from '../processes.ts';
import { readOptions } from '../support/options.ts';
import { hasBrowser, WHOLE_BROWSER } from './browser.ts';

const ROOT = join(import.meta.dirname, '../..');
const { values: options, positionals: wanted } = readOptions(
  import.meta.filename,
  { database: { type: 'string' }, slow: { type: 'string' }, verbose: { type: 'boolean', default: false } },
  { takesWords: true },
);
const files = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.journey.ts') && (wanted.length === 0 || wanted.some((part) => name.includes(part))))
  .map((name) => join(import.meta.dirname, name));

/** A server, a window and a test wait for each other: one more at a time than there are cores. */
const AT_ONCE = availableParallelism() + 1;
/** Many share a browser; few, so that processes end at about the same time. */
const FILES_A_PROCESS = 5;

/** Without the option, whatever the environment names: SQLite. */
const { MAILWRIGHT_TEST_DATABASE_URL: _, ...inherited } = testEnvironment as NodeJS.ProcessEnv;

if (!hasBrowser) {
  console.log(`There is no browser at ${WHOLE_BROWSER}: install Debian's chromium, or set CHROMIUM_PATH.`);
  process.exitCode = 2;
} else if (files.length === 0) {
  console.log(`No journey has ${wanted.join(' or ')} in its name.`);
  process.exitCode = 1;
} else {
  const built = ['dist/ui/index.html', 'dist/browser'];
  if (built.some((path) => !existsSync(join(ROOT, path))))
    spawnSync('npm', ['run', 'build'], { cwd: ROOT, stdio: 'inherit' });
  process.exitCode = await runJourneys();
}

/** @returns the exit code */
async function runJourneys(): Promise<number> {
  const count = Math.max(Math.ceil(files.length / FILES_A_PROCESS), Math.min(AT_ONCE, files.length));
  console.log(`${counted(files.length, 'file')} of journeys in ${counted(count, 'process', 'processes')}`);
  const done = await runGroups({
    groups: Array.from({ length: count }, (_, i) => files.filter((_file, at) => at % count === i)),
    atOnce: AT_ONCE,
    options: ['--test-timeout=300000'],
    env: {
      ...inherited,
      ...(options.database !== undefined && { MAILWRIGHT_TEST_DATABASE_URL: options.database }),
      ...(options.slow !== undefined && { MAILWRIGHT_TEST_SLOW_MS: options.slow }),
    },
    isVerbose: options.verbose,
  });
  done.sumUp();
  return done.exitCode;
}
