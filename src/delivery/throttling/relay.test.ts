// How many destinations a worker keeps of a relay, and which go first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costsLessThan, processorMs } from '../../../test/support/processor-time.ts';
import { slowedOf } from './flow.ts';
import { flowOf, newRelayPace } from './relay.ts';

const MOST = 10_000;

test('unlimited destinations make room; when there are none, one that is limited does', () => {
  const pace = newRelayPace(0);
  for (let n = 0; n < 2 * MOST; n += 1) {
    if (n % 4 === 0) slowedOf(flowOf(pace, `slow${n}.com`, 0), 0);
    else flowOf(pace, `fast${n}.com`, 0);
  }
  const slow = () => [...pace.flows.values()].filter(({ slowed }) => slowed).length;
  assert.equal(slow(), MOST / 2);
  assert.ok(pace.flows.size <= MOST && pace.flows.size > 0.9 * MOST, `${pace.flows.size}`);
  assert.ok(pace.flows.has(`fast${2 * MOST - 1}.com`));
  for (let n = 0; n < 2 * MOST; n += 1) slowedOf(flowOf(pace, `late${n}.com`, 0), 0);
  assert.ok(slow() > 0.9 * MOST && pace.flows.size <= MOST + 1, `${slow()} of ${pace.flows.size}`);
  assert.equal(pace.flows.get(pace.whole.name), pace.whole);
});

test('another destination costs the same when others have to make room', () => {
  let last = 0;
  const addMany = (pace = newRelayPace(0)) => {
    for (const end = last + MOST - 1; last < end; last += 1) flowOf(pace, `${last}.com`, 0);
    return pace;
  };
  const times = <T>(work: () => T) => Array.from({ length: 10 }, work);
  const full = addMany(addMany());
  const before = processorMs();
  times(() => addMany());
  const few = processorMs() - before;
  assert.ok(costsLessThan(4 * few, () => times(() => addMany(full))));
});
