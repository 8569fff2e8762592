import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from '../../kernel/log.ts';
import { attemptOf } from '../../messages/turn.ts';
import type { Outcome } from '../outcome.ts';
import { openAside } from './aside.ts';
import { withoutRefusals } from './refused.ts';

test('a customer that is refused is logged when it begins to wait and when it is over, not at each try', async () => {
  const events: Record<string, unknown>[] = [];
  const log = createLogger('debug', { write: (line) => void events.push(JSON.parse(line)) });
  let tries = 0;
  const commit = withoutRefusals(async ({ outcomes }) => {
    tries += outcomes.length;
    if (outcomes.length > 0 && tries < 30) throw Object.assign(new Error('a check of yours'), { code: '23514' });
    return new Set();
  }, log);
  const key = { id: '1', customerId: 7, campaignId: 1, subscriberId: 1, attempt: 1, batch: null };
  const told = { reason: null, detail: null, reply: '250 OK', nextAttemptAt: null, at: 1 };
  const outcome: Outcome = { ...attemptOf(key), state: 'accepted', ...told };
  const aside = openAside({ commit, written: () => undefined, log, retryMs: 1 });
  await commit({ outcomes: [outcome], starts: [], closes: [] }, (part) => aside.add(7, part));
  await aside.stop();
  assert.equal(tries, 30);
  assert.deepEqual(
    events.map(({ event, customer }) => [event, customer]),
    [
      ['delivery.refused-by-store', undefined],
      ['delivery.set-aside', 7],
      ['delivery.set-aside-written', 7],
    ],
  );
});
