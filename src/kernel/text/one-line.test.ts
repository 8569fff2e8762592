import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneLine } from './one-line.ts';

test('line breaks, control characters and other spaces are one space', () => {
  assert.equal(oneLine(' 550\r\n5.1.1\0\x1b[2J\u202e\u00a0no \t', 250), '550 5.1.1 [2J no');
  assert.equal(oneLine('a\ud800b', 250), 'a\ufffdb');
  assert.equal(oneLine(' \n', 250), '');
  assert.equal(oneLine('a \u2067👩\u200d👧\n'), 'a 👩\u200d👧');
});

test('a long one is cut, never in the middle of a character', () => {
  assert.equal(oneLine('x'.repeat(250), 250), 'x'.repeat(250));
  assert.equal(oneLine('x'.repeat(251), 250), `${'x'.repeat(249)}…`);
  assert.equal(oneLine(`${'x'.repeat(248)}😀😀`, 250), `${'x'.repeat(248)}…`);
});
