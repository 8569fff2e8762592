// A dispatcher with webhooks that have nothing to be told looks seldom, and at those that are on
// alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexesOf, statementsOf } from '../../test/support/plans.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { webhookTools } from '../../test/support/webhooks.ts';
import { dueWebhooks, isAnyOn } from '../webhooks/claim.ts';

eachEngine('a dispatcher at rest', (engine) => {
  const app = suiteApp(engine);
  const { customer, open, round } = webhookTools(app);

  test('says whether there was anything to tell: then it looks again soon', async () => {
    const { add, happen } = await customer();
    await add();
    const dispatcher = open();
    assert.equal(await dispatcher.look(), false);
    await happen(1);
    assert.equal(await dispatcher.look(), true);
    await round(dispatcher);
    assert.equal(await dispatcher.look(), false);
  });

  test('does not go through webhooks that are off', async () => {
    const { db } = app();
    for (const question of [(on: typeof db) => dueWebhooks(on, 1, 10), isAnyOn]) {
      if (engine.name === 'sqlite') assert.equal((await indexesOf(db, question))[0], 'webhook_on');
      for (const { sql } of await statementsOf(db, question)) assert.match(sql, /status = 'on'/);
    }
  });
});
