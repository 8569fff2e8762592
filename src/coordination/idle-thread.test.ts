import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inIdleThread } from './idle-thread.ts';

const ECHO = new URL(
  `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';
parentPort.on('message', (job) => { if (job === 'break') throw new Error('broken'); parentPort.postMessage(job); });`)}`,
);

test('customers take turns, each in the order of what they asked for', async () => {
  const doJob = inIdleThread<string, string>(ECHO, { name: 'echo', idleMs: 10 });
  const ended: string[] = [];
  const ask = (customerId: number, job: string) => doJob(job, customerId).then((done) => ended.push(done));
  const many = [1, 2, 3, 4].map((n) => ask(1, `a${n}`));
  await Promise.all([...many, ask(2, 'b1'), ask(3, 'c1'), ask(2, 'b2')]);
  assert.deepEqual(ended, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  await ask(1, 'later');
  assert.equal(ended.at(-1), 'later');
});

test('a job that breaks the thread fails alone', async () => {
  const doJob = inIdleThread<string, string>(ECHO, { name: 'echo', idleMs: 10 });
  const found = await Promise.allSettled([doJob('break', 1), doJob('a', 1), doJob('b', 2)]);
  assert.deepEqual(
    found.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled'],
  );
});
