import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { assertStatus, openTestApp } from '../../../test/support/app.ts';
import { makeList } from '../../../test/support/lists.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { MOST_LOOKED_AT, pageOfBeginning } from './search-beginning.ts';

eachEngine('subscribers by the beginning of their address', (engine) => {
  test('in any case, by status, in pages, of this list alone', async (t) => {
    const app = await openTestApp(t, engine);
    const { key } = await app.addCustomer();
    const [list, other] = [await makeList(app), await makeList(app)];
    const add = async (uid: string, emails: readonly string[]) => {
      const subscribers = emails.map((EMAIL, n) => ({
        EMAIL,
        details: { status: n === 0 ? 'confirmed' : 'disabled' },
      }));
      assertStatus(await app.call('POST', `/lists/${uid}/subscribers/bulk`, { json: { subscribers } }), 201);
    };
    await add(list, [
      'Ann@example.test',
      'anna@example.test',
      'ann-b@example.test',
      'bob@ann.test',
      'änn@example.test',
    ]);
    await add(other, ['ann@example.test']);
    const found = async (query: string) => {
      const answer = await app.call('GET', `/lists/${list}/subscribers?${query}`);
      assertStatus(answer, 200);
      assert.equal(answer.json.warnings, undefined);
      return [answer.json.data.count, ...answer.json.data.records.map((one: { EMAIL: string }) => one.EMAIL)];
    };
    const all = ['3', 'ann-b@example.test', 'anna@example.test', 'Ann@example.test'];
    assert.deepEqual(await found('search=ann'), all);
    assert.deepEqual(await found('search=%20ANN'), all);
    assert.deepEqual(await found('search=ann&per_page=2&page=2'), ['3', 'Ann@example.test']);
    assert.deepEqual(await found('search=ann&status=disabled'), ['2', ...all.slice(1, 3)]);
    assert.deepEqual(await found('search=ann%40'), ['1', 'Ann@example.test']);
    assert.deepEqual(await found('search=%C3%84nn'), ['1', 'änn@example.test']);
    assert.deepEqual(await found('search=ann%25'), ['0']);
    assert.equal((await found('search='))[0], '5');
    assert.equal((await found('search=undefined'))[0], '5');
    assertStatus(await app.call('GET', `/lists/${list}/subscribers?search=ann`, { key }), 404);
    assertStatus(await app.call('GET', `/lists/${list}/subscribers?search[a]=ann`), 422);
  });

  test('no more of the index is read than a bound, and that is told', async (t) => {
    const app = await openTestApp(t, engine);
    const uid = await makeList(app);
    const list = await app.db.selectFrom('list').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow();
    await sql`insert into subscriber (uid, customer_id, list_id, email, email_key, status, source, field_values, folded,
        tokens, created_at, updated_at)
      with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${sql.lit(MOST_LOOKED_AT)})
      select 'u' || n, ${app.customer.id}, ${list.id}, 'x' || n, 'x' || n, 'confirmed', 'api', '{}', '{}', '', 0, 0
      from numbers`.execute(app.db);
    const page = { page: 1, perPage: 2 };
    const cut = await pageOfBeginning(app.db, list, { status: undefined, beginning: 'x' }, page);
    assert.deepEqual([cut.isCut, cut.subscribers.length], [true, 2]);
    const whole = await pageOfBeginning(app.db, list, { status: undefined, beginning: 'x1' }, page);
    assert.deepEqual([whole.isCut, whole.count], [false, 1_112]);
    const { json } = await app.call('GET', `/lists/${uid}/subscribers?search=x`);
    assert.match(json.warnings[0].message, /^More than 10,000 of your addresses begin with this/);
  });
});
