// Moves between stores: everything is there, on either engine, however often the move was cut off.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { seedCampaign } from '../../../test/support/delivery-rows.ts';
import { at } from '../../../test/support/delivery-turns.ts';
import { fillStore, SECRET, settings } from '../../../test/support/moving.ts';
import { eachEngine, type TestStore } from '../../../test/support/stores.ts';
import { insertCampaign } from '../../campaigns/queries.ts';
import { registerWorker, renewLease } from '../../coordination/lease.ts';
import { agree } from '../../delivery/agreement/agree.ts';
import { systemClock } from '../../kernel/clock.ts';
import { type Db, inTransaction, openStore, type Store } from '../../storage/db.ts';
import { listTables } from '../../storage/moving/catalogue.ts';
import { findMoveMarks } from '../../storage/moving/marks.ts';
import { readPage } from '../../storage/moving/rows.ts';
import { FIRST_LASTING_ID, PART_WIDTH } from '../../storage/postgres/parts.ts';
import type { Steps } from '../take.ts';
import { moveBetween } from './move.ts';
import type { HeldStore } from './open.ts';
import { nameOf, type Place } from './place.ts';

const steps = () => () => undefined;

/** Every row, as values; the order of texts is not the same everywhere. */
async function rowsOf(db: Db): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const table of await listTables(db)) {
    const columns =
      table.name === 'batch'
        ? table.columns.map((one) => ({ ...one, kind: one.name === 'ids' ? ('ids' as const) : one.kind }))
        : table.columns;
    const { rows } = await readPage(db, { ...table, columns }, undefined, 10_000);
    const words = rows.map((row) =>
      JSON.stringify(row.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value))),
    );
    found[table.name] = words.sort();
  }
  return found;
}

const heldOf = (store: Store, place: Place): HeldStore => ({ store, name: nameOf(place), close: () => store.close() });

