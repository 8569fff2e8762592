import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertStatus, type TestApp } from '../../../../test/support/app.ts';
import {
  CAMPAIGN,
  type ListmonkDatabase,
  openListmonk,
  serveListmonk,
  uuidOf,
} from '../../../../test/support/listmonk.ts';
import { eachEngine } from '../../../../test/support/stores.ts';
import { suiteApp } from '../../../../test/support/suite.ts';
import { contentOf, takeOver } from '../../../../test/support/switching.ts';
import { openHttp } from '../../http.ts';
import { listmonkApi } from './api.ts';
import { listmonkDatabase } from './database.ts';
import { listmonk } from './source.ts';

const PEOPLE = 640;
let made: Promise<ListmonkDatabase> | undefined;
const closings: (() => unknown)[] = [];
const whole = { after: (close?: unknown) => void closings.push(close as () => unknown) };
after(async () => {
  for (const close of closings.reverse()) await close();
});

eachEngine('taking over listmonk', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  let database: ListmonkDatabase;
  before(async () => {
    app = opened();
    made ??= openListmonk(whole, PEOPLE);
    database = await made;
  });
  const byDatabase = async () => listmonk(await listmonkDatabase(database.query, async () => undefined), 'db');

  test('its database: lists, consent, attributes, who is blocked, templates, drafts', async () => {
    const report = await takeOver(app, await byDatabase());
    assert.deepEqual(
      report.lists.map(({ name, people: { read, added, skipped } }) => [name, read, added, skipped]),
      [
        ['Friends', PEOPLE, PEOPLE, 0],
        ['Shop', PEOPLE / 5, PEOPLE / 5, 0],
      ],
    );
    assert.deepEqual(report.lists[0]?.fields_added, [
      ...['NAME', 'NAME_ATTRIBUTE', 'AGE', 'CITY', 'HOME_AT_FLOOR', 'HOME_STREET', 'LIKES', 'NUMBER'],
    ]);
    assert.deepEqual(report.suppressions, { read: 4, added: 4, present: 0, skipped: 0 });
    const { subscribers } = await contentOf(app);
    const of = (list: string, n: number) =>
      subscribers.find((row) => row.name === list && row.email === `bob${n}@example.com`) ?? assert.fail();
    const at = Date.parse;
    const first = of('Friends', 1);
    assert.equal(first.status, 'confirmed');
    assert.equal(first.confirmed_at, at('2020-02-02T00:00:00Z'));
    assert.equal(first.created_at, at('2020-02-01T00:00:00Z'));
    assert.deepEqual([first.ip_address, first.confirm_ip], ['192.0.2.7', '192.0.2.7']);
    assert.deepEqual(Object.values(JSON.parse(first.field_values)).sort(), [
      '1',
      '1',
      '9007199254740993',
      'Bob',
      'Bob No Smith1',
      'Oslo',
      'Smith1',
      'a, b',
      'attribute',
      'x',
    ]);
    assert.equal(of('Friends', 2).status, 'unsubscribed');
    assert.equal(of('Friends', 2).unsubscribed_at, at('2020-02-02T00:00:00Z'));
    assert.equal(of('Friends', 3).status, 'unconfirmed');
    assert.equal(of('Friends', 4).status, 'blacklisted');
    assert.equal(of('Friends', 6).status, 'disabled');
    assert.equal(of('Shop', 5).status, 'confirmed', 'a list that does not ask mails those who are not confirmed');
    const reasons = (await app.call('GET', '/suppressions?per_page=50')).json.data.records;
    assert.deepEqual(
      reasons.map(({ email, reason }: { email: string; reason: string }) => `${email} ${reason}`).sort(),
      [
        'bob4@example.com manual',
        'bob5@example.com hard-bounce',
        'bob8@example.com complaint',
        'gone@example.com manual',
      ],
    );
    const template = await app.call('GET', `/templates/${report.templates[0]?.uid}`);
    assert.match(template.json.data.record.content, /Hi \[FNAME\].*<a href="\[UNSUBSCRIBE_URL\]">Abmelden</s);
    assert.deepEqual(
      report.campaigns.map(({ name, state, why = '' }) => [name, state, why]),
      [
        ['Next', 'added', ''],
        ['Both', 'added', ''],
        ['Marks', 'skipped', 'is written in Markdown'],
        ['Drawn', 'added', ''],
      ],
    );
    const fullOf = async (n: number) =>
      (await app.call('GET', `/campaigns/${report.campaigns[n]?.uid}?full=1`)).json.data.record;
    const both = await fullOf(1);
    assert.deepEqual(
      both.list_uids,
      report.lists.map(({ uid }) => uid),
    );
    assert.match(both.template.content, /^<html><body>Hi \[FNAME\]<p>plain &amp; simple/, 'the usual template');
    assert.equal(
      (await fullOf(3)).template.content,
      '<html><body>drawn</body></html>',
      'what is drawn is a whole page',
    );
    const draft = await fullOf(0);
    assert.deepEqual([draft.subject, draft.from_name, draft.from_email], ['Hi [CITY]', 'Ada', 'ada@example.com']);
    assert.match(draft.template.content, /<body>Hi \[FNAME\]<p>To \[CITY\] \[HOME_AT_FLOOR\] \[NAME_ATTRIBUTE\] /);
    assert.deepEqual(
      report.untranslated.map(({ where, tag }) => `${where}: ${tag}`),
      ['campaign "Next", content: {{ if .Subscriber.Attribs.age }}', 'campaign "Next", content: {{ end }}'],
    );
    assert.ok(report.notes.some((note) => note.includes('attributes that hold objects are left out: orders')));
    assert.ok(report.notes.some((note) => note.includes('on no list, who get no email there either, skipped: 1')));
    assert.ok(report.notes.some((note) => note.includes('sent there, left out: 1')));
    assert.equal(report.mailings, 5);
  });

  test('its unsubscribe links are answered: GET asks, POST takes the person off the mailing’s lists', async () => {
    const link = `/subscription/${CAMPAIGN}/${uuidOf(10)}`;
    const statuses = async () => {
      const { subscribers } = await contentOf(app);
      return subscribers.filter(({ email }) => email === 'bob10@example.com').map(({ status }) => status);
    };
    const page = await app.app.inject({ method: 'GET', url: link });
    assert.equal(page.statusCode, 200);
    assert.match(page.body, /Friends, Shop/);
    assert.deepEqual(await statuses(), ['confirmed', 'confirmed']);
    for (const url of [
      `/subscription/${uuidOf(1)}/${uuidOf(10)}`,
      `/subscription/${CAMPAIGN}/${uuidOf(99_999)}`,
      '/subscription/form',
    ]) {
      assert.equal((await app.app.inject({ method: 'POST', url })).statusCode, 404);
    }
    assert.deepEqual(await statuses(), ['confirmed', 'confirmed']);
    const payload = 'List-Unsubscribe=One-Click';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    assert.equal(
      (
        await app.app.inject({
          method: 'POST',
          url: link.toUpperCase().replace('/SUBSCRIPTION', '/subscription'),
          headers,
          payload,
        })
      ).statusCode,
      200,
    );
    assert.deepEqual(await statuses(), ['unsubscribed', 'unsubscribed']);
  });

  test('again: who left here stays away, what changed there changes', async () => {
    const before = await contentOf(app);
    const again = await takeOver(app, await byDatabase());
    assert.deepEqual(await contentOf(app), before);
    assert.deepEqual(
      again.lists.map(({ people: { added, changed, same } }) => [added, changed, same]),
      [
        [0, 0, PEOPLE],
        [0, 0, PEOPLE / 5],
      ],
    );
    await database.change(`update subscribers set email = 'robert11@example.com', attribs = '{"city": "Bonn"}' where id = 11;
      update subscriber_lists set status = 'confirmed' where subscriber_id = 3;
      update lists set description = repeat('y', 900) where name = 'Shop'`);
    const third = await takeOver(app, await byDatabase());
    assert.deepEqual(third.lists[0]?.people.changed, 2);
    const shop = (await app.call('GET', `/lists/${third.lists[1]?.uid}`)).json.data.record;
    assert.deepEqual([third.lists[1]?.state, shop.general.description], ['changed', 'y'.repeat(255)]);
    const { subscribers } = await contentOf(app);
    assert.equal(subscribers.filter(({ email }) => email === 'bob11@example.com').length, 0);
    assert.match(subscribers.find(({ email }) => email === 'robert11@example.com')?.field_values ?? '', /Bonn/);
    assert.equal(subscribers.find(({ email }) => email === 'bob3@example.com')?.status, 'confirmed');
    await database.change(`update subscribers set email = 'bob11@example.com', attribs = jsonb_build_object('city', 'Oslo', 'age', 11,
      'likes', jsonb_build_array('a', 'b'), 'home', jsonb_build_object('street', 'x')) where id = 11;
      update subscriber_lists set status = 'unconfirmed' where subscriber_id = 3 and list_id = 1;
      update lists set description = '' where name = 'Shop'`);
  });

  test('who was removed there gets no mail here, by either way; who subscribed here since stays', async () => {
    const url = await serveListmonk(whole, database);
    const { customer, key } = await app.addCustomer();
    const { customer: other } = await app.addCustomer();
    const byApi = () => {
      const headers = { authorization: 'token ada:secret' };
      return listmonk(listmonkApi(openHttp({ base: url, headers, rate: 1_000, retryMs: 1 })), url);
    };
    const ways = [
      { app: { ...app, customer }, former: async () => byApi() },
      { app: { ...app, customer: other }, former: byDatabase },
    ];
    for (const way of ways) {
      const first = await takeOver(way.app, await way.former());
      assert.deepEqual(first.gone, { unsubscribed: {}, kept: 0 });
    }
    const { records } = (await app.call('GET', '/lists', { key })).json.data;
    const { general } = records.find((one: { general: { name: string } }) => one.general.name === 'Friends');
    const people = `/lists/${general.list_uid}/subscribers`;
    const { subscriber_uid: back } = (
      await app.call('GET', `${people}/search-by-email?EMAIL=bob22@example.com`, { key })
    ).json.data;
    for (const status of ['unsubscribed', 'confirmed'])
      assertStatus(await app.call('PUT', `${people}/${back}`, { key, json: { details: { status } } }), 200);
    await database.change(`create table kept as select * from subscriber_lists where subscriber_id in (21, 22) and list_id = 1;
      delete from subscriber_lists where subscriber_id in (21, 22) and list_id = 1;
      create table kept_shop as select * from subscriber_lists where list_id = 2; delete from subscriber_lists where list_id = 2`);
    const dryRun = await takeOver(ways[0]?.app ?? app, byApi(), { isDryRun: true });
    const done = [];
    for (const way of ways) {
      done.push((await takeOver(way.app, await way.former())).gone);
      assert.deepEqual((await takeOver(way.app, await way.former())).gone.unsubscribed, {}, 'once');
    }
    await database.change(`insert into subscriber_lists select * from kept union all select * from kept_shop;
      drop table kept, kept_shop`);
    const there = { unsubscribed: { Friends: 1 }, kept: 1 };
    assert.deepEqual([dryRun.gone, ...done], [there, there, { unsubscribed: { Friends: 2 }, kept: 0 }]);
    const { subscribers, tallies } = await contentOf({ ...app, customer });
    const statusOf = (name: string, n: number) =>
      subscribers.find((row) => row.name === name && row.email === `bob${n}@example.com`)?.status;
    assert.deepEqual([statusOf('Friends', 21), statusOf('Friends', 22)], ['unsubscribed', 'confirmed']);
    assert.equal(statusOf('Shop', 25), 'confirmed', 'a list that was emptied there says nothing of its people');
    const counted = Object.fromEntries(Map.groupBy(subscribers, ({ status }) => `subscribers:${status}`));
    for (const [scope, rows] of Object.entries(counted)) {
      const sum = tallies.filter((row) => row.scope === scope).reduce((all, { n }) => all + Number(n), 0);
      assert.equal(sum, rows?.length, scope);
    }
  });

  test('its API gives the same', async () => {
    const url = await serveListmonk(whole, database);
    const { customer } = await app.addCustomer();
    const open = (token: string) =>
      listmonk(
        listmonkApi(openHttp({ base: url, headers: { authorization: `token ${token}` }, rate: 1_000, retryMs: 1 })),
        url,
      );
    await assert.rejects(takeOver({ ...app, customer }, open('ada:wrong')), /refuses the key/);
    const report = await takeOver({ ...app, customer }, open('ada:secret'));
    const { customer: other } = await app.addCustomer();
    const same = await takeOver({ ...app, customer: other }, await byDatabase());
    const plain = async (of: typeof customer) =>
      (await contentOf({ ...app, customer: of })).subscribers.map(({ uid, field_values, folded, tokens, ...row }) => ({
        ...row,
        values: Object.values(JSON.parse(field_values)).sort(),
      }));
    assert.deepEqual(await plain(customer), await plain(other));
    assert.deepEqual(report.suppressions, same.suppressions);
    assert.deepEqual(
      report.campaigns.map(({ name, state }) => [name, state]),
      same.campaigns.map(({ name, state }) => [name, state]),
    );
    assert.equal(report.mailings, 5);
  });
});

test('a database that is none of listmonk’s is closed: the command ends', async () => {
  let closed = 0;
  const query = async () => Promise.reject(new Error('relation "lists" does not exist'));
  const close = async () => {
    closed += 1;
  };
  await assert.rejects(listmonkDatabase(query, close), {
    code: 'bad_request',
    message: /none of listmonk's: relation/,
  });
  assert.equal(closed, 1);
});
