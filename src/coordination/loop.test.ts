import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../test/support/until.ts';
import { relayDelayMs, retryDelayMs } from '../delivery/relay-pool/backoff.ts';
import { HOUR_MS } from '../kernel/durations.ts';
import { createLogger } from '../kernel/log.ts';
import { startLoop } from './loop.ts';
import { isDeadHere, thisOwner } from './owner.ts';

function logged() {
  const events: string[] = [];
  const log = createLogger('info', {
    write: (line) => void events.push(String((JSON.parse(line) as { event: string }).event)),
  });
  return { events, log };
}

test('a loop looks at once, at its pace, and when nudged', async (t) => {
  let looks = 0;
  const look = async () => {
    looks += 1;
  };
  const loop = startLoop({ look, everyMs: 10_000, event: 'test.failed', log: logged().log });
  t.after(() => loop.stop());
  await until('it looks at once', () => looks === 1);
  loop.nudge();
  await until('it looks again', () => looks === 2);
  await loop.stop();
  loop.nudge();
  await sleep(5);
  assert.equal(looks, 2, 'not after the end');
});

test('a nudge during a look makes one more look', async (t) => {
  let looks = 0;
  const look = async () => {
    looks += 1;
    await sleep(1);
    if (looks === 1) loop.nudge();
  };
  const loop = startLoop({ look, everyMs: 10_000, event: 'test.failed', log: logged().log });
  t.after(() => loop.stop());
  await until('it looks once more', () => looks === 2);
  await sleep(5);
  await loop.stop();
  assert.equal(looks, 2, 'and no more');
});

test('a failure does not end the loop and is told when it begins and when it ends', async (t) => {
  const { events, log } = logged();
  let looks = 0;
  const look = async () => {
    looks += 1;
    if (looks < 4) throw new Error('database away');
  };
  const loop = startLoop({ look, everyMs: 1, event: 'test.failed', log });
  t.after(() => loop.stop());
  while (looks < 6) await sleep(1);
  await loop.stop();
  assert.deepEqual(events, ['test.failed', 'test.failed-over']);
});

test('waiting grows to its limit and differs from lane to lane', () => {
  const waits = Array.from({ length: 200 }, () => relayDelayMs(1));
  assert.ok(Math.min(...waits) >= 500 && Math.max(...waits) <= 1_000 && new Set(waits).size > 50);
  assert.ok(relayDelayMs(40) <= 30_000 && relayDelayMs(40) >= 15_000);
  // up to the limit of four hours, which the sixth wait reaches
  for (let attempt = 1; attempt < 5; attempt += 1) assert.ok(retryDelayMs(attempt + 1) > retryDelayMs(attempt));
  assert.ok(retryDelayMs(30) <= 4 * HOUR_MS * 1.25);
});

test('an owner is dead only when this machine surely knows', () => {
  const owner = thisOwner();
  const [host = '', pid = '', start = ''] = owner.split('|');
  assert.equal(isDeadHere(owner), false);
  assert.equal(isDeadHere(`${host}|${pid}|`), false, 'no start time, alive pid');
  assert.equal(isDeadHere(`${host}|${pid}|${Number(start) + 1}`), start !== '');
  assert.equal(isDeadHere(`${host}|4194305|1`), true, 'above the highest pid of Linux');
  for (const foreign of ['', 'elsewhere|1|1', `${host}|x|1`, `${host}|-1|1`, host])
    assert.equal(isDeadHere(foreign), false);
});
