import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { inTransaction, openStore } from '../db.ts';
import { newGateMemory, newWriteGate } from './write-gate.ts';

test('one at a time, and all get their turn', async () => {
  const gate = newWriteGate(newGateMemory(), MINUTE_MS);
  let inside = 0;
  let most = 0;
  const visit = async () => {
    const leave = await gate.enter();
    inside += 1;
    most = Math.max(most, inside);
    await sleep(1);
    inside -= 1;
    leave();
  };
  await Promise.all(Array.from({ length: 20 }, visit));
  assert.deepEqual([most, inside], [1, 0]);
});

test('a thread that died in its turn does not stop the others', async () => {
  const memory = newGateMemory();
  await newWriteGate(memory).enter(); // never released
  const gate = newWriteGate(memory);
  (await gate.enter())();
  const waits: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    const startedAt = performance.now();
    (await gate.enter())();
    waits.push(performance.now() - startedAt);
  }
  assert.ok(Math.min(...waits) < 200, 'the gate works again');
});

const THREAD = `
  const { workerData } = require('node:worker_threads');
  import(workerData.db).then(async ({ openStore, inTransaction }) => {
    const store = await openStore(workerData.place);
    for (let i = 0; i < 50; i += 1) {
      await inTransaction(store.db, async (tx) => {
        const row = await tx.selectFrom('setting').select('value').where('name', '=', 'n').executeTakeFirst();
        await tx.updateTable('setting').set({ value: String(Number(row.value) + 1) }).where('name', '=', 'n').execute();
      });
    }
    await store.close();
  });`;

test('threads of one process write side by side without losing a turn', async (t) => {
  const place = { dataDir: mkdtempSync(join(tmpdir(), 'mailwright-test-')), gate: newGateMemory() };
  const store = await openStore(place);
  t.after(async () => {
    await store.close();
    rmSync(place.dataDir, { recursive: true, force: true });
  });
  await store.db.insertInto('setting').values({ name: 'n', value: '0' }).execute();
  const workerData = { place, db: new URL('../db.ts', import.meta.url).href };
  const threads = [1, 2].map(() => once(new Worker(THREAD, { eval: true, workerData }), 'exit'));
  for (let i = 0; i < 50; i += 1) {
    await inTransaction(store.db, async (tx) => {
      const row = await tx.selectFrom('setting').select('value').where('name', '=', 'n').executeTakeFirstOrThrow();
      await tx
        .updateTable('setting')
        .set({ value: String(Number(row.value) + 1) })
        .where('name', '=', 'n')
        .execute();
    });
  }
  assert.deepEqual(await Promise.all(threads), [[0], [0]]);
  const row = await store.db.selectFrom('setting').select('value').where('name', '=', 'n').executeTakeFirst();
  assert.equal(row?.value, '150');
});
