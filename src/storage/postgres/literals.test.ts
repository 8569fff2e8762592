import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { eachEngine } from '../../../test/support/stores.ts';
import { withLiterals } from './literals.ts';

test('values stand in their places, and texts of the statement stay', () => {
  assert.equal(
    withLiterals(`select $1, $2, '$1 ''$2', "$1", $10`, [1, "it's", ...Array.from({ length: 7 }), true]),
    `select '1', 'it''s', '$1 ''$2', "$1", 'true'`,
  );
  assert.equal(withLiterals('select $1, $2', [null, undefined]), 'select null, null');
  assert.throws(() => withLiterals('select $1', [{}]), TypeError);
});

eachEngine('values within a statement', ({ name, open }) => {
  test('are read as parameters are', async (t) => {
    if (name === 'sqlite') return; // its statements have places for values
    const { db } = await open(t);
    const hard = `a \\ 'quoted' "text" $1 ? {b,c} \n é \\\\' --`;
    const [texts, numbers] = [
      [hard.replace('\n', ''), 'null', '', null],
      [1, -2, null],
    ];
    const values = [hard, texts, numbers, Buffer.from([0, 39, 92, 255]), 2 ** 52, false, '{"a":"\\\\"}'];
    const text = `select $1::text as a, $2::text[] as b, $3::bigint[] as c, $4::bytea as d, $5 + 1::bigint as e,
      not $6 as f, $7::json ->> 'a' as g`;
    const { rows } = await db.executeQuery(CompiledQuery.raw(withLiterals(text, values)));
    assert.deepEqual(rows, (await db.executeQuery(CompiledQuery.raw(text, values))).rows);
    assert.equal((rows[0] as { a: string }).a, hard);
  });
});
