// A campaign whose time has come and that does not begin is counted, and named with the reason.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedCampaign, seedList } from '../../../test/support/delivery-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { countOverdue } from '../queue/overdue.ts';
import { checkOverdue } from './overdue.ts';

eachEngine('campaigns that should have begun', (engine) => {
  const store = suiteStore(engine);
  const NOW = Date.parse('2026-11-29T10:02:00Z');
  const TEN = Date.parse('2026-11-29T10:00:00Z');

  test('are told: which waits longest, whose it is, how many there are, and why', async () => {
    const { db } = store();
    const seed = await seedList(db);
    await seedCampaign(db, seed, { send_at: NOW - 30_000 });
    await seedCampaign(db, seed, { send_at: NOW + 1_000 });
    await seedCampaign(db, seed, { send_at: TEN, status: 'paused' });
    assert.deepEqual([await countOverdue(db, NOW), await checkOverdue(db, NOW)], [0, []], 'it has a minute');

    const first = await seedCampaign(db, seed, { send_at: TEN });
    await seedCampaign(db, seed, { send_at: TEN + 1_000 });
    const { uid } = await db.selectFrom('campaign').select('uid').where('id', '=', first).executeTakeFirstOrThrow();
    const { uid: customer } = await db
      .selectFrom('customer')
      .select('uid')
      .where('id', '=', seed.customerId)
      .executeTakeFirstOrThrow();
    const [found] = await checkOverdue(db, NOW);
    const text = `The campaign ${uid} of customer ${customer} should have begun at 2026-11-29 10:00 UTC, and has not; such campaigns: 2.`;
    assert.deepEqual([found?.check, found?.state, found?.text], ['clock', 'warning', text]);

    const notice = JSON.stringify([say('notice-begin-failed', { at: '2026-11-29 10:03 UTC' })]);
    await db.updateTable('campaign').set({ notice }).where('id', '=', first).execute();
    const [failing] = await checkOverdue(db, NOW);
    assert.ok(failing);
    assert.ok(failing.text.startsWith(`${text} `));
    assert.deepEqual(
      failing.sentences?.map(({ code }) => code),
      ['notice-begin-failed'],
    );
  });
});
