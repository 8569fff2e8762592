import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { addList } from '../../../test/support/campaigns.ts';
import { addPerson } from '../../../test/support/message-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { inTransaction } from '../../storage/db.ts';
import type { List, Subscriber } from '../../storage/tables.ts';
import { countSubscribers } from '../queries.ts';
import { changeMemberships, membershipsOf, resubscribe } from './memberships.ts';

const EMAIL = 'Ann@Example.test';

eachEngine('an address on the lists of a customer', (engine) => {
  const app = suiteApp(engine);
  let news: List;
  let shop: List;
  let ann: Subscriber;

  const makeList = async (name: string, visibility = 'public', key = app().key): Promise<List> => {
    const uid = await addList(app(), key);
    await app().db.updateTable('list').set({ name, display_name: '', visibility }).where('uid', '=', uid).execute();
    return app().db.selectFrom('list').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow();
  };
  const add = (list: List, values: Partial<Subscriber> = {}) =>
    addPerson(
      app().db,
      { customer_id: list.customer_id, list_id: list.id },
      { email: EMAIL, confirmed_at: 1, ...values },
    );
  const shown = async () =>
    (await membershipsOf(app().db, ann)).map(({ listName, isOn }) => `${listName} ${isOn ? 'on' : 'off'}`);
  const statuses = async () => {
    const rows = await app()
      .db.selectFrom('subscriber')
      .innerJoin('list', (on) =>
        on.onRef('list.customer_id', '=', 'subscriber.customer_id').onRef('list.id', '=', 'subscriber.list_id'),
      )
      .select(['list.name', 'subscriber.status'])
      .where('subscriber.customer_id', '=', ann.customer_id)
      .where('email_key', '=', EMAIL.toLowerCase())
      .orderBy('list.name')
      .execute();
    return rows.map(({ name, status }) => `${name} ${status}`);
  };

  beforeEach(async () => {
    await app().db.deleteFrom('subscriber').execute();
    await app().db.updateTable('list').set({ status: 'removed' }).execute();
    news = await makeList('News');
    shop = await makeList('Shop');
    ann = await add(news);
  });

  test('public lists that it is on or has left are shown, by name; others are not told of', async () => {
    await add(shop, { status: 'unsubscribed' });
    for (const status of ['unconfirmed', 'blacklisted', 'unapproved', 'disabled', 'moved']) {
      await add(await makeList(`A ${status}`), { status });
    }
    await add(await makeList('Never confirmed'), { status: 'unsubscribed', confirmed_at: null });
    await add(await makeList('Private', 'private'));
    await makeList('Without it');
    const other = await app().addCustomer();
    await add(await makeList('Foreign', 'public', other.key));
    assert.deepEqual(await shown(), ['News on', 'Shop off']);
    await app().db.updateTable('list').set({ visibility: 'private' }).where('id', '=', news.id).execute();
    assert.deepEqual(await shown(), ['News on', 'Shop off']); // the person came from there
    await app().db.updateTable('list').set({ status: 'pending-delete' }).where('id', '=', shop.id).execute();
    assert.deepEqual(await shown(), ['News on']);
  });

  test('in the order of the alphabet, by the names that are shown', async () => {
    for (const name of ['Zebra', 'apple', 'Ärger', 'Éclair', 'eclairs']) await add(await makeList(name));
    const hidden = await makeList('A name for us alone');
    await add(hidden);
    await app().db.updateTable('list').set({ display_name: 'banana' }).where('id', '=', hidden.id).execute();
    const names = (await membershipsOf(app().db, ann)).map(({ listName }) => listName);
    assert.deepEqual(names, ['apple', 'Ärger', 'banana', 'Éclair', 'eclairs', 'News', 'Zebra']);
  });

  test('wishes are carried out, and only for lists that were asked about', async () => {
    await add(shop, { status: 'unsubscribed' });
    const talk = await makeList('Talk');
    await add(talk);
    const wish = (shownUids: string[], wanted: string[]) =>
      changeMemberships(app().db, ann, { shown: new Set(shownUids), wanted: new Set(wanted) }, 5_000);
    assert.equal(await wish([news.uid, shop.uid], [shop.uid]), 2);
    assert.deepEqual(await statuses(), ['News unsubscribed', 'Shop confirmed', 'Talk confirmed']);
    assert.equal(await wish([news.uid, shop.uid], [shop.uid]), 0);
    assert.equal(await wish([], [news.uid]), 0); // wanted, but not asked about
    assert.equal(await countSubscribers(app().db, news, 'unsubscribed'), 1);
    assert.equal(await wish([talk.uid, news.uid, 'no such list'], ['no such list']), 1);
    assert.deepEqual(await statuses(), ['News unsubscribed', 'Shop confirmed', 'Talk unsubscribed']);
  });

  test('nobody gets onto a list by this that the address is not on', async () => {
    const other = await app().addCustomer();
    const foreign = await makeList('Foreign', 'public', other.key);
    await add(foreign, { status: 'unsubscribed' });
    const hidden = await makeList('Hidden', 'private');
    await add(hidden, { status: 'unsubscribed' });
    const uids = new Set([foreign.uid, hidden.uid, shop.uid]);
    assert.equal(await changeMemberships(app().db, ann, { shown: uids, wanted: uids }, 5_000), 0);
    assert.deepEqual(await statuses(), ['Hidden unsubscribed', 'News confirmed']);
  });

  test('only who left and was confirmed before comes back', async () => {
    const back = async (values: Partial<Subscriber>) => {
      await app().db.updateTable('subscriber').set(values).where('id', '=', ann.id).execute();
      return inTransaction(app().db, (tx) => resubscribe(tx, ann, 5_000));
    };
    assert.equal(await back({ status: 'unsubscribed', confirmed_at: null }), false);
    assert.equal(await back({ status: 'blacklisted', confirmed_at: 1 }), false);
    assert.equal(await back({ status: 'confirmed', confirmed_at: 1 }), false);
    assert.equal(await back({ status: 'unsubscribed', unsubscribed_at: 4, confirmed_at: 1 }), true);
    const row = await app().db.selectFrom('subscriber').selectAll().where('id', '=', ann.id).executeTakeFirstOrThrow();
    assert.deepEqual([row.status, row.unsubscribed_at], ['confirmed', null]);
    await app().db.deleteFrom('subscriber').where('id', '=', ann.id).execute();
    assert.equal(await inTransaction(app().db, (tx) => resubscribe(tx, ann, 5_000)), false);
  });
});
