// Receivers refuse what was signed long ago: a node whose clock is behind signs by the store's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { webhookTools } from '../../test/support/webhooks.ts';
import { HOUR_MS } from '../kernel/durations.ts';

eachEngine('a webhook of a node whose clock is behind', (engine) => {
  const app = suiteApp(engine);
  const { customer, open, round } = webhookTools(app);

  test('its receiver takes what it is told', async () => {
    const { add, happen } = await customer();
    const { clock } = app();
    clock.set(Date.now() - HOUR_MS);
    const { receiver } = await add();
    await happen(1, 2);
    await round(open({ clock: { now: () => clock.now(), agreed: () => Date.now() } }));
    assert.deepEqual([receiver.wrong, receiver.events().length], [[], 2]);
  });
});
