// The statuses of the log, and the words that people read: from facts in columns, never from
// sentences.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Account, REASONS, wordsOf } from '../reasons.ts';
import { isLogged, LOG_STATUSES, logStatusOf, reasonsOf } from './status.ts';

test('every reason has one status, and the statuses have all reasons', () => {
  for (const state of ['rejected', 'uncertain', 'skipped'] as const) {
    for (const reason of REASONS[state]) {
      const status = logStatusOf({ state, reason });
      assert.ok(reasonsOf(status)?.includes(reason), reason);
      assert.ok(reasonsOf(state)?.includes(reason), reason);
    }
  }
  const all = LOG_STATUSES.flatMap((status) => reasonsOf(status) ?? []);
  assert.deepEqual(all.toSorted(), [...REASONS.rejected, ...REASONS.uncertain, ...REASONS.skipped].toSorted());
  assert.equal(new Set(all).size, all.length, 'each once');
  assert.deepEqual(
    [reasonsOf('ds-dp-reject'), reasonsOf('success'), reasonsOf('deferred')],
    [[], undefined, undefined],
  );
});

test('every state that is shown has a status, whatever the mail server said', () => {
  assert.equal(logStatusOf({ state: 'accepted', reason: null }), 'success');
  for (const reason of REASONS.deferred) assert.equal(logStatusOf({ state: 'deferred', reason }), 'temporary-error');
  assert.deepEqual(
    (['pending', 'claimed', 'in_flight', 'accepted'] as const).map((state) => isLogged({ state })),
    [false, false, false, true],
  );
});

const CASES: [Account, string | null][] = [
  [{ state: 'accepted', reason: null, detail: null, reply: '250 OK' }, '250 OK'],
  [{ state: 'accepted', reason: null, detail: 'taken as accepted', reply: 'lost' }, 'taken as accepted: lost'],
  [{ state: 'deferred', reason: 'answered', detail: null, reply: 'held back: 451' }, 'held back: 451'],
  [{ state: 'deferred', reason: 'throttled', detail: 'a.test is parked', reply: '451' }, 'held back: a.test is parked'],
  [
    { state: 'rejected', reason: 'expired', detail: 'given up after 3 hours', reply: '451' },
    'given up after 3 hours: 451',
  ],
  [{ state: 'skipped', reason: 'unsubscribed', detail: null, reply: '451 later' }, 'unsubscribed'],
  [{ state: 'skipped', reason: 'campaign-ended', detail: null, reply: null }, 'marked as sent'],
  [{ state: 'skipped', reason: 'given-up', detail: null, reply: 'cut' }, 'cut'],
  [{ state: 'uncertain', reason: 'no-answer', detail: null, reply: null }, null],
];

test('the words: what the mail server answered, or what happened instead', () => {
  for (const [account, words] of CASES) assert.equal(wordsOf(account), words);
});
