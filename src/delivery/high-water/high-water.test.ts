// A store that went back in time: a standby that was behind became the server, or a backup was put
// back.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { deliver, type LogLine } from '../../../test/support/delivery.ts';
import { assertCountersAreRows, campaignOf, statesOf } from '../../../test/support/delivery-rows.ts';
import { at, nextAttempt, outcome, seedSending } from '../../../test/support/delivery-turns.ts';
import { messageOf, queueMail } from '../../../test/support/emails.ts';
import { ledgerOf, ledgerRow, putBatches, setCounters } from '../../../test/support/ledger.ts';
import { openSink } from '../../../test/support/sink.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { until } from '../../../test/support/until.ts';
import { registerWorker, removeLease } from '../../coordination/lease.ts';
import { systemClock } from '../../kernel/clock.ts';
import { createLogger } from '../../kernel/log.ts';
import { storedText } from '../../kernel/sentences/sentence.ts';
import { claimBatch } from '../../messages/claim.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import { isPostgres } from '../../storage/dialect.ts';
import { commitTurn } from '../record.ts';
import { openHighWater } from './high-water.ts';

eachEngine('a store that went back in time', (engine) => {
  let db: Db;
  const opened = suiteStore(engine);
  before(() => {
    ({ db } = opened());
  });

  /**
   * As if nothing of the campaign had been written yet but its audience, perhaps without one; the
   * mark with it.
   */
  async function goBack(campaignId: number, without?: number): Promise<void> {
    await db.updateTable('high_water').set({ n: 0 }).execute();
    const rows = await ledgerOf(db, campaignId);
    for (const table of ['message', 'work', 'batch'] as const) {
      await db.deleteFrom(table).where('campaign_id', '=', campaignId).execute();
    }
    const ids = rows.map((row) => row.subscriber_id).filter((id) => id !== without);
    await putBatches(db, { id: campaignId, customerId: rows[0]?.customer_id ?? 0 }, ids);
    await setCounters(db, campaignId, { audience: ids.length, accepted: 0, rejected: 0, uncertain: 0, skipped: 0 });
  }

  test('a worker says again what it knows, what is under way is held, and nobody claims meanwhile', async (t) => {
    if (!isPostgres(db)) return t.skip('a file does not change under an open server');
    const events: LogLine[] = [];
    const log = createLogger('debug', { write: (line) => void events.push(JSON.parse(line) as LogLine) });
    const water = await openHighWater({ db, clock: systemClock, log });
    const mayClaim = () => inTransaction(db, (tx) => water.mayClaim(tx));
    const { seed, campaignId } = await seedSending(db, 7, 5);
    const lease = await registerWorker(db);
    assert.equal(await water.look(lease), true);
    assert.equal(await mayClaim(), true);
    const { customerId } = seed;
    const work = { leaseId: lease.id, attempt: nextAttempt(), customerId, campaignId, limit: 5, now: at };
    const claimed = (await claimBatch(db, work))?.messages ?? [];
    await commitTurn(db, lease.id, { outcomes: [], starts: claimed }, at);
    const begun = new Map(claimed.map((message) => [message.id, water.memory.begin(lease.id, message)]));
    const [accepted, refused, putOff, lost, flies] = claimed;
    assert.ok(accepted && refused && putOff && lost && flies);
    const known = [
      outcome(accepted, 'accepted', { reply: '250 taken' }),
      outcome(refused, 'rejected', { reply: '550 5.1.1 no' }),
      outcome(putOff, 'deferred', { reply: '451 later', nextAttemptAt: at + 9 }),
      outcome(lost, 'accepted'),
    ];
    for (const one of known) water.memory.settle(begun.get(one.id) ?? -1, one);
    await commitTurn(db, lease.id, { outcomes: known, starts: [] }, at);
    // One is not even in the audience: it was being frozen.
    await goBack(campaignId, lost.subscriberId);
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
    const row = await ledgerRow(db, campaignId, accepted.subscriberId);
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

    // A store from before the mark was made.
    await db.deleteFrom('high_water').execute();
    assert.equal(await mayClaim(), false);
    assert.equal(await water.look(lease), false);
    await db.updateTable('high_water').set({ hold_until: 0 }).execute();
    assert.equal(await water.look(lease), true);
    assert.equal(await mayClaim(), true);
  });

  test('a dump that was loaded where nobody has seen the store: campaigns wait for people', async (t) => {
    if (!isPostgres(db)) return t.skip('a file has no identity of its own');
    const { campaignId } = await seedSending(db, 2);
    const log = createLogger('silent');
    const looked = await openHighWater({ db, clock: systemClock, log });
    const first = await registerWorker(db);
    assert.equal(await looked.look(first), true);
    await removeLease(db, first);
    await db.updateTable('high_water').set({ store: 'the one of the dump', synchronous: 0 }).execute();
    await openHighWater({ db, clock: systemClock, log });
    const { status, notice } = await campaignOf(db, campaignId);
    assert.deepEqual([status, /went back to an earlier state/.test(storedText(notice) ?? '')], ['paused', true]);
    await db.updateTable('high_water').set({ hold_until: 0 }).execute();
  });

  test('a backup that was put back while nothing ran: campaigns wait for people, transactional emails are held', async (t) => {
    const dataDir = temporaryFolder(t, 'mark');
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
    await until('it is told', () => delivery.named('store.went-back').length > 0);
    assert.equal((await campaignOf(db, campaignId)).status, 'paused');
    assert.match(storedText((await campaignOf(db, campaignId)).notice) ?? '', /went back to an earlier state/);
    assert.equal((await messageOf(db, mail.id)).state, 'uncertain');
    assert.equal(delivery.named('store.went-back').length, 1);
    assert.partialDeepStrictEqual(delivery.named('store.went-back-unknown'), [{ level: 'error', mails: 1 }]);
    assert.equal(sink.recipients().length, 3, 'nobody got it twice');
    await db.updateTable('high_water').set({ hold_until: 0 }).execute();
  });
});
