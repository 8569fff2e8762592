import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Seed, seedCampaign, seedList } from '../../test/support/delivery-rows.ts';
import {
  HARD,
  openReturnedMailRows,
  type ReturnedMailRows,
  type SentMessage,
  SOFT,
} from '../../test/support/returned-mail-rows.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { removeCampaign } from '../campaigns/remove.ts';
import { type Db, inTransaction } from '../storage/db.ts';
import type { MessageState } from '../storage/tables.ts';
import { findTally } from '../storage/tally.ts';
import { unsuppress } from '../suppression/suppress.ts';
import { findMessage } from './find-message.ts';
import { BOUNCES } from './record.ts';
import { removeReturnedOf } from './remove.ts';
import { suppressRejected } from './suppress-returned.ts';

const NOBODY = { campaignId: 7, subscriberId: 2 ** 30 };

eachEngine('what follows from what came back', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  let seed: Seed;
  let back: ReturnedMailRows;
  before(async () => {
    ({ db } = opened());
    seed = await seedList(db);
    back = openReturnedMailRows(db, seed);
  });

  test('five soft bounces in a row suppress, in whatever order and lists they come; one that arrived begins anew', async () => {
    const { subscriber, messages } = await back.messagesTo(Array<MessageState>(12).fill('accepted'));
    const ids = [...messages];
    // 0 1 soft, 2 arrived, 3 to 7 soft (5 last), newer ones are still without a report
    for (const n of [1, 0, 3, 7, 4, 6]) {
      assert.equal(await back.bounce(ids[n] ?? NOBODY, SOFT), 'recorded');
      assert.equal(await back.suppressionOf(subscriber), undefined, `after ${n}`);
    }
    assert.equal(await back.bounce(ids[5] ?? NOBODY, SOFT), 'recorded');
    const suppression = await back.suppressionOf(subscriber);
    assert.equal(suppression?.reason, 'soft-bounces');
    assert.equal(suppression?.detail, '5 soft bounces in a row, the last one: mailbox full');
    // taken off the list, the next one puts the address on it again
    await inTransaction(db, (tx) => unsuppress(tx, seed.customerId, [subscriber.email]));
    await back.bounce(ids[8] ?? NOBODY, SOFT);
    assert.equal((await back.suppressionOf(subscriber))?.reason, 'soft-bounces');
  });

  test('soft bounces of one address in two lists of a customer are one row; of another customer they are not', async () => {
    const { subscriber, messages } = await back.messagesTo(['accepted', 'accepted']);
    const list = await db.selectFrom('list').selectAll().where('id', '=', seed.listId).executeTakeFirstOrThrow();
    const { id: _, ...listValues } = list;
    const twin = await db
      .insertInto('list')
      .values({ ...listValues, uid: `zz${subscriber.id}`.padEnd(13, '0') })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: __, ...values } = subscriber;
    const inTwin = await db
      .insertInto('subscriber')
      .values({
        ...values,
        uid: `yy${subscriber.id}`.padEnd(13, '0'),
        list_id: twin.id,
        email: subscriber.email.toUpperCase(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const theirs = await seedList(db);
    const stranger = await db
      .insertInto('subscriber')
      .values({
        ...values,
        uid: `xx${subscriber.id}`.padEnd(13, '0'),
        list_id: theirs.listId,
        customer_id: theirs.customerId,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const ids = [...messages];
    for (let n = 0; n < 2; n += 1) ids.push(await back.messageTo(inTwin, 'accepted'));
    for (let n = 0; n < 4; n += 1) await back.bounce(await back.messageTo(stranger, 'accepted'), SOFT);
    for (const id of ids) await back.bounce(id, SOFT);
    assert.equal(await back.suppressionOf(subscriber), undefined);
    await back.bounce(await back.messageTo(inTwin, 'accepted'), SOFT);
    assert.equal((await back.suppressionOf(subscriber))?.reason, 'soft-bounces');
    assert.equal(await back.suppressionOf(subscriber, theirs.customerId), undefined);
  });

  test('hard refusals in the session suppress, without a bounce', async () => {
    const { subscriber, messages } = await back.messagesTo(['rejected', 'rejected']);
    const rejected = messages.map((message) => {
      return { customerId: seed.customerId, ...message, reply: '550 5.1.1 unknown' };
    });
    const suppress = (given: typeof rejected) => inTransaction(db, (tx) => suppressRejected(tx, given, 9_000));
    assert.equal(await suppress([]), 0);
    assert.equal(await suppress([...rejected, { ...NOBODY, customerId: seed.customerId, reply: 'x' }]), 1);
    assert.equal(await suppress(rejected), 0);
    const suppression = await back.suppressionOf(subscriber);
    assert.deepEqual([suppression?.reason, suppression?.detail], ['hard-bounce', '550 5.1.1 unknown']);
    assert.deepEqual(await back.bouncesOf(messages[0]?.campaignId ?? 0), []);
  });

  test('a person whose address is refused is lost once, and not when it was suppressed before', async () => {
    const lost = async () => {
      const rows = await db.selectFrom('list_growth').select('bounced').where('list_id', '=', seed.listId).execute();
      return rows.reduce((sum, { bounced }) => sum + Number(bounced), 0);
    };
    const before = await lost();
    const known = await back.messagesTo(['accepted', 'rejected']);
    await back.bounce(known.messages[0] ?? NOBODY, HARD);
    assert.equal(await lost(), before + 1);
    const { messages } = await back.messagesTo(['rejected', 'rejected']);
    const rejected = [...messages, known.messages[1] ?? NOBODY].map((message) => {
      return { customerId: seed.customerId, ...message, reply: '550 5.1.1 unknown' };
    });
    assert.equal(await inTransaction(db, (tx) => suppressRejected(tx, rejected, 9_000)), 1);
    assert.equal(await lost(), before + 2);
  });

  test('the message that a Message-ID names', async () => {
    const { subscriber, messages } = await back.messagesTo(['accepted']);
    const { campaignId: campaign_id = 0, subscriberId } = messages[0] ?? {};
    const { uid } = await db
      .selectFrom('campaign')
      .select('uid')
      .where('id', '=', campaign_id)
      .executeTakeFirstOrThrow();
    const name = `${uid}.${subscriber.uid}@mail.example.com`;
    for (const header of [`<${name}>`, name, ` <${name.toUpperCase()}>\r\n`]) {
      assert.equal((await findMessage(db, header))?.subscriberId, subscriberId);
    }
    const other = await seedList(db);
    const foreign = await seedCampaign(db, other);
    const { uid: foreignUid } = await db
      .selectFrom('campaign')
      .select('uid')
      .where('id', '=', foreign)
      .executeTakeFirstOrThrow();
    for (const header of [
      '',
      '<>',
      '<a@b>',
      `<${foreignUid}.${subscriber.uid}@x>`,
      `<${uid}.${uid}@x>`,
      `<${name}> <${name}>`,
      `<${uid}.${subscriber.uid}'--@x y>`,
    ]) {
      assert.equal(await findMessage(db, header), undefined, header);
    }
  });

  test('what came back goes with its campaign; the suppression stays', async () => {
    const { subscriber, messages } = await back.messagesTo(['accepted']);
    const [id] = messages as [SentMessage];
    const campaign_id = id.campaignId;
    await back.bounce(id, HARD);
    await back.complain(id);
    await db.updateTable('campaign').set({ status: 'pending-delete' }).where('id', '=', campaign_id).execute();
    for (let steps = 0; await removeCampaign(db, 1, [removeReturnedOf]); steps += 1) assert.ok(steps < 10);
    assert.deepEqual(await back.bouncesOf(campaign_id), []);
    assert.deepEqual(
      await db.selectFrom('complaint').select('id').where('campaign_id', '=', campaign_id).execute(),
      [],
    );
    assert.equal(await findTally(db, seed.customerId, BOUNCES, campaign_id), 0);
    assert.ok(await back.suppressionOf(subscriber));
  });
});
