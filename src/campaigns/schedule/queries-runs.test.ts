import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexesOf } from '../../../test/support/plans.ts';
import { engines } from '../../../test/support/stores.ts';
import { reportsDue } from '../queries-report.ts';
import { recurringDue } from './queries-runs.ts';

test('what the clock asks is answered from indexes that hold the campaigns with something to do alone', async (t) => {
  const sqlite = engines.find((engine) => engine.name === 'sqlite');
  if (!sqlite) return;
  const { db } = await sqlite.open(t);
  assert.deepEqual(await indexesOf(db, (asked) => recurringDue(asked, 5_000)), ['campaign_next_run']);
  const byDue = ['campaign_report', 'CORRELATED SCALAR SUBQUERY 1', 'sqlite_autoindex_campaign_counter_1'];
  assert.deepEqual(await indexesOf(db, (asked) => reportsDue(asked)), byDue);
});
