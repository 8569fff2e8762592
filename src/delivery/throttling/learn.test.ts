import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  newRun,
  type Receiver,
  sendOn,
  steadyReceiver,
  TOO_FAST,
  windowReceiver,
} from '../../../test/support/receiver.ts';
import { HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import type { DeferralKind } from '../../mail/smtp/deferrals-rules.ts';
import { flowWaitMs, growFlow, newFlow, putFlowBack, type Slowed, takeFlow } from './flow.ts';
import { type Evidence, learnFlow } from './learn.ts';

const refusal = (kind: DeferralKind, isFinal = false): Evidence => ({
  kind: 'refused',
  isFinal,
  deferral: { kind, scope: 'destination', rule: 'test', waitMs: undefined },
});

// Measured with these receivers: 83 to 110 % of what they take in the first ten minutes, 94 to 100
// % in the half hour after; refused in that half hour: 1.2 % at 20 a minute, 1.1 % at 60 in each
// minute, 0.4 % at one a second, 0.02 % at 20 a second.
const RECEIVERS: readonly [string, number, () => Receiver, mostRefused: number][] = [
  ...[1, 2, 5, 20, 100, 500].map((perSecond): [string, number, () => Receiver, number] => [
    `${perSecond} a second`,
    perSecond,
    () => steadyReceiver({ perSecond, burst: Math.max(1, perSecond) }),
    perSecond < 20 ? 0.01 : 0.001,
  ]),
  ['1 a second, a minute at once', 1, () => steadyReceiver({ perSecond: 1, burst: 60 }), 0.01],
  ['20 in each minute', 1 / 3, () => windowReceiver(20, MINUTE_MS), 0.03],
  ['60 in each minute', 1, () => windowReceiver(60, MINUTE_MS), 0.02],
  ['6000 in each minute', 100, () => windowReceiver(6000, MINUTE_MS), 0.001],
];

for (const [name, perSecond, open, mostRefused] of RECEIVERS) {
  test(`a receiver that takes ${name}: found within ten minutes to 30 %, with few refusals after`, () => {
    const run = newRun();
    const receiver = open();
    sendOn(run, receiver, { forMs: 10 * MINUTE_MS });
    const after = sendOn(run, receiver, { forMs: 30 * MINUTE_MS });
    const found = after.accepted / 1800;
    assert.ok(found > 0.7 * perSecond && found < 1.3 * perSecond, `${found} a second`);
    assert.ok(after.refused <= mostRefused * after.accepted, `${after.refused} refusals of ${after.accepted}`);
  });
}

test('slow answers and many lanes change nothing but the refusals at the beginning', () => {
  const run = newRun();
  const receiver = steadyReceiver({ perSecond: 50, burst: 50 });
  const first = sendOn(run, receiver, { forMs: 10 * MINUTE_MS, lanes: 200, latencyMs: 500 });
  assert.ok(first.refused < 500, `${first.refused}`);
  const after = sendOn(run, receiver, { forMs: 20 * MINUTE_MS, lanes: 200, latencyMs: 500 });
  assert.ok(after.accepted > 0.7 * 50 * 1200 && after.refused < 0.02 * after.accepted, JSON.stringify(after));
});

test('a limit that is lifted is outgrown, and then there is none', () => {
  const run = newRun();
  sendOn(run, steadyReceiver({ perSecond: 5, burst: 5 }), { forMs: 30 * MINUTE_MS });
  sendOn(run, () => true, { forMs: 30 * MINUTE_MS });
  const free = sendOn(run, () => true, { forMs: MINUTE_MS });
  assert.equal(free.refused, 0);
  assert.ok(free.accepted > 0.95 * 60 * 1000, `${free.accepted}: as fast as 20 lanes can`); // 20 lanes, 20 ms an answer
  assert.equal(run.flow.slowed?.limit, undefined);
});

test('a limit that falls is followed down', () => {
  const run = newRun();
  sendOn(run, steadyReceiver({ perSecond: 100, burst: 100 }), { forMs: 10 * MINUTE_MS });
  const lower = steadyReceiver({ perSecond: 5, burst: 5 });
  sendOn(run, (now) => lower(now), { forMs: 5 * MINUTE_MS });
  const after = sendOn(run, lower, { forMs: 10 * MINUTE_MS });
  assert.ok(after.accepted > 0.7 * 5 * 600 && after.refused < 0.03 * after.accepted, JSON.stringify(after));
});

test('a destination that keeps refusing is parked for 5 minutes, then longer; a trial that is taken ends it', () => {
  const run = newRun();
  sendOn(run, () => true, { forMs: 10_000 });
  const refused = sendOn(run, () => false, { forMs: 5 * MINUTE_MS });
  assert.ok(run.flow.slowed?.parked, 'parked after ten in a row');
  assert.ok(refused.refused < 60, `${refused.refused} refusals: the lanes’ once, then one at a time`);
  const parked = sendOn(run, () => false, { forMs: HOUR_MS });
  assert.ok(parked.refused <= 4, `${parked.refused} trials in an hour`);
  sendOn(run, () => true, { forMs: 120 * MINUTE_MS });
  assert.equal(run.flow.slowed?.parked, undefined);
  const after = sendOn(run, () => true, { forMs: MINUTE_MS });
  assert.ok(after.accepted > 1000, `${after.accepted}`);
});

test('a block text parks at once when it is temporary, and at the third in a row when it is final', () => {
  const flow = newFlow('a.com', 0);
  takeFlow(flow, 0);
  learnFlow(flow, refusal('block'), '421 blocked', 0);
  assert.equal(flowWaitMs(flow, 0), 5 * MINUTE_MS);
  const other = newFlow('b.com', 0);
  const block = (now: number) => {
    takeFlow(other, now);
    learnFlow(other, refusal('block', true), '550 blocked', now);
  };
  block(0);
  block(1);
  learnFlow(other, { kind: 'accepted' }, '', 2);
  block(3);
  block(4);
  assert.equal(flowWaitMs(other, 4), 0);
  block(5);
  assert.ok(other.slowed?.parked);
});

test('mailboxes, greylisting and lost connections never slow', () => {
  const flow = newFlow('a.com', 0);
  for (let now = 0; now < 100_000; now += 10) {
    takeFlow(flow, now);
    const evidence: Evidence = now % 20 === 0 ? { kind: 'answered' } : { kind: 'none' };
    learnFlow(flow, evidence, '450 4.2.2 full', now);
    growFlow(flow, now);
    assert.equal(flowWaitMs(flow, now), 0);
  }
  assert.equal(flow.slowed, undefined);
});

test('now and then a server in trouble slows nothing; one in trouble all the time is slowed a little', () => {
  const run = newRun();
  let count = 0;
  const answer = sendOn(run, () => ++count % 20 !== 0, { forMs: 10_000, refusal: refusal('server') });
  assert.deepEqual([answer.refused > 100, run.flow.slowed], [true, undefined]);
  sendOn(run, () => ++count % 2 !== 0, { forMs: 10_000, refusal: refusal('server') });
  const slowed: Slowed | undefined = run.flow.slowed;
  assert.deepEqual([slowed?.limit !== undefined, slowed?.parked], [true, undefined]);
});

test('too many connections: fewer at a time, not slower; one more each quiet minute', () => {
  const run = newRun();
  let open = 0;
  const most = { count: 0 };
  for (let i = 0; i < 10; i++) {
    takeFlow(run.flow, 0);
    open += 1;
  }
  learnFlow(run.flow, refusal('connections'), '421 too many connections', 1);
  for (; open > 1; open--) learnFlow(run.flow, { kind: 'accepted' }, '', 2);
  const atMost = () => {
    let taken = 0;
    for (; flowWaitMs(run.flow, 3) === 0; taken++) takeFlow(run.flow, 3);
    for (let i = 0; i < taken; i++) putFlowBack(run.flow);
    return taken;
  };
  most.count = atMost();
  assert.equal(most.count, 5);
  for (let now = 1000; now < 3 * MINUTE_MS; now += 1000) {
    if (run.flow.slowed?.atMost) run.flow.slowed.atMost.usedUpAt = now;
    growFlow(run.flow, now);
  }
  assert.equal(atMost(), 7);
});

test('a probe or trial that is given back, or whose answer says nothing, is tried again', () => {
  const flow = newFlow('a.com', 0);
  takeFlow(flow, 0);
  learnFlow(flow, TOO_FAST, '421', 0);
  const wait = flowWaitMs(flow, 0);
  takeFlow(flow, wait);
  assert.ok(flowWaitMs(flow, wait) > 0, 'one at a time');
  putFlowBack(flow);
  assert.equal(flowWaitMs(flow, wait), 0);
  takeFlow(flow, wait);
  learnFlow(flow, { kind: 'none' }, 'lost', wait);
  assert.ok(flowWaitMs(flow, wait) > 0);
  assert.equal(flowWaitMs(flow, wait + 1000), 0);
});

test('a probe whose answer never comes does not hold the destination for ever', () => {
  const flow = newFlow('a.com', 0);
  for (let i = 0; i < 5; i++) takeFlow(flow, 0);
  learnFlow(flow, TOO_FAST, '421', 0);
  takeFlow(flow, 1000);
  assert.ok(flowWaitMs(flow, 300_000) > 0);
  assert.equal(flowWaitMs(flow, 700_000), 0);
});

test('a wait that the server asks for is kept to, up to five minutes', () => {
  const flow = newFlow('a.com', 0);
  takeFlow(flow, 0);
  const asked = refusal('rate') as Evidence & { kind: 'refused' };
  learnFlow(flow, { ...asked, deferral: { ...asked.deferral, waitMs: 90_000 } }, '421', 0);
  assert.equal(flowWaitMs(flow, 0), 90_000);
});
