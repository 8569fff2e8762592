// Runs files of tests in processes, each with many files: starting one, and what its files share
// (the in-process PostgreSQL, a browser), costs as much as many tests. Tells how it goes, and what
// failed.
import { spawn } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../src/kernel/text/counted.ts';
import type { Outcome, TestReport } from './reporter.ts';
import { COMPILED } from './support/compiled.ts';
import type { UsedException } from './support/customer-law/watch.ts';

const ROOT = join(import.meta.dirname, '..');
const MEMORY = '/dev/shm';
const MEMORY_NEEDED = 2 ** 31;
const TELL_EVERY_MS = 15_000;
/** Longer than any test may take; a hook has no limit of its own. */
const SILENT_MS = 660_000;
const UNTIL_KILLED_MS = 10_000;
const SHOWN_AS_DEAREST = 5;

/** For every process of tests; what the caller's environment says goes first. */
export const testEnvironment = {
  NODE_COMPILE_CACHE: COMPILED,
  ...(hasMemory() && { TMPDIR: MEMORY }), // the stores of tests wait for no disk
  ...process.env,
};

/** Whether a folder in memory has room for the stores of tests (Linux). */
function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= MEMORY_NEEDED;
  } catch {
    return false;
  }
}

export type Work = {
  /** The files that share a process, in the order in which the processes are started. */
  groups: readonly (readonly string[])[];
  /** How many of these processes run at a time. */
  atOnce: number;
  /** More options of Node, before the files. */
  options: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Each test is told by name, and what each suite cost. */
  isVerbose: boolean;
  /** A process in which nothing ends for this long is ended, ms. */
  silentMs?: number;
};

export type Done = {
  exitCode: number;
  /** The exceptions of the law of customers that statements needed. */
  usedExceptions: ReadonlySet<string>;
};

/** Runs all groups. What happened is printed by `sumUp`, after what the caller has to say. */
export async function runGroups(work: Work): Promise<Done & { sumUp(): void }> {
  const { groups, atOnce, options, env, isVerbose, silentMs = SILENT_MS } = work;
  const tally = newTally(isVerbose);
  const waiting = [...groups];
  const codes: number[] = [];
  const telling = setInterval(() => console.log(tally.progress()), TELL_EVERY_MS);
  const runNext = async (): Promise<void> => {
    for (let group = waiting.shift(); group; group = waiting.shift())
      codes.push(await runGroup(group, { options, env, silentMs, tally }));
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, groups.length) }, runNext));
  clearInterval(telling);
  return { exitCode: Math.max(...codes), usedExceptions: tally.usedExceptions, sumUp: tally.sumUp };
}

/** Runs files in one process. @returns its exit code */
function runGroup(
  group: readonly string[],
  { options, env, silentMs, tally }: Pick<Work, 'options' | 'env'> & { silentMs: number; tally: Tally },
): Promise<number> {
  const reporter = `--test-reporter=${join(ROOT, 'test', 'reporter.ts')}`;
  const child = spawn(process.execPath, ['--test', '--test-isolation=none', reporter, ...options, ...group], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let hasFailed = false;
  let killing: NodeJS.Timeout | undefined;
  const end = () => {
    child.kill('SIGTERM'); // it tells what runs
    killing = setTimeout(() => child.kill('SIGKILL'), UNTIL_KILLED_MS).unref();
  };
  let watching = setTimeout(end, SILENT_MS).unref(); // loading the files takes its time
  child.on('message', (told: Told) => {
    clearTimeout(watching);
    watching = setTimeout(end, silentMs).unref();
    hasFailed ||= told.kind === 'test' && told.failure !== undefined;
    tally.note(told);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(watching);
      clearTimeout(killing);
      if (code !== 0 && !hasFailed) tally.fail(`✖ the process ended with ${code ?? signal}: ${group.join(' ')}`);
      resolve(code ?? 1);
    });
  });
}

type Told = TestReport | UsedException;
type Tally = ReturnType<typeof newTally>;

/** What the processes told so far. */
function newTally(isVerbose: boolean) {
  const counts: Record<Outcome, number> = { passed: 0, failed: 0, skipped: 0 };
  const failures: string[] = [];
  const usedExceptions = new Set<string>();
  const suites: { name: string; cpuMs: number }[] = [];
  let known = 0;
  const startedAt = performance.now();

  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  function fail(text: string): void {
    failures.push(text);
    console.log(`\n${text}\n`);
  }
  function summary(): string {
    const { passed, failed, skipped } = counts;
    return `${counted(passed, 'test')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  }
  return {
    usedExceptions,
    fail,
    note(told: Told): void {
      if (told.kind === 'exception') usedExceptions.add(told.name);
      else if (told.kind === 'suites') known += told.count;
      else if (told.kind === 'suite') {
        suites.push(told);
        if (isVerbose) console.log(`suite ${told.name}: ${Math.round(told.cpuMs)} ms of processor time`);
      } else if (told.kind === 'remark') fail(`  said: ${told.text}`);
      else {
        counts[told.outcome] += 1;
        if (isVerbose) console.log(`${told.outcome} ${told.name} (${Math.round(told.ms)} ms)`);
        if (told.failure !== undefined) fail(`✖ ${told.failure}`);
      }
    },
    progress: () => `${suites.length} of ${counted(known, 'suite')}: ${summary()}, ${seconds()} s`,
    sumUp(): void {
      if (failures.length > 0) console.log(`\nall that failed, once more:\n\n${failures.join('\n\n')}`);
      const dearest = suites.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, SHOWN_AS_DEAREST);
      const used = suites.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
      const shown = dearest.map(({ name, cpuMs }) => `${name} ${(cpuMs / 1000).toFixed(1)} s`);
      console.log(`\nmost processor time: ${shown.join(' · ')}`);
      const took = `in ${seconds()} s, ${Math.round(used / 1000)} s of processor time`;
      console.log(`${failures.length > 0 ? '✖' : '✔'} ${summary()} ${took}`);
    },
  };
}
