import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { until } from '../../test/support/until.ts';
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { inIdleThread, refuseJobs } from './idle-thread.ts';

const ECHO = new URL(
  `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';
const tree = (height) => (height === 0 ? {} : { left: tree(height - 1), right: tree(height - 1) });
parentPort.on('message', (job) => { if (job === 'break') throw new Error('broken');
  while (job === 'for ever');
  const held = [];
  while (job === 'memory') held.push(tree(12));
  if (job === 'leave') process.exit();
  parentPort.postMessage(job);
  if (job === 'answer and leave') process.exit(); });`)}`,
);
const tooHeavy = (limits: { seconds: number; memory: number }) => say('template-heavy-content', limits);
const options = { name: 'echo', idleMs: 10, tooHeavy };

function refusal(limits: { seconds: number; memory: number }) {
  return (error: unknown) => {
    assert.ok(error instanceof AppError, String(error));
    assert.deepEqual([error.code, error.sentence], ['invalid', tooHeavy(limits)]);
    return true;
  };
}

test('customers take turns, each in the order of what they asked for', async () => {
  const doJob = inIdleThread<string, string>(ECHO, options);
  const ended: string[] = [];
  const ask = (customerId: number, job: string) => doJob(job, customerId).then((done) => ended.push(done));
  const many = [1, 2, 3, 4].map((n) => ask(1, `a${n}`));
  await Promise.all([...many, ask(2, 'b1'), ask(3, 'c1'), ask(2, 'b2')]);
  assert.deepEqual(ended, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  await ask(1, 'later');
  assert.equal(ended.at(-1), 'later');
});

test('a job that breaks the thread fails alone', async () => {
  const doJob = inIdleThread<string, string>(ECHO, options);
  const found = await Promise.allSettled([doJob('break', 1), doJob('a', 1), doJob('b', 2)]);
  assert.deepEqual(
    found.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled'],
  );
});

test('a server that ends refuses what is not done, running or waiting, and takes jobs afterwards', async () => {
  const doJob = inIdleThread<string, string>(ECHO, options);
  const asked = [doJob('for ever', 1), doJob('a', 1), doJob('b', 2)];
  setTimeout(refuseJobs, 50);
  for (const one of await Promise.allSettled(asked)) {
    assert.ok(one.status === 'rejected' && one.reason instanceof AppError, one.status);
    assert.equal(one.reason.code, 'unavailable');
  }
  assert.equal(await doJob('c', 1), 'c');
});

test('a job that takes too long is refused with what is too heavy, and the next one is done', async () => {
  const doJob = inIdleThread<string, string>(ECHO, { ...options, patienceMs: 2_000 });
  const late = doJob('for ever', 1);
  // On a busy machine starting another thread may take as long.
  const next = until('the next one is done', async () => (await doJob('a', 1).catch(() => '')) === 'a');
  await assert.rejects(late, refusal({ seconds: 2, memory: 1024 }));
  await next;
});

test('so is one that takes too much memory', async () => {
  const doJob = inIdleThread<string, string>(ECHO, { ...options, memoryMb: 32 });
  const [large, next] = await Promise.allSettled([doJob('memory', 1), doJob('a', 1)]);
  assert.ok(large.status === 'rejected' && refusal({ seconds: 60, memory: 32 })(large.reason));
  assert.ok(next.status === 'fulfilled' && next.value === 'a');
});

test('a thread that ends after its answer, with an error or without, is replaced', async () => {
  const doJob = inIdleThread<string, string>(ECHO, { ...options, idleMs: 60_000 });
  for (const last of ['break', 'leave']) {
    const started = once(process, 'worker');
    assert.equal(await doJob('a', 1), 'a');
    const [thread] = (await started) as [Worker];
    const ended = new Promise((resolve) => thread.once('exit', resolve));
    thread.postMessage(last);
    await ended;
  }
  assert.equal(await doJob('a', 1), 'a');
});

test('the answer of a thread that has ended by the time it is read counts', async () => {
  const doJob = inIdleThread<string, string>(ECHO, options);
  const answer = doJob('answer and leave', 1);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  assert.equal(await answer, 'answer and leave');
});
