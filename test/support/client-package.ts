// The client as integrators get it: packed, and installed into an empty folder without a network.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '..', '..');
const PACKAGE = join(ROOT, 'clients', 'typescript');
const TYPESCRIPT = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

const execute = promisify(execFile);

/** Runs a program to its end. @returns what it printed; its errors are not hidden */
export async function run(program: string, args: readonly string[], options: { cwd?: string; env?: object } = {}) {
  const env = { ...process.env, ...options.env } as Record<string, string>;
  const done = await execute(program, [...args], { cwd: options.cwd, env, timeout: 120_000 }).catch(
    (error: { stdout?: string; stderr?: string; message: string }) => {
      throw new Error(`${error.message}\n${error.stdout ?? ''}\n${error.stderr ?? ''}`);
    },
  );
  return done.stdout;
}

/** A folder with a project that has the package installed, and nothing else. */
export async function installPackage(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'mailwright-client-'));
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: PACKAGE });
  const [tarball = ''] = readdirSync(folder);
  assert.match(tarball, /^mailwright-client-\d+\.\d+\.\d+\.tgz$/);
  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "name": "project", "private": true, "type": "module" }\n');
  const quiet = ['--offline', '--no-audit', '--no-fund', '--silent'];
  await run('npm', ['install', ...quiet, join(folder, tarball)], { cwd: project });
  return project;
}

/** Removes the project of installPackage. */
export function removePackage(project: string): void {
  if (project !== '') rmSync(dirname(project), { recursive: true, force: true });
}

/** Checks the types of a project's files as its own compiler would, libraries too. */
export async function checkTypes(project: string, files: readonly string[], options: object): Promise<void> {
  const config = join(project, 'tsconfig.json');
  const compilerOptions = { strict: true, noEmit: true, target: 'es2022', types: [], ...options };
  writeFileSync(config, JSON.stringify({ compilerOptions, files }));
  await run(process.execPath, [TYPESCRIPT, '-p', config]);
}

/** Lets a project find the types of Node, as most have them installed. */
export function giveNodeTypes(project: string): void {
  const types = join(project, 'node_modules', '@types');
  mkdirSync(types, { recursive: true });
  symlinkSync(join(ROOT, 'node_modules', '@types', 'node'), join(types, 'node'));
  symlinkSync(join(ROOT, 'node_modules', 'undici-types'), join(project, 'node_modules', 'undici-types'));
}
