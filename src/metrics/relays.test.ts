import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RelayLanes, showLanes } from './lanes.ts';
import { keepRelays, noteAttempt } from './messages.ts';
import { addSnapshots, OTHERS, type Snapshot, takeSnapshot, textOf } from './registry.ts';

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

test('of threads that ended no count is lost, and all that ever ran are a hundred series', async () => {
  const counted = async (thread: number): Promise<Snapshot> => {
    keepRelays([]);
    for (const { label } of relays(60)) noteAttempt(`${label}, thread ${thread}`, 'example.com', 'accepted');
    const own = (await takeSnapshot()).filter(({ name }) => name === 'mailwright_relay_messages_total');
    keepRelays([]);
    const values = (all: Snapshot[number]['values']) => all.filter(({ labels }) => labels['relay'] !== OTHERS); // of other tests
    return own.map((metric) => ({ ...metric, values: values(metric.values) }));
  };
  const seriesOf = async (snapshots: readonly Snapshot[]) => {
    const values = (await addSnapshots(snapshots)).flatMap((metric) => metric.values);
    return new Map(values.map(({ labels, value }) => [labels['relay'], value]));
  };
  let past: Snapshot = [];
  for (let thread = 1; thread <= 5; thread += 1) {
    const before = await seriesOf([past]);
    const running = await counted(thread);
    const now = await seriesOf([past, running]);
    past = await addSnapshots([past, running]);
    assert.deepEqual(await seriesOf([past]), now, 'the end of a thread changes nothing');
    for (const [relay, n] of before) assert.ok((now.get(relay) ?? 0) >= n, `${relay} fell`);
    const total = [...now.values()].reduce((sum, n) => sum + n, 0);
    assert.deepEqual([now.size, total], [Math.min(60 * thread, 101), 60 * thread]);
  }
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
