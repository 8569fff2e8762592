// Receivers refuse what was signed long ago: a node whose clock is behind signs by the store's, and
// by it tells what is due.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { webhookTools } from '../../test/support/webhooks.ts';
import { HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';

eachEngine('a webhook of a node whose clock is behind', (engine) => {
  const app = suiteApp(engine);
  const { customer, open, round, numbers } = webhookTools(app);

  test('its receiver takes what it is told', async () => {
    const { add, happen } = await customer();
    const { clock } = app();
    clock.set(Date.now() - HOUR_MS);
    const { receiver } = await add();
    await happen(1, 2);
    await round(open({ clock: { now: () => clock.now(), agreed: () => Date.now() } }));
    assert.deepEqual([receiver.wrong, receiver.events().length], [[], 2]);
  });

  test('what others made and tried is told as soon as it is due', async () => {
    const { add, happen } = await customer();
    const { clock } = app();
    const { receiver } = await add();
    const now = () => clock.now() - 2 * MINUTE_MS;
    const [behind, heard] = [open({ clock: { now } }), open({ clock: { now, agreed: () => clock.now() } })];
    await happen(1);
    await round(behind); // it has not heard the store's clock
    assert.deepEqual(numbers(receiver), [1], 'a new webhook');
    receiver.answer = (_, response) => void response.writeHead(503).end();
    await happen(2);
    await round(open());
    receiver.answer = undefined;
    await round(heard);
    assert.deepEqual(numbers(receiver), [1], 'it is not due yet');
    clock.forward(MINUTE_MS);
    await round(heard);
    assert.deepEqual(numbers(receiver), [1, 2], 'a request that was in vain');
  });
});
