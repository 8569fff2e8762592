import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedList } from '../../../test/support/delivery-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { inTransaction } from '../db.ts';
import { hasTokens, isPostgres } from '../dialect.ts';
import { indexingTokens } from './token-index.ts';

/** Some 13,000 characters each. */
const tokensOf = (person: number) => Array.from({ length: 1_000 }, (_, i) => `f${i}h${i % 7}p${person}`).join(' ');

eachEngine('the index of words', (engine) => {
  const opened = suiteStore(engine);

  test('takes many words in slices, and all of them', async () => {
    const { db } = opened();
    const { customerId, listId } = await seedList(db);
    const rows = Array.from({ length: 100 }, (_, person) => ({
      ...{ customer_id: customerId, list_id: listId, status: 'confirmed', source: 'api', field_values: '{}' },
      ...{
        uid: `p${person}`,
        email: `p${person}`,
        email_key: `p${person}`,
        folded: '{}',
        created_at: 0,
        updated_at: 0,
      },
      tokens: tokensOf(person),
    }));
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
    };
    const insert = (tx: Parameters<typeof indexingTokens>[0]) => tx.insertInto('subscriber').values(rows).execute();
    await inTransaction(db, (tx) => indexingTokens(tx, customerId, () => insert(tx), { rows, pause }));
    if (!isPostgres(db)) assert.ok(pauses >= 3, `paused ${pauses} times`);
    for (const person of [0, 50, 99]) {
      const found = db
        .selectFrom('subscriber')
        .select('uid')
        .where(hasTokens(db, [`f3h3p${person}`]));
      assert.deepEqual(
        (await found.execute()).map(({ uid }) => uid),
        [`p${person}`],
      );
    }
  });
});
