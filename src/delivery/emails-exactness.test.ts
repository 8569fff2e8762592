// Transactional emails that are deleted, or whose worker dies: each leaves once or not at all.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { deliver } from '../../test/support/delivery.ts';
import { assertCountersAreRows } from '../../test/support/delivery-rows.ts';
import { NONE, outcome } from '../../test/support/delivery-turns.ts';
import { claimMails, emailInState, emailState, messageOf, newCustomer, queueMail } from '../../test/support/emails.ts';
import { openSink } from '../../test/support/sink.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { HOUR_MS, MINUTE_MS } from '../kernel/durations.ts';
import { recoverLease } from '../messages/recover.ts';
import type { Db } from '../storage/db.ts';
import { deleteEmail } from '../transactional/remove.ts';
import { commitTurn } from './record.ts';

eachEngine('transactional emails, exactly', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  test('what a crash left in flight is uncertain and never sent again', async (t) => {
    const sink = await openSink(t);
    const customerId = await newCustomer(db);
    const [first, second] = [
      await queueMail(db, customerId, 'one@example.com'),
      await queueMail(db, customerId, 'two@example.com'),
    ];
    const { lease, claim } = await claimMails(db, customerId);
    const [one, ...others] = claim?.messages ?? [];
    assert.ok(one && others.length === 1);
    assert.deepEqual([...(await commitTurn(db, lease.id, { outcomes: [], starts: [one] }, 7))], [one]);
    await recoverLease(db, { ...lease }, Date.now());
    assert.deepEqual([await emailState(db, first.id), await emailState(db, second.id)], ['uncertain', 'pending']);
    deliver(t, db, sink);
    await emailInState(db, second.id, 'accepted');
    assert.deepEqual(sink.recipients(), ['two@example.com']);
    assert.equal((await messageOf(db, first.id)).reason, 'worker-lost');

    sink.answer((phase, to) => (phase === 'data_done' && to === 'three@example.com' ? 'cut' : undefined));
    const third = await queueMail(db, customerId, 'three@example.com');
    await emailInState(db, third.id, 'uncertain');
    const last = await queueMail(db, customerId, 'four@example.com');
    await emailInState(db, last.id, 'accepted');
    assert.deepEqual(sink.recipients(), ['two@example.com', 'three@example.com', 'four@example.com']);
    await assertCountersAreRows(db, (await messageOf(db, first.id)).campaign_id);
  });

  test('what another node queued leaves at once by a worker whose clock is behind, and not before its time', async (t) => {
    const sink = await openSink(t);
    const customerId = await newCustomer(db);
    const later = await queueMail(db, customerId, 'later@example.com', { sendAt: Date.now() + MINUTE_MS });
    const { id } = await queueMail(db, customerId, 'now@example.com');
    deliver(t, db, sink, { clock: { now: () => Date.now() - 10 * MINUTE_MS, agreed: () => Date.now() } });
    await emailInState(db, id, 'accepted');
    assert.deepEqual([sink.recipients(), await emailState(db, later.id)], [['now@example.com'], 'deferred']);
  });

  test('a deleted one does not leave, whether it waits or is claimed; what is in flight is recorded', async (t) => {
    const sink = await openSink(t);
    const customerId = await newCustomer(db);
    const mails = [];
    for (const name of ['waits', 'claimed', 'flies', 'stays'])
      mails.push(await queueMail(db, customerId, `${name}@example.com`));
    const [waits, held, flies, stays] = mails as [
      (typeof mails)[0],
      (typeof mails)[0],
      (typeof mails)[0],
      (typeof mails)[0],
    ];
    await deleteEmail(db, customerId, waits.uid, 5);
    const { lease, claim } = await claimMails(db, customerId);
    const attemptBy = new Map(claim?.messages.map((message) => [message.emailId, message]));
    assert.deepEqual([...attemptBy.keys()], [held.id, flies.id, stays.id]);
    await deleteEmail(db, customerId, held.uid, 6);
    const starts = [...attemptBy.values()];
    const started = await commitTurn(db, lease.id, { outcomes: [], starts }, 7);
    assert.deepEqual(started, new Set([attemptBy.get(flies.id), attemptBy.get(stays.id)]));
    await deleteEmail(db, customerId, flies.uid, 8);
    const accepted = outcome(attemptBy.get(flies.id) ?? NONE, 'accepted', { at: 9 });
    const back = outcome(attemptBy.get(stays.id) ?? NONE, 'deferred', { nextAttemptAt: 10, at: 9 });
    await commitTurn(db, lease.id, { outcomes: [accepted, back], starts: [] }, 9);
    await recoverLease(db, { ...lease }, 9);
    deliver(t, db, sink);
    await emailInState(db, stays.id, 'accepted');
    assert.deepEqual(sink.recipients(), ['stays@example.com']);
    const rows = await Promise.all(mails.map(({ id }) => messageOf(db, id)));
    assert.deepEqual(
      rows.map(({ state, reason, reply }) => `${state} ${(reason ?? reply)?.slice(0, 6)}`),
      ['skipped delete', 'skipped delete', 'accepted 250 OK', 'accepted 250 OK'],
    );
    await assertCountersAreRows(db, rows[0]?.campaign_id ?? 0);
  });

  test('one that is deleted while it is put off does not come back; a switched off customer’s waits', async (t) => {
    const sink = await openSink(t, (phase, to) => {
      return phase === 'rcpt' && to === 'slow@example.com' ? { code: 451, text: '4.3.0 Later' } : undefined;
    });
    const [customerId, off] = [await newCustomer(db), await newCustomer(db)];
    const put = await queueMail(db, customerId, 'slow@example.com');
    const waits = await queueMail(db, off, 'off@example.com');
    await db.updateTable('customer').set({ status: 'inactive' }).where('id', '=', off).execute();
    deliver(t, db, sink, { retry: { attempts: 3, firstMs: HOUR_MS, factor: 1 } });
    await emailInState(db, put.id, 'deferred');
    await deleteEmail(db, customerId, put.uid, Date.now());
    assert.equal(await emailState(db, put.id), 'skipped');
    assert.equal(await emailState(db, waits.id), 'pending');
    await db.updateTable('customer').set({ status: 'active' }).where('id', '=', off).execute();
    await emailInState(db, waits.id, 'accepted');
    assert.deepEqual(sink.recipients(), ['off@example.com']);
  });
});
