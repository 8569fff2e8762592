import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { campaignOf, statesOf } from '../../test/support/delivery-rows.ts';
import {
  type AcceptedMail,
  bounceMail,
  complaintMail,
  effectsOn,
  inboundTools,
  mailedCampaign,
  mailText,
  personMail,
  returnPath,
  storedReasons,
} from '../../test/support/inbound.ts';
import { changeMessage, setCounters } from '../../test/support/ledger.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import { processMail, processStoredMail } from './process-mail.ts';
import {
  countReturned,
  deleteAllReturned,
  deleteOldestReturned,
  insertReturned,
  listReturned,
} from './queries-returned.ts';

eachEngine('processing returned mail', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  const act = (source: string, rcptTo = '', mailFrom?: string) =>
    processMail(inboundTools(db), { origin: 'smtp', mailFrom, rcptTo, source: Buffer.from(source) });
  const one = async () => (await mailedCampaign(db, 1))[0] as AcceptedMail;
  const nothing = { bounces: 0, complaints: 0, unsubscribes: 0, counted: [0, 0, 0, 0], suppressed: [] };

  test('a hard bounce at its signed address is recorded once and suppresses', async () => {
    const mailed = await one();
    assert.deepEqual(await act(bounceMail(mailed), mailed.bounceTo, ''), { effect: 'bounce', detail: 'hard' });
    const after = { ...nothing, bounces: 1, counted: [1, 0, 0, 0], suppressed: [`${mailed.email} hard-bounce`] };
    assert.deepEqual(await effectsOn(db, mailed.campaignId), after);
    assert.equal((await act(bounceMail(mailed), mailed.bounceTo.toUpperCase(), '')).effect, 'known');
    assert.deepEqual(await effectsOn(db, mailed.campaignId), after);
  });

  test('a bounce from a former address does not suppress the new one', async () => {
    const mailed = await one();
    const email = `new-${mailed.email}`;
    await db.updateTable('subscriber').set({ email, email_key: email }).where('id', '=', mailed.subscriberId).execute();
    assert.deepEqual(await act(bounceMail(mailed), mailed.bounceTo, ''), { effect: 'bounce', detail: 'hard' });
    assert.deepEqual(await effectsOn(db, mailed.campaignId), { ...nothing, bounces: 1, counted: [1, 0, 0, 0] });
  });

  test('the signed address counts, not the Message-ID beside it', async () => {
    const [mailed, victim] = (await mailedCampaign(db, 2)) as [AcceptedMail, AcceptedMail];
    const forged = bounceMail({ ...victim, email: mailed.email }, { to: mailed.bounceTo });
    assert.equal((await act(forged)).effect, 'bounce');
    const { suppressed } = await effectsOn(db, mailed.campaignId);
    assert.deepEqual(suppressed, [`${mailed.email} hard-bounce`]);
  });

  test('a report to the bare address counts as soft by its Message-ID, as hard with a signed address in it', async () => {
    const mailed = await one();
    const to = returnPath.address;
    assert.deepEqual(await act(bounceMail(mailed, { to }), to, ''), { effect: 'bounce', detail: 'soft' });
    assert.deepEqual(await effectsOn(db, mailed.campaignId), { ...nothing, bounces: 1, counted: [0, 1, 0, 0] });
    const quoted = [`Message-ID: ${mailed.messageId}`, `List-Unsubscribe: <mailto:${mailed.unsubscribeTo}>`];
    assert.deepEqual(await act(bounceMail(mailed, { to, quoted }), to, ''), { effect: 'bounce', detail: 'hard' });
    const { counted, suppressed } = await effectsOn(db, mailed.campaignId);
    assert.deepEqual([counted, suppressed], [[1, 0, 0, 0], [`${mailed.email} hard-bounce`]]);
  });

  test('a feedback report with a signed address in it is a complaint; with a Message-ID alone it unsubscribes', async () => {
    const [proven, claimed] = (await mailedCampaign(db, 2)) as [AcceptedMail, AcceptedMail];
    assert.equal((await act(complaintMail(proven), returnPath.address)).effect, 'complaint');
    const quoted = [`Message-ID: ${claimed.messageId}`];
    assert.equal((await act(complaintMail(claimed, { quoted }), returnPath.address)).effect, 'unsubscribe');
    assert.deepEqual(await effectsOn(db, proven.campaignId), {
      bounces: 0,
      complaints: 1,
      unsubscribes: 1,
      counted: [0, 0, 1, 1],
      suppressed: [`${proven.email} complaint`],
    });
  });

  test('an unsubscribe mail unsubscribes once; automatic answers to it do not', async () => {
    const mailed = await one();
    const statusOf = async () =>
      (await db.selectFrom('subscriber').select('status').where('id', '=', mailed.subscriberId).executeTakeFirst())
        ?.status;
    const { unsubscribeTo: to, email } = mailed;
    const auto = personMail(email, to, 'Auto-Submitted: auto-replied');
    assert.equal((await act(auto, to, email)).effect, 'nothing');
    assert.equal((await act(personMail(email, to), to, '')).effect, 'nothing');
    assert.deepEqual(await effectsOn(db, mailed.campaignId), nothing);
    assert.equal(await statusOf(), 'confirmed');
    const withFooter = `${personMail(email, to)}\r\n-- \r\nProtected by Mailinblack\r\n`;
    for (const mail of [withFooter, personMail(email, to)])
      assert.equal((await act(mail, to, email)).effect, 'unsubscribe');
    const after = { ...nothing, unsubscribes: 1, counted: [0, 0, 0, 1] };
    assert.deepEqual(await effectsOn(db, mailed.campaignId), after);
    assert.equal(await statusOf(), 'unsubscribed');
  });

  test('delays and automatic replies change nothing and are not stored', async () => {
    const mailed = await one();
    const before = await countReturned(db);
    const delayed = bounceMail(mailed, { action: 'delayed', status: '4.4.1' });
    assert.equal((await act(delayed, mailed.bounceTo, '')).effect, 'nothing');
    const vacation = personMail(mailed.email, mailed.bounceTo, 'Auto-Submitted: auto-replied', 'X-Autoreply: yes');
    assert.equal((await act(vacation, mailed.bounceTo, '')).effect, 'nothing');
    assert.deepEqual(await effectsOn(db, mailed.campaignId), nothing);
    assert.equal(await countReturned(db), before);
  });

  test('a bounce settles an uncertain message', async () => {
    const mailed = await one();
    const { customer_id } = await campaignOf(db, mailed.campaignId);
    const key = { customer_id, campaign_id: mailed.campaignId, subscriber_id: mailed.subscriberId };
    await changeMessage(db, key, { state: 'uncertain' });
    await setCounters(db, mailed.campaignId, { accepted: 0, uncertain: 1 });
    await act(bounceMail(mailed), mailed.bounceTo, '');
    assert.deepEqual(await statesOf(db, mailed.campaignId), { accepted: 1 });
  });

  test('an unclassified mail is stored once, with sender, subject and reason in plain lines', async () => {
    await deleteAllReturned(db);
    const source = mailText(
      'From: =?utf-8?q?M=C3=BCller?= <m@example.net>',
      'Subject: Hi\x07 =?utf-8?q?=0D=0Athere?=',
      '',
      '?',
    );
    for (let i = 0; i < 2; i++) assert.equal((await act(source, returnPath.address, 'm@example.net')).effect, 'kept');
    await act(source.replace('\r\n\r\n?', '\r\n\r\n!\0'), '', undefined);
    const lines = await listReturned(db, 10);
    assert.deepEqual(
      lines.map(({ mail_from, rcpt_to, subject }) => [mail_from, rcpt_to, subject]),
      [
        ['Müller <m@example.net>', '', 'Hi there'],
        ['m@example.net', returnPath.address, 'Hi there'],
      ],
    );
    assert.ok((await storedReasons(db)).every((reason) => reason.length > 10));
  });

  test('an unsubscribe about a deleted message unsubscribes who is there; else it is stored, as a bounce is', async () => {
    await deleteAllReturned(db);
    const mailed = await one();
    await db.deleteFrom('message').where('subscriber_id', '=', mailed.subscriberId).execute();
    const leave = () => act(personMail(mailed.email, mailed.unsubscribeTo), mailed.unsubscribeTo);
    assert.equal((await leave()).effect, 'unsubscribe');
    const { status } = await db
      .selectFrom('subscriber')
      .select('status')
      .where('id', '=', mailed.subscriberId)
      .executeTakeFirstOrThrow();
    assert.equal(status, 'unsubscribed');
    await db.deleteFrom('subscriber').where('id', '=', mailed.subscriberId).execute();
    assert.equal((await leave()).effect, 'kept');
    assert.equal((await act(bounceMail(mailed), mailed.bounceTo, '')).effect, 'kept');
    const gone = 'It is about a message that is no longer kept.';
    assert.deepEqual(await storedReasons(db), [gone, gone]);
    assert.deepEqual(await effectsOn(db, mailed.campaignId), nothing);
  });

  test('a hard bounce or complaint about a deleted message counts nowhere; who is named gets no more mail', async () => {
    await deleteAllReturned(db);
    const [hard, spam, soft, changed, claimed] = (await mailedCampaign(db, 5)) as [
      AcceptedMail,
      AcceptedMail,
      AcceptedMail,
      AcceptedMail,
      AcceptedMail,
    ];
    await db.deleteFrom('message').where('campaign_id', '=', hard.campaignId).execute();
    const email = `new-${changed.email}`;
    await db
      .updateTable('subscriber')
      .set({ email, email_key: email })
      .where('id', '=', changed.subscriberId)
      .execute();
    for (let i = 0; i < 2; i++) assert.equal((await act(bounceMail(hard), hard.bounceTo, '')).effect, 'bounce');
    assert.equal((await act(complaintMail(spam), returnPath.address)).effect, 'complaint');
    assert.equal((await act(bounceMail(changed), changed.bounceTo, '')).effect, 'bounce');
    assert.equal(await countReturned(db), 0);
    const full = bounceMail(soft, { status: '5.2.2' }).replace('no such user', 'mailbox full');
    assert.equal((await act(full, soft.bounceTo, '')).effect, 'kept');
    assert.equal((await act(bounceMail(claimed, { to: returnPath.address }), returnPath.address, '')).effect, 'kept');
    const suppressed = [`${hard.email} hard-bounce`, `${spam.email} complaint`];
    assert.deepEqual(await effectsOn(db, hard.campaignId), { ...nothing, suppressed });
  });

  test('a stored mail that can be classified later takes effect and is deleted', async () => {
    await deleteAllReturned(db);
    const mailed = await one();
    const row = { origin: 'smtp', mail_from: '<>', subject: '', sentences: '[]', received_at: 1 };
    const keep = (digest: string, source: Buffer, rcpt_to: string) =>
      inTransaction(db, (tx) => insertReturned(tx, { ...row, digest, source, rcpt_to, size: source.length }));
    const known = await keep('a', Buffer.from(bounceMail(mailed)), mailed.bounceTo);
    const strange = await keep('b', Buffer.from('?'), '');
    assert.equal((await processStoredMail(inboundTools(db), known ?? 0))?.effect, 'bounce');
    assert.equal((await processStoredMail(inboundTools(db), strange ?? 0))?.effect, 'kept');
    assert.equal(await processStoredMail(inboundTools(db), known ?? 0), undefined);
    assert.equal((await effectsOn(db, mailed.campaignId)).bounces, 1);
    const reasons = await storedReasons(db);
    assert.ok(reasons.length === 1 && reasons[0] !== '');
  });

  test('the newest are stored, up to a number and a size', async () => {
    await deleteAllReturned(db);
    const row = { origin: 'smtp', mail_from: '', rcpt_to: '', subject: '', received_at: 1 };
    await inTransaction(db, async (tx) => {
      for (let i = 0; i < 10; i++) {
        await insertReturned(tx, {
          ...row,
          sentences: JSON.stringify([say('returned-unreadable', { error: i })]),
          digest: String(i),
          source: Buffer.alloc(10),
          size: 10,
        });
      }
      await deleteOldestReturned(tx, 8, 1_000);
    });
    const subjects = async () => (await storedReasons(db)).map((text) => /\d/.exec(text)?.[0]);
    assert.deepEqual(await subjects(), ['2', '3', '4', '5', '6', '7', '8', '9']);
    await inTransaction(db, (tx) => deleteOldestReturned(tx, 8, 35));
    assert.deepEqual(await subjects(), ['7', '8', '9']);
  });
});
