// Bounces and complaints of transactional mails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { campaignOf, seedList, seedSubscribers } from '../../test/support/delivery-rows.ts';
import { NONE, outcome } from '../../test/support/delivery-turns.ts';
import { claimMails, queueMail } from '../../test/support/emails.ts';
import { bounceMail, complaintMail, inboundTools, returnPath } from '../../test/support/inbound.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { commitTurn } from '../delivery/record.ts';
import { returnAddress } from '../mail/address/verp.ts';
import { processMail } from './process-mail.ts';

eachEngine('returned transactional mails', (engine) => {
  const opened = suiteStore(engine);

  test('a bounced mail suppresses its address; no subscriber changes', async () => {
    const { db } = opened();
    const seed = await seedList(db);
    await seedSubscribers(db, seed, 3);
    const sent = [];
    for (const n of [0, 1, 2]) sent.push(await queueMail(db, seed.customerId, `back${n}@example.com`));
    const { lease, claim } = await claimMails(db, seed.customerId);
    const starts = claim?.messages ?? [];
    await commitTurn(db, lease.id, { outcomes: [], starts }, 7);
    const outcomes = starts.map((start) => outcome(start, 'accepted', { at: 8 }));
    await commitTurn(db, lease.id, { outcomes, starts: [] }, 8);
    const campaign = await campaignOf(db, claim?.messages[0]?.campaignId ?? 0);
    const mailed = sent.map(({ uid }, n) => ({
      campaignId: campaign.id,
      subscriberId: 0,
      email: `back${n}@example.com`,
      messageId: `<${campaign.uid}.${uid}@mail.example.com>`,
      bounceTo: returnAddress(returnPath, 'bounce', starts[n] ?? NONE),
      unsubscribeTo: returnAddress(returnPath, 'unsubscribe', starts[n] ?? NONE),
    }));
    const act = async (source: string, rcptTo: string) => {
      const mail = { origin: 'smtp', mailFrom: '', rcptTo, source: Buffer.from(source) };
      return (await processMail(inboundTools(db), mail)).effect;
    };
    const [hard, soft, spam] = mailed as [(typeof mailed)[0], (typeof mailed)[0], (typeof mailed)[0]];
    assert.equal(await act(bounceMail(hard), hard.bounceTo), 'bounce');
    assert.equal(
      await act(bounceMail(soft, { to: returnPath.address }), returnPath.address),
      'bounce',
      'by Message-ID',
    );
    const quoted = [`Message-ID: ${spam.messageId}`];
    assert.equal(
      await act(complaintMail(spam, { quoted }), returnPath.address),
      'nothing',
      'there is no list to leave',
    );
    assert.equal(await act(complaintMail(spam, { quoted: [`X: ${spam.bounceTo}`] }), returnPath.address), 'complaint');
    const suppressed = await db
      .selectFrom('suppression')
      .select(['email', 'reason'])
      .where('customer_id', '=', seed.customerId)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      suppressed.map(({ email, reason }) => `${email} ${reason}`),
      ['back0@example.com hard-bounce', 'back2@example.com complaint'],
    );
    const subscribers = await db.selectFrom('subscriber').select('status').where('list_id', '=', seed.listId).execute();
    assert.deepEqual(new Set(subscribers.map(({ status }) => status)), new Set(['confirmed']));
  });
});
