// How a process of tests tells `test/run.ts` what ended: a reporter of Node's runner that sends
// messages to its parent.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { EventData } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

export type Outcome = 'passed' | 'failed' | 'skipped';

/**
 * What is told: how many suites the process has (known before the first runs); how a test ended,
 * and why it failed; what a failed test said of itself; that a suite ended, with the processor time
 * that it took (its child processes' too).
 */
export type TestReport =
  | { kind: 'suites'; count: number }
  | { kind: 'test'; name: string; ms: number; outcome: Outcome; failure?: string }
  | { kind: 'remark'; text: string }
  | { kind: 'suite'; name: string; cpuMs: number };

type EndEvent = EventData.TestPass | EventData.TestFail;

/** What the runner says of an error after its test has passed: the process ends with 1 for it. */
const LATE = /generated asynchronous activity after the test ended/;

/** Gives nothing to print: everything goes to the parent. */
// biome-ignore lint/style/noDefaultExport: the runner takes a reporter by it
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const names = new Map<number, string>();
  let suites = 0;
  let hasFailed = false;
  let usedMs = processorMs();
  for await (const { type, data } of events) {
    if (type === 'test:enqueue') {
      names.set(
        data.testId,
        [names.get(data.parentId ?? -1), data.name].filter((name) => name !== undefined).join(' › '),
      );
      if (data.nesting === 0) suites += 1;
    } else if (type === 'test:start' && suites > 0) {
      tell({ kind: 'suites', count: suites });
      suites = 0;
    } else if (type === 'test:pass' || type === 'test:fail') {
      hasFailed = type === 'test:fail';
      const name = names.get(data.testId) ?? data.name;
      const told = endOf(data, name);
      if (told) tell(told);
      if (data.nesting > 0) continue;
      const now = processorMs();
      tell({ kind: 'suite', name, cpuMs: now - usedMs });
      usedMs = now;
    } else if (type === 'test:interrupted') for (const running of data.tests) tell(interrupted(running));
    else if (type === 'test:plan' && data.nesting === 0) {
      hasFailed = false; // what follows are the counts of the whole run
    } else if (type === 'test:diagnostic' && (hasFailed || LATE.test(data.message)))
      tell({ kind: 'remark', text: data.message });
  }
  yield '';
}

/** What ran when the process was ended: after its last test a suite is in its hooks. */
function interrupted({ name, file, line }: { name: string; file?: string; line?: number }): TestReport {
  const place = `${relative(process.cwd(), file ?? '')}:${line}`;
  return {
    kind: 'test',
    name,
    ms: 0,
    outcome: 'failed',
    failure: `${name} (${place})\nruns, or is in a hook, and does not end`,
  };
}

function tell(told: TestReport): void {
  process.send?.(told);
}

/** A suite is told of only when it failed by itself: what failed in it has been told. */
function endOf(data: EndEvent, name: string): TestReport | undefined {
  const ms = data.details.duration_ms;
  const isSuite = data.details.type === 'suite';
  if ('error' in data.details) {
    const { error } = data.details as EventData.TestFail['details'];
    if ('failureType' in error && error.failureType === 'subtestsFailed') return undefined;
    const place = `${relative(process.cwd(), data.file ?? '')}:${data.line}`;
    return {
      kind: 'test',
      name,
      ms,
      outcome: 'failed',
      failure: `${name} (${place})\n${inspect(error.cause ?? error)}`,
    };
  }
  if (isSuite) return undefined;
  const outcome = data.skip !== undefined || data.todo !== undefined ? 'skipped' : 'passed';
  return { kind: 'test', name, ms, outcome };
}

/** Processor time of this process and of its children that have ended, ms. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childrenMs();
}

/** Where the kernel tells (proc(5), fields 16 and 17 of "stat", in hundredths of a second). */
function childrenMs(): number {
  if (process.platform !== 'linux') return 0;
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) * 10;
}
