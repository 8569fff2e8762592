// Reads of one turn of the event loop, and of the next, beside somebody else who writes.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openStore, readsOnly } from '../db.ts';
import { STORE_FILE } from '../folder.ts';
import { reading, type ValuePlace } from '../statement.ts';

const settingOf = reading((db, value: ValuePlace<{ name: string }>) =>
  db.selectFrom('setting').select('value').where('name', '=', value('name')),
);

async function open(t: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'mailwright-look-'));
  const { db, close } = await openStore({ dataDir });
  const other = new DatabaseSync(join(dataDir, STORE_FILE));
  t.after(async () => {
    other.close();
    await close();
    rmSync(dataDir, { recursive: true });
  });
  await db.insertInto('setting').values({ name: 'n', value: '0' }).execute();
  const now = async () => (await settingOf(db, { name: 'n' }))[0]?.value;
  return { db, now, write: (value: string) => other.exec(`update setting set value = '${value}' where name = 'n'`) };
}

describe('a look that is shared', () => {
  test('is of one moment for requests that came together, and ends with their turn', async (t) => {
    const { db, now, write } = await open(t);
    await nextTurn();
    readsOnly(db);
    assert.equal(await now(), '0');
    write('1');
    assert.equal(await now(), '1', 'the first read was by itself');
    write('2');
    assert.equal(await now(), '1');
    await nextTurn();
    assert.equal(await now(), '2');
  });

  test('ends when the process itself has written', async (t) => {
    const { db, now } = await open(t);
    readsOnly(db);
    assert.deepEqual([await now(), await now()], ['0', '0']);
    const change = (value: string) => db.updateTable('setting').set({ value }).where('name', '=', 'n').execute();
    await change('1');
    assert.equal(await now(), '1');
    readsOnly(db);
    assert.deepEqual([await now(), await now()], ['1', '1']);
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('setting').set({ value: '2' }).where('name', '=', 'n').execute();
    });
    assert.equal(await now(), '2');
  });

  test('is not used by what is no answer to a request', async (t) => {
    const { now, write } = await open(t);
    for (const value of ['1', '2', '3']) {
      write(value);
      assert.equal(await now(), value);
    }
  });
});
