import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unheldTables } from './held.ts';

const OWNED = new Set(['list', 'campaign', 'message', 'subscriber']);
const unheld = (text: string) => unheldTables(text, OWNED);

test('a statement is held by a value, a set, or something else that is held', () => {
  for (const text of [
    'select * from list where customer_id = $1 and uid = ?',
    'select * from list where +list.customer_id = ? and id in (select value from json_each(?))',
    'select * from list where customer_id in ($1, 0)',
    'select * from list where customer_id = any($1::bigint[])',
    'select * from list where (customer_id, id) in (select 1, 2)',
    'select * from list where customer_id = $1 or customer_id is null',
    'select * from campaign left join list on list.customer_id = campaign.customer_id where campaign.customer_id = $1',
    'select * from customer join list on list.customer_id = customer.id where customer.id = $1',
    'select (select max(id) from list where list.customer_id = campaign.customer_id) from campaign where customer_id = $1',
    'select * from (select * from json_each(?)) as r join message on message.customer_id = r.customer',
    'with a as (select customer_id from list where customer_id = $1) select * from a join campaign using (id) where campaign.customer_id = a.customer_id',
    'update list set name = $1 where customer_id = $2',
    'update list set name = r.name from (values ($1, $2)) as r (name, customer) where list.customer_id = r.customer',
    'delete from list where exists (select 1 from campaign where campaign.customer_id = list.customer_id) and list.customer_id = $1',
    'insert into list (customer_id, name) values (?, ?) on conflict (customer_id, name) do nothing',
    'select id from list where customer_id = $1 union all select id from campaign where customer_id = $1',
    'select * from setting',
  ])
    assert.deepEqual(unheld(text), [], text);
});

test('what is not held is named', () => {
  for (const [text, tables] of [
    ['select * from list where id = $1', ['list']],
    ['select * from list where customer_id = $1 or uid = $2', ['list']],
    ['select * from list where customer_id <> $1', ['list']],
    ['select * from list where owner_id = $1', ['list']],
    ['select * from campaign join list on list.id = campaign.list_id where campaign.customer_id = $1', ['list']],
    [
      'select * from campaign join list on list.customer_id = campaign.customer_id where list.id = $1',
      ['campaign', 'list'],
    ],
    // A condition of an outer join leaves the other side whole.
    ['select * from campaign left join list on list.customer_id = $1 and campaign.customer_id = $1', ['campaign']],
    // What a subquery says of the outer row is no condition on it.
    ['select (select 1 where list.customer_id = $1) from list', ['list']],
    [
      'select * from list where customer_id = $1 and exists (select 1 from message where message.id = list.id)',
      ['message'],
    ],
    ['with a as (select * from list where id = $1) select * from a', ['list']],
    ['select id from list where customer_id = $1 union all select id from campaign where id = $1', ['campaign']],
    ['update list set customer_id = $1 where id = $2', ['list']],
    ['delete from list where id in (select list_id from campaign where customer_id = $1)', ['list']],
    ['insert into list (name) values ($1)', ['list']],
    ['insert into message (customer_id) select customer_id from campaign where id = $1', ['campaign']],
    ['select * from customer join list on list.customer_id = customer.id where list.id = $1', ['list']],
  ] as const)
    assert.deepEqual(unheld(text), tables, text);
});

test('a text that is no statement fails', () => {
  assert.throws(() => unheld('select from where'));
});
