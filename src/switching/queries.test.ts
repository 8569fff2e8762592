import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { inTransaction } from '../storage/db.ts';
import { insertServer, membersAfter, putPeople } from './queries.ts';

eachEngine('people of a former server', (engine) => {
  const opened = suiteApp(engine);

  test('are walked by the bytes of their names, each once, whatever the collation of the database', async () => {
    const { db, customer } = opened();
    const names = ['A', 'B', 'Z', '_', 'a', 'a b', 'z', 'ä', '中'];
    const owner = await inTransaction(db, async (tx) => {
      const { id } = await insertServer(tx, customer.id, { kind: 'test', name: 'here' }, 1);
      const of = { customerId: customer.id, serverId: id };
      const people = names.toReversed().map((former, n) => ({ former, subscriberId: n + 1, digest: '' }));
      for (const list of [2, 1]) await putPeople(tx, of, list, people);
      return of;
    });
    const walked: string[] = [];
    for (let position = ''; ; ) {
      const [next] = await membersAfter(db, owner, position, 1);
      if (!next) break;
      position = `${next.former} ${next.list_id}`;
      walked.push(position);
    }
    assert.deepEqual(
      walked,
      names.flatMap((name) => [`${name} 1`, `${name} 2`]),
    );
  });
});
