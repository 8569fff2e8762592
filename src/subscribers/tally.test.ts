// Whatever is done to the subscribers of a list, its counts are those of the rows, and its revision
// grows.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import type { TestApp } from '../../test/support/app.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { AppError } from '../kernel/errors.ts';
import { inTransaction } from '../storage/db.ts';
import type { List } from '../storage/tables.ts';
import { createSubscriber } from './create.ts';
import { createSubscribers } from './create-many.ts';
import { unsubscribeEverywhere } from './memberships/unsubscribe-everywhere.ts';
import { countSubscribers, findByEmail, findSubscriberById } from './queries.ts';
import { removeSubscribersOf } from './remove.ts';
import { STATUSES, type Status } from './rules.ts';
import { setMarks } from './search/marks.ts';
import { pageOfPeople } from './search/shown.ts';
import { setStatus, unsubscribe } from './status.ts';
import { changeSubscriber, removeSubscriber } from './update.ts';

const BY = { way: 'api' } as const;

const address = fc.integer({ min: 0, max: 7 }).map((n) => `p${n}@example.com`);
const status = fc.constantFrom<(Status | undefined)[]>(undefined, ...STATUSES);
const operation = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), address, status }),
  fc.record({ kind: fc.constant('bulk' as const), people: fc.array(fc.record({ address, status }), { maxLength: 6 }) }),
  fc.record({ kind: fc.constant('change' as const), address, to: address, status }),
  fc.record({ kind: fc.constant('remove' as const), address }),
  fc.record({ kind: fc.constant('status' as const), address, status: fc.constantFrom(...STATUSES) }),
  fc.record({ kind: fc.constant('unsubscribe' as const), address }),
  fc.record({ kind: fc.constant('everywhere' as const), address }),
  fc.record({ kind: fc.constant('some' as const), limit: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('marks' as const), size: fc.integer({ min: 1, max: 3 }) }),
);

type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

eachEngine('counts of subscribers', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  before(() => {
    app = opened();
  });

  const input = (email: string, asked: Status | undefined) => ({
    email,
    sent: {},
    status: asked,
    source: 'api' as const,
    ipAddress: '203.0.113.1',
  });

  async function perform(list: List, op: Operation): Promise<void> {
    const { db, clock } = app;
    const at = clock.now();
    const find = (email: string) => findByEmail(db, list.customer_id, list.id, email);
    switch (op.kind) {
      case 'create':
        await createSubscriber(db, { list, fields: [] }, input(op.address, op.status), at);
        return;
      case 'bulk': {
        const inputs = op.people.map((person) => ({ input: input(person.address, person.status) }));
        await createSubscribers(db, { list, fields: [] }, inputs, at);
        return;
      }
      case 'change': {
        const changes = { email: op.to, sent: {}, status: op.status, source: undefined, ipAddress: undefined };
        await changeSubscriber(db, list, (await find(op.address))?.uid ?? '', changes, at);
        return;
      }
      case 'remove':
        return removeSubscriber(db, list, (await find(op.address))?.uid ?? '', at);
      case 'status':
      case 'unsubscribe': {
        const subscriber = await find(op.address);
        if (!subscriber) return;
        await inTransaction(db, (tx) =>
          op.kind === 'status'
            ? setStatus(tx, subscriber, { status: op.status, at, evidence: BY })
            : unsubscribe(tx, subscriber, at, BY),
        );
        return;
      }
      case 'everywhere':
        await unsubscribeEverywhere(db, list.customer_id, op.address, at);
        return;
      case 'some':
        await removeSubscribersOf(db, list, op.limit);
        return;
      case 'marks':
        await setMarks(db, list, op.size, 2);
    }
  }

  async function check(list: List): Promise<void> {
    const rows = await app.db
      .selectFrom('subscriber')
      .select(['status', 'unsubscribed_at', 'confirmed_at'])
      .where('list_id', '=', list.id)
      .execute();
    for (const one of STATUSES) {
      const counted = await countSubscribers(app.db, list, one);
      assert.equal(counted, rows.filter((row) => row.status === one).length, one);
    }
    assert.equal(await countSubscribers(app.db, list), rows.length);
    for (const row of rows) {
      assert.equal(row.unsubscribed_at !== null, row.status === 'unsubscribed');
      if (row.status === 'confirmed') assert.notEqual(row.confirmed_at, null);
    }
  }

  /** What was noted of how the list changed adds up to its people. */
  async function checkGrowth(list: List): Promise<void> {
    const noted = await app.db.selectFrom('list_growth').selectAll().where('list_id', '=', list.id).execute();
    const sum = (of: (row: (typeof noted)[number]) => number) => noted.reduce((all, row) => all + of(row), 0);
    assert.equal(
      sum(({ added, removed }) => added - removed),
      await countSubscribers(app.db, list),
    );
    assert.equal(
      sum(({ net }) => net),
      await countSubscribers(app.db, list, 'confirmed'),
    );
  }

  async function checkPages({ id, uid, customer_id: customerId }: List): Promise<void> {
    for (const perPage of [1, 2, 3]) {
      for (let page = 1; page <= 10; page += 1) {
        const expected = await app.db
          .selectFrom('subscriber')
          .select('uid')
          .where('list_id', '=', id)
          .orderBy('id', 'desc')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute();
        const shown = await pageOfPeople(app.db, { customerId, listUid: uid }, { page, perPage }, 0);
        const uids = shown.people.map((one) => one.uid);
        const wanted = expected.map((one) => one.uid);
        assert.deepEqual(uids, wanted, `page ${page} of ${perPage}`);
      }
    }
  }

  test('are those of the rows after any operations, and so are the pages, with marks and without', async () => {
    const { db, clock, customer } = app;
    let n = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 25 }), async (operations) => {
        n += 1;
        const list = await db
          .insertInto('list')
          .values({
            uid: `list${n}`,
            customer_id: customer.id,
            name: '',
            display_name: '',
            description: '',
            opt_in: 'double',
            opt_out: 'single',
            visibility: 'public',
            status: 'active',
            defaults: '{}',
            notifications: '{}',
            company: null,
            revision: 0,
            created_at: clock.now(),
            updated_at: clock.now(),
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        for (const op of operations) {
          await perform(list, op).catch((error: unknown) => {
            if (!(error instanceof AppError)) throw error;
          });
        }
        await check(list);
        // People of a list that is being removed are not noted.
        if (operations.every(({ kind }) => kind !== 'some')) await checkGrowth(list);
        await checkPages(list);
        while ((await removeSubscribersOf(db, list, 3)) > 0);
        await check(list);
      }),
      { numRuns: engine.name === 'sqlite' ? 60 : 25 },
    );
  });

  test('a customer finds its own subscribers by id only', async () => {
    const other = await app.addCustomer();
    const row = await app.db.selectFrom('list').selectAll().limit(1).executeTakeFirstOrThrow();
    const mine = await createSubscriber(app.db, { list: row, fields: [] }, input('mine@example.com', undefined), 0);
    assert.equal((await findSubscriberById(app.db, app.customer.id, mine.id))?.uid, mine.uid);
    assert.equal(await findSubscriberById(app.db, other.customer.id, mine.id), undefined);
  });
});
