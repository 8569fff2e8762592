// Runs the test files of the project with the runner of Node.
//
//   npm test                            all but those that start the server as a process, of which
//                                       only those that kill it; on SQLite and PGlite
//   npm test -- segments wire/people    files that have one of these in their path
//   npm test -- --verbose segments      each test by name, and what each suite cost
//   npm test -- --coverage              what the tests run of src/ (npm run coverage)
//   npm test -- --test-name-pattern=X   options of Node's runner
//   npm run end-to-end                  those that start the server as a process
//   npm run end-to-end -- doctor move   of these the files that have one of these in their path
//
// Where MAILWRIGHT_TEST_DATABASE_URL names a server: only the files with a test of storage.
//
// Loading the project and starting the in-process PostgreSQL costs as much as the tests of twenty
// files: there are few processes, each with many files. Each waits half of its time or more (for
// timers, servers, a database): two processes more than there are cores.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { counted } from '../src/kernel/text/counted.ts';
import { BUILT_FILES } from '../src/web/built/files.ts';
import { runGroups, testEnvironment } from './processes.ts';
import { EXCEPTIONS } from './support/customer-law/exceptions.ts';
import { readOptions } from './support/options.ts';

const EXCEPTIONS_FILE = 'test/support/customer-law/exceptions.ts';
const root = join(import.meta.dirname, '..');
const isOfRunner = (arg: string) => arg.startsWith('--test');
const args = process.argv.slice(2).filter((arg) => !isOfRunner(arg));
const { values: chosen, positionals: wanted } = readOptions(
  import.meta.filename,
  { coverage: { type: 'boolean' }, verbose: { type: 'boolean' } },
  { takesWords: true, args },
);
const isVerbose = chosen.verbose === true;
const END_TO_END = join('test', 'end-to-end');
const KILL = join(END_TO_END, 'kill.test.ts');
/** They sleep a minute or more until a clock says so: begun late they would be waited for. */
const ASLEEP = ['own-times', 'rest'].map((name) => join(END_TO_END, `${name}.test.ts`));
const STORES = join('test', 'support', 'stores.ts');
const isServer = process.env['MAILWRIGHT_TEST_DATABASE_URL'] !== undefined;
const leading = new Map<string, boolean>();
/** With fewer, a process would cost more than it spares. */
const FILES_A_PROCESS = 10;

// Made by `npm ci`; a folder that was built before they existed lacks them.
if (!existsSync(BUILT_FILES)) spawnSync(process.execPath, [join('ui', 'build', 'files.ts')], { cwd: root });

const files = ['src', 'test', 'clients']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((path) => path.endsWith('.test.ts'))
  .filter(isWanted)
  .sort();

const isEndToEnd = files.every((file) => file.startsWith(END_TO_END));

function isWanted(path: string): boolean {
  const [first, ...parts] = wanted;
  if (first === 'end-to-end' && parts.length > 0)
    return path.startsWith(END_TO_END) && parts.some((part) => path.includes(part));
  if (wanted.length > 0) return wanted.some((part) => path.includes(part));
  if (path.startsWith(END_TO_END)) return path === KILL && !isServer;
  return !isServer || leadsTo(path, STORES);
}

/** Whether a file of tests imports another, or imports what imports it. */
function leadsTo(path: string, target: string): boolean {
  if (path === target) return true;
  const known = leading.get(path);
  if (known !== undefined) return known;
  leading.set(path, false); // files may import each other
  const source = readFileSync(join(root, path), 'utf8');
  const imports = [...source.matchAll(/ from '(\.[^']+)'/g)].map(([, to = '']) => join(dirname(path), to));
  const leads = imports.some((one) => !one.startsWith('src') && leadsTo(one, target));
  leading.set(path, leads);
  return leads;
}

const options = [
  '--max-semi-space-size=32', // tests make much that is forgotten at once
  `--import=${join(root, 'test', 'support', 'properties.ts')}`,
  `--import=${join(root, 'test', 'support', 'customer-law', 'watch.ts')}`,
  '--test-timeout=300000',
  '--test-force-exit', // a timer within PGlite may outlive its store
  ...process.argv.slice(2).filter(isOfRunner),
];

if (files.length === 0) {
  console.error(`No test file has ${wanted.map((part) => `"${part}"`).join(' or ')} in its path.`);
  process.exitCode = 1;
} else {
  process.exitCode = chosen.coverage ? coverage() : await runAll();
}

/** Coverage is measured over one run. */
function coverage(): number {
  const measure = [
    '--experimental-test-coverage',
    '--test-coverage-include=src/**',
    '--test-coverage-exclude=**/*.test.ts',
    `--test-concurrency=${availableParallelism()}`,
  ];
  const { status } = spawnSync(process.execPath, ['--test', ...options, ...measure, ...files], {
    cwd: root,
    stdio: 'inherit',
    env: testEnvironment,
  });
  return status ?? 1;
}

/** @returns the exit code */
async function runAll(): Promise<number> {
  const worthwhile = isEndToEnd ? files.length : Math.ceil(files.length / FILES_A_PROCESS);
  const atOnce = Math.min(availableParallelism() + 2, worthwhile);
  console.log(`${counted(files.length, 'file')} of tests in ${counted(atOnce, 'process', 'processes')}`);
  const done = await runGroups({ groups: groupsFor(atOnce), atOnce, options, env: testEnvironment, isVerbose });
  const isWhole = wanted.length === 0 && !isServer;
  // Told only: a loop of a server may or may not have come to its statement in this run.
  if (isWhole)
    for (const name of unusedExceptions(done.usedExceptions))
      console.log(`No statement needed ${name} (${EXCEPTIONS_FILE})`);
  done.sumUp();
  return done.exitCode;
}

/**
 * The files that share a process. Those that start servers take minutes, which is time of the
 * servers: each has a process of its own, and those that take longest begin first, so that at the
 * end no core waits for one. How much there is to read tells roughly how long a file takes.
 */
function groupsFor(count: number): string[][] {
  const lengthOf = (file: string) =>
    ASLEEP.includes(file) ? Number.MAX_SAFE_INTEGER : statSync(join(root, file)).size;
  if (isEndToEnd) return files.toSorted((a, b) => lengthOf(b) - lengthOf(a)).map((file) => [file]);
  return Array.from({ length: count }, (_, i) => files.filter((_file, at) => at % count === i));
}

/** The exceptions of the law of customers that no statement of the tests needed. */
function unusedExceptions(used: ReadonlySet<string>): string[] {
  return EXCEPTIONS.flatMap(({ of }) => of).filter((name) => !used.has(name));
}
