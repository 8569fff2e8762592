import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costsLessThan, processorMs } from '../../test/support/processor-time.ts';
import { newRecent, oneCopy, recentOf } from './recent.ts';

test('the least recently used value is dropped first; reading and writing count as use', () => {
  const recent = newRecent<string, number>(3);
  for (const [place, key] of ['a', 'b', 'c'].entries()) recent.set(key, place);
  assert.equal(recent.get('a'), 0);
  recent.set('b', 11);
  recent.set('d', 3);
  assert.equal(recent.get('c'), undefined);
  assert.deepEqual([recent.get('a'), recent.get('b'), recent.get('d')], [0, 11, 3]);
  recent.clear();
  assert.equal(recent.get('a'), undefined);
});

test('owners do not see each other’s', () => {
  const of = recentOf<object, string>(2);
  const [one, other] = [{}, {}];
  of(one).set('key', 'mine');
  assert.equal(of(one).get('key'), 'mine');
  assert.equal(of(other).get('key'), undefined);
});

test('however gets and sets follow each other, the three quarters used last are kept, and no more than the limit', () => {
  const limit = 8;
  const recent = newRecent<number, number>(limit);
  let seed = 5;
  const next = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * most);
  };
  let used: number[] = []; // the last one first
  for (let step = 0; step < 5_000; step += 1) {
    const key = next(2) === 0 ? next(20) : (used[next(4)] ?? 0);
    if (recent.get(key) === undefined) recent.set(key, key);
    used = [key, ...used.filter((other) => other !== key)].slice(0, limit);
    if (step % 50 !== 0) continue;
    for (const kept of used.slice(0, limit * 0.75).reverse()) assert.equal(recent.get(kept), kept, `step ${step}`);
  }
  const kept = Array.from({ length: 20 }, (_, key) => recent.get(key)).filter((value) => value !== undefined);
  assert.equal(kept.length, limit);
});

test('dropping costs the same, however many values are kept', () => {
  const setThrough = (limit: number) => {
    const recent = newRecent<number, number>(limit);
    for (let key = 0; key < 60_000; key += 1) recent.set(key, key);
  };
  setThrough(100);
  const before = processorMs();
  setThrough(100);
  const few = processorMs() - before;
  assert.ok(costsLessThan(10 * few, () => setThrough(20_000)));
});

test('those who hold equal bytes at a time hold one copy', () => {
  const copyOf = oneCopy<Buffer>(2);
  const [first, second, other] = ['a', 'a', 'b'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];
  assert.equal(copyOf('a', first), first);
  assert.equal(copyOf('a', second), first);
  assert.equal(copyOf('b', other), other);
  copyOf('c', Buffer.from('c'));
  assert.equal(copyOf('a', second), second, 'no more keys than the limit are known');
});
