import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../storage/db.ts';
import { whoCame, whoLeft } from './queries-moves.ts';

test('a store that goes away is told once, and does not end the process', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mailwright-test-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const { db, close } = await openStore({ dataDir });
  await close();
  for (const who of [whoCame, whoLeft]) {
    await assert.rejects(who(db, { id: 1, customer_id: 1 }, { after: 0, until: 1 }, 5));
  }
  await sleep(10); // a rejection that nobody waits for fails the test
});
