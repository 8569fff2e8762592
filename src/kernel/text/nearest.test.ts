import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hintOf, nearest } from './nearest.ts';

test('a letter too many, too few, wrong or swapped is one', () => {
  const known = ['SMTP_URL', 'BASE_URL'];
  for (const given of ['SMPT_URL', 'SMTP_URLS', 'SMTP_UR', 'SMTP_URI', 'SNTP_URL']) {
    assert.deepEqual(nearest(given, known), { name: 'SMTP_URL', distance: 1 }, given);
  }
  assert.deepEqual(nearest('smtp_url', known), { name: 'SMTP_URL', distance: 0 });
  assert.equal(nearest('X', []), undefined);
});

test('there is no hint for a distant name', () => {
  assert.equal(hintOf('--stauts', ['--status', '--update']), ' Did you mean --status?');
  assert.equal(hintOf('cook', ['serve', 'import']), '');
});
