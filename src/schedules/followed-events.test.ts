import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join } from '../../test/support/autoresponders.ts';
import { seedList } from '../../test/support/delivery-rows.ts';
import { turnsDuring } from '../../test/support/event-loop.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { firstEvents, LAST_ID } from './followed-events.ts';

const MANY = 5_000;

eachEngine('events that autoresponders follow', (engine) => {
  const opened = suiteStore(engine);

  test('the first ones of thousands of autoresponders are found while other things are done', async () => {
    const { db } = opened();
    const seed = await seedList(db);
    for (const at of [1_000, 2_000]) await join(db, seed, at);
    const { customerId, listId } = seed;
    const ranges = Array.from({ length: MANY }, (_, n) => ({
      ...{ campaignId: n, followed: { event: 'subscribe' } as const, customerId, listId },
      piece: { after: { at: (n % 3) * 1_000, id: LAST_ID }, to: { at: LAST_ID, id: LAST_ID } },
    }));
    let found: ReadonlyMap<number, number> = new Map();
    const turns = await turnsDuring(async () => {
      found = await firstEvents(db, ranges);
    });
    assert.ok(turns >= 3, `others had their turn ${turns} times`);
    assert.deepEqual(
      [0, 1, 2, MANY - 2, MANY - 1].map((n) => found.get(n)),
      [1_000, 2_000, undefined, 1_000, 2_000],
    );
  });
});
