// An import goes on after kill -9, and counts everybody once.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../support/until.ts';
import { DATABASES, install, makeReaders } from './sending.ts';

const ROWS = 20_000;
const KILLS = 2;

for (const database of DATABASES) {
  test(`kill -9 while importing, ${KILLS} times, on ${database}`, { timeout: 180_000 }, async (t) => {
    const { settings, start } = await install(t, database);
    let server = await start();
    const list = `/lists/${await makeReaders(server, 10)}`;
    const lines = Array.from({ length: ROWS }, (_, n) => {
      const isBad = n % 1_000 === 999;
      return `${isBad ? 'nobody' : `reader${n}@example.com`};Name ${n};${'City '.repeat(25)}${n}\n`;
    });
    const key = (await readFile(join(settings.dataDir, 'api-key'), 'utf8')).trim();
    const uploaded = await fetch(`http://127.0.0.1:${settings.port}/api${list}/imports?file_name=readers.csv`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'text/csv' },
      body: `EMAIL;FNAME;CITY\n${lines.join('')}`,
    });
    assert.equal(uploaded.status, 201);
    const { data } = (await uploaded.json()) as { data: { record: { import_uid: string } } };
    const path = `${list}/imports/${data.record.import_uid}`;
    // biome-ignore lint/suspicious/noExplicitAny: a record as the wire has it
    const record = async () => ((await server.call('GET', path)).body as any).data.record;
    assert.equal((await server.call('POST', `${path}/run`, {})).status, 200);
    const seen: number[] = [];
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const least = (ROWS * kill) / (KILLS + 2);
      await until(`${least} rows are read`, async () => ((await record()).progress?.rows_read ?? 0) >= least, 60);
      seen.push((await record()).progress.rows_read);
      await server.end('SIGKILL');
      server = await start();
      assert.ok((await record()).progress.rows_read >= (seen.at(-1) ?? 0), 'what was done stands');
    }
    await until('all of it is imported', async () => (await record()).state === 'imported', 90);
    const { result } = await record();
    const [bad, there] = [ROWS / 1_000, 10];
    assert.deepEqual(result, {
      ...{ rows: ROWS, new: ROWS - bad - there, changed: 0, unchanged: there, bad, stay_unsubscribed: 0 },
    });
    const count = async () =>
      // biome-ignore lint/suspicious/noExplicitAny: an answer as the wire has it
      Number(((await server.call('GET', `${list}/subscribers?per_page=1`)).body as any).data.count);
    assert.equal(await count(), ROWS - bad);
    const badRows = await fetch(`http://127.0.0.1:${settings.port}/api${path}/bad-rows`, {
      headers: { 'x-api-key': key },
    });
    assert.equal((await badRows.text()).trim().split('\r\n').length, bad + 1);

    await server.call('POST', `${path}/undo`);
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
