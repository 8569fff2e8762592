// Transactional emails on their way, through the real engine to a real mail server.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import PostalMime from 'postal-mime';
import { attachedBytes } from '../../../test/support/attached-bytes.ts';
import { deliver, relayTo } from '../../../test/support/delivery.ts';
import {
  assertCountersAreRows,
  campaignOf,
  seedCampaign,
  seedList,
  seedSubscribers,
  statesOf,
} from '../../../test/support/delivery-rows.ts';
import { emailInState, emailState, messageOf, newCustomer, queueMail } from '../../../test/support/emails.ts';
import { openSink, type Sink } from '../../../test/support/sink.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteStore } from '../../../test/support/suite.ts';
import { relayWith } from '../../../test/support/throttling.ts';
import { until } from '../../../test/support/until.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import { type Db, inTransaction } from '../../storage/db.ts';
import { suppress } from '../../suppression/suppress.ts';
import { deleteEmail } from '../../transactional/remove.ts';

eachEngine('transactional emails', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  test('arrives whole: names, text, files with their names, and nothing of a campaign', async (t) => {
    const sink = await openSink(t);
    const customerId = await newCustomer(db);
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
    const long = `${'Übersicht über alles 📎 '.repeat(6)}.pdf`;
    const { id, uid } = await queueMail(db, customerId, 'bob@example.com', {
      to: { name: 'Böb', email: 'bob@example.com' },
      replyTo: { name: 'Help, please', email: 'help@example.com' },
      subject: 'Order [FNAME] [RANDOM_CONTENT:1|2] ✓',
      html: '<p>Héllo [EMAIL] [RANDOM_CONTENT:a|b] [FILES_URL] <a href="https://shop.example/?a=1&b=2">here</a></p>',
      attachments: [
        { name: 'plain "quoted".txt', mediaType: 'text/plain', content: Buffer.from('one\r\ntwo\n') },
        { name: long, mediaType: 'application/pdf', content: bytes },
        { name: 'empty', mediaType: 'application/octet-stream', content: Buffer.alloc(0) },
      ],
    });
    deliver(t, db, sink, { returnAddress: 'bounce@example.com' });
    await emailInState(db, id, 'accepted');
    const [got] = sink.received;
    const mail = await PostalMime.parse(got?.source ?? '');
    assert.deepEqual(mail.from, { name: 'Ada', address: 'ada@example.com' });
    assert.deepEqual(mail.to, [{ name: 'Böb', address: 'bob@example.com' }]);
    assert.deepEqual(mail.replyTo, [{ name: 'Help, please', address: 'help@example.com' }]);
    assert.equal(mail.subject, 'Order [FNAME] [RANDOM_CONTENT:1|2] ✓');
    assert.match(
      mail.html ?? '',
      /<p>Héllo \[EMAIL\] \[RANDOM_CONTENT:a\|b\] \[FILES_URL\] <a href="https:\/\/shop\.example\/\?a=1&(?:amp;)?b=2">here<\/a><\/p>/,
    );
    assert.match(mail.text ?? '', /Héllo \[EMAIL\] \[RANDOM_CONTENT:a\|b\] \[FILES_URL\]/);
    assert.deepEqual(
      mail.attachments.map(({ filename, mimeType, disposition }) => [filename, mimeType, disposition]),
      [
        ['plain "quoted".txt', 'text/plain', 'attachment'],
        [long, 'application/pdf', 'attachment'],
        ['empty', 'application/octet-stream', 'attachment'],
      ],
    );
    assert.deepEqual(attachedBytes(got?.source ?? ''), [Buffer.from('one\r\ntwo\n'), bytes, Buffer.alloc(0)]);
    const campaign = await campaignOf(db, (await messageOf(db, id)).campaign_id);
    assert.equal(mail.messageId, `<${campaign.uid}.${uid}@mail.example.com>`);
    const names = mail.headers.map(({ key }) => key);
    for (const name of ['list-unsubscribe', 'list-unsubscribe-post', 'list-id', 'feedback-id']) {
      assert.ok(!names.includes(name), name);
    }
    assert.doesNotMatch(got?.source ?? '', /\/[oc]\/[\w-]{22}/, 'no pixel, no tracked link');
    assert.match(got?.from ?? '', /^bounce\+b[a-z2-7]{26}@example\.com$/);
    for (const line of (got?.source ?? '').split('\r\n')) assert.ok(line.length <= 78, line);
    await assertCountersAreRows(db, campaign.id);
  });

  test('leaves before what is left of a running campaign; the campaigns of other customers wait too', async (t) => {
    const seed = await seedList(db);
    await seedSubscribers(db, seed, 40);
    const campaignId = await seedCampaign(db, seed);
    const other = await newCustomer(db);
    let hold: (() => void) | undefined;
    const sink: Sink = await openSink(t, async (phase) => {
      if (phase === 'data_done' && sink.received.length === 4) {
        await new Promise<void>((resolve) => {
          hold = resolve;
        });
      }
      return undefined;
    });
    deliver(t, db, sink, { relay: relayTo(sink.port, 1) });
    await until('the lane is held', () => hold !== undefined);
    const mails = [await queueMail(db, other, 'a@example.net'), await queueMail(db, seed.customerId, 'b@example.net')];
    for (const { id } of mails) await emailInState(db, id, 'claimed');
    hold?.();
    await until('all is sent', async () => (await campaignOf(db, campaignId)).status === 'sent');
    // The lane's server had the envelope of one more message of the campaign.
    assert.deepEqual(sink.recipients().slice(6, 8).sort(), ['a@example.net', 'b@example.net']);
    assert.equal(sink.received.length, 42);
    assert.deepEqual(await statesOf(db, campaignId), { accepted: 40 });
  });

  test('leaves at its time and not before', async (t) => {
    const sink = await openSink(t);
    const customerId = await newCustomer(db);
    const later = await queueMail(db, customerId, 'later@example.com', { sendAt: Date.now() + 2 * HOUR_MS });
    const soon = await queueMail(db, customerId, 'soon@example.com', { sendAt: Date.now() + HOUR_MS });
    let moved = 0;
    deliver(t, db, sink, { clock: { now: () => Date.now() + moved } });
    const now = await queueMail(db, customerId, 'now@example.com');
    await emailInState(db, now.id, 'accepted');
    moved = HOUR_MS + 1_000;
    await emailInState(db, soon.id, 'accepted');
    assert.deepEqual(sink.recipients(), ['now@example.com', 'soon@example.com']);
    assert.equal(await emailState(db, later.id), 'deferred');
    await deleteEmail(db, customerId, later.uid, Date.now());
  });

  test('a suppressed address gets none, and a refusal for good suppresses the address', async (t) => {
    const sink = await openSink(t, (phase, to) => {
      return phase === 'rcpt' && to === 'gone@example.com' ? { code: 550, text: '5.1.1 No such user' } : undefined;
    });
    const customerId = await newCustomer(db);
    await inTransaction(db, (tx) =>
      suppress(tx, [{ customerId, email: 'Left@example.com', reason: 'complaint', detail: '' }], 1),
    );
    const left = await queueMail(db, customerId, 'left@Example.com');
    const gone = await queueMail(db, customerId, 'gone@example.com');
    deliver(t, db, sink);
    await emailInState(db, left.id, 'skipped');
    await emailInState(db, gone.id, 'rejected');
    const again = await queueMail(db, customerId, 'gone@example.com', { kind: 'test' });
    await emailInState(db, again.id, 'skipped');
    assert.equal((await messageOf(db, again.id)).reason, 'suppressed');
    assert.equal(sink.received.length, 0);
  });

  test('keeps to the quota of a relay', async (t) => {
    const sink = await openSink(t);
    const customerId = await newCustomer(db);
    const mails: { id: number; uid: string }[] = [];
    for (let n = 0; n < 5; n += 1) mails.push(await queueMail(db, customerId, `q${n}@example.com`));
    const { quotas } = relayWith(77, { perDay: 3 });
    deliver(t, db, sink, { relay: { ...relayTo(sink.port), id: 77, quotas } });
    await until('three are out', () => sink.received.length === 3);
    await until('the rest is given back', async () => {
      const states = await Promise.all(mails.map(({ id }) => emailState(db, id)));
      return states.filter((state) => state === 'pending').length === 2;
    });
    assert.equal(sink.received.length, 3);
    for (const { uid } of mails) await deleteEmail(db, customerId, uid, Date.now());
  });
});
