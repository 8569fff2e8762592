// What every file of goldens begins with: one customer with fixed keys, and one of each thing under
// a fixed uid, so that a golden's bytes never change.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { newUid, sha256 } from '../../src/kernel/ids.ts';
import type { Db } from '../../src/storage/db.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import type { TestEngine } from '../support/stores.ts';

/** A key of 40 characters that a reader recognises in the goldens. */
const keyOf = (name: string) => `WIREexample0KEY0${name}`.padEnd(40, '0');

const KEYS = {
  good: keyOf('good'),
  other: keyOf('other'), // of another customer
  revoked: keyOf('revoked'),
  inactive: keyOf('inactive'), // of a customer that is switched off
};

/** Opens the application on a port of its own, with the fixture in it. */
export async function openWire(t: TestContext, engine: TestEngine): Promise<{ port: number; db: Db }> {
  const test = await openTestApp(t, engine);
  await addKeys(test);
  await addThings(test);
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  return { port: (test.app.server.address() as AddressInfo).port, db: test.db };
}

async function addKeys({ db, customer, addCustomer }: TestApp): Promise<void> {
  const other = await addCustomer({ email: 'other@example.test' });
  const inactive = await addCustomer({ status: 'inactive' });
  const owners: [string, number, number | null][] = [
    [KEYS.good, customer.id, null],
    [KEYS.other, other.customer.id, null],
    [KEYS.revoked, customer.id, 1],
    [KEYS.inactive, inactive.customer.id, null],
  ];
  for (const [key, customer_id, revoked_at] of owners) {
    const what = { uid: newUid(), customer_id, hash: sha256(key), hint: key.slice(0, 4) };
    const row = { ...what, name: 'wire', created_at: 0, revoked_at };
    await db.insertInto('api_key').values(row).execute();
  }
}

async function addThings(test: TestApp): Promise<void> {
  const { db } = test;
  const list = await made(test, '/lists', {
    general: { name: 'Readers', description: 'People who read', opt_in: 'single' },
    defaults: { from_name: 'Ada', from_email: 'ada@example.com', reply_to: 'ada@example.com' },
  });
  await db.updateTable('list').set({ uid: 'listexample01' }).where('uid', '=', String(list['list_uid'])).execute();
  for (const [label, type] of [
    ['Size', 'dropdown'],
    ['Colours', 'multiselect'],
  ] as const) {
    const options = ['A', 'B', 'C'].map((value) => ({ name: `Option ${value}`, value }));
    const field = { type, label, tag: label.toUpperCase(), required: 'no', visibility: 'visible', options };
    await made(test, '/lists/listexample01/fields', field);
  }
  await made(test, '/lists/listexample01/subscribers', { EMAIL: 'ann@example.com', FNAME: 'Ann', SIZE: 'A' });
  await db.updateTable('subscriber').set({ uid: 'subsexample01' }).execute();
  const template = await made(test, '/templates', { template: { name: 'Plain', content: '<p>Hello</p>' } });
  await db
    .updateTable('template')
    .set({ uid: 'tmplexample01' })
    .where('uid', '=', String(template['template_uid']))
    .execute();
  await made(test, '/campaigns', {
    name: 'Spring',
    from_name: 'Ada',
    from_email: 'ada@example.com',
    reply_to: 'ada@example.com',
    subject: 'Hello',
    send_at: '2027-01-02 03:04:05',
    list_uid: 'listexample01',
    template: { content: '<p>Hello [FNAME]</p>' },
  });
  await db.updateTable('campaign').set({ uid: 'campexample01' }).execute();
}

async function made(test: TestApp, path: string, json: unknown): Promise<Record<string, unknown>> {
  const answer = await test.call('POST', path, { json });
  assert.equal(answer.status, 201, `POST ${path}: ${answer.text}`);
  return answer.json as Record<string, unknown>;
}
