import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { eachEngine } from '../../test/support/stores.ts';
import { AppError } from '../kernel/errors.ts';
import { findBlob, putBlob } from './blobs.ts';
import { type Db, inTransaction } from './db.ts';
import { indexingTokens } from './dialect/token-index.ts';
import { hasTokens, jsonNumber, jsonText, numberSet } from './dialect.ts';
import { MIGRATIONS, migrate } from './migrate.ts';
import { pageOfIds } from './paging.ts';
import { addToTally, findTally } from './tally.ts';

/** node:sqlite gives rows without a prototype, pg gives plain objects. */
const plain = <T extends object>(rows: readonly T[]): T[] => rows.map((row) => ({ ...row }));

const setting = (db: Db, name: string) => db.selectFrom('setting').select('value').where('name', '=', name);

eachEngine('storage', (engine) => {
  test('transactions of concurrent requests never mix', async (t) => {
    const { db } = await engine.open(t);
    // 40 requests at once: each writes two rows with a pause between, and every second one fails in
    // the end.
    const work = Array.from({ length: 40 }, (_, i) =>
      inTransaction(db, async (tx) => {
        await tx
          .insertInto('setting')
          .values({ name: `a${i}`, value: 'x' })
          .execute();
        await new Promise((resolve) => setTimeout(resolve, i % 5));
        await tx
          .insertInto('setting')
          .values({ name: `b${i}`, value: 'x' })
          .execute();
        if (i % 2 === 1) throw new Error('rolled back');
      }).then(
        () => true,
        () => false,
      ),
    );
    // Single statements in between belong to no transaction: none of them is rolled back.
    const singles = Array.from({ length: 40 }, (_, i) =>
      db
        .insertInto('setting')
        .values({ name: `s${i}`, value: 'x' })
        .execute(),
    );
    const kept = await Promise.all(work);
    await Promise.all(singles);
    const names = new Set((await db.selectFrom('setting').select('name').execute()).map((row) => row.name));
    for (const [i, committed] of kept.entries()) {
      assert.equal(committed, i % 2 === 0);
      assert.equal(names.has(`a${i}`), committed, `a${i}`);
      assert.equal(names.has(`b${i}`), committed, `b${i}`);
      assert.ok(names.has(`s${i}`));
    }
  });

  test('a reader sees nothing of a transaction that is not committed', async (t) => {
    if (engine.name === 'pglite') return t.skip('one connection: readers wait there');
    const { db } = await engine.open(t);
    await inTransaction(db, async (tx) => {
      await tx.insertInto('setting').values({ name: 'n', value: '1' }).execute();
      assert.equal(await setting(db, 'n').executeTakeFirst(), undefined);
      assert.deepEqual(plain(await setting(tx, 'n').execute()), [{ value: '1' }]);
    });
    assert.deepEqual(plain(await setting(db, 'n').execute()), [{ value: '1' }]);
  });

  test('migrating twice, also at the same time, changes nothing', async (t) => {
    const { db } = await engine.open(t);
    await Promise.all([migrate(db), migrate(db), migrate(db)]);
    const applied = await db.selectFrom('migration').select('name').execute();
    assert.deepEqual(
      applied.map(({ name }) => name),
      MIGRATIONS.map(({ name }) => name),
    );
  });

  test('two starts at once on an empty store both succeed', async (t) => {
    const { db } = await engine.open(t);
    let runs = 0;
    const step = {
      name: '9999-test',
      statements: () => ['create table later (id bigint)'],
      fill: async () => {
        runs++;
      },
    };
    const all = [...MIGRATIONS, step];
    await Promise.all([migrate(db, all), migrate(db, all)]);
    assert.ok(runs >= 1);
    assert.equal((await db.selectFrom('migration').selectAll().execute()).length, all.length);
  });

  test('a store of a newer version is refused with its name', async (t) => {
    const { db } = await engine.open(t);
    await db.insertInto('migration').values({ name: '0999-tomorrow', applied_at: 1, fingerprint: '' }).execute();
    await assert.rejects(migrate(db), (error: unknown) => {
      assert.ok(error instanceof AppError);
      assert.equal(error.code, 'unavailable');
      assert.match(error.message, /newer version.*0999-tomorrow/);
      return true;
    });
  });

  test('a migration that fails leaves nothing behind', async (t) => {
    const { db } = await engine.open(t);
    const broken = {
      name: '9998-broken',
      statements: () => ['create table half (id bigint)'],
      fill: async () => {
        throw new Error('stop');
      },
    };
    await assert.rejects(migrate(db, [...MIGRATIONS, broken]), /stop/);
    await assert.rejects(sql`select * from half`.execute(db));
  });

  test('a connection that is cut while it is in use fails its statement, and nothing else', async (t) => {
    if (engine.name !== 'postgres') return t.skip('needs a server');
    const { db } = await engine.open(t);
    const asleep = sql`from pg_stat_activity
      where datname = current_database() and query like 'select pg_sleep%' and pid <> pg_backend_pid()`;
    const sleepers = async (count: number) => {
      for (;;) {
        const { rows } = await sql`select pid ${asleep}`.execute(db);
        if (rows.length === count) return;
        await sleep(10);
      }
    };
    const begun = Promise.withResolvers<void>();
    const cut = Promise.withResolvers<void>();
    const waiting = assert.rejects(sql`select pg_sleep(20)`.execute(db));
    const held = assert.rejects(
      inTransaction(db, async (tx) => {
        await sql`select pg_sleep(0)`.execute(tx);
        begun.resolve();
        await cut.promise; // idle in its transaction meanwhile
        await sql`select 1`.execute(tx);
      }),
    );
    await begun.promise;
    try {
      await sleepers(2);
      await sql`select pg_terminate_backend(pid) ${asleep}`.execute(db);
      await sleepers(0);
    } finally {
      cut.resolve(); // the store cannot be closed while its transaction waits
    }
    await Promise.all([waiting, held]);
    assert.equal((await sql`select 1 as one`.execute(db)).rows.length, 1);
  });

  test('tallies add up and fall back with their transaction', async (t) => {
    const { db } = await engine.open(t);
    await inTransaction(db, (tx) => addToTally(tx, 1, 'lists', 3));
    await inTransaction(db, (tx) => addToTally(tx, 1, 'lists', -1));
    await assert.rejects(
      inTransaction(db, async (tx) => {
        await addToTally(tx, 1, 'lists', 100);
        throw new Error('no');
      }),
    );
    assert.equal(await findTally(db, 1, 'lists'), 2);
    assert.equal(await findTally(db, 2, 'lists'), 0);
  });

  test('the same bytes are kept once', async (t) => {
    const { db } = await engine.open(t);
    const blob = { content: new Uint8Array([1, 2, 255, 0]), mediaType: 'image/png' };
    const first = await inTransaction(db, (tx) => putBlob(tx, blob));
    const second = await inTransaction(db, (tx) => putBlob(tx, blob));
    assert.equal(first, second);
    const found = await findBlob(db, first);
    assert.deepEqual([...(found?.content ?? [])], [1, 2, 255, 0]);
    assert.equal(await findBlob(db, 'none'), undefined);
  });

  test('pages come newest or oldest first, walked or jumped to', async (t) => {
    const { db } = await engine.open(t);
    const row = { campaign_id: 7, customer_id: 1 };
    for (let i = 0; i < 57; i++) {
      await db
        .insertInto('campaign_link')
        .values({ ...row, url: `u${i}`, hash: `u${i}` })
        .execute();
    }
    const all = (await db.selectFrom('campaign_link').select('id').orderBy('id', 'desc').execute()).map((r) => r.id);
    let queries = 0;
    const page = (number: number, stride?: number) =>
      pageOfIds(
        db,
        { key: `links of 7, ${stride}`, column: 'campaign_link.id', count: 57, request: { page: number, perPage: 10 } },
        () => {
          queries += 1;
          return db.selectFrom('campaign_link').select('campaign_link.id as id').where('campaign_id', '=', 7);
        },
        stride,
      );
    for (const number of [6, 4, 1, 2, 3, 4, 5, 6, 7]) {
      assert.deepEqual(await page(number), all.slice((number - 1) * 10, number * 10), `page ${number}`);
    }
    const few = 3;
    assert.deepEqual(await Promise.all([page(3, few), page(3, few)]), [all.slice(20, 30), all.slice(20, 30)]);
    assert.deepEqual([await page(6, few), await page(5, few)], [all.slice(50), all.slice(40, 50)]);
    queries = 0;
    assert.deepEqual([await page(3, few), await page(5, few)], [all.slice(20, 30), all.slice(40, 50)]);
    assert.equal(queries, 4, 'the newest and the page, as the way there is known');
    const oldest = all.toReversed();
    for (const forward of [false, true]) {
      const rising = (number: number) =>
        pageOfIds(
          db,
          {
            key: `links of 7, rising ${forward}`,
            column: 'campaign_link.id',
            count: 57,
            request: { page: number, perPage: 10 },
            order: 'asc',
            forward,
          },
          () => db.selectFrom('campaign_link').select('campaign_link.id as id').where('campaign_id', '=', 7),
        );
      for (const number of [6, 4, 1, 2, 3, 4, 5, 6, 7]) {
        assert.deepEqual(await rising(number), oldest.slice((number - 1) * 10, number * 10), `page ${number} rising`);
      }
    }
  });

  test('JSON members, number sets and token search answer alike', async (t) => {
    const { db } = await engine.open(t);
    const now = { created_at: 0, updated_at: 0 };
    await db
      .insertInto('customer')
      .values({
        uid: 'c',
        first_name: '',
        last_name: '',
        email: '',
        email_key: '',
        time_zone: 'UTC',
        locale: 'en',
        status: 'active',
        created_at: 0,
      })
      .execute();
    const list = {
      uid: 'l',
      customer_id: 1,
      name: '',
      display_name: '',
      description: '',
      opt_in: '',
      opt_out: '',
      visibility: '',
      status: '',
      defaults: '',
      notifications: '',
      revision: 0,
      ...now,
    };
    await db.insertInto('list').values(list).execute();
    const subscriber = { customer_id: 1, list_id: 1, status: 'confirmed', source: 'api', field_values: '{}', ...now };
    const both = [
      { ...subscriber, uid: '1', email: 'a', email_key: 'a', folded: '{"5":"x\'y","5n":-1.5}', tokens: 'f1ha f2hb' },
      { ...subscriber, uid: '2', email: 'b', email_key: 'b', folded: '{"6":""}', tokens: 'f1ha' },
    ];
    await inTransaction(db, (tx) => indexingTokens(tx, 1, () => tx.insertInto('subscriber').values(both).execute()));
    const subscribers = db.selectFrom('subscriber').orderBy('subscriber.id');
    const members = await subscribers
      .select([
        jsonText(db, 'subscriber.folded', '5').as('text'),
        jsonNumber(db, 'subscriber.folded', '5n').as('number'),
      ])
      .execute();
    assert.deepEqual(plain(members), [
      { text: "x'y", number: -1.5 },
      { text: null, number: null },
    ]);
    const found = async (tokens: string[]) =>
      plain(await subscribers.select('uid').where(hasTokens(db, tokens)).execute());
    assert.deepEqual(await found(['f1ha', 'f2hb']), [{ uid: '1' }]);
    assert.deepEqual(await found(['f1ha']), [{ uid: '1' }, { uid: '2' }]);
    await db.updateTable('subscriber').set({ tokens: 'f9hz' }).where('uid', '=', '2').execute();
    await db.deleteFrom('subscriber').where('uid', '=', '1').execute();
    assert.deepEqual(await found(['f1ha']), []);
    assert.deepEqual(await found(['f9hz']), [{ uid: '2' }]);
    assert.throws(() => hasTokens(db, ['a OR b']), TypeError);
    const ids = await subscribers
      .select('uid')
      .where('subscriber.id', 'in', numberSet(db, [1, 2, 3]))
      .execute();
    assert.deepEqual(plain(ids), [{ uid: '2' }]);
  });
});
