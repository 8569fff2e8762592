import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openProgressBar, progressLine } from './progress-bar.ts';

const state = { label: 'Import', unit: 'rows', elapsedMs: 2000, columns: 80 };

test('a line has share, counts and rate', () => {
  const line = progressLine({ ...state, done: 1000, total: 4000 });
  assert.match(line, /^Import {2}█+░+ {2}25 % {2}1,000 of 4,000 rows, 500\/s$/);
  assert.ok(line.length <= 80);
});

test('it tells how long the rest takes, by what was done since it began', () => {
  const line = (done: number, total: number) => progressLine({ ...state, done, total, before: 1000 });
  assert.match(line(2000, 4000), /2,000 of 4,000 rows, 500\/s, 4 s left$/);
  assert.match(line(2000, 102_000), /500\/s, 4 min left$/);
  assert.match(line(1000, 4000), / rows$/);
  assert.match(line(1001, 1121), /1,001 of 1,121 rows, 4 min left$/, 'a few large things have no rate');
  assert.match(line(4000, 4000), /, 1,500\/s$/);
});

test('nothing to do, more than expected, and a narrow terminal', () => {
  assert.match(progressLine({ ...state, done: 0, total: 0 }), / 0 %/);
  assert.match(progressLine({ ...state, done: 9, total: 3 }), /100 %/);
  assert.match(progressLine({ ...state, done: 1, total: 2, columns: 10 }), /██░░/);
});

test('without a terminal there are whole lines only, and the last one is always printed', () => {
  const written: string[] = [];
  const bar = openProgressBar({ label: 'L', unit: 'rows', output: { write: (text) => written.push(text) } });
  for (let done = 0; done <= 100; done++) bar.update(done, 100);
  bar.end();
  assert.equal(written.length, 2);
  assert.ok(written.every((text) => text.endsWith('\n') && !text.includes('\r')));
  assert.match(written[1] ?? '', /100 of 100 rows/);
});

test('on a terminal the bar stays on its line', () => {
  const written: string[] = [];
  const output = { isTTY: true, columns: 60, write: (text: string) => written.push(text) };
  const bar = openProgressBar({ label: 'L', unit: 'rows', output });
  bar.update(1, 2);
  bar.end();
  assert.ok(written[0]?.startsWith('\r'));
  assert.equal(written.at(-1), '\n');
});
