import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesEtag, strongEtag } from './etag.ts';

test('the tag follows the bytes', () => {
  assert.equal(strongEtag('a'), strongEtag(Buffer.from('a')));
  assert.notEqual(strongEtag('a'), strongEtag('b'));
  assert.match(strongEtag(''), /^"[\w-]+"$/);
});

test('If-None-Match: one, several, weak, any, none', () => {
  const tag = strongEtag('x');
  assert.ok(matchesEtag(tag, tag));
  assert.ok(matchesEtag(`"other", W/${tag}`, tag));
  assert.ok(matchesEtag(' * ', tag));
  assert.ok(!matchesEtag('"other"', tag));
  assert.ok(!matchesEtag(undefined, tag));
});
