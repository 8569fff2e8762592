// Runs every test file of the project with the runner of Node. Options: --coverage, and any part of a path to run less.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const args = process.argv.slice(2);
const coverage = args.includes('--coverage');
const wanted = args.filter((arg) => !arg.startsWith('--'));

const files = ['src', 'test']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((path) => path.endsWith('.test.ts'))
  .filter((path) => wanted.length === 0 || wanted.some((part) => path.includes(part)))
  .sort();

// Node leaves one core free by default; most of the time of a file goes into starting it, so every core gets one.
const options = [
  '--test',
  `--import=${join(root, 'test', 'support', 'properties.ts')}`,
  '--test-timeout=300000',
  `--test-concurrency=${availableParallelism()}`,
  ...args.filter((arg) => arg.startsWith('--test')),
];
if (coverage) {
  options.push(
    '--experimental-test-coverage',
    '--test-coverage-include=src/**',
    '--test-coverage-exclude=**/*.test.ts',
  );
}
const env = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'), ...process.env };
const { status } = spawnSync(process.execPath, [...options, ...files], { cwd: root, stdio: 'inherit', env });
process.exitCode = status ?? 1;
