import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import type { Db } from './db.ts';
import { countWithin, LONGEST_WINDOW_MS, removeOldWindows } from './rate.ts';

eachEngine('limits of rate', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });
  const limit = { most: 3, windowMs: 1000 };
  const windows = async () =>
    (await db.selectFrom('rate_window').select('name').orderBy('name').execute()).map((row) => row.name);

  test('so many in each window, by name, however many come at once', async () => {
    const many = await Promise.all(Array.from({ length: 8 }, () => countWithin(db, 'a', limit, 5_400)));
    assert.equal(many.filter(Boolean).length, 3);
    assert.equal(await countWithin(db, 'b', limit, 5_400), true);
    assert.equal(await countWithin(db, 'a', limit, 5_999), false);
    assert.equal(await countWithin(db, 'a', limit, 6_000), true);
    // A clock that is behind does not open a window anew.
    for (const [at, within] of [
      [5_900, true],
      [6_100, true],
      [5_900, false],
      [6_200, false],
      [7_000, true],
    ] as const) {
      assert.equal(await countWithin(db, 'a', limit, at), within, String(at));
    }
  });

  test('a clock that was far ahead for a while shuts nobody out until then', async () => {
    const far = 1_000_000;
    for (let n = 0; n < 4; n += 1) await countWithin(db, 'c', limit, far);
    const soon = await Promise.all(Array.from({ length: 4 }, () => countWithin(db, 'c', limit, 9_000)));
    assert.equal(soon.filter(Boolean).length, 3);
    assert.equal(await countWithin(db, 'c', limit, 10_000), true);
  });

  test('windows that are over go', async () => {
    const now = 10 * LONGEST_WINDOW_MS;
    await countWithin(db, 'now', limit, now);
    assert.equal(await removeOldWindows(db, now), false);
    assert.deepEqual(await windows(), ['now']);
  });
});
