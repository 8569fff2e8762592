// Commands for developers tell how they are used, and refuse what they do not know.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { usageOf } from './options.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const OTHERS = ['test/run.ts', 'test/ui/run.ts', 'test/ui/screens.ts', 'test/browser/run.ts', 'test/chaos/run.ts'];
const files = [
  ...readdirSync(join(ROOT, 'bench')).flatMap((name) => (/^(?!run).*\.ts$/.test(name) ? [`bench/${name}`] : [])),
  ...OTHERS,
];

function run(file: string, ...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [join(ROOT, file), ...args], { encoding: 'utf8' });
}

/** The names of the options that a file reads. */
function optionsIn(file: string): string[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const [, begun = ''] = source.split(/= readOptions\(|^readOptions\(/m);
  const [options = ''] = begun.split(/\);\n/);
  return [...options.matchAll(/'?([\w-]+)'?: \{ type: /g)].map(([, name = '']) => name);
}

test('the help of each command names all its options', () => {
  assert.ok(files.length > 20 && files.flatMap(optionsIn).length > 50);
  for (const file of files) {
    const source = readFileSync(join(ROOT, file), 'utf8');
    assert.match(source, /readOptions\(\s*import\.meta\.filename/, file);
    const usage = usageOf(join(ROOT, file));
    for (const name of optionsIn(file)) assert.match(usage, new RegExp(`--${name}\\b`), `${file}: --${name}`);
  }
});

test('a command prints its first comment, and does nothing else', () => {
  const { status, stdout } = run('bench/ledger.ts', '--help');
  assert.equal(status, 0);
  assert.match(stdout, /^What the ledger alone costs/);
  assert.match(stdout, /--people 50000/);
});

test('what a command does not know is refused with one sentence', () => {
  for (const [args, sentence] of [
    [['--pepole', '5'], /^Unknown option '--pepole'\. With --help/],
    [['--people', 'many'], /^--people is a number, such as 50000\./],
    [['--people'], /^Option '--people <value>' argument missing\./],
    [['stray'], /^Unexpected argument 'stray'\./],
  ] as const) {
    const { status, stdout, stderr } = run('bench/ledger.ts', ...args);
    assert.equal(status, 2, stderr);
    assert.match(stderr, sentence);
    assert.equal(stdout, '');
  }
});

test('a list of benchmarks, and a name that none of them has', () => {
  const { status, stdout } = run('bench/run.ts', '--help');
  assert.equal(status, 0);
  for (const file of files.filter((name) => name.startsWith('bench/')))
    assert.match(stdout, new RegExp(`^  ${file.slice('bench/'.length, -'.ts'.length)} `, 'm'));
  const unknown = run('bench/run.ts', 'nosuch');
  assert.equal(unknown.status, 2);
  assert.match(unknown.stderr, /^No benchmark has nosuch in its name: api, /);
});
