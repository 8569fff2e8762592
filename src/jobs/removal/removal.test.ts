// A customer that is removed, on both engines: nothing of it is left, nothing of others changes.
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { OWNED } from '../../../test/support/customer-law/tables.ts';
import { fillTables, rowsWith } from '../../../test/support/customer-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { createCustomer } from '../../accounts/create.ts';
import { listEntries } from '../../audit/queries.ts';
import type { Db } from '../../storage/db.ts';
import { listCustomerTables } from '../../storage/removing/tables.ts';
import type { Customer } from '../../storage/tables.ts';
import { removeCustomer, stockOf } from './remove-customer.ts';

const clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5) };
const silent = { removed: () => undefined, settledMs: 0 };

eachEngine('a customer that is removed', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  let first: Customer;
  let count = 0;
  const add = async (status = 'inactive') => {
    count += 1;
    const customer = await createCustomer(
      db,
      { name: `Customer ${count}`, email: `c${count}@example.test`, status },
      clock,
    );
    return { customer, who: { customerId: customer.id, uid: customer.uid } };
  };
  const filled = async (rows = 3) => {
    const added = await add();
    await fillTables(db, { ...added.who, from: 1_000 + 100 * count, count: rows });
    return added;
  };
  before(async () => {
    ({ db } = opened());
    ({ customer: first } = await add('active'));
  });
  beforeEach(() => db.deleteFrom('audit').where('customer_id', '=', first.id).execute());

  test('no row and no text of it is left in any table, and others have theirs', async () => {
    const tables = (await listCustomerTables(db)).map(({ name }) => name);
    const together = ['membership', 'user_session', 'welcome_link'];
    assert.deepEqual(tables.toSorted(), [...OWNED, ...together].toSorted());
    const gone = await filled();
    const other = await filled();
    const [before, others] = [await rowsWith(db, gone.who), await rowsWith(db, other.who)];
    assert.deepEqual(
      tables.filter((name) => !before.has(name)),
      [],
    );
    const stock = await stockOf(db, gone.customer.id);
    assert.deepEqual(
      tables.filter((name) => stock.rows.get(name) !== before.get(name)?.length),
      [],
    );
    assert.deepEqual(stock.users, { all: 3, onlyHere: 3 });

    await removeCustomer({ db, clock }, gone.customer, silent);
    const left = await rowsWith(db, gone.who);
    assert.deepEqual([...left.keys()], ['audit'], 'what was done, with the operator');
    assert.deepEqual(await rowsWith(db, other.who), others);
    const entries = await listEntries(db, first.id, {}, { after: undefined, limit: 10 });
    assert.deepEqual(
      entries.map((entry) => [entry.operation, entry.object_id, entry.actor_name, entry.at]),
      [['removeCustomer', gone.customer.uid, 'npx mailwright', clock.now()]],
    );
  });

  const statusOf = async ({ id }: Customer) =>
    (await db.selectFrom('customer').select('status').where('id', '=', id).executeTakeFirst())?.status;

  test('one that was cut off is done on from there, and noted once', async () => {
    const { customer, who } = await filled(7);
    let steps = 0;
    const cut = () => {
      steps += 1;
      if (steps === 5) throw new Error('cut off');
    };
    await assert.rejects(removeCustomer({ db, clock }, customer, { removed: cut, settledMs: 0 }), /cut off/);
    assert.equal(await statusOf(customer), 'removing');
    const between = await rowsWith(db, who);
    assert.deepEqual(
      ['api_key', 'membership', 'user_session', 'webhook', 'campaign'].filter((name) => between.has(name)),
      [],
    );
    assert.ok(between.has('subscriber'));
    await removeCustomer({ db, clock }, customer, silent);
    assert.deepEqual([...(await rowsWith(db, who)).keys()], ['audit']);
    assert.equal((await rowsWith(db, who)).get('audit')?.length, 1);
  });

  test('bytes that others refer to stay, and people with another customer', async () => {
    const { customer, who } = await filled();
    const { who: other } = await add();
    const { id, hash } = await db
      .selectFrom('media_file')
      .select(['media_id as id', 'hash'])
      .where('customer_id', '=', who.customerId)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('template')
      .values({
        customer_id: other.customerId,
        ...{ id: 90_000 + id, uid: 't', name: 't', folded_name: 't', content: '', created_at: 0, updated_at: 0 },
      })
      .execute();
    await db
      .insertInto('template_file')
      .values({ customer_id: other.customerId, template_id: 90_000 + id, path: 'a', hash, media_type: 'image/png' })
      .execute();
    const users = await db
      .selectFrom('membership')
      .select('user_id')
      .where('customer_id', '=', who.customerId)
      .orderBy('user_id')
      .execute();
    const [stays = 0, operates = 0, goes = 0] = users.map(({ user_id }) => user_id);
    const membership = { customer_id: other.customerId, user_id: stays, role: 'owner', created_at: 0 };
    await db.insertInto('membership').values(membership).execute();
    await db.updateTable('user_account').set({ is_operator: 1 }).where('id', '=', operates).execute();
    assert.deepEqual((await stockOf(db, customer.id)).users, { all: 3, onlyHere: 2 });

    await removeCustomer({ db, clock }, customer, silent);
    const blobs = await db.selectFrom('blob').select('hash').where('hash', 'like', `${who.uid}%`).execute();
    assert.deepEqual(
      blobs.map((blob) => blob.hash),
      [hash],
    );
    const left = await db
      .selectFrom('user_account')
      .select(['id', 'last_customer_id'])
      .where('id', 'in', [stays, operates, goes])
      .orderBy('id')
      .execute();
    assert.deepEqual(
      left.map((user) => user.id),
      [stays, operates],
    );
  });

  test('one that has something under way is refused, and stays as it is', async () => {
    const { customer, who } = await filled();
    const of = { customer_id: who.customerId };
    const refused = async (why: RegExp) => {
      const before = await rowsWith(db, who);
      await assert.rejects(removeCustomer({ db, clock }, customer, silent), why);
      assert.deepEqual(await rowsWith(db, who), before);
    };
    const campaigns = (status: string) =>
      db.updateTable('campaign').set({ status }).where('customer_id', '=', of.customer_id).execute();
    const switched = (status: string) =>
      db.updateTable('customer').set({ status }).where('id', '=', of.customer_id).execute();
    await switched('active');
    for (const status of ['pending-sending', 'processing', 'sending']) {
      await campaigns(status);
      await refused(
        /^AppError: 3 campaigns of this customer are being sent or scheduled: "\w{13} \d+", .* --status inactive$/,
      );
    }
    await switched('inactive');
    const work = (state: 'in_flight' | 'deferred') =>
      db.updateTable('work').set({ state }).where('customer_id', '=', of.customer_id).execute();
    await work('in_flight');
    await refused(/in flight: try again in a minute/);
    await work('deferred');
    const flights = (in_flight: string) =>
      db.updateTable('worker_turn').set({ in_flight }).where('customer_id', '=', of.customer_id).execute();
    await flights('[[1,1,1,[5]]]');
    await refused(/in flight: try again in a minute/);
    await flights('[]');
    const jobs = (state: string) =>
      db.updateTable('job').set({ state }).where('customer_id', '=', of.customer_id).execute();
    await jobs('running');
    await refused(/3 imports, exports or bulk actions are in progress/);
    await jobs('idle');
    await switched('active');
    await campaigns('paused');
    await removeCustomer({ db, clock }, customer, silent);
    await assert.rejects(removeCustomer({ db, clock }, first, silent), /first customer of the installation/);
    assert.equal(await statusOf(first), 'active');
  });
});
