// What is remembered of mail servers, however many there are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processorMs } from '../../../../test/support/processor-time.ts';
import { parseRelayUrl } from '../relay-url.ts';
import { openConnections } from './connections.ts';
import { directTools } from './hub.ts';
import { NO_DIRECT } from './settings.ts';

test('a message costs the same, however many servers could not be reached lately', async () => {
  const { dns } = directTools(NO_DIRECT);
  const nowhere = { ...dns, placeOf: async () => ({ addresses: [], isSecure: false, alias: undefined }) };
  const relay = { ...parseRelayUrl('direct:'), direct: NO_DIRECT };
  const connections = openConnections(relay, { dns: nowhere }, new AbortController().signal);
  const security = { kind: 'opportunistic', key: 'opportunistic' } as const;
  let known = 0;
  const costOfMany = async () => {
    const before = processorMs();
    for (const end = known + 4_000; known < end; known += 1) {
      await assert.rejects(connections.take(`mx${known}.test`, security, performance.now() + 1_000));
    }
    return processorMs() - before;
  };
  const costs = [await costOfMany(), await costOfMany(), await costOfMany()] as const;
  assert.ok(Math.min(costs[1], costs[2]) < 3 * costs[0], `${costs}`);
});
