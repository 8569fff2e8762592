// What counts as a walk over a large table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { walkedTables } from './walks.ts';

const OF_CUSTOMER = 'USING PRIMARY KEY (customer_id=?)';
const SORTED = 'USE TEMP B-TREE FOR ORDER BY';

test('a walk over a large table is one under whatever name', () => {
  const walks = (text: string, ...plan: string[]) => walkedTables(text, plan);
  assert.deepEqual(walks('select * from message where customer_id = ?', `SEARCH message ${OF_CUSTOMER}`), ['message']);
  assert.deepEqual(walks('update "message" set reply = ?', `SEARCH message ${OF_CUSTOMER}`), ['message']);
  assert.deepEqual(walks('delete from open', 'SCAN open'), ['open']);
  const joined = 'select 1 from list join "message" as event on event.customer_id = list.customer_id';
  assert.deepEqual(walks(joined, 'SCAN list', `SEARCH event ${OF_CUSTOMER}`), ['message']);
  const sorted = 'select * from message where customer_id = ? order by finished_at limit 5';
  assert.deepEqual(walks(sorted, `SEARCH message ${OF_CUSTOMER}`, SORTED), ['message']);
});

test('a look-up, a small table, a subquery and a page are none', () => {
  const walks = (text: string, ...plan: string[]) => walkedTables(text, plan);
  const found = 'SEARCH message USING INDEX message_subscriber (customer_id=? AND subscriber_id=?)';
  assert.deepEqual(walks('select * from message where customer_id = ? and subscriber_id = ?', found), []);
  assert.deepEqual(walks('select * from list where customer_id = ?', `SEARCH list ${OF_CUSTOMER}`), []);
  const named = 'select 1 from (select * from consent where customer_id = ? and email_key = ? limit 3) as consent';
  assert.deepEqual(walks(named, SORTED, 'SCAN consent'), []);
  const page = 'select * from message where customer_id = ? order by campaign_id limit 5';
  assert.deepEqual(walks(page, `SEARCH message ${OF_CUSTOMER}`), []);
});
