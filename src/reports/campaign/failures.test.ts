// What receivers said, without what differs each time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsIn } from './failures.ts';

test('addresses, long numbers, and numbers with letters go', () => {
  const words: Record<string, string> = {
    '550 5.1.1 <bob@example.com>: no such user': '550 5.1.1 <@>: no such user',
    'blocked (id 1234567) q2-ab12-cd34ef': 'blocked (id …) …',
    'see S1234 and AB12 and ab-12-34567-x': 'see S1234 and AB12 and …',
    '-12345- 12-34567 1234 _12345': '-…- 12-… 1234 _12345',
    'mx-one.example.net-9 said': '… said'.replace('…', 'mx-one.example.net-9'),
  };
  for (const [reply, expected] of Object.entries(words)) assert.equal(wordsIn(reply), expected, reply);
});

test('a reply full of hyphens takes linear time', () => {
  const words = 'a-'.repeat(500_000);
  assert.equal(wordsIn(words), words.slice(0, 200));
});
