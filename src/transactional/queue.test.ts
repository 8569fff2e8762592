// Queueing a transactional email writes the email, its files and one message of the customer's
// hidden campaign.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestApp } from '../../test/support/app.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import { inTransaction } from '../storage/db.ts';
import { findTally } from '../storage/tally.ts';
import { type MailToQueue, queueEmail, queueEmails } from './queue.ts';

eachEngine('queueing transactional emails', (engine) => {
  test('rows of mails, their files, and one hidden campaign a customer', async (t) => {
    const { db, customer, clock, addCustomer } = await openTestApp(t, engine);
    const at = clock.now();
    const mail = (given: Partial<MailToQueue> = {}): MailToQueue => ({
      customerId: customer.id,
      kind: 'transactional',
      to: { name: 'Bob', email: 'Bob@example.test' },
      from: { name: 'Ada', email: 'ada@example.test' },
      subject: 'Your order',
      html: '<p>Thanks</p>',
      ...given,
    });
    const queue = (given?: Partial<MailToQueue>) => inTransaction(db, (tx) => queueEmail(tx, mail(given), at));
    const messageOf = (id: number) =>
      db.selectFrom('work').selectAll().where('subscriber_id', '=', -id).executeTakeFirstOrThrow();

    const file = { name: 'a.txt', mediaType: 'text/plain', content: Buffer.from('a') };
    const first = await queue({ attachments: [file, { ...file, name: 'b.txt' }] });
    const row = await db.selectFrom('email').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow();
    assert.deepEqual(
      [row.uid, row.to_email, row.to_key, row.reply_to_email, row.plain_text, row.send_at, row.deleted_at],
      [first.uid, 'Bob@example.test', 'bob@example.test', null, null, at, null],
    );
    const files = await db.selectFrom('email_attachment').selectAll().orderBy('position').execute();
    assert.deepEqual(
      files.map(({ email_id, position, name }) => [email_id, position, name]),
      [
        [first.id, 0, 'a.txt'],
        [first.id, 1, 'b.txt'],
      ],
    );
    const now = await messageOf(first.id);
    assert.deepEqual([now.state, now.next_attempt_at, now.attempts], ['pending', at, 0]);

    const later = await messageOf((await queue({ sendAt: at + MINUTE_MS, kind: 'report', listId: 7 })).id);
    assert.deepEqual([later.state, later.next_attempt_at], ['deferred', at + MINUTE_MS]);
    const past = await messageOf((await queue({ sendAt: at - MINUTE_MS })).id);
    assert.deepEqual([past.state, past.next_attempt_at], ['pending', at]);

    const other = await addCustomer({ email: 'carl@example.test' });
    await Promise.all([queue({ customerId: other.customer.id }), queue({ customerId: other.customer.id }), queue()]);
    const campaigns = await db.selectFrom('campaign').selectAll().orderBy('customer_id').execute();
    assert.deepEqual(
      campaigns.map(({ customer_id, type, status }) => [customer_id, type, status]),
      [
        [customer.id, 'transactional', 'sending'],
        [other.customer.id, 'transactional', 'sending'],
      ],
    );
    const counters = await db.selectFrom('campaign_counter').selectAll().orderBy('customer_id').execute();
    assert.deepEqual(
      counters.map(({ audience }) => audience),
      [4, 2],
    );
    assert.equal(await findTally(db, customer.id, 'emails:transactional'), 3);
    assert.equal(await findTally(db, customer.id, 'campaigns'), 0);

    // Whoever queues for several customers never waits in a circle, whatever the order; a server's
    // transactions show it.
    const ids = [customer.id, other.customer.id];
    const several = [ids, ids.toReversed()].map((one) => one.map((customerId) => mail({ customerId, kind: 'notice' })));
    const turns = Array.from({ length: 16 }, (_, i) => several[i % 2] ?? []);
    const queued = await Promise.all(turns.map((mails) => inTransaction(db, (tx) => queueEmails(tx, mails, at))));
    const [uids] = queued.map((all) => all.map(({ uid }) => uid));
    const found = await db
      .selectFrom('email')
      .select(['uid', 'customer_id'])
      .where('uid', 'in', uids ?? [])
      .execute();
    assert.deepEqual(
      uids?.map((uid) => found.find((row) => row.uid === uid)?.customer_id),
      ids,
      'in the order of the mails',
    );
    for (const id of ids) assert.equal(await findTally(db, id, 'emails:notice'), 16);
  });
});
