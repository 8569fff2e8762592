// How many people a statement looks at, and samples that are found over several statements.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { newestSamples } from './preview.ts';
import { atPace, newPace } from './walk.ts';

test('after a slow statement the next one looks at fewer, after fast ones at more', async () => {
  const pace = newPace();
  const slow = () => {
    for (const began = process.threadCpuUsage(); process.threadCpuUsage(began).user < 40_000; );
    return Promise.resolve('read');
  };
  const { looksAt } = pace;
  assert.equal(await atPace(pace, slow), 'read');
  assert.ok(pace.looksAt < looksAt, `${pace.looksAt}`);
  for (let n = 0; n < 20; n += 1) await atPace(pace, slow);
  assert.ok(pace.looksAt > 0);
  while (pace.looksAt < 500) await atPace(pace, () => Promise.resolve(), 500);
  assert.equal(pace.looksAt, 500);
});

eachEngine('samples of a list', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  test('the newest who are meant, from the newest on, as many as are looked at', async () => {
    const subscribers = Array.from({ length: 90 }, (_, i) => ({ EMAIL: `p${i}@example.com` }));
    await app.call('POST', `/lists/${app.listUid}/subscribers/bulk`, { json: { subscribers } });
    await app.db.updateTable('subscriber').set({ status: 'confirmed' }).where('email', 'like', 'p%').execute();
    const people = await app.db
      .selectFrom('subscriber')
      .selectAll()
      .where('email', 'like', 'p%')
      .orderBy('id', 'desc')
      .execute();
    const [first] = people;
    assert.ok(first);
    const wanted = [0, 1, 25, 60, 89].map((n) => people[n]?.email ?? '');
    const condition = sql<boolean>`subscriber.email in (${sql.join(wanted)})`;
    const list = { id: first.list_id, customer_id: first.customer_id };
    const found = async (...around: [lookedAt?: number, range?: { after: number; upTo: number }]) =>
      (await newestSamples(app.db, { list, fields: [], condition }, ...around)).map(({ email }) => email);
    assert.deepEqual(await found(), wanted);
    assert.deepEqual(await found(26), wanted.slice(0, 3));
    const range = { after: people[60]?.id ?? 0, upTo: people[1]?.id ?? 0 };
    assert.deepEqual(await found(1_000, range), wanted.slice(1, 3));
  });
});
