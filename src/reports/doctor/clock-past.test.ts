// A clock that is behind what the store has is told: nothing that is due would begin.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedCampaign, seedList } from '../../../test/support/delivery-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { minuteText } from '../../kernel/clock.ts';
import { DAY_MS, HOUR_MS } from '../../kernel/durations.ts';
import { hasOwnClock } from '../../storage/dialect.ts';
import { whyClockIsPast } from './clock-past.ts';
import { checkClock } from './store.ts';

eachEngine('a clock that is behind its store', (engine) => {
  const store = suiteStore(engine);

  test('is told with both instants; a server of its own has a clock to compare with', async () => {
    const { db } = store();
    const made = Date.now();
    assert.equal(await whyClockIsPast(db, made), undefined);
    const known = made + DAY_MS;
    const campaign = await seedCampaign(db, await seedList(db), {});
    await db.updateTable('campaign').set({ created_at: known }).where('id', '=', campaign).execute();
    assert.equal(await whyClockIsPast(db, known - HOUR_MS / 2), undefined, 'clocks set by hand differ');
    const now = known - 400 * DAY_MS;
    const found = (await checkClock({ db, clock: { now: () => now } })).filter(({ code }) => code === 'clock-past');
    if (hasOwnClock(db)) return assert.deepEqual(found, []);
    const text = `This machine's clock shows ${minuteText(now)}, but the database has entries from ${minuteText(known)}: the clock is behind, or was ahead at that time.`;
    assert.deepEqual(
      found.map(({ state, text, values }) => [state, text, values]),
      [['warning', text, { shown: minuteText(now), known: minuteText(known) }]],
    );
  });
});
