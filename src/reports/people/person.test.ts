// What is told of one person who is on many lists, gets campaigns to several, or waits for a mail,
// on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getData } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { addPerson, seedDelivery } from '../../../test/support/message-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { newUid } from '../../kernel/ids.ts';

eachEngine('one person', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  const get = (path: string) => getData(app, path);
  /** This many more lists with the address on them. */
  async function addToLists(email: string, count: number): Promise<number[]> {
    const { id: _, ...list } = await app.db
      .selectFrom('list')
      .selectAll()
      .where('uid', '=', app.listUid)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: count }, () => ({ ...list, uid: newUid() }));
    const made = await app.db.insertInto('list').values(copies).returning('id').execute();
    const [first, ...others] = made.map(({ id }) => id);
    const { id: _of, ...row } = await addPerson(
      app.db,
      { customer_id: app.customer.id, list_id: first ?? 0 },
      { email },
    );
    const more = others.map((list_id) => ({ ...row, uid: newUid(), list_id }));
    if (more.length > 0) await app.db.insertInto('subscriber').values(more).execute();
    return made.map(({ id }) => id);
  }

  test('everything stored has messages that are put off, and every list', async () => {
    const seeded = await seedDelivery(app, [{ message: { state: 'deferred', reply: '451 later' } }], {
      name: 'Put off',
    });
    const [person] = seeded.people;
    await addToLists(person?.email ?? '', 201);
    const { record } = await get(`/subscribers/${person?.uid}/export`);
    const [message] = record.messages;
    assert.deepEqual(
      [message.campaign, message.state, message.reply, message.ended_at],
      ['Put off', 'deferred', '451 later', null],
    );
    assert.deepEqual([record.messages.length, record.memberships.length], [1, 202]);
  });

  test('who was on a further list of a campaign whose details are removed is told so', async () => {
    const { uid } = await seedDelivery(app, []);
    const [list_id = 0] = await addToLists('far@example.test', 1);
    const { uid: subscriber } = await app.db
      .selectFrom('subscriber')
      .select('uid')
      .where('list_id', '=', list_id)
      .executeTakeFirstOrThrow();
    const finished_at = Date.UTC(2026, 10, 2);
    const removed = { status: 'sent', finished_at, details_removed_at: finished_at } as const;
    await app.set(uid, { ...removed, further_lists: `999,${list_id}9` });
    assert.equal((await get(`/subscribers/${subscriber}/timeline`)).removed_until, null);
    await app.set(uid, { further_lists: `999,${list_id}` });
    assert.equal((await get(`/subscribers/${subscriber}/timeline`)).removed_until, '2026-11-02T00:00:00.000Z');
  });
});
