import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { type Seed, seedList, seedSubscribers } from '../../test/support/delivery-rows.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import { findTally } from '../storage/tally.ts';
import { findSuppression, isSuppressed, tallyScope } from './queries.ts';
import { EVERYBODY, REASONS } from './rules.ts';
import { type SuppressionEntry, suppress, unsuppress } from './suppress.ts';

const entry = (customerId: number, email: string, rest: Partial<SuppressionEntry> = {}): SuppressionEntry => ({
  customerId,
  email,
  reason: 'manual',
  detail: 'asked for it',
  ...rest,
});

eachEngine('suppressing', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  let customers = 1_000;
  const someone = () => {
    customers += 1;
    return customers;
  };
  before(() => {
    ({ db } = opened());
  });
  const add = (entries: readonly SuppressionEntry[], at = 5_000) =>
    inTransaction(db, (tx) => suppress(tx, entries, at));
  const remove = (customerId: number, ...emails: string[]) =>
    inTransaction(db, (tx) => unsuppress(tx, customerId, emails));
  const isListed = async (customerId: number, key: string) =>
    (await findSuppression(db, customerId, key)) !== undefined;

  /** Checks the tallies against the rows, by reason and in all. */
  async function assertTallies(customerId: number): Promise<void> {
    const rows = await db.selectFrom('suppression').select('reason').where('customer_id', '=', customerId).execute();
    assert.equal(await findTally(db, customerId, tallyScope()), rows.length);
    for (const reason of REASONS) {
      const n = rows.filter((row) => row.reason === reason).length;
      assert.equal(await findTally(db, customerId, tallyScope(reason)), n, reason);
    }
  }

  test('an address is kept as given, once, whatever its letters; the first reason stays', async () => {
    const customerId = someone();
    assert.equal(await add([entry(customerId, 'Ann@Example.com', { reason: 'hard-bounce', detail: '550 5.1.1' })]), 1);
    assert.equal(await add([entry(customerId, 'ann@example.COM', { reason: 'complaint' })], 6_000), 0);
    const { id: _, ...row } = (await findSuppression(db, customerId, 'ann@example.com')) ?? { id: 0 };
    assert.deepEqual(row, {
      customer_id: customerId,
      email: 'Ann@Example.com',
      email_key: 'ann@example.com',
      reason: 'hard-bounce',
      detail: '550 5.1.1',
      created_at: 5_000,
    });
    await assertTallies(customerId);
  });

  test('many at once: of several customers, for several reasons, some twice', async () => {
    const [first, second] = [someone(), someone()];
    const entries = Array.from({ length: 900 }, (_, n) =>
      entry(n % 2 === 0 ? first : second, `p${n % 600}@example.com`, {
        reason: REASONS[n % REASONS.length] ?? 'manual',
      }),
    );
    assert.equal(await add(entries), 600);
    assert.equal(await add(entries), 0);
    assert.equal(await add([]), 0);
    await assertTallies(first);
    await assertTallies(second);
    assert.equal((await findSuppression(db, first, 'p2@example.com'))?.reason, REASONS[2]);
  });

  test('a removed one may be added again; others, and other customers, keep theirs', async () => {
    const [mine, other] = [someone(), someone()];
    await add([entry(mine, 'a@example.com'), entry(mine, 'b@example.com', { reason: 'complaint' })]);
    await add([entry(other, 'a@example.com'), entry(EVERYBODY, 'a@example.com')]);
    assert.equal(await remove(mine, 'A@example.com', 'a@example.com', 'nobody@example.com'), 1);
    assert.equal(await remove(mine, 'a@example.com'), 0);
    assert.ok(!(await isListed(mine, 'a@example.com')));
    for (const customerId of [other, EVERYBODY]) assert.ok(await isListed(customerId, 'a@example.com'));
    await assertTallies(mine);
    assert.equal(await add([entry(mine, 'a@example.com', { reason: 'complaint' })]), 1);
    await assertTallies(mine);
    await remove(EVERYBODY, 'a@example.com');
  });

  test('the detail is one line without control characters, at most 250 characters', async () => {
    const customerId = someone();
    const detail = `550\r\n5.1.1\0\x1b[2J\u202e ${'x'.repeat(400)}`;
    await add([entry(customerId, 'a@example.com', { detail })]);
    const kept = (await findSuppression(db, customerId, 'a@example.com'))?.detail ?? '';
    assert.match(kept, /^550 5\.1\.1 \[2J x+…$/);
    assert.equal(kept.length, 250);
  });

  test('transactions that bring the same addresses in any order wait for each other and count each once', async () => {
    const customerId = someone();
    const addresses = Array.from({ length: 50 }, (_, n) => `c${n}@example.com`);
    const orders = Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? addresses : addresses.toReversed()));
    const added = await Promise.all(
      orders.map((order, n) =>
        add(
          order.map((email, i) => entry(customerId, email, { reason: REASONS[(n + i) % REASONS.length] ?? 'manual' })),
        ),
      ),
    );
    assert.equal(
      added.reduce((sum, n) => sum + n, 0),
      addresses.length,
    );
    await assertTallies(customerId);
    const both = await Promise.all([
      remove(customerId, ...addresses),
      add(addresses.map((one) => entry(customerId, one))),
    ]);
    assert.ok(both[0] === 50);
    await assertTallies(customerId);
  });

  test('a transaction that fails leaves nothing, neither rows nor counts', async () => {
    const customerId = someone();
    const failing = inTransaction(db, async (tx) => {
      await suppress(tx, [entry(customerId, 'a@example.com')], 1);
      throw new Error('no');
    });
    await assert.rejects(failing, /no/);
    assert.ok(!(await isListed(customerId, 'a@example.com')));
    await assertTallies(customerId);
  });

  test('the condition: the customer’s own list and everybody’s, by an index alone', async () => {
    const seed: Seed = await seedList(db);
    const other = someone();
    await seedSubscribers(db, seed, 2_000, { prefix: 's' });
    const { customerId } = seed;
    await add([
      entry(customerId, 'S1@example.com'),
      entry(EVERYBODY, 's2@example.com'),
      entry(other, 's3@example.com'),
    ]);
    const filler = Array.from({ length: 10_000 }, (_, n) =>
      entry(n % 2 === 0 ? other : EVERYBODY, `f${n}@example.com`),
    );
    await add(filler);
    const conditions = [
      isSuppressed(customerId, 'subscriber.email_key'),
      isSuppressed(sql.ref('subscriber.customer_id'), 'subscriber.email_key'),
    ];
    for (const condition of conditions) {
      const found = await db
        .selectFrom('subscriber')
        .select('email')
        .where('list_id', '=', seed.listId)
        .where(condition)
        .orderBy('id')
        .execute();
      assert.deepEqual(
        found.map((row) => row.email),
        ['s1@example.com', 's2@example.com'],
      );
    }
    await sql.raw(engine.name === 'sqlite' ? 'analyze' : 'vacuum analyze').execute(db);
    for (const condition of conditions) {
      const explain = sql.raw(engine.name === 'sqlite' ? 'explain query plan' : 'explain');
      const plan = await sql<Record<string, string>>`${explain} select id from subscriber
        where list_id = ${seed.listId} and status = 'confirmed' and not ${condition}`.execute(db);
      const text = plan.rows.map((row) => row['detail'] ?? row['QUERY PLAN']).join('\n');
      const wanted =
        engine.name === 'sqlite'
          ? /SEARCH suppression USING COVERING INDEX \S+ \(customer_id=\? AND email_key=\?\)/
          : /Index Only Scan using suppression_customer_id_email_key_key[^\n]*\n\s*Index Cond: \(\(customer_id = .*email_key = /;
      assert.match(text, wanted);
    }
  });
});
