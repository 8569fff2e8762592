import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RelayLanes, showLanes } from './lanes.ts';
import { keepRelays, noteAttempt } from './messages.ts';
import { takeSnapshot, textOf } from './registry.ts';

const relays = (count: number) => Array.from({ length: count }, (_, i) => ({ label: `of a customer ${i}` }));

async function linesOf(metric: string): Promise<string[]> {
  return (await textOf([await takeSnapshot()])).split('\n').filter((line) => line.startsWith(`${metric}{`));
}

test('thousands of relays are a hundred series, and removed ones end theirs', async (t) => {
  t.after(() => keepRelays([]));
  keepRelays([]);
  for (const { label } of relays(3_000)) noteAttempt(label, 'example.com', 'accepted');
  const lines = () => linesOf('mailwright_relay_messages_total');
  assert.equal((await lines()).length, 101);
  assert.ok((await lines()).some((line) => /relay="others",.* 29\d\d$/.test(line)));

  const kept = [...relays(3), { label: 'a new one' }];
  keepRelays(kept);
  noteAttempt('a new one', 'example.com', 'accepted');
  const named = (await lines()).map((line) => /relay="([^"]+)"/.exec(line)?.[1]).filter((name) => name !== 'others');
  assert.deepEqual(
    named,
    kept.map(({ label }) => label),
  );
});

test('connections of thousands of relays too; failing ones are told first', async (t) => {
  const lanes = relays(3_000).map(
    ({ label }, i): RelayLanes => ({ relay: label, connected: i, limit: 20, isUp: i !== 7 }),
  );
  t.after(showLanes(() => lanes));
  const connected = (await linesOf('mailwright_lanes')).filter((line) => line.includes('state="connected"'));
  assert.equal(connected.length, 101);
  assert.ok(connected.some((line) => line.includes('relay="of a customer 2999"')));
  assert.ok(connected.some((line) => line.includes('relay="others"')));
  const up = await linesOf('mailwright_relay_up');
  assert.equal(up.length, 100);
  assert.ok(up.includes('mailwright_relay_up{relay="of a customer 7"} 0'));
});
