import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { addList, type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { assertStill, setPages, useUp, type Visitor, visitorOf } from '../../test/support/mail-pages.ts';
import { addPerson } from '../../test/support/message-rows.ts';
import { eachEngine } from '../../test/support/stores.ts';
import type { List, Subscriber } from '../storage/tables.ts';

const EMAIL = 'Ann@Example.test';

eachEngine('the preference page', (engine) => {
  let app: CampaignApp;
  let visitor: Visitor;
  let ann: Subscriber;
  let shop: List;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  const listOf = (uid: string) =>
    app.db.selectFrom('list').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow();
  const makeList = async (name: string, key = app.key) => {
    const uid = await addList(app, key);
    await app.db.updateTable('list').set({ name, display_name: name }).where('uid', '=', uid).execute();
    return listOf(uid);
  };
  const add = (list: List, values: Partial<Subscriber> = {}) =>
    addPerson(
      app.db,
      { customer_id: list.customer_id, list_id: list.id },
      { email: EMAIL, confirmed_at: 1, ...values },
    );
  const statuses = async () => {
    const rows = await app.db
      .selectFrom('subscriber')
      .innerJoin('list', (on) =>
        on.onRef('list.customer_id', '=', 'subscriber.customer_id').onRef('list.id', '=', 'subscriber.list_id'),
      )
      .select(['list.name', 'subscriber.status'])
      .orderBy('list.name')
      .orderBy('subscriber.id')
      .execute();
    return rows.map(({ name, status }) => `${name} ${status}`);
  };

  beforeEach(async () => {
    await app.db.deleteFrom('subscriber').execute();
    await app.db.updateTable('list').set({ visibility: 'private' }).where('uid', '<>', app.listUid).execute();
    await setPages(app, {});
    visitor = visitorOf(app);
    ann = await add(await listOf(app.listUid));
    shop = await makeList('Shop & <b>Co</b>');
    await add(shop, { status: 'unsubscribed' });
  });
  const url = () => visitor.links.preferencesUrl(ann.id);

  test('shows the lists of the address with a choice for each, and changes nothing', async () => {
    const page = await visitor.get(url());
    assert.equal(page.status, 200);
    assertStill(page);
    assert.ok(page.body.includes('A•••@Example.test') && !page.body.includes(EMAIL));
    assert.ok(page.body.includes(`value="${app.listUid}" checked><span>News</span>`));
    assert.ok(page.body.includes(`value="${shop.uid}"><span>Shop &amp; &lt;b&gt;Co&lt;/b&gt;</span>`));
    assert.deepEqual(await statuses(), ['News confirmed', 'Shop & <b>Co</b> unsubscribed']);
  });

  test('a choice is carried out by POST', async () => {
    const page = await visitor.get(url());
    const saved = await visitor.send(page, url(), { 'wanted[]': shop.uid });
    assert.equal(saved.status, 200);
    assert.match(saved.body, /role="status"><p>Your choices are saved/);
    assert.deepEqual(await statuses(), ['News unsubscribed', 'Shop & <b>Co</b> confirmed']);
    await visitor.send(saved, url(), { 'wanted[]': [app.listUid, shop.uid] });
    assert.deepEqual(await statuses(), ['News confirmed', 'Shop & <b>Co</b> confirmed']);
    await visitor.send(saved, url(), {});
    assert.deepEqual(await statuses(), ['News unsubscribed', 'Shop & <b>Co</b> unsubscribed']);
  });

  test('one button leaves everything, private lists too, and nothing of other customers', async () => {
    const hidden = await makeList('Hidden');
    await app.db.updateTable('list').set({ visibility: 'private' }).where('id', '=', hidden.id).execute();
    await add(hidden);
    const other = await app.addCustomer();
    await add(await makeList('Foreign', other.key));
    await addPerson(app.db, { customer_id: shop.customer_id, list_id: shop.id }, { email: 'bob@example.test' });
    const page = await visitor.get(url());
    assert.doesNotMatch(page.body, /Hidden|Foreign/);
    const done = await visitor.send(page, url(), { all: 'no', 'wanted[]': shop.uid });
    assert.match(done.body, /You are unsubscribed from everything/);
    const name = 'Shop & <b>Co</b>';
    assert.deepEqual(await statuses(), [
      'Foreign confirmed',
      'Hidden unsubscribed',
      'News unsubscribed',
      `${name} unsubscribed`,
      `${name} confirmed`,
    ]);
  });

  test('no form gets onto a list that the page does not show', async () => {
    const never = await makeList('Never');
    const other = await app.addCustomer();
    const foreign = await makeList('Foreign', other.key);
    await add(foreign, { status: 'unsubscribed' });
    const uids = [never.uid, foreign.uid, "x' or 1=1 --", '\0'];
    const sent = await visitor.post(url(), { 'shown[]': uids, 'wanted[]': uids });
    assert.equal(sent.status, 200);
    for (const body of ['shown[a][b]=1&wanted=1', 'all[]=no', 'all=yes', '']) {
      assert.equal((await visitor.post(url(), body)).status, 200, body);
    }
    assert.equal((await visitor.post(url(), '{', 'application/json')).status, 400);
    assert.equal((await visitor.post(url(), 'x'.repeat(70_000))).status, 413);
    assert.deepEqual(await statuses(), ['Foreign unsubscribed', 'News confirmed', 'Shop & <b>Co</b> unsubscribed']);
  });

  test('changes are limited, leaving everything is not', async () => {
    const send = (members: Record<string, string>) => visitor.post(url(), { 'shown[]': app.listUid, ...members });
    await useUp(app, `choose ${ann.id}`, 49);
    assert.equal((await send({ 'wanted[]': app.listUid })).status, 200);
    assert.equal((await send({})).status, 429);
    assert.equal((await send({ all: 'no' })).status, 200);
    assert.deepEqual(await statuses(), ['News unsubscribed', 'Shop & <b>Co</b> unsubscribed']);
  });

  test('in the language of the visitor or of the list; unknown for removed subscribers', async () => {
    assert.match((await visitor.get(url(), { 'accept-language': 'de-AT' })).body, /lang="de".*Ihre Abonnements/s);
    await setPages(app, { language: 'en' });
    assert.match((await visitor.get(url(), { 'accept-language': 'de-AT' })).body, /lang="en".*Your subscriptions/s);
    await app.db.deleteFrom('subscriber').where('id', '=', ann.id).execute();
    for (const page of [await visitor.get(url()), await visitor.post(url(), { all: 'no' })]) {
      assert.equal(page.status, 200);
      assert.match(page.body, /We send no emails to this address/);
    }
    assert.deepEqual(await statuses(), ['Shop & <b>Co</b> unsubscribed']);
  });

  test('a token of another purpose, or a changed one, is unknown', async () => {
    const token = (address: string) => address.split('/').at(-1) ?? '';
    const wrong = [
      visitor.links.profileUrl(ann.id),
      visitor.links.unsubscribeUrl({ campaignId: 1, subscriberId: ann.id }),
      `${url()}A`,
    ].map(token);
    for (const one of wrong) {
      assert.equal((await visitor.get(`/m/${one}`)).status, 404);
      assert.equal((await visitor.post(`/m/${one}`, { all: 'no' })).status, 404);
    }
    assert.deepEqual(await statuses(), ['News confirmed', 'Shop & <b>Co</b> unsubscribed']);
  });
});
