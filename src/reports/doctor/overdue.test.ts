// A campaign whose time has come and that does not begin is counted, and named with the reason; one
// that waits for people apart from one that does not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedCampaign, seedList } from '../../../test/support/delivery-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { type Sentence, say } from '../../kernel/sentences/sentence.ts';
import { countLate } from '../queue/overdue.ts';
import { checkOverdue } from './overdue.ts';

eachEngine('campaigns that should have begun', (engine) => {
  const store = suiteStore(engine);
  const NOW = Date.parse('2026-11-29T10:02:00Z');
  const TEN = Date.parse('2026-11-29T10:00:00Z');
  const NONE = { held: 0, overdue: 0 };

  test('are told: which waits longest, whose it is, how many there are, and why', async () => {
    const { db } = store();
    const seed = await seedList(db);
    await seedCampaign(db, seed, { send_at: NOW - 30_000 });
    await seedCampaign(db, seed, { send_at: NOW + 1_000 });
    await seedCampaign(db, seed, { send_at: TEN, status: 'paused' });
    assert.deepEqual([await countLate(db, NOW), await checkOverdue(db, NOW)], [NONE, []], 'it has a minute');

    const first = await seedCampaign(db, seed, { send_at: TEN });
    await seedCampaign(db, seed, { send_at: TEN + 1_000 });
    const { uid } = await db.selectFrom('campaign').select('uid').where('id', '=', first).executeTakeFirstOrThrow();
    const { uid: customer } = await db
      .selectFrom('customer')
      .select('uid')
      .where('id', '=', seed.customerId)
      .executeTakeFirstOrThrow();
    const [found] = await checkOverdue(db, NOW);
    const text = `The campaign ${uid} of customer ${customer} should have started at 2026-11-29 10:00 UTC, and has not. Number of such campaigns: 2.`;
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
    await db.deleteFrom('campaign').execute();
  });

  test('and apart from them those that wait for people, while somebody looks whether they still do', async () => {
    const { db } = store();
    const seed = await seedList(db);
    const looked = { send_at: TEN, waits_until: NOW + 3_000 };
    const noticed = (...sentences: Sentence[]) => ({ ...looked, notice: JSON.stringify(sentences) });
    const held = await seedCampaign(db, seed, noticed(say('notice-held'), say('waits-address')));
    await seedCampaign(db, seed, noticed(say('notice-feed-again', { url: 'https://f.example', at: '' })));
    await seedCampaign(db, seed, noticed(say('notice-empty-again', { url: 'https://f.example', at: '' })));
    assert.deepEqual(await countLate(db, NOW), { held: 3, overdue: 0 });
    const [found, ...others] = await checkOverdue(db, NOW);
    const { uid } = await db.selectFrom('campaign').select('uid').where('id', '=', held).executeTakeFirstOrThrow();
    assert.deepEqual([found?.code, found?.values['campaign'], others], ['campaign-held', uid, []]);
    assert.match(
      found?.text ?? '',
      /, and is waiting for someone. Number of such campaigns: 3\. The campaign cannot start: the postal address is not set/,
    );

    await seedCampaign(db, seed, noticed(say('notice-begin-failed', { at: '' })));
    await seedCampaign(db, seed, noticed(say('notice-plain-text')));
    await seedCampaign(db, seed, { ...looked, waits_until: null });
    assert.deepEqual(await countLate(db, NOW), { held: 3, overdue: 3 });
    const codes = (await checkOverdue(db, NOW)).map(({ code }) => code);
    assert.deepEqual(codes, ['campaign-overdue', 'campaign-held']);
    assert.deepEqual(await countLate(db, NOW + 2 * MINUTE_MS), { held: 0, overdue: 6 }, 'nobody looks any more');
  });
});
