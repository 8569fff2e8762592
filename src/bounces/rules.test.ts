import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isAccepted, softInARow, supersedes } from './rules.ts';

describe('bounces', () => {
  test('only what was accepted, or is about to be, can count', () => {
    for (const state of ['accepted', 'in_flight']) assert.ok(isAccepted(state));
    for (const state of ['pending', 'claimed', 'deferred', 'rejected', 'skipped', 'uncertain'])
      assert.ok(!isAccepted(state));
  });

  test('a further report changes something when it counts at last, or is hard at last', () => {
    assert.ok(!supersedes({ type: 'soft', counted: 1 }, 'soft', true));
    assert.ok(!supersedes({ type: 'hard', counted: 1 }, 'soft', true));
    assert.ok(!supersedes({ type: 'soft', counted: 1 }, 'internal', true));
    assert.ok(!supersedes({ type: 'hard', counted: 1 }, 'hard', true));
    assert.ok(!supersedes({ type: 'internal', counted: 0 }, 'soft', false));
    assert.ok(supersedes({ type: 'internal', counted: 0 }, 'internal', true));
    assert.ok(supersedes({ type: 'soft', counted: 1 }, 'hard', true));
    assert.ok(supersedes({ type: 'internal', counted: 0 }, 'hard', false));
  });

  test('soft bounces in a row are those around the message, up to the ones that arrived', () => {
    assert.equal(softInARow(5, [5], []), 1);
    assert.equal(softInARow(5, [1, 2, 3, 4, 5], []), 5);
    assert.equal(softInARow(5, [1, 2, 4, 5], [3]), 2);
    assert.equal(softInARow(3, [1, 2, 3, 4, 5], [6, 7, 8]), 5, 'newer ones may still come back');
    assert.equal(softInARow(5, [5, 6, 9], [7, 1]), 2);
  });
});
