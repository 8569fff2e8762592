// Webhooks over the interface: what may be said, who sees what, secrets, tests, the log.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { type EventReceiver, openEventReceiver } from '../../test/support/receiver-of-events.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { DAY_MS } from '../kernel/durations.ts';

eachEngine('webhooks over the interface', (engine) => {
  const app = suiteApp(engine);
  const make = async (json: object = {}, key?: string) => {
    const body = { url: 'https://crm.example.com/hook', events: ['*'], ...json };
    const answer = await app().call('POST', '/webhooks', { json: body, ...(key && { key }) });
    assertStatus(answer, 201);
    return answer.json as { webhook_uid: string; secret: string };
  };
  /** The library refuses requests signed at another time: the test's clock is not now. */
  const withReceiver = async (secret: string, run: (receiver: EventReceiver) => Promise<void>) => {
    const receiver = await openEventReceiver();
    receiver.secret = secret;
    app().clock.set(Date.now());
    await run(receiver).finally(() => receiver.close());
  };

  test('one is made, shown without its secret, changed and removed', async () => {
    const made = await app().call('POST', '/webhooks', {
      form: 'url=https%3A%2F%2Fcrm.example.com%2Fhook&events[]=message.opened&events[]=campaign.finished&description=CRM',
    });
    assertStatus(made, 201);
    const { webhook_uid: uid, secret } = made.json;
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const { record } = (await app().call('GET', `/webhooks/${uid}`)).json.data;
    const { url, events, description, batch_size, status, waiting } = record;
    assert.deepEqual(
      { url, events, description, batch_size, status, waiting },
      {
        url: 'https://crm.example.com/hook',
        events: ['message.opened', 'campaign.finished'],
        description: 'CRM',
        batch_size: 1,
        status: 'on',
        waiting: 0,
      },
    );
    assert.ok(!JSON.stringify(record).includes('whsec_'));
    const stored = await app().db.selectFrom('webhook').select('secret').where('uid', '=', uid).executeTakeFirst();
    assert.match(stored?.secret ?? '', /^v1\./);
    const changes = { events: 'subscriber.added, subscriber.added', batch_size: 500, status: 'off', description: '' };
    const after = (await app().call('PUT', `/webhooks/${uid}`, { json: changes })).json.data.record;
    assert.deepEqual(
      [after.events, after.batch_size, after.status, after.description, after.off_reason],
      [['subscriber.added'], 500, 'off', '', null],
    );
    assert.equal(after.date_off, '2026-11-21 12:00:00');
    assertStatus(await app().call('DELETE', `/webhooks/${uid}`), 200);
    assertStatus(await app().call('GET', `/webhooks/${uid}`), 404);
  });

  test('all faults are named at once; addresses of our own network are refused', async () => {
    const bad = await app().call('POST', '/webhooks', {
      json: { url: 'ftp://example.com', events: ['message.eaten'], batch_size: 1_001, status: 'perhaps' },
    });
    assert.deepEqual([bad.status, Object.keys(bad.json.error)], [422, ['url', 'events', 'batch_size', 'status']]);
    for (const json of [
      {},
      { url: 'https://a:b@example.com/', events: [] },
      { url: 'https://example.com', events: {} },
    ]) {
      assertStatus(await app().call('POST', '/webhooks', { json }), 422);
    }
    const { webhook_uid: uid } = await make();
    for (const host of ['10.0.0.1', 'localhost:8080', 'hooks.localhost', '[::1]', '0x7f.2', '169.254.169.254']) {
      for (const [method, path] of [['POST', ''] as const, ['PUT', `/${uid}`] as const]) {
        const refused = await app().call(method, `/webhooks${path}`, { json: { url: `http://${host}/`, events: '*' } });
        assert.deepEqual([refused.status, Object.keys(refused.json.error)], [422, ['url']], host);
        assert.match(refused.json.error.url, /is not a public address; MAILWRIGHT_FETCH_ALLOW/);
      }
    }
    // As if the operator had allowed it once.
    await app().db.updateTable('webhook').set({ url: 'http://10.0.0.1/hook' }).where('uid', '=', uid).execute();
    const { record } = (await app().call('POST', `/webhooks/${uid}/test`, { json: {} })).json.data;
    assert.deepEqual(
      [record.ok, record.status, record.fault],
      [false, null, 'There was no answer: it does not lead to a public address.'],
    );
    for (const from of ['yesterday', '2026-13-01 00:00:00', '']) {
      const answer = await app().call('POST', `/webhooks/${uid}/replay`, { json: { from } });
      assert.deepEqual([answer.status, Object.keys(answer.json.error)], [422, ['from']], from);
    }
    assertStatus(await app().call('PUT', `/webhooks/${uid}`, { json: { status: 'off' } }), 200);
    const off = await app().call('POST', `/webhooks/${uid}/replay`, { json: { from: '2026-11-21T00:00:00Z' } });
    assert.deepEqual([off.status, off.json.error], [400, 'The webhook is off: switch it on first.']);
    assertStatus(await app().call('DELETE', `/webhooks/${uid}`), 200);
  });

  test('nothing of others, and twenty at most', async () => {
    const other = await app().addCustomer();
    const theirs = await make({}, other.key);
    const mine = await make();
    for (const [method, path] of [
      ...[['GET', ''] as const, ['PUT', ''] as const, ['DELETE', ''] as const, ['GET', '/deliveries'] as const],
      ...[['POST', '/test'] as const, ['POST', '/replay'] as const, ['POST', '/rotate'] as const],
    ]) {
      const json = path === '/replay' ? { from: '2026-11-21 00:00:00' } : {};
      assertStatus(await app().call(method, `/webhooks/${theirs.webhook_uid}${path}`, { json }), 404);
    }
    const { records } = (await app().call('GET', '/webhooks')).json.data;
    assert.deepEqual(
      records.map(({ webhook_uid }: { webhook_uid: string }) => webhook_uid),
      [mine.webhook_uid],
    );
    for (let n = 1; n < 20; n += 1) await make();
    const more = await app().call('POST', '/webhooks', { json: { url: 'https://example.com', events: '*' } });
    assert.deepEqual([more.status, more.json.error], [409, 'You can have at most 20 webhooks.']);
  });

  test('a test is signed by both secrets for a day, and stands in the log', async () => {
    const { key } = await app().addCustomer();
    const call = (method: string, path: string, json = {}) => app().call(method, path, { json, key });
    const { webhook_uid: uid, secret } = await make({}, key);
    await withReceiver(secret, async (receiver) => {
      assertStatus(await call('PUT', `/webhooks/${uid}`, { url: receiver.url }), 200);
      const first = (await call('POST', `/webhooks/${uid}/test`)).json.data.record;
      assert.deepEqual([first.ok, first.status, first.answer, first.types], [true, 200, 'ok', ['webhook.test']]);
      const rotated = (await call('POST', `/webhooks/${uid}/rotate`)).json;
      assert.notEqual(rotated.secret, secret);
      await call('POST', `/webhooks/${uid}/test`, { type: 'message.clicked' }); // the former secret verifies it
      receiver.secret = rotated.secret;
      await call('POST', `/webhooks/${uid}/test`, { type: 'message.clicked' });
      assert.deepEqual(
        receiver.requests.map(({ signatures, events }) => [signatures, events[0]?.type]),
        [
          [1, 'webhook.test'],
          [2, 'message.clicked'],
          [2, 'message.clicked'],
        ],
      );
      assert.equal(receiver.requests[1]?.events[0]?.data.url, 'https://example.com/news');
      app().clock.forward(DAY_MS);
      receiver.wrong.length = 0;
      await call('POST', `/webhooks/${uid}/test`);
      assert.equal(receiver.requests.length, 3, 'of tomorrow: the library refuses it, and one signature is left');
      app().clock.set(Date.now());
      receiver.answer = (_, response) => void response.writeHead(302, { location: 'https://example.com/' }).end();
      const moved = (await call('POST', `/webhooks/${uid}/test`)).json.data.record;
      assert.deepEqual([moved.ok, moved.fault], [false, 'It answered 302: redirects are not followed.']);
      receiver.answer = (_, response) => void response.writeHead(200).end('x'.repeat(100_000));
      assert.equal((await call('POST', `/webhooks/${uid}/test`)).json.data.record.answer, 'x'.repeat(500));
    });
    const page = (await call('GET', `/webhooks/${uid}/deliveries?per_page=2`)).json.data;
    assert.equal(page.records.length, 2);
    const rest = (await call('GET', `/webhooks/${uid}/deliveries?after=${page.next}`)).json.data;
    assert.deepEqual([rest.records.length, rest.next], [4, null]);
    const failed = (await call('GET', `/webhooks/${uid}/deliveries?only=failed`)).json.data.records;
    assert.deepEqual(
      failed.map(({ status }: { status: number }) => status),
      [302, 400],
    );
    const bad = await call('GET', `/webhooks/${uid}/deliveries?after=x&only=none`);
    assert.deepEqual([bad.status, Object.keys(bad.json.error)], [422, ['only', 'after']]);
  });
});
