// The client against the real application: methods, listings, files, refusals.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { oneEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { type Client, newClient } from './client.ts';
import { ApiError } from './errors.ts';

const list = {
  general: { name: 'Readers', description: 'Readers of the news', opt_in: 'single' as const },
  defaults: { from_name: 'Ada', from_email: 'ada@example.com', reply_to: 'ada@example.com' },
};

oneEngine('the client', (engine) => {
  const app = suiteApp(engine);
  let baseUrl = '';
  let client: Client;
  before(async () => {
    await app().app.listen({ host: '127.0.0.1', port: 0 });
    baseUrl = `http://127.0.0.1:${(app().app.server.address() as AddressInfo).port}`;
    client = newClient({ baseUrl, apiKey: app().key });
  });
  after(() => app().app.server.closeAllConnections());

  const refusalOf = async (asked: Promise<unknown>): Promise<ApiError> => {
    const error = await asked.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof ApiError, `${error}`);
    return error;
  };

  test('an address that is none is named, with what one looks like', () => {
    for (const none of ['', 'mail.example.com', 'mail.example.com:8080', 'http://'])
      assert.throws(
        () => newClient({ baseUrl: none, apiKey: 'k' }),
        new TypeError(
          `The baseUrl is "${none}": give the whole address of the server, such as https://mail.example.com.`,
        ),
      );
  });

  test('makes, reads, changes and removes', async () => {
    const { list_uid } = await client.createList({ body: list });
    const made = await client.createSubscriber({ list_uid, body: { EMAIL: 'ann@example.com', FNAME: 'Änn & Co' } });
    const { subscriber_uid } = made.data.record;
    assert.equal((await client.getSubscriber({ list_uid, subscriber_uid })).data.record['FNAME'], 'Änn & Co');
    await client.updateSubscriber({ list_uid, subscriber_uid, body: { FNAME: 'Ann' } });
    const found = await client.searchByCustomFields({ list_uid, fields: { FNAME: 'Ann' } });
    assert.deepEqual(
      found.data.records.map((one) => one.subscriber_uid),
      [subscriber_uid],
    );
    const byAddress = await client.searchByEmail({ list_uid, EMAIL: 'ann@example.com' });
    assert.equal(byAddress.data.subscriber_uid, subscriber_uid);
    await client.deleteSubscriber({ list_uid, subscriber_uid });
    assert.equal((await refusalOf(client.getSubscriber({ list_uid, subscriber_uid }))).status, 404);
  });

  test('goes through listings of both kinds', async () => {
    const { list_uid } = await client.createList({ body: list });
    const subscribers = Array.from({ length: 7 }, (_, n) => ({ EMAIL: `reader${n}@example.com` }));
    await client.createSubscribers({ list_uid, body: { subscribers } });
    const wanted = subscribers.map(({ EMAIL }) => EMAIL).sort();
    const numbered: unknown[] = [];
    for await (const { EMAIL } of client.each('listSubscribers', { list_uid, per_page: 3 })) numbered.push(EMAIL);
    assert.deepEqual(numbered.sort(), wanted);
    const sizes: number[] = [];
    for await (const { data } of client.pages('listSubscribers', { list_uid, per_page: 3 })) {
      sizes.push(data.records.length);
    }
    assert.deepEqual(sizes, [3, 3, 1]);
    const placed: unknown[] = [];
    for await (const { email } of client.each('listPeople', { list_uid, per_page: 3 })) placed.push(email);
    assert.deepEqual(placed.sort(), wanted);
    const first: unknown[] = [];
    for await (const one of client.each('listSubscribers', { list_uid, per_page: 3 })) {
      first.push(one);
      break;
    }
    assert.equal(first.length, 1);
  });

  test('sends a file, and gets one', async () => {
    const { list_uid } = await client.createList({ body: list });
    const { data } = await client.createImport({
      list_uid,
      file_name: 'people.csv',
      body: 'EMAIL\nann@example.com\nnobody\n',
    });
    assert.equal(data.record.file_name, 'people.csv');
    await client.createSuppression({ body: { email: 'walter@example.com' } });
    const file = await client.downloadSuppressions();
    assert.match(file.headers.get('content-type') ?? '', /^text\/csv/);
    assert.match(await file.text(), /walter@example\.com/);
  });

  test('a filter in brackets', async () => {
    await client.createTemplate({ body: { name: 'Plain', content: '<p>[FNAME] [UNSUBSCRIBE_LINK]</p>' } });
    const named = async (name: string) => (await client.listTemplates({ filter: { name } })).data.count;
    assert.deepEqual([await named('lai'), await named('other')], ['1', '0']);
  });

  test('gives headers, and sends the revision that a change was made for', async () => {
    const { campaign_uid } = await client.createCampaign({ body: { name: 'Draft', status: 'draft' } });
    const { body, headers, requestId, status } = await client.exchange('getCampaign', { campaign_uid, full: '1' });
    assert.deepEqual([status, body.data.record.name], [200, 'Draft']);
    assert.match(requestId ?? '', /^[0-9a-f-]{36}$/);
    const tag = headers.get('etag') ?? '';
    await client.updateCampaign({ campaign_uid, body: { name: 'Second' } }, { ifMatch: tag });
    const late = client.updateCampaign({ campaign_uid, body: { name: 'Third' } }, { ifMatch: tag });
    assert.equal((await refusalOf(late)).status, 412);
  });

  test('a refusal names status, members and request', async () => {
    const wrong = {
      general: { name: 'x', description: '' },
      defaults: { from_name: 'A', from_email: 'a', reply_to: '' },
    };
    const error = await refusalOf(client.createList({ body: wrong }));
    assert.deepEqual([error.name, error.operation, error.status], ['ApiError', 'createList', 422]);
    assert.match(error.fields['general.name'] ?? '', /too short/);
    assert.match(error.fields['defaults.from_email'] ?? '', /valid email/);
    assert.match(error.message, /^createList: 422 .*general\.name: /);
    assert.match(error.requestId ?? '', /^[0-9a-f-]{36}$/);
    const conflict = async () => client.createSuppression({ body: { email: 'nobody' } });
    assert.deepEqual(Object.keys((await refusalOf(conflict())).fields), ['email']);
  });

  test('a wrong key, and members that are missing', async () => {
    const stranger = newClient({ baseUrl: `${baseUrl}/api/`, apiKey: 'x'.repeat(40) });
    const error = await refusalOf(stranger.listLists());
    assert.deepEqual([error.status, error.fields], [401, {}]);
    assert.match(error.message, /API key is not valid/);
    await assert.rejects(client.getList({ list_uid: '' }), /The member list_uid is missing/);
    assert.equal((await refusalOf(client.getList({ list_uid: '../templates' }))).status, 404);
  });

  test('dots in place of an id are no other operation', async () => {
    const { list_uid } = await client.createList({ body: list });
    for (const subscriber_uid of ['..', '.'])
      await assert.rejects(
        client.deleteSubscriber({ list_uid, subscriber_uid }),
        /The member subscriber_uid cannot be/,
      );
    await client.getList({ list_uid }); // `/lists/x/subscribers/..` would have been the list
    await client.deleteList({ list_uid });
  });
});
