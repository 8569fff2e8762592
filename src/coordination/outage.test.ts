import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Logger } from '../kernel/log.ts';
import { newOutage } from './outage.ts';

type Line = Record<string, unknown>;

function recorded() {
  const lines: Line[] = [];
  const note = (level: string) => (line: Line) => void lines.push({ level, ...line });
  const log = { error: note('error'), warn: note('warn'), info: note('info') } as unknown as Logger;
  return { lines, log };
}

test('an outage of an hour is some lines: when it begins, each minute, and its end', () => {
  const { lines, log } = recorded();
  let now = 5_000;
  const outage = newOutage(log, 'test.failed', { now: () => now });
  outage.worked();
  assert.deepEqual(lines, [], 'what works is not told');
  for (let attempt = 0; attempt < 3_600; attempt += 1, now += 1_000) outage.failed(new Error('away'), { waiting: 3 });
  outage.worked();
  outage.worked();
  assert.deepEqual(lines[0], { level: 'error', event: 'test.failed', reason: 'away', waiting: 3 });
  assert.deepEqual(lines[1], { ...(lines[0] as Line), times: 61, seconds: 60 });
  assert.deepEqual(lines.at(-1), { level: 'info', event: 'test.failed-over', times: 3_600, seconds: 3_600 });
  assert.equal(lines.length, 61);
  outage.failed(new Error('again'));
  assert.deepEqual(lines.at(-1), { level: 'error', event: 'test.failed', reason: 'again' }, 'the next one begins anew');
});

test('a trouble of the store is said in words, and what the line is about in each', () => {
  const { lines, log } = recorded();
  const outage = newOutage(log, 'test.failed', { level: 'warn', more: { lease: 'clock' } });
  outage.failed(Object.assign(new Error('could not extend file "base/1"'), { code: '53100' }));
  outage.worked();
  const [began, over] = lines;
  assert.match(
    String(began?.['reason']),
    /^The disk with the database is full: free up space \(could not extend file .*\)\.$/,
  );
  assert.deepEqual([began?.['level'], began?.['lease'], over?.['lease']], ['warn', 'clock', 'clock']);
});
