// A store that can be read and takes no changes, as on a full disk or on a standby, is down to who
// watches: nothing is sent or written then.
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { until } from '../../../test/support/until.ts';
import { systemClock } from '../../kernel/clock.ts';
import { registry, takeSnapshot, textOf } from '../../metrics/registry.ts';
import { inTransaction } from '../../storage/db.ts';
import { closeStore, openStoreAgain } from '../../storage/moving/fence.ts';
import { openStoreGauges } from './store-gauges.ts';

eachEngine('what the store says, as metrics', (engine) => {
  const opened = suiteStore(engine);

  test('one that takes no changes is down, and tells nothing of who works', async () => {
    const { db } = opened();
    registry.clear(); // of the suite before
    const gauges = openStoreGauges({ db, clock: systemClock, dataDir: tmpdir() });
    const text = async () => {
      await gauges.refresh();
      return textOf([await takeSnapshot()]);
    };
    assert.match(await text(), /^mailwright_store_up 1$/m);
    assert.match(await text(), /^mailwright_workers 0$/m);
    await inTransaction(db, (tx) => closeStore(tx, 'closed by the test'));
    await until('it is seen', async () => /^mailwright_store_up 0$/m.test(await text()));
    const down = await text();
    assert.doesNotMatch(down, /^mailwright_(?:workers|clock_held|queue_messages) /m);
    assert.match(down, /^mailwright_data_folder_free_bytes \d/m);
    await inTransaction(db, openStoreAgain);
    await until('it is over', async () => /^mailwright_store_up 1$/m.test(await text()));
    assert.match(await text(), /^mailwright_workers 0$/m);
  });
});
