// The statuses of the log, in the rules and in the index alike.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { seedSending } from '../../test/support/delivery-turns.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { LOG_STATUS, NOT_ACCEPTED } from '../storage/log-status.ts';
import type { Message } from '../storage/tables.ts';
import { isLogged, isSkippedUncertain, LOG_STATUSES, type LogStatus, logStatusOf } from './log-status.ts';

const CASES: [Message['state'], string | null, LogStatus][] = [
  ['deferred', '550 looks like a refusal', 'temporary-error'],
  ['deferred', null, 'temporary-error'],
  ['rejected', '550 5.1.1 No such user', 'fatal-error'],
  ['rejected', 'given up after 20 attempts: 451 4.7.1 Try again later', 'giveup'],
  ['rejected', 'given up after 72 hours: connection lost', 'giveup'],
  ['rejected', 'The message could not be made.', 'error'],
  ['rejected', '', 'error'],
  ['rejected', null, 'error'],
  ['uncertain', '550 looks like a refusal', 'error'],
  ['uncertain', null, 'error'],
  ['skipped', 'blacklisted', 'blacklisted'],
  ['skipped', 'suppressed', 'suppressed'],
  ['skipped', 'unsubscribed', 'blocked'],
  ['skipped', 'unconfirmed', 'blocked'],
  ['skipped', 'unapproved', 'blocked'],
  ['skipped', 'disabled', 'blocked'],
  ['skipped', 'moved', 'blocked'],
  ['skipped', 'deleted', 'blocked'],
  ['skipped', 'marked as sent', 'blocked'],
  ['skipped', 'worker lost while the message was in flight', 'giveup'],
  ['skipped', 'constructor', 'giveup'],
  ['skipped', null, 'giveup'],
];

test('every state that is shown has a status', () => {
  assert.equal(logStatusOf({ state: 'accepted', reply: '250 OK' }), 'success');
  assert.equal(logStatusOf({ state: 'deferred', reply: '451 later' }), 'temporary-error');
  assert.deepEqual(
    ['pending', 'claimed', 'in_flight', 'accepted'].map((state) => isLogged({ state: state as Message['state'] })),
    [false, false, false, true],
  );
  assert.ok(isSkippedUncertain('connection lost'));
  assert.ok(!isSkippedUncertain('unsubscribed'));
});

eachEngine('statuses of the log', (engine) => {
  const store = suiteStore(engine);

  test('rules and index agree', async () => {
    const { db } = store();
    const { campaignId } = await seedSending(db, CASES.length);
    const rows = await db
      .selectFrom('message')
      .select('id')
      .where('campaign_id', '=', campaignId)
      .orderBy('id')
      .execute();
    for (const [i, [state, reply]] of CASES.entries()) {
      await db
        .updateTable('message')
        .set({ state, reply })
        .where('id', '=', rows[i]?.id ?? 0)
        .execute();
    }
    const found = await db
      .selectFrom('message')
      .select(['state', 'reply', sql<LogStatus>`${sql.raw(LOG_STATUS)}`.as('status')])
      .where(sql<boolean>`${sql.raw(NOT_ACCEPTED)}`)
      .where('campaign_id', '=', campaignId)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      found.map(({ state, reply, status }) => [state, reply, status]),
      CASES,
    );
    for (const row of found) {
      assert.ok(isLogged(row));
      assert.equal(row.status, logStatusOf(row));
      assert.ok(LOG_STATUSES.includes(row.status));
    }
  });
});
