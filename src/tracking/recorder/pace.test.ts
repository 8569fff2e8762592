import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPace } from './pace.ts';

const MOST = 200;

/** This many hits come at `now`, and a group of all who wait begins. */
function group(pace: ReturnType<typeof newPace>, hits: number, now: number): void {
  for (let n = 0; n < hits; n += 1) pace.came();
  pace.began(hits, now);
}

test('a few hits begin at once; of many, a group rests for 10 ms after the one before', () => {
  const pace = newPace({ hits: MOST, atATime: 1 });
  group(pace, 9, 0);
  pace.answered(9);
  assert.ok(pace.waitMs(1, 1) <= 0);
  group(pace, 30, 1);
  pace.answered(30);
  for (let n = 0; n < 20; n += 1) pace.came();
  assert.equal(pace.waitMs(20, 3), 8);
  assert.ok(pace.waitMs(20, 11) <= 0);
});

test('it rests no longer than until everybody waits who asked at a time lately', () => {
  const pace = newPace({ hits: MOST, atATime: 1 });
  group(pace, 32, 0);
  pace.answered(32);
  for (let n = 0; n < 31; n += 1) pace.came();
  assert.equal(pace.waitMs(31, 2), 8);
  assert.equal(pace.isWhole(31), false);
  pace.came();
  assert.equal(pace.isWhole(32), true);
  assert.equal(pace.waitMs(32, 2), 0);
});

test('those that come while a group is written count too, so an even stream keeps its groups', () => {
  const pace = newPace({ hits: MOST, atATime: 1 });
  const come = (hits: number) => {
    for (let n = 0; n < hits; n += 1) pace.came();
  };
  come(30);
  for (let now = 0; now < 200; now += 10) {
    pace.began(30, now);
    come(10);
    pace.answered(30);
    come(20);
    assert.equal(pace.waitMs(30, now + 9), 1);
  }
});

test('a crowd is forgotten after some groups', () => {
  const pace = newPace({ hits: MOST, atATime: 1 });
  group(pace, 150, 0);
  pace.answered(150);
  const rests: number[] = [];
  for (let now = 10; rests.at(-1) !== 0; now += 10) {
    for (let hit = 0; hit < 20; hit += 1) pace.came();
    rests.push(pace.waitMs(20, now - 1));
    pace.began(20, now);
    pace.answered(20);
    assert.ok(rests.length < 20);
  }
  assert.ok(rests.length > 8);
});

test('a full group begins, however many are asked for', () => {
  const pace = newPace({ hits: MOST, atATime: 1 });
  group(pace, 500, 0);
  assert.equal(pace.waitMs(MOST, 1), 0);
});

test('many are divided among the groups that are written at a time, few are not', () => {
  for (const [all, part] of [
    [60, 60],
    [128, 64],
    [1_000, MOST],
  ] as const) {
    const pace = newPace({ hits: MOST, atATime: 2 });
    group(pace, all, 0);
    assert.equal(pace.isWhole(part - 1), false);
    assert.equal(pace.isWhole(part), true);
    assert.equal(pace.waitMs(part, 1), 0);
  }
});
