import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';
import { createLogger } from '../kernel/log.ts';
import { APART_MS, hearStoreTime } from '../kernel/store-time.ts';
import { tellClock } from './clock-apart.ts';

const behind = (ms: number) => hearStoreTime(Date.now() + ms, performance.now());
after(() => behind(0)); // other tests of this process go by the machine's clock

test('clocks that are apart are a line, another when that changes and each hour, and one when it is over', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line).event) });
  const said = () => lines.splice(0);
  const tell = (ms: number, now: number) => {
    behind(ms);
    tellClock(log, now);
  };
  tell(0, 0);
  assert.deepEqual(said(), [], 'they agree');
  for (let now = 0; now < HOUR_MS; now += 2_500) tell(MINUTE_MS, now); // as each of the leases is kept
  assert.deepEqual(said(), ['machine.clock-apart']);
  tell(MINUTE_MS, HOUR_MS);
  assert.deepEqual(said(), ['machine.clock-apart'], 'it lasts');
  tell(90_000, HOUR_MS + 1);
  assert.deepEqual(said(), ['machine.clock-apart'], 'it is another difference');
  tell(APART_MS * 0.75, HOUR_MS + 2);
  assert.deepEqual(said(), [], 'nearly the same is not yet over');
  tell(0, HOUR_MS + 3);
  tell(0, HOUR_MS + 4);
  assert.deepEqual(said(), ['machine.clock-apart-over']);
});
