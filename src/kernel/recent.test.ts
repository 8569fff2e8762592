import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newRecent, recentOf } from './recent.ts';

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
