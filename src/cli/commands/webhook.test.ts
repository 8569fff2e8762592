import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { runOnStore } from '../../../test/support/command.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import type { Db } from '../../storage/db.ts';
import { customerCommand } from './customer.ts';
import { webhookCommand } from './webhook.ts';

const clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5) };

eachEngine('the command webhook', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  test('a webhook that is not there is named, with the way to those that are', async () => {
    const added = await runOnStore(customerCommand, ['add', '--name', 'Ada', '--email', 'ada@example.test'], {
      db,
      clock,
    });
    assert.equal(added.code, 0, added.text);
    for (const action of ['test', 'on', 'off', 'remove']) {
      const { code, text } = await runOnStore(webhookCommand, [action, 'nosuch'], { db, clock });
      assert.deepEqual(
        [code, text],
        [1, 'There is no webhook "nosuch"; npx mailwright webhook list shows them.'],
        action,
      );
    }
  });
});
