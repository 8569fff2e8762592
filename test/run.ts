// Runs every test file of the project with the runner of Node. Options: --coverage, --verbose (each test by name), and any
// part of a path to run less.
//
// Loading the project and starting the in-process PostgreSQL costs far more than most files' tests: files share a process,
// some twenty at a time. One process more than there are cores: tests that wait leave a core to others.
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const args = process.argv.slice(2);
const wanted = args.filter((arg) => !arg.startsWith('--'));
const isVerbose = args.includes('--verbose');
const env = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'), ...process.env };
const FILES_AT_A_TIME = 20;
const SLOWEST = 5;

const files = ['src', 'test']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((path) => path.endsWith('.test.ts'))
  .filter((path) => wanted.length === 0 || wanted.some((part) => path.includes(part)))
  .sort();

const options = [
  '--test',
  `--import=${join(root, 'test', 'support', 'properties.ts')}`,
  '--test-timeout=300000',
  ...args.filter((arg) => arg.startsWith('--test')),
];

if (files.length === 0) {
  console.error(`No test file has ${wanted.map((part) => `"${part}"`).join(' or ')} in its path.`);
  process.exitCode = 1;
} else {
  process.exitCode = args.includes('--coverage') ? coverage() : await runInGroups();
}

/** Coverage is measured over one run. */
function coverage(): number {
  const measure = [
    '--experimental-test-coverage',
    '--test-coverage-include=src/**',
    '--test-coverage-exclude=**/*.test.ts',
    `--test-concurrency=${availableParallelism()}`,
  ];
  const { status } = spawnSync(process.execPath, [...options, ...measure, ...files], {
    cwd: root,
    stdio: 'inherit',
    env,
  });
  return status ?? 1;
}

/** What a process printed of its tests. */
type Told = {
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
  slow: { name: string; ms: number }[];
};

async function runInGroups(): Promise<number> {
  const atOnce = Math.min(availableParallelism() + 1, files.length);
  const count = Math.max(Math.ceil(files.length / FILES_AT_A_TIME), atOnce);
  const groups = Array.from({ length: count }, (_, i) => files.filter((_file, at) => at % count === i));
  const waiting = [...groups];
  const total: Told = { passed: 0, failed: 0, skipped: 0, failures: [], slow: [] };
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  let ended = 0;
  let worst = 0;
  const runNext = async (): Promise<void> => {
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      const { text, status } = await runGroup(group);
      const told = read(text);
      if (status !== 0 && told.failures.length === 0) told.failures.push(`${group.join(' ')}\nended with ${status}`);
      for (const name of ['passed', 'failed', 'skipped'] as const) total[name] += told[name];
      total.failures.push(...told.failures);
      total.slow.push(...told.slow);
      worst = Math.max(worst, status);
      ended += group.length;
      if (isVerbose) process.stdout.write(text);
      for (const failure of told.failures) console.log(`\n✖ ${failure}\n`);
      console.log(`${ended} of ${files.length} files: ${counts(total)}, ${seconds()} s`);
    }
  };
  console.log(`${files.length} files of tests in ${atOnce} processes at a time`);
  await Promise.all(Array.from({ length: atOnce }, runNext));
  sumUp(total, seconds());
  return worst;
}

function counts({ passed, failed, skipped }: Told): string {
  return `${passed} tests passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function sumUp(total: Told, seconds: number): void {
  if (total.failures.length > 0) console.log(`\n✖ all that failed, once more:\n\n${total.failures.join('\n\n')}`);
  const slowest = total.slow.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  console.log(`\nslowest: ${slowest.map(({ name, ms }) => `${name} ${(ms / 1000).toFixed(1)} s`).join(' · ')}`);
  console.log(`${total.failures.length > 0 ? '✖' : '✔'} ${counts(total)} in ${seconds} s`);
}

/** Reads what the runner's "spec" reporter printed. */
function read(text: string): Told {
  const [told = '', failures] = text.split('\n✖ failing tests:\n');
  const count = (name: string) => Number(new RegExp(`^ℹ ${name} (\\d+)`, 'm').exec(told)?.[1] ?? 0);
  const slow = [...told.matchAll(/^✔ (.+) \(([\d.]+)ms\)/gm)].map(([, name = '', ms]) => ({ name, ms: Number(ms) }));
  return {
    passed: count('pass'),
    failed: count('fail') + count('cancelled'),
    skipped: count('skipped'),
    failures: failures === undefined ? [] : [failures.trim()],
    slow,
  };
}

/** Runs files in one process. @returns what it printed, and its exit code */
function runGroup(group: readonly string[]): Promise<{ text: string; status: number }> {
  const child = spawn(process.execPath, [...options, '--test-isolation=none', '--test-reporter=spec', ...group], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ text: Buffer.concat(parts).toString(), status: code ?? 1 }));
  });
}