eachEngine('a move', (engine) => {
  const place = mkdtempSync(join(tmpdir(), 'mailwright-move-'));
  const first: Place = { databaseUrl: undefined, dataDir: join(place, 'first') };
  const last: Place = { databaseUrl: undefined, dataDir: join(place, 'last') };
  const middle: Place =
    engine.name === 'sqlite'
      ? { databaseUrl: undefined, dataDir: join(place, 'middle') }
      : { databaseUrl: 'postgres://test@127.0.0.1/middle', dataDir: '' };
  const closings: (() => unknown)[] = [];
  let there: TestStore;
  let before_: Record<string, string[]>;
  before(async () => {
    there = await engine.open({ after: (close?: unknown) => void closings.push(close as () => unknown) });
  });
  after(async () => {
    for (const close of closings.reverse()) await close();
    rmSync(place, { recursive: true, force: true });
  });

  test('there, cut off again and again, and all is there', async () => {
    const source = await openStore({ dataDir: first.dataDir });
    await fillStore(source.db);
    before_ = await rowsOf(source.db);
    const away = await registerWorker(source.db, -1); // a worker that was cut off and does not know of it
    let left = 0;
    let cuts = 0;
    const cutting = () => () => {
      left -= 1;
      if (left >= 0) return;
      cuts += 1;
      throw new Error('cut off');
    };
    const request = { from: first, to: middle, secret: SECRET };
    const go = (how: Steps) => moveBetween(heldOf(source, first), heldOf(there, middle), request, systemClock, how);
    for (let most = 0; ; most += 25) {
      left = most;
      const error = await go(cutting).then(
        () => undefined,
        (thrown: Error) => thrown,
      );
      if (!error) break;
      assert.equal(error.message, 'cut off');
      const marks = [(await findMoveMarks(source.db)).source?.state, (await findMoveMarks(there.db)).target?.state];
      assert.deepEqual(marks, ['moving', 'moving']);
    }
    assert.ok(cuts > 3, `${cuts}`);
    assert.deepEqual(await rowsOf(there.db), before_);
    assert.deepEqual(await findMoveMarks(there.db), { source: undefined, target: undefined });
    assert.deepEqual(
      await agree(source.db, settings, at).then(({ agreed }) => agreed),
      false,
      'nobody sends from there',
    );
    assert.equal(await renewLease(source.db, away), false, 'who comes back has no lease');
    await assert.rejects(
      source.db.deleteFrom('subscriber').execute(),
      /This database has moved to .*middle/,
      'nor changes',
    );
    assert.equal(await go(steps), undefined, 'it has ended');
    await source.close();
    await assert.rejects(
      openStore({ dataDir: first.dataDir }),
      /This database has moved to .*Start the servers with that one/,
    );
  });

  test('the engine has its indexes again, counts on, and gives no id twice', async () => {
    const campaign = await there.db
      .selectFrom('campaign')
      .selectAll()
      .where('type', '=', 'regular')
      .executeTakeFirstOrThrow();
    const { id: former, ...values } = campaign;
    const { id } = await inTransaction(there.db, (tx) =>
      insertCampaign(tx, { ...values, uid: 'another1', number: 999 }),
    );
    const known = await there.db
      .selectFrom('campaign')
      .select(({ fn }) => fn.max<number>('id').as('id'))
      .where('id', '<', id)
      .executeTakeFirstOrThrow();
    assert.equal(id, known.id + 1);
    assert.ok(id > former);
    await there.db.deleteFrom('campaign').where('id', '=', id).execute();
    const twice = there.db
      .insertInto('subscriber')
      .columns([
        'uid',
        'customer_id',
        'list_id',
        'email',
        'email_key',
        'status',
        'source',
        'field_values',
        'folded',
        'tokens',
        'created_at',
        'updated_at',
      ])
      .expression((of) =>
        of
          .selectFrom('subscriber')
          .limit(1)
          .select([
            'uid',
            'customer_id',
            'list_id',
            'email',
            'email_key',
            'status',
            'source',
            'field_values',
            'folded',
            'tokens',
            'created_at',
            'updated_at',
          ]),
      )
      .execute();
    await assert.rejects(twice, /unique/i);
    await assert.rejects(
      there.db
        .insertInto('list_field')
        .values({ customer_id: 1, number: 77, list_id: 9_999 } as never)
        .execute(),
    );
  });

  test('and back, into a folder', async () => {
    const target = await openStore({ dataDir: last.dataDir, whileMoving: true });
    const request = { from: middle, to: last, secret: SECRET };
    const wide = FIRST_LASTING_ID + 40;
    const seed = await there.db.selectFrom('list').selectAll().executeTakeFirstOrThrow();
    const of = { customerId: seed.customer_id, listId: seed.id } as Parameters<typeof seedCampaign>[1];
    const lasting = await seedCampaign(there.db, of, { id: wide, uid: 'lasting01', number: 70 } as never);
    before_ = await rowsOf(there.db);
    const moved = await moveBetween(heldOf(there, middle), heldOf(target, last), request, systemClock, steps);
    assert.deepEqual([moved?.hadBegun, moved?.replaced], [false, 0]);
    assert.deepEqual(await rowsOf(target.db), before_);
    assert.equal(readFileSync(join(last.dataDir, 'secret'), 'utf8').trim(), SECRET);
    assert.equal(statSync(join(last.dataDir, 'secret')).mode & 0o777, 0o600);
    await target.close();

    const store = await openStore({ dataDir: last.dataDir });
    const { rows } = { rows: await store.db.selectFrom('campaign').select('id').execute() };
    assert.ok(rows.some(({ id }) => id === lasting));
    const { id: _, ...values } = await store.db
      .selectFrom('campaign')
      .selectAll()
      .where('id', '=', lasting)
      .executeTakeFirstOrThrow();
    const { id } = await inTransaction(store.db, (tx) =>
      insertCampaign(tx, { ...values, uid: 'another2', number: 998 }),
    );
    if (engine.name !== 'sqlite') assert.ok(id < PART_WIDTH, `${id} is counted on from the campaigns that do not last`);
    await store.close();
  });
});
