// What a call finds is asked again under the lock: it changes nothing that is removed meanwhile,
// and what it removes takes with it what somebody else adds meanwhile.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { getDomain, holdDomain, insertKey, keysOf } from '../../src/domains/queries.ts';
import { rotateKeys } from '../../src/domains/rotate.ts';
import { changeMailbox, createMailbox, openedMailbox, sealCredentials } from '../../src/inbound/mailboxes.ts';
import { replaceCredentials } from '../../src/inbound/queries-mailboxes.ts';
import type { AppError } from '../../src/kernel/errors.ts';
import { say } from '../../src/kernel/sentences/sentence.ts';
import { fieldsOf } from '../../src/lists/fields/queries.ts';
import { removeField } from '../../src/lists/fields/update.ts';
import { getList } from '../../src/lists/queries.ts';
import { removeList } from '../../src/lists/remove.ts';
import { getMedia } from '../../src/media/queries.ts';
import { removePicture } from '../../src/media/remove.ts';
import { getSegment } from '../../src/segments/queries.ts';
import { removeSegment } from '../../src/segments/remove.ts';
import type { Tx } from '../../src/storage/db.ts';
import { createTemplate } from '../../src/templates/create.ts';
import { getTemplate } from '../../src/templates/queries.ts';
import { removeTemplate } from '../../src/templates/remove.ts';
import { changeTemplate } from '../../src/templates/update.ts';
import { changeWebhook } from '../../src/webhooks/change.ts';
import { getWebhook } from '../../src/webhooks/queries.ts';
import { assertStatus, type TestAnswer } from '../support/app.ts';
import { addList, addSegment } from '../support/campaigns.ts';
import { whileChanging } from '../support/meanwhile.ts';
import { eachEngine } from '../support/stores.ts';
import { suiteApp } from '../support/suite.ts';

