// Runs every test file of the project with the runner of Node. Options: --coverage, and any part of a path to run less.
//
// Loading the project and starting the in-process PostgreSQL costs far more than most files' tests: files share a process,
// a dozen at a time, and every core has one such process.
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const args = process.argv.slice(2);
const wanted = args.filter((arg) => !arg.startsWith('--'));
const env = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'), ...process.env };
const FILES_AT_A_TIME = 12;

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

process.exitCode = args.includes('--coverage') ? coverage() : await runInGroups();

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

async function runInGroups(): Promise<number> {
  const count = Math.max(Math.ceil(files.length / FILES_AT_A_TIME), Math.min(availableParallelism(), files.length));
  const groups = Array.from({ length: count }, (_, i) => files.filter((_file, at) => at % count === i));
  const total = new Map<string, number>();
  const failures: string[] = [];
  let worst = 0;
  const runNext = async (): Promise<void> => {
    for (let group = groups.shift(); group; group = groups.shift()) {
      const { text, status } = await runGroup(group);
      const [told = '', failed] = text.split('\n✖ failing tests:\n');
      process.stdout.write(
        told.replace(/^ℹ (\w+) ([\d.]+)\n?/gm, (_, name: string, n: string) => add(total, name, Number(n))),
      );
      if (failed !== undefined) failures.push(failed.trim());
      else if (status !== 0) failures.push(`${group.join(' ')}\nended with ${status}`);
      worst = Math.max(worst, status);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runNext));
  for (const [name, n] of total) console.log(`ℹ ${name} ${n}`);
  if (failures.length > 0) console.log(`\n✖ failing tests:\n\n${failures.join('\n\n')}`);
  return worst;
}

function add(total: Map<string, number>, name: string, n: number): string {
  total.set(name, (total.get(name) ?? 0) + n);
  return '';
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
