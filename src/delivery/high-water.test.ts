// A store that went back in time: a standby that was behind became the server, or a backup was put back.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { deliver, type LogLine } from '../../test/support/delivery.ts';
import { assertCountersAreRows, campaignOf, statesOf } from '../../test/support/delivery-rows.ts';
import { at, nextAttempt, outcome, seedSending } from '../../test/support/delivery-turns.ts';
import { messageOf, queueMail } from '../../test/support/emails.ts';
import { openSink } from '../../test/support/sink.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { until } from '../../test/support/until.ts';
import { registerWorker } from '../coordination/lease.ts';
import { systemClock } from '../kernel/clock.ts';
import { createLogger } from '../kernel/log.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import { isPostgres } from '../storage/dialect.ts';
import { claimBatch } from './claim.ts';
import { openHighWater } from './high-water.ts';
import { commitTurn } from './record.ts';

eachEngine('a store that went back in time', (engine) => {
  let db: Db;
  const opened = suiteStore(engine);
  before(() => {
    ({ db } = opened());
  });

  /** As if nothing of the campaign had been written yet; the mark with it. */
  async function goBack(campaignId: number): Promise<void> {
    await db.updateTable('high_water').set({ n: 0 }).execute();
    const never = { lease_id: null, attempt: null, attempts: 0, in_flight_at: null, finished_at: null, reply: null };
    await db
      .updateTable('message')
      .set({ state: 'pending', next_attempt_at: null, ...never })
      .where('campaign_id', '=', campaignId)
      .execute();
    await db
      .updateTable('campaign_counter')
      .set({ accepted: 0, rejected: 0, uncertain: 0, skipped: 0 })
      .where('campaign_id', '=', campaignId)
      .execute();
  }

  test('a worker says again what it knows, what is under way is held, and nobody claims meanwhile', async (t) => {
    if (!isPostgres(db)) return t.skip('a file does not change under an open server');
    const events: LogLine[] = [];
    const log = createLogger('debug', { write: (line) => void events.push(JSON.parse(line) as LogLine) });
    const water = await openHighWater({ db, clock: systemClock, log });
    const mayClaim = () => inTransaction(db, (tx) => water.mayClaim(tx));
    const { campaignId } = await seedSending(db, 7);
    const lease = await registerWorker(db);
    assert.equal(await water.look(lease), true);
    assert.equal(await mayClaim(), true);
    const work = { leaseId: lease.id, attempt: nextAttempt(), campaignId, limit: 5, now: at };
    const claimed = (await claimBatch(db, work))?.messages ?? [];
    await commitTurn(db, lease.id, { outcomes: [], starts: claimed.map(({ id, attempt }) => ({ id, attempt })) }, at);
    for (const message of claimed) water.memory.begin(lease.id, message);
    const [accepted, refused, putOff, lost, flies] = claimed;
    assert.ok(accepted && refused && putOff && lost && flies);
    const known = [
      outcome(accepted, 'accepted', { reply: '250 taken' }),
      outcome(refused, 'rejected', { reply: '550 5.1.1 no' }),
      outcome(putOff, 'deferred', { reply: '451 later', nextAttemptAt: at + 9 }),
      outcome(lost, 'accepted'),
    ];
    for (const one of known) water.memory.settle(one);
    await commitTurn(db, lease.id, { outcomes: known, starts: [] }, at);
    await goBack(campaignId);
    // Not even its row is there: the audience was being frozen.
    await db.deleteFrom('message').where('id', '=', lost.id).execute();
    await db.updateTable('campaign_counter').set({ audience: 6 }).where('campaign_id', '=', campaignId).execute();
    assert.equal(await mayClaim(), false);
    const { messages } = (await claimBatch(db, { ...work, mayClaim: water.mayClaim })) ?? {};
    assert.deepEqual(messages, [], 'what looks as if it were still to do is not claimed');
    assert.equal(await water.look(lease), false);
    assert.deepEqual(await statesOf(db, campaignId), {
      accepted: 2,
      deferred: 1,
      pending: 2,
      rejected: 1,
      uncertain: 1,
    });
    await assertCountersAreRows(db, campaignId);
    assert.deepEqual(
      events
        .filter(({ event }) => event.startsWith('store.'))
        .map(({ event, written, uncertain }) => [event, written, uncertain]),
      [
        ['store.went-back', undefined, undefined],
        ['store.said-again', 4, 1],
      ],
    );
    const row = await db.selectFrom('message').selectAll().where('id', '=', accepted.id).executeTakeFirstOrThrow();
    assert.deepEqual([row.attempts, row.reply, row.lease_id], [1, '250 taken', null]);
    // The lane that had it under way ends after that.
    await commitTurn(db, lease.id, { outcomes: [outcome(flies, 'accepted')], starts: [] }, at);
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 3, deferred: 1, pending: 2, rejected: 1 });
    await assertCountersAreRows(db, campaignId);
    assert.equal(await mayClaim(), false, 'others may have something to say');
    await db.updateTable('high_water').set({ hold_until: 0 }).execute();
    assert.equal(await mayClaim(), true);

    // The same server's number, and another server: a standby that was promoted.
    await db.updateTable('high_water').set({ store: 'another' }).execute();
    assert.equal(await mayClaim(), false);
    assert.equal(await water.look(lease), false);
    await db.updateTable('high_water').set({ hold_until: 0 }).execute();
    assert.equal(await water.look(lease), true);
  });

  test('a backup that was put back while nothing ran: campaigns wait for people, single mails are held', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'mailwright-mark-'));
    t.after(() => rmSync(dataDir, { recursive: true, force: true }));
    const sink = await openSink(t);
    const { seed, campaignId } = await seedSending(db, 3);
    await db.updateTable('campaign').set({ freeze_until_id: 0 }).where('id', '=', campaignId).execute();
    const first = deliver(t, db, sink, { dataDir });
    await until('it is sent', async () => (await campaignOf(db, campaignId)).status === 'sent');
    await first.stop();
    assert.equal(JSON.parse(readFileSync(join(dataDir, 'high-water.json'), 'utf8')).clean, true);

    const again = deliver(t, db, sink, { dataDir });
    await until('it runs', () => again.named('delivery.started').length > 0);
    await again.stop();
    assert.deepEqual(again.named('store.went-back'), [], 'a restart is none');

    await goBack(campaignId);
    await db.updateTable('campaign').set({ status: 'sending' }).where('id', '=', campaignId).execute();
    const mail = await queueMail(db, seed.customerId, 'one@example.com');
    const delivery = deliver(t, db, sink, { dataDir });
    await until('it is paused', async () => (await campaignOf(db, campaignId)).status === 'paused');
    assert.match((await campaignOf(db, campaignId)).notice ?? '', /went back in time/);
    assert.equal((await messageOf(db, mail.id)).state, 'uncertain');
    assert.equal(delivery.named('store.went-back').length, 1);
    assert.partialDeepStrictEqual(delivery.named('store.went-back-unknown'), [{ level: 'error', mails: 1 }]);
    assert.equal(sink.recipients().length, 3, 'nobody got it twice');
    await db.updateTable('high_water').set({ hold_until: 0 }).execute();
  });
});