eachEngine('what is removed while a call waits', (engine) => {
  const app = suiteApp(engine);
  const made = async (path: string, json: object) => {
    const answer = await app().call('POST', path, { json });
    assertStatus(answer, 201);
    return answer.json;
  };
  const listOf = (uid: string) => getList(app().db, app().customer.id, uid);
  const footer = { kind: 'footer', text: 'One' };
  const savedBlock = async () =>
    (await made('/saved-blocks', { name: 'Footer', block: footer })).data.record.saved_block_uid as string;
  const withBlock = (saved: string) => ({
    html: '<p>x</p>',
    files: [],
    blocks: JSON.stringify({ version: 1, blocks: [{ ...footer, saved }] }),
  });

  test('a segment is neither changed nor removed', async () => {
    const list = await addList(app());
    for (const [method, json] of [['PUT', { name: 'Bs' }], ['DELETE']] as const) {
      const uid = await addSegment(app(), list);
      const { id } = await listOf(list);
      const segment = await getSegment(app().db, app().customer.id, id, uid);
      const remove = (tx: Tx) => removeSegment(tx, segment);
      const answer = await whileChanging(app(), remove, () =>
        app().call(method, `/lists/${list}/segments/${uid}`, json && { json }),
      );
      assertStatus(answer, 404);
    }
    assert.equal((await app().call('GET', `/lists/${list}/segments`)).json.data.count, '0');
  });

  test('a list and its fields', async () => {
    const list = await addList(app());
    const row = await listOf(list);
    const [, first] = await fieldsOf(app().db, row.customer_id, row.id);
    assert.ok(first);
    const remove = (tx: Tx) => removeField(tx, row, first);
    const path = `/lists/${list}/fields/${first.number}`;
    assertStatus(await whileChanging(app(), remove, () => app().call('DELETE', path)), 404);
    assert.equal((await app().call('GET', `/lists/${list}/fields`)).json.data.count, '2');
    for (const [method, what] of [
      ['DELETE', ''],
      ['POST', '/copy'],
    ] as const) {
      const uid = await addList(app());
      const { id, customer_id } = await listOf(uid);
      const before = Number((await app().call('GET', '/lists')).json.data.count);
      const removeIt = (tx: Tx) => removeList(tx, { id, customer_id }, 1);
      const answer = await whileChanging(app(), removeIt, () => app().call(method, `/lists/${uid}${what}`));
      assertStatus(answer, 404);
      assert.equal(Number((await app().call('GET', '/lists')).json.data.count), before - 1);
    }
  });

  test('a template goes with the saved blocks that it gets meanwhile, and goes once', async () => {
    const { template_uid: uid } = await made('/templates', { name: 'T', content: '<html><body>x</body></html>' });
    const template = await getTemplate(app().db, app().customer.id, uid);
    const saved = await savedBlock();
    const change = (tx: Tx) => changeTemplate(tx, template, { source: withBlock(saved) }, 1);
    assertStatus(await whileChanging(app(), change, () => app().call('DELETE', `/templates/${uid}`)), 200);
    const uses = app().db.selectFrom('saved_block_use').select('owner_id').where('owner_id', '=', template.id);
    assert.deepEqual(await uses.where('kind', '=', 'template').execute(), []);
    const { template_uid: other } = await made('/templates', { name: 'T', content: '<html><body>x</body></html>' });
    const remove = async (tx: Tx) => removeTemplate(tx, await getTemplate(tx, app().customer.id, other));
    assertStatus(await whileChanging(app(), remove, () => app().call('DELETE', `/templates/${other}`)), 404);
  });

  test('a saved block goes although a template gets it meanwhile; none gets it that is gone', async () => {
    const { customer, db } = app();
    const saved = await savedBlock();
    const add = (tx: Tx) => createTemplate(tx, customer.id, { name: 'T', source: withBlock(saved) }, 1);
    assertStatus(await whileChanging(app(), add, () => app().call('DELETE', `/saved-blocks/${saved}`)), 200);
    const other = await savedBlock();
    const blocks = { version: 1, blocks: [{ ...footer, saved: other }] };
    const remove = (tx: Tx) => tx.deleteFrom('saved_block').where('uid', '=', other).execute();
    const answer = await whileChanging(app(), remove, () =>
      app().call('POST', '/templates', { json: { name: 'T', blocks } }),
    );
    assertStatus(answer, 201);
    assert.deepEqual(await db.selectFrom('saved_block_use').select('kind').execute(), []);
  });

  test('a webhook goes with the lanes that it gets meanwhile', async () => {
    const { webhook_uid: uid } = await made('/webhooks', { url: 'https://hooks.example.com', events: ['*'] });
    const webhook = await getWebhook(app().db, app().customer.id, uid);
    const change = (tx: Tx) => changeWebhook(tx, webhook, { batchSize: 1 }, 1);
    assertStatus(await whileChanging(app(), change, () => app().call('DELETE', `/webhooks/${uid}`)), 200);
    assert.deepEqual(await app().db.selectFrom('webhook_lane').select('lane').execute(), []);
  });

  test('a domain goes with the keys that it gets meanwhile', async () => {
    const { db, customer, secret } = app();
    const name = 'rotated.example.com';
    await made('/sending-domains', { name, rsa_bits: 1024 });
    const { uid } = await db
      .selectFrom('sending_domain')
      .select('uid')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    const domain = await getDomain(db, customer.id, uid);
    const rotate = (tx: Tx) =>
      rotateKeys(tx, domain, { rsaBits: 1024, secret, at: 1 } as Parameters<typeof rotateKeys>[2]);
    assertStatus(await whileChanging(app(), rotate, () => app().call('DELETE', `/sending-domains/${uid}`)), 200);
    assert.deepEqual(await db.selectFrom('dkim_key').select('id').execute(), []);
  });

  test('a delivery server: both changes stand, and one that is gone is not found', async () => {
    const { server_id: id } = await made('/delivery-servers', { hostname: 'mail.example.com' });
    const rows = (tx: Tx) => tx.updateTable('relay').where('number', '=', Number(id));
    const rename = (tx: Tx) =>
      rows(tx)
        .set({ name: 'Renamed', updated_at: app().clock.now() + 9 })
        .execute();
    const path = `/delivery-servers/${id}`;
    const change = () => app().call('PUT', path, { json: { hostname: 'other.example.com' } });
    assertStatus(await whileChanging(app(), rename, change), 200);
    const { record } = (await app().call('GET', path)).json.data;
    assert.deepEqual([record.name, record.hostname], ['Renamed', 'other.example.com']);
    const remove = (tx: Tx) => tx.deleteFrom('relay').where('number', '=', Number(id)).execute();
    assertStatus(await whileChanging(app(), remove, change), 404);
  });

  test('a mailbox that is changed keeps credentials that were renewed meanwhile', async () => {
    const { db, clock, secret } = app();
    const oauth = { tokenUrl: 'https://id.example.com/token', clientId: 'c', clientSecret: 's', refreshToken: 'old' };
    const box = { name: 'returned', protocol: 'imap', host: 'imap.example.com', username: 'u', ...oauth };
    const id = await createMailbox({ db, clock, secret }, box);
    const row = () => db.selectFrom('mailbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const before = await row();
    const { credentials } = openedMailbox(secret, before);
    const renewed = sealCredentials(secret, { ...credentials, refreshToken: 'new' });
    const renew = (tx: Tx) => replaceCredentials(tx, before, renewed);
    const change = async () => {
      await changeMailbox({ db, clock, secret }, 'returned', { folder: 'Returned' });
      return {} as TestAnswer;
    };
    await whileChanging(app(), renew, change);
    const now = openedMailbox(secret, await row());
    assert.deepEqual([now.folder, now.credentials], ['Returned', { ...credentials, refreshToken: 'new' }]);
  });

  test('an API key that is revoked is neither changed nor revoked again', async () => {
    for (const [method, json] of [['PUT', { name: 'Bs' }], ['DELETE']] as const) {
      const { key_uid: uid } = (await made('/api-keys', { name: 'One' })).data.record;
      const revoke = (tx: Tx) => tx.updateTable('api_key').set({ revoked_at: 7_000 }).where('uid', '=', uid).execute();
      const answer = await whileChanging(app(), revoke, () => app().call(method, `/api-keys/${uid}`, json && { json }));
      assertStatus(answer, 404);
      const { name, revoked_at } = (await app().call('GET', `/api-keys/${uid}`)).json.data.record;
      assert.deepEqual([name, new Date(revoked_at).getTime()], ['One', 7_000]);
    }
  });

  test('a picture goes once', async () => {
    const file = 'R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=';
    const { media_uid: uid } = (await made('/media', { name: 'dot.gif', file })).data.record;
    const remove = async (tx: Tx) => removePicture(tx, await getMedia(tx, app().customer.id, uid));
    assertStatus(await whileChanging(app(), remove, () => app().call('DELETE', `/media/${uid}`)), 404);
  });

  test('keys given to a domain have no selector that another has by then', async () => {
    const name = 'selectors.example.com';
    await made('/sending-domains', { name, rsa_bits: 1024 });
    const { db, customer } = app();
    const domain = await db.selectFrom('sending_domain').selectAll().where('name', '=', name).executeTakeFirstOrThrow();
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
    const rotated = async (tx: Tx) => {
      await holdDomain(tx, domain);
      const [key] = await keysOf(tx, customer.id, [domain.id]);
      assert.ok(key);
      const { id: _, ...columns } = key;
      await insertKey(tx, { ...columns, selector: 'mine' });
    };
    const given = [{ selector: 'mine', pem: pem.toString() }];
    const rotate = async () => {
      const faults = await rotateKeys(db, domain, { given, secret: app().secret, at: 1 }).catch(
        (error: AppError) => error.faults,
      );
      return { json: faults } as TestAnswer;
    };
    const taken = say('domain-selector-taken', { selector: 'mine' });
    assert.deepEqual((await whileChanging(app(), rotated, rotate)).json, { 'keys[0].selector': taken });
  });

  test('two customers never get one mail address', async () => {
    const { customer } = await app().addCustomer();
    const email = 'taken@example.test';
    const take = (tx: Tx) =>
      tx.updateTable('customer').set({ email, email_key: email }).where('id', '=', customer.id).execute();
    const answer = await whileChanging(app(), take, () => app().call('PUT', '/profile', { json: { email } }));
    assertStatus(answer, 422);
    assert.deepEqual(Object.keys(answer.json.error), ['email']);
  });
});
