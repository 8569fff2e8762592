import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome } from '../../src/delivery/outcome.ts';
import { changeHolds, recordsOf } from '../../src/delivery/turns/records.ts';
import { flightsText } from '../../src/messages/turn/in-flight.ts';
import type { Attempt } from '../../src/messages/turn.ts';
import { LATE } from './late-turn.ts';

const NOW = 1_800_000_000_000;
const hold = () => ({ customer: 1, n: 0, edits: 0, flights: new Map() });

function attempt(subscriberId: number, number: number, isMember: boolean): Attempt {
  const of = { customerId: 1, campaignId: 7, attempt: number };
  const batch = isMember ? { ...of, n: 1, left: 9, isGivenBack: false } : null;
  return { ...of, id: `7 ${subscriberId}`, subscriberId, batch, revision: 3, changedAt: NOW };
}

function deferred(of: Attempt): Outcome {
  const why = { reason: 'answered', detail: null, reply: '451 later', relayId: 1 } as const;
  return { ...of, state: 'deferred', ...why, nextAttemptAt: NOW + 60_000, at: NOW };
}

test('a turn that defers a message is held until one begins the message again', () => {
  for (const isMember of [true, false]) {
    const first = attempt(41, 5, isMember);
    const own = hold();
    if (isMember) changeHolds([own], { outcomes: [], starts: [first] }, { now: NOW });
    const { flightWaits, workWaits } = recordsOf({ outcomes: [deferred(first)], starts: [] }, [own]);
    const isTime = LATE.outcome(JSON.stringify([...flightWaits, ...workWaits]));
    assert.ok(isTime, 'it is recognized');
    const start = (of: Attempt) => JSON.stringify(recordsOf({ outcomes: [], starts: [of] }, [own]).workStarts);
    assert.equal(isTime(start(attempt(4, 6, false))), false);
    assert.equal(isTime(start(attempt(41, 6, false))), true);
  }
  assert.equal(LATE.outcome('begin'), undefined);
});

test('a turn that begins a message is held until it was repeated, and the message is in flight no more', () => {
  const own = hold();
  const others = attempt(40, 5, true);
  changeHolds([own], { outcomes: [], starts: [others, attempt(41, 5, true)] }, { now: NOW });
  const isTime = LATE.start(`\0${flightsText(own.flights)}\0`);
  assert.ok(isTime, 'it is recognized');
  const without = hold();
  changeHolds([without], { outcomes: [], starts: [others] }, { now: NOW + 1 });
  assert.equal(isTime(flightsText(without.flights)), false, 'the list of another worker');
  assert.equal(isTime(flightsText(own.flights)), false, 'the turn once more');
  assert.equal(isTime('commit'), false);
  assert.equal(isTime(flightsText(without.flights)), true);
  assert.equal(LATE.start('begin'), undefined);
});
