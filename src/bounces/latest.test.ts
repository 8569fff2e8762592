import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertStatus, type TestApp } from '../../test/support/app.ts';
import { type Seed, seedList } from '../../test/support/delivery-rows.ts';
import { HARD, openReturnedMailRows, type SentMessage, SOFT } from '../../test/support/returned-mail-rows.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';

eachEngine('the latest that came back', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  let seed: Seed;
  before(async () => {
    app = opened();
    seed = await seedList(app.db, 1_000, app.customer.id);
  });
  const latest = async (key?: string) => {
    const answer = await app.call('GET', '/returned-messages', key === undefined ? {} : { key });
    assertStatus(answer, 200);
    return answer.json.data.records;
  };

  test('bounces and complaints together, newest first; another customer sees nothing', async () => {
    assert.deepEqual(await latest(), []);
    const back = openReturnedMailRows(app.db, seed);
    const hard = await back.messagesTo(['accepted']);
    const spam = await back.messagesTo(['accepted']);
    const soft = await back.messagesTo(['accepted']);
    await back.bounce(hard.messages[0] as SentMessage, HARD, 5_000);
    await back.complain(spam.messages[0] as SentMessage);
    await back.bounce(soft.messages[0] as SentMessage, SOFT, 30_000);
    const records = await latest();
    assert.deepEqual(
      records.map(({ kind, type, code, email }: Record<string, unknown>) => [kind, type, code, email]),
      [
        ['bounce', 'soft', '4.2.2', soft.subscriber.email],
        ['complaint', null, null, spam.subscriber.email],
        ['bounce', 'hard', '5.1.1', hard.subscriber.email],
      ],
    );
    assert.equal(records[2].at, '1970-01-01T00:00:05Z');
    assert.equal(records[2].subscriber.subscriber_uid, hard.subscriber.uid);
    const { campaign_uid: uid } = records[2].campaign;
    assertStatus(await app.call('GET', `/campaigns/${uid}`), 200);
    assert.match(records[2].message, /no such user/);

    const { key } = await app.addCustomer();
    assert.deepEqual(await latest(key), []);
    assertStatus(await app.call('GET', '/returned-messages', { key: null }), 401);
  });

  test('at most a hundred, the newest of both kinds', async () => {
    const { customer, key } = await app.addCustomer();
    const other = { customer_id: customer.id, campaign_id: 5 };
    for (let n = 1; n <= 80; n += 1) {
      const row = { ...other, subscriber_id: n, message: 'no' };
      const kind = { type: 'hard', enhanced: null, counted: 0 as const };
      await app.db
        .insertInto('bounce')
        .values({ ...row, ...kind, at: 2 * n })
        .execute();
      await app.db
        .insertInto('complaint')
        .values({ ...row, at: 2 * n + 1 })
        .execute();
    }
    const records = await latest(key);
    assert.equal(records.length, 100);
    assert.deepEqual([records[0].email, records[0].campaign, records[0].subscriber], [null, null, null]);
    const kinds = records.map(({ kind }: { kind: string }) => kind);
    assert.ok(kinds.includes('bounce') && kinds.includes('complaint'));
    const at: number[] = records.map((one: { at: string }) => Date.parse(one.at));
    assert.deepEqual(
      at,
      Array.from({ length: 100 }, (_, n) => 161 - n),
    );
  });
});
