// The checklist of the first steps, on both engines: each step open, done, and wrong.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { addPerson } from '../../../test/support/message-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { inTransaction } from '../../storage/db.ts';
import { addToTally } from '../../storage/tally.ts';
import type { Step } from './checklist.ts';

eachEngine('the checklist', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  const ask = async (key = app.key) => {
    const answer = await app.call('GET', '/checklist', { key });
    assertStatus(answer, 200);
    const { steps, is_complete } = answer.json.data as { steps: Step[]; is_complete: boolean };
    return { steps, is_complete, of: (id: Step['id']) => steps.find((step) => step.id === id) };
  };

  test('at first all of it is open, in the order in which it is done', async () => {
    const { steps, is_complete } = await ask((await app.addCustomer()).key);
    const ids = steps.map(({ id }) => id);
    assert.deepEqual(ids, ['company', 'base-url', 'relay', 'domain', 'list', 'people', 'campaign']);
    const open = steps.filter(({ state }) => state === 'open').map(({ id }) => id);
    assert.deepEqual(open.slice(-5), ['relay', 'domain', 'list', 'people', 'campaign']);
    assert.equal(is_complete, false);
  });

  test('a list, somebody on it, and a campaign that began, are told', async () => {
    const before = await ask();
    assert.deepEqual([before.of('list')?.state, before.of('people')?.state], ['done', 'open']);
    const uid = await app.make();
    const { list_id, customer_id } = await app.row(uid);
    await addPerson(app.db, { customer_id, list_id }, { email: 'ann@example.test' });
    await inTransaction(app.db, (tx) => addToTally(tx, customer_id, 'subscribers:confirmed', 1, list_id));
    assert.equal((await ask()).of('people')?.state, 'done');
    assert.equal((await ask()).of('campaign')?.state, 'open');
    await app.set(uid, { status: 'sent' });
    assert.equal((await ask()).of('campaign')?.state, 'done');
    const other = await ask((await app.addCustomer()).key);
    assert.deepEqual([other.of('people')?.state, other.of('campaign')?.state], ['open', 'open']);
  });

  test('a relay that does not work is wrong, with its reason, until another one does', async () => {
    const relay = async (name: string) => {
      const body = { type: 'smtp', name, hostname: 'relay.example.com', port: 25, tls: 'opportunistic' };
      const answer = await app.call('POST', '/delivery-servers', { json: body });
      assertStatus(answer, 201);
      return Number(answer.json.server_id);
    };
    const number = await relay('Main');
    assert.deepEqual((await ask()).of('relay'), {
      id: 'relay',
      state: 'done',
      message: 'Mail leaves through Main.',
      about: 'Main',
      sentences: [],
    });
    await app.db
      .updateTable('relay')
      .set({ fault: 'TCP: refused', fault_at: 1 })
      .where('number', '=', number)
      .where('customer_id', '=', app.customer.id)
      .execute();
    const wrong = (await ask()).of('relay');
    assert.deepEqual([wrong?.state, wrong?.message], ['wrong', 'Main does not work: TCP: refused']);
    await relay('Second');
    assert.deepEqual((await ask()).of('relay')?.about, 'Second');
  });

  test('a domain is open until it is checked, wrong with what DNS lacks, done when it is right', async () => {
    assertStatus(await app.call('POST', '/sending-domains', { json: { name: 'example.test' } }), 201);
    const sentences = [say('spf-missing')];
    const finding = { purpose: 'spf', name: 'example.test', status: 'missing', sentences };
    const unchecked = (await ask()).of('domain');
    assert.deepEqual(
      [unchecked?.state, unchecked?.message],
      ['open', 'Nobody has checked the DNS records of example.test yet.'],
    );
    await app.db
      .updateTable('sending_domain')
      .set({ checked_at: app.clock.now(), verdict: JSON.stringify({ findings: [finding] }) })
      .where('customer_id', '=', app.customer.id)
      .execute();
    const wrong = (await ask()).of('domain');
    assert.equal(wrong?.state, 'wrong');
    assert.deepEqual(wrong?.sentences.slice(0, 2), [say('record-is', { record: 'SPF' }), say('spf-missing')]);
    assert.match(wrong?.message ?? '', /^example\.test: SPF: There is no SPF record\./);
  });

  test('the company’s address, once it is set', async () => {
    const company = { name: 'Riders', address_1: '1 Main St', city: 'Kiel', zip_code: '24103' };
    await app.db
      .updateTable('customer')
      .set({ company: JSON.stringify({ name: 'Riders' }) })
      .where('id', '=', app.customer.id)
      .execute();
    assert.equal((await ask()).of('company')?.state, 'open');
    await app.db
      .updateTable('customer')
      .set({ company: JSON.stringify(company) })
      .where('id', '=', app.customer.id)
      .execute();
    assert.equal((await ask()).of('company')?.state, 'done');
  });
});
