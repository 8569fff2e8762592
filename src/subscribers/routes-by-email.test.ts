import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus, openTestApp } from '../../test/support/app.ts';
import { makeList, news } from '../../test/support/lists.ts';
import { eachEngine } from '../../test/support/stores.ts';

eachEngine('subscribers by address', (engine) => {
  test('unsubscribed, removed, made or changed', async (t) => {
    const app = await openTestApp(t, engine);
    const { key } = await app.addCustomer();
    const list = await makeList(app, { ...news, general: { ...news.general, opt_in: 'single' } });
    const path = `/lists/${list}/subscribers`;
    const found = async (email: string) =>
      (await app.call('GET', `${path}/search-by-email?EMAIL=${encodeURIComponent(email)}`)).json;
    const unknown = { status: 'error', error: 'The subscriber does not exist in this list.' };

    const made = await app.call('POST', `${path}/create-update`, { form: 'EMAIL=Ann%40Example.test&FNAME=Ann' });
    assertStatus(made, 201);
    const changed = await app.call('POST', `${path}/create-update`, {
      json: { EMAIL: 'ann@example.test', LNAME: 'Lee' },
    });
    assertStatus(changed, 200);
    const { subscriber_uid: uid } = made.json.data.record;
    assert.equal(changed.json.data.record.subscriber_uid, uid);
    const { record } = (await app.call('GET', `${path}/${uid}`)).json.data;
    assert.deepEqual([record.FNAME, record.LNAME, record.status], ['Ann', 'Lee', 'confirmed']);
    const black = { EMAIL: 'dot@example.test', details: { status: 'blacklisted' } };
    assertStatus(await app.call('POST', `${path}/create-update`, { json: black }), 201);
    const back = { ...black, FNAME: 'Dot', details: { status: 'confirmed' } };
    const refused = await app.call('POST', `${path}/create-update`, { json: back });
    assert.deepEqual([refused.status, refused.json.error], [409, 'This email address is blacklisted.']);
    const stays = { EMAIL: black.EMAIL, FNAME: 'Dot', details: { status: 'blacklisted' } };
    assertStatus(await app.call('POST', `${path}/create-update`, { json: stays }), 200);
    assertStatus(await app.call('DELETE', `${path}/delete-by-email?EMAIL=dot%40example.test`), 200);
    assertStatus(await app.call('POST', `${path}/create-update`, { json: { FNAME: 'x' } }), 422);

    const unsubscribe = (options: object) => app.call('PUT', `${path}/unsubscribe-by-email`, options);
    assertStatus(await unsubscribe({ form: 'EMAIL=ANN%40example.test', key }), 404);
    assertStatus(await unsubscribe({ form: 'EMAIL=ANN%40example.test' }), 200);
    assertStatus(await unsubscribe({ form: 'EMAIL=ANN%40example.test' }), 200);
    assert.equal((await found('ann@example.test')).data.status, 'unsubscribed');
    assert.deepEqual((await unsubscribe({ json: { EMAIL: 'none@example.test' } })).json, unknown);
    assertStatus(await unsubscribe({ json: {} }), 422);
    // nobody is brought back who did not ask for it
    await app.call('POST', `${path}/create-update`, { json: { EMAIL: 'ann@example.test', FNAME: 'Anna' } });
    assert.equal((await found('ann@example.test')).data.status, 'unsubscribed');

    assertStatus(await app.call('DELETE', `${path}/delete-by-email?EMAIL=ann%40example.test`, { key }), 404);
    assertStatus(await app.call('DELETE', `${path}/delete-by-email?EMAIL=ann%40example.test`), 200);
    assertStatus(await app.call('DELETE', `${path}/delete-by-email`, { form: 'EMAIL=ann%40example.test' }), 404);
    for (const [type, raw] of [
      ['application/x-www-form-urlencoded', 'EMAIL=bob%40example.test'],
      ['application/json; charset=utf-8', '{"EMAIL":"bob@example.test"}'],
      [
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="EMAIL"\r\n\r\nbob@example.test\r\n--b--\r\n',
      ],
    ] as const) {
      await app.call('POST', path, { json: { EMAIL: 'bob@example.test' } });
      const headers = { 'content-type': type };
      assertStatus(await app.call('DELETE', `${path}/delete-by-email`, { raw: Buffer.from(raw), headers }), 200);
    }
    assert.equal((await app.call('GET', path)).json.data.count, '0');

    const many = Array.from({ length: 4 }, () =>
      app.call('POST', `${path}/create-update`, { json: { EMAIL: 'cid@example.test' } }),
    );
    const statuses = (await Promise.all(many)).map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, 200, 200, 201], 'four at once make one');
  });
});
