import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { openStore } from '../storage/db.ts';
import { whoCame, whoLeft } from './queries-moves.ts';

test('a store that goes away is told once, and does not end the process', async (t) => {
  const dataDir = temporaryFolder(t, 'test');
  const { db, close } = await openStore({ dataDir });
  await close();
  for (const who of [whoCame, whoLeft]) {
    await assert.rejects(who(db, { id: 1, customer_id: 1 }, { after: 0, until: 1 }, 5));
  }
  await sleep(10); // a rejection that nobody waits for fails the test
});
