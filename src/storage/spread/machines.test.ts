import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMachines } from './machines.ts';

function asked() {
  const answers: PromiseWithResolvers<readonly number[]>[] = [];
  const machines = openMachines(() => {
    const answer = Promise.withResolvers<readonly number[]>();
    answers.push(answer);
    return answer.promise;
  });
  return { machines, answers };
}

test('machines are asked once by all who wait, and after trouble again', async () => {
  const { machines, answers } = asked();
  const both = Promise.all([machines.down(), machines.look()]);
  assert.equal(answers.length, 1);
  answers[0]?.resolve([]);
  assert.deepEqual(await both, [[], []]);
  assert.deepEqual(await machines.down(), []);
  machines.noteTrouble(new Error('duplicate key value violates unique constraint'));
  assert.deepEqual(await machines.down(), []);
  assert.equal(answers.length, 1, 'that is known, and no trouble of a machine');
  machines.noteTrouble(new Error('connection to the remote node mailwright@10.0.0.2:5432 failed'));
  const again = machines.down();
  assert.equal(answers.length, 2);
  answers[1]?.resolve([2]);
  assert.deepEqual(await again, [2]);
});

test('while one does not answer nobody waits for the others', async () => {
  const { machines, answers } = asked();
  const first = machines.down();
  answers[0]?.resolve([2]);
  await first;
  machines.noteTrouble(new Error('server closed the connection unexpectedly'));
  const looked = machines.look();
  assert.deepEqual(await machines.down(), [2], 'as it was known');
  answers[1]?.resolve([]);
  assert.deepEqual([await looked, await machines.down()], [[], []]);
});

test('a question that fails is asked again', async () => {
  const { machines, answers } = asked();
  const first = machines.down();
  answers[0]?.reject(new Error('The database does not answer.'));
  await assert.rejects(first);
  machines.noteTrouble(new Error('terminating connection'));
  const second = machines.down();
  answers[1]?.resolve([]);
  assert.deepEqual(await second, []);
});

test('who asks often hears what is known, and asks no machine while all answer', async () => {
  const { machines, answers } = asked();
  assert.deepEqual(machines.knownDown(), []);
  assert.equal(answers.length, 0);
  const looked = machines.look();
  answers[0]?.resolve([2, 3]);
  await looked;
  assert.deepEqual(machines.knownDown(), [2, 3]);
  assert.equal(answers.length, 1, 'a moment ago');
});
