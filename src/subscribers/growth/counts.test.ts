// The counts of several lists by one question, on both engines.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { addList, type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { inTransaction } from '../../storage/db.ts';
import { createSubscriber } from '../create.ts';
import { findByEmail } from '../queries.ts';
import { setStatus } from '../status.ts';

eachEngine('the counts of several lists', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  let other = '';
  const counts = async (uids: string, key?: string) => {
    const answer = await app.call('GET', `/lists/counts?list_uids=${uids}`, key === undefined ? {} : { key });
    assertStatus(answer, 200);
    return answer.json.data.records;
  };

  before(async () => {
    const { db } = app;
    other = await addList(app);
    const list = await db.selectFrom('list').selectAll().where('uid', '=', app.listUid).executeTakeFirstOrThrow();
    const now = app.clock.now();
    const add = (name: string, status: 'confirmed' | 'unconfirmed', at: number) => {
      const input = {
        email: `${name}@example.com`,
        sent: {},
        status,
        source: 'api',
        ipAddress: '203.0.113.1',
      } as const;
      return createSubscriber(db, { list, fields: [] }, input, at);
    };
    const leaves = async (name: string, at: number) => {
      const found = await findByEmail(db, list.customer_id, list.id, `${name}@example.com`);
      assert.ok(found);
      await inTransaction(db, (tx) => setStatus(tx, found, { status: 'unsubscribed', at, evidence: { way: 'api' } }));
    };
    for (const name of ['ann', 'ben', 'cid']) await add(name, 'confirmed', now - 20 * DAY_MS);
    await leaves('ann', now - 9 * DAY_MS); // too long ago to be told
    await leaves('ben', now - DAY_MS);
    for (const name of ['dot', 'eve', 'fay']) await add(name, 'confirmed', now - 2 * DAY_MS);
    await add('gil', 'unconfirmed', now);
  });

  test('people, who is confirmed, and what seven days changed; the newest list first', async () => {
    assert.deepEqual(await counts(`${app.listUid}, ${other},${app.listUid}`), [
      { list_uid: other, people: 0, confirmed: 0, grown: 0, left: 0 },
      { list_uid: app.listUid, people: 7, confirmed: 4, grown: 2, left: 1 },
    ]);
  });

  test('lists of others, and those that are gone, are left out', async () => {
    assert.deepEqual(await counts('nothing0is0it'), []);
    const { key } = await app.addCustomer();
    assert.deepEqual(await counts(app.listUid, key), []);
  });

  test('too many at once are refused, and none', async () => {
    const many = Array.from({ length: 101 }, (_, n) => `list${n}`).join();
    const refused = await app.call('GET', `/lists/counts?list_uids=${many}`);
    assertStatus(refused, 422);
    assert.match(refused.text, /List uids are too many \(maximum is 100\)/);
    assertStatus(await app.call('GET', '/lists/counts'), 422);
  });
});
