import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '../kernel/durations.ts';
import { newSignal } from './signal.ts';

test('a signal that was raised before anybody waits is one look, however often it was raised', async () => {
  const signal = newSignal();
  signal.raise();
  signal.raise();
  await signal.wait();
  let looks = 0;
  const second = signal.wait().then(() => {
    looks += 1;
  });
  await new Promise(setImmediate);
  assert.equal(looks, 0, 'what was raised before was looked at');
  signal.raise();
  await second;
  assert.equal(looks, 1);
});

test('a wait ends by itself after its time; a signal that was lowered is not heard', async () => {
  const signal = newSignal();
  await signal.wait(1);
  signal.raise();
  signal.lower();
  let isOver = false;
  const waiting = signal.wait(MINUTE_MS).then(() => {
    isOver = true;
  });
  await new Promise(setImmediate);
  assert.equal(isOver, false);
  signal.raise();
  await waiting;
});
