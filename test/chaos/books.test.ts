// Tests the books: those of a sound store agree, and each sum that is wrong is named.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { setMarks } from '../../src/subscribers/search/marks.ts';
import { type CampaignApp, openForSuite } from '../support/campaigns.ts';
import { seedDelivery } from '../support/message-rows.ts';
import { eachEngine } from '../support/stores.ts';
import { booksThatDiffer } from './books.ts';

eachEngine('the books of a store', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  const run = (statement: string) => sql.raw<Record<string, unknown>>(statement).execute(app.db);
  const differ = () => booksThatDiffer(async (statement) => (await run(statement)).rows);

  test('agree, and each that does not is named', async () => {
    const { db, listUid, call } = app;
    for (const [n, status] of ['confirmed', 'confirmed', 'unsubscribed', 'disabled'].entries()) {
      await call('POST', `/lists/${listUid}/subscribers`, {
        json: { EMAIL: `p${n}@example.com`, details: { status } },
      });
    }
    const list = await db.selectFrom('list').selectAll().where('uid', '=', listUid).executeTakeFirstOrThrow();
    await setMarks(db, list, 1, 2);
    const [{ subscriber_uid } = { subscriber_uid: '' }] = (await call('GET', `/lists/${listUid}/subscribers`)).json.data
      .records;
    await call('DELETE', `/lists/${listUid}/subscribers/${subscriber_uid}`);
    const { id } = await seedDelivery(app, []);
    assert.deepEqual(await differ(), []);

    const planted: [string, RegExp][] = [
      [`update tally set n = n + 1 where scope = 'subscribers:confirmed'`, /^tally of those confirmed of list/],
      ['update list_growth set removed = removed + 1', /^added less removed, in the growth of list/],
      ['update list_growth set net = net - 1', /^net, in the growth of list/],
      ['update subscriber_mark set n = n + 1 where level = 1', /^mark of list, level and last person \d+ 1 /],
      [
        `insert into message (customer_id, campaign_id, subscriber_id, state, attempts, finished_at)
          values (${list.customer_id}, ${id}, 99, 'accepted', 1, 0)`,
        /^counter accepted of campaign \d+ says 0, the rows say 1$/,
      ],
      [
        `insert into open (customer_id, campaign_id, subscriber_id, at) values (${list.customer_id}, ${id}, 99, 0)`,
        /^counter filtered_unique_opens of campaign \d+ says 0, the rows say 1$/,
      ],
      [
        `insert into click (customer_id, campaign_id, subscriber_id, link_id, at, machine)
          values (${list.customer_id}, ${id}, 99, 1, 0, 'program')`,
        /^counter clicks of campaign \d+ says 0, the rows say 1$/,
      ],
    ];
    for (const [statement, fault] of planted) {
      await run(statement);
      const faults = await differ();
      assert.ok(
        faults.some((sentence) => fault.test(sentence)),
        `${fault}: ${faults.join('; ')}`,
      );
    }
  });
});
