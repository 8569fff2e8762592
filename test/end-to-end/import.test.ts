// An import goes on after kill -9, and counts everybody once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../support/until.ts';
import { DATABASES, install, makeReaders } from './sending.ts';

const ROWS = 20_000;
const KILLS = 2;

for (const database of DATABASES) {
  test(`kill -9 while importing, ${KILLS} times, on ${database}`, { timeout: 600_000 }, async (t) => {
    const { start } = await install(t, database);
    let server = await start();
    const list_uid = await makeReaders(server, 10);
    const lines = Array.from({ length: ROWS }, (_, n) => {
      const isBad = n % 1_000 === 999;
      return `${isBad ? 'nobody' : `reader${n}@example.com`};Name ${n};${'City '.repeat(25)}${n}\n`;
    });
    const { data } = await (await server.api()).createImport({
      list_uid,
      file_name: 'readers.csv',
      body: `EMAIL;FNAME;CITY\n${lines.join('')}`,
    });
    const place = { list_uid, import_uid: data.record.import_uid };
    const record = async () => (await (await server.api()).getImport(place)).data.record;
    const rowsRead = async () => (await record()).progress?.rows_read ?? 0;
    await (await server.api()).runImport({ ...place, body: {} });
    const seen: number[] = [];
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const least = (ROWS * kill) / (KILLS + 2);
      await until(`${least} rows are read`, async () => (await rowsRead()) >= least, 60);
      seen.push(await rowsRead());
      await server.end('SIGKILL');
      server = await start();
      assert.ok((await rowsRead()) >= (seen.at(-1) ?? 0), 'what was done stands');
    }
    await until('all of it is imported', async () => (await record()).state === 'imported', 90);
    const { result } = await record();
    const [bad, there] = [ROWS / 1_000, 10];
    assert.deepEqual(result, {
      rows: ROWS,
      new: ROWS - bad - there,
      changed: 0,
      unchanged: there,
      bad,
      stay_unsubscribed: 0,
    });
    const count = async () =>
      Number((await (await server.api()).listSubscribers({ list_uid, per_page: 1 })).data.count);
    assert.equal(await count(), ROWS - bad);
    const badRows = await (await server.api()).downloadImportBadRows(place);
    assert.equal((await badRows.text()).trim().split('\r\n').length, bad + 1);

    await (await server.api()).undoImport(place);
    await until('some of it is undone', async () => (await record()).undo_result !== null, 60);
    await server.end('SIGKILL');
    server = await start();
    await until('it is undone', async () => (await record()).state === 'undone', 90);
    assert.deepEqual((await record()).undo_result, {
      removed: ROWS - bad - there,
      kept: 0,
      restored: 0,
      not_restored: 0,
    });
    assert.equal(await count(), there);
    t.diagnostic(`killed after ${seen.join(', ')} rows`);
    await server.end('SIGTERM');
  });
}
