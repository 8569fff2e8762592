import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import type { TestApp } from '../../../test/support/app.ts';
import { verifyDkim } from '../../../test/support/dkim-verifier.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { createDomain } from '../../domains/create.ts';
import { keyRecord } from '../../domains/records.ts';
import { createLogger } from '../../kernel/log.ts';
import type { ComposedMessage } from '../../mail/mime/compose.ts';
import { openSigners, signedMessage } from './sign.ts';

const AT = Date.UTC(2026, 10, 21);
const composed: ComposedMessage = {
  kind: 'composed',
  head: 'From: a@mail.shop.test\r\nSubject: x\r\n',
  body: 'Hi\r\n',
  from: 'a@mail.shop.test',
  encoding: 'latin1',
  pieces: ['Hi\r\n'],
};

test('without keys the text comes at once', () => {
  assert.deepEqual(signedMessage(composed, [], AT), 'From: a@mail.shop.test\r\nSubject: x\r\n\r\nHi\r\n');
});

eachEngine('signers', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  before(() => {
    app = opened();
  });

  const open = (secret = app.secret, lines: string[] = []) =>
    openSigners({ db: app.db, secret, log: createLogger('info', { write: (line) => void lines.push(line) }) });
  const add = (name: string, customerId = app.customer.id) =>
    createDomain(app.db, { customerId, name, secret: app.secret, at: AT });

  test('the longest parent that is registered signs, with all its active keys', async () => {
    const shop = await add('shop.test');
    await add('mail.shop.test');
    const signers = open();
    const domains = async (address: string) => (await signers.find(app.customer.id, address)).map((key) => key.domain);
    assert.deepEqual(await domains('a@shop.test'), ['shop.test', 'shop.test']);
    assert.deepEqual(await domains('a@mail.shop.test'), ['mail.shop.test', 'mail.shop.test']);
    assert.deepEqual(await domains('a@x.MAIL.shop.test'), ['mail.shop.test', 'mail.shop.test']);
    assert.deepEqual(await domains('"x@mail.shop.test"@news.shop.test'), ['shop.test', 'shop.test']);
    for (const address of ['a@test', 'a@myshop.test', 'a@shop.test.example', '', 'a@', 'a@.']) {
      assert.deepEqual(await domains(address), [], address);
    }
    const { customer: other } = await app.addCustomer();
    assert.deepEqual(await signers.find(other.id, 'a@shop.test'), [], 'nobody signs for others');

    await app.db
      .updateTable('dkim_key')
      .set({ status: 'retired' })
      .where('domain_id', '=', shop.id)
      .where('algorithm', '=', 'rsa-sha256')
      .execute();
    assert.equal((await signers.find(app.customer.id, 'a@shop.test')).length, 2, 'kept for a while');
    const fresh = await open().find(app.customer.id, 'a@shop.test');
    assert.deepEqual(
      fresh.map(({ algorithm }) => algorithm),
      ['ed25519-sha256'],
    );
  });

  test('what was signed verifies with the records that are published', async () => {
    const { name, id } = await add('signed.test');
    const keys = await open().find(app.customer.id, 'a@signed.test');
    const rows = await app.db.selectFrom('dkim_key').selectAll().where('domain_id', '=', id).execute();
    const records = new Map(rows.map((row) => [`${row.selector}._domainkey.${name}`, keyRecord(row)]));
    const message = await signedMessage(composed, keys, AT);
    assert.deepEqual(
      verifyDkim(Buffer.from(message, composed.encoding), (at) => records.get(at)).map(({ reason, tags }) => [
        reason,
        tags.get('d'),
      ]),
      [
        ['', 'signed.test'],
        ['', 'signed.test'],
      ],
    );
  });

  test('keys that cannot be read: an unsigned message is not made in their place', async () => {
    await add('locked.test');
    const lines: string[] = [];
    const signers = open('another secret, also of 32 characters or more', lines);
    await assert.rejects(async () => signers.find(app.customer.id, 'a@locked.test'), {
      code: 'unavailable',
      message: 'No signing key of locked.test can be read: see dkim.key-unreadable in the log.',
    });
    assert.ok(lines.some((line) => line.includes('"event":"dkim.key-unreadable","domain":"locked.test"')));
    assert.deepEqual(await signers.find(app.customer.id, 'a@unknown.test'), []);
  });

  test('a store that does not answer puts messages off, and is asked again', async () => {
    await add('later.test');
    const signers = open();
    await sql`alter table dkim_key rename to dkim_key_away`.execute(app.db);
    await assert.rejects(async () => signers.find(app.customer.id, 'a@later.test'), { code: 'unavailable' });
    await sql`alter table dkim_key_away rename to dkim_key`.execute(app.db);
    assert.equal((await signers.find(app.customer.id, 'a@later.test')).length, 2);
  });
});
