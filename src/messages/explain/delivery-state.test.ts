// Why nothing goes out, in one sentence.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '../../kernel/durations.ts';
import { say, textOf } from '../../kernel/sentences/sentence.ts';
import { instantText, whyItWaits } from './delivery-state.ts';

type Facts = Parameters<typeof whyItWaits>[0];

const NONE = { pending: 0, claimed: 0, in_flight: 0, deferred: 0, accepted: 0, rejected: 0, uncertain: 0, skipped: 0 };
const NOW = Date.UTC(2026, 10, 2, 8, 0, 0);
const ORDINARY = {
  status: 'sending',
  type: 'regular',
  send_at: 0,
  begins_early: 0,
  freeze_done: 1,
  next_run_at: null,
  run_count: 0,
  sending_window: null,
  notice: null,
} as const;
const GOOD: Facts['around'] = {
  isListActive: true,
  isCustomerActive: true,
  hasWorker: true,
  refusal: undefined,
  hasRelays: false,
  hasConfigured: true,
  relays: [],
};
const LATER = NOW + 90_000;

function why(change: {
  campaign?: Partial<Facts['campaign']>;
  states?: Partial<Facts['states']>;
  around?: Partial<Facts['around']>;
  next?: Facts['next'];
  later?: Facts['later'];
  flyingSince?: number;
}): string | null {
  const facts: Facts = {
    campaign: { ...ORDINARY, ...change.campaign },
    states: { ...NONE, ...change.states },
    around: { ...GOOD, ...change.around },
    next: change.next,
    ...(change.later && { later: change.later }),
    ...(change.flyingSince !== undefined && { flyingSince: change.flyingSince }),
  };
  const sentences = whyItWaits(facts, NOW);
  return sentences && textOf(sentences);
}

test('the state of the campaign comes first', () => {
  const texts = ['draft', 'paused', 'blocked', 'pending-approve', 'sent'].map((status) =>
    why({ campaign: { status }, states: { pending: 5 }, around: { hasWorker: false } }),
  );
  assert.deepEqual(texts, [
    'The campaign is a draft.',
    'The campaign is paused.',
    'The campaign is blocked.',
    'The campaign is awaiting approval.',
    null,
  ]);
  assert.equal(
    why({ campaign: { status: 'paused', notice: 'A feed fails.' } }),
    'The campaign is paused. A feed fails.',
  );
  for (const status of ['pending-sending', 'sending']) {
    assert.equal(why({ campaign: { status, send_at: LATER } }), 'It is scheduled for 2026-11-02 08:01:30 UTC.');
  }
  assert.equal(why({ campaign: { type: 'autoresponder', freeze_done: 0 }, around: { hasWorker: false } }), null);
});

test('then what every campaign needs', () => {
  const states = { pending: 5 };
  assert.equal(why({ states, around: { isListActive: false } }), 'The list of the campaign was removed.');
  assert.equal(why({ states, around: { isCustomerActive: false } }), 'The customer is switched off.');
  assert.match(why({ states, around: { hasWorker: false } }) ?? '', /^No worker is running/);
  assert.match(
    why({ campaign: { status: 'pending-sending', freeze_done: 0 }, around: { hasWorker: false } }) ?? '',
    /^No worker/,
  );
  const saying = (words: string) => JSON.stringify([say('server-says', { words })]);
  const broken = { name: 'Main', fault: saying('login refused') };
  assert.equal(
    why({ states, around: { relays: [broken, { name: 'Other', fault: saying('no route') }] } }),
    'No delivery server can be used right now. Main: login refused',
  );
  assert.equal(why({ states, around: { relays: [broken, { name: 'Other', fault: null }] } }), null);
  const configuredFault = { name: 'smtp://relay.test:25', fault: saying('no route') };
  assert.equal(
    why({ states, around: { configuredFault } }),
    'No delivery server can be used right now. smtp://relay.test:25: no route',
  );
  assert.equal(why({ states, around: { configuredFault, relays: [{ name: 'Other', fault: null }] } }), null);
});

test('then the messages: put off, or on their way', () => {
  const account = {
    state: 'deferred',
    reason: 'throttled',
    detail: 'example.com takes 10 an hour',
    reply: null,
  } as const;
  const next = { ...account, next_attempt_at: LATER };
  assert.equal(
    why({ states: { deferred: 3 }, next }),
    'All remaining messages are postponed until 2026-11-02 08:01:30 UTC or later. The first one: held back: example.com takes 10 an hour',
  );
  assert.equal(why({ states: { deferred: 3, pending: 1 }, next }), null);
  assert.equal(why({ states: { deferred: 3, claimed: 1 }, next }), null);
  assert.equal(why({ states: { deferred: 3, in_flight: 1 }, next, around: { hasWorker: false } }), null);
  assert.equal(why({ states: { in_flight: 1, pending: 5 }, flyingSince: NOW - 59_999 }), null);
  assert.match(
    why({ states: { in_flight: 1, pending: 5 }, flyingSince: NOW - 60_000 }) ?? '',
    /^What was begun at 2026-11-02 07:59:00 UTC is waiting for the mail server’s answer\. /,
  );
  assert.equal(why({ states: { deferred: 3 }, next: { ...next, next_attempt_at: NOW } }), null);
  assert.equal(why({ states: { deferred: 3 }, next, campaign: { freeze_done: 0 } }), null);
  assert.equal(why({ states: { accepted: 3 }, around: { hasWorker: false } }), null);
});

test('a recurring campaign tells of its runs', () => {
  const recurring = { freeze_done: 0 } as const;
  assert.match(
    why({ campaign: { ...recurring, next_run_at: LATER } }) ?? '',
    /^Its next run is at 2026-11-02 08:01:30/,
  );
  assert.equal(why({ campaign: { ...recurring, run_count: 3 } }), 'Its recurring runs are switched off.');
});

test('recipients whose own time is still to come', () => {
  const later = [
    { at: LATER, people: 3 },
    { at: LATER + HOUR_MS, people: 40 },
  ];
  assert.equal(
    why({ states: { pending: 43 }, later }),
    `43 recipients wait for their own time, at 2 times; the next 3 get it at ${instantText(LATER)}.`,
  );
  assert.equal(why({ states: { pending: 44 }, later }), null, 'somebody gets it now');
  assert.match(
    why({ states: { pending: 1 }, later: [{ at: LATER, people: 1 }] }) ?? '',
    /^1 recipient waits for their own time; the next 1 /,
  );
  assert.match(why({ states: { pending: 43 }, later, around: { hasWorker: false } }) ?? '', /^No worker is running/);
  const early = {
    status: 'pending-sending',
    send_at: LATER + HOUR_MS,
    begins_early: HOUR_MS,
    freeze_done: 0,
  } as const;
  assert.equal(
    why({ campaign: early }),
    `It is scheduled for ${instantText(LATER + HOUR_MS)}. It starts at ${instantText(LATER)}, when the first time zone reaches its send time.`,
  );
});
