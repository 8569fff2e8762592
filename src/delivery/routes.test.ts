import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { runOnStore } from '../../test/support/command.ts';
import { addRelayRow } from '../../test/support/relays.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { relayRow } from '../../test/support/throttling.ts';
import { destinationCommand } from '../cli/commands/sending/destination.ts';

const AT = Date.UTC(2026, 10, 21, 11, 0, 0);

eachEngine('destinations', (engine) => {
  const app = suiteApp(engine);

  const addRelay = (customerId: number | null) => addRelayRow(app().db, relayRow(customerId));

  async function addDestination(relayId: number, name: string, parkedUntil: number | null = null): Promise<void> {
    const row = { relay_id: relayId, name, state: parkedUntil === null ? 'slowed' : 'parked', per_hour: 1200 };
    const more = { reason: '421 4.7.28 slow down', parked_until: parkedUntil, refusals: 7, updated_at: AT };
    await app()
      .db.insertInto('destination')
      .values({ ...row, ...more })
      .execute();
  }

  const command = (...args: string[]) => runOnStore(destinationCommand, args, { db: app().db, clock: app().clock });

  test('destinations of an own relay, by name, in the customer’s time zone', async () => {
    const { customer, key } = await app().addCustomer({ time_zone: 'Asia/Tokyo' });
    const { id, number } = await addRelay(customer.id);
    await addDestination(id, 'yahoodns.net', AT + 300_000);
    await addDestination(id, 'google.com');
    await addDestination(id, 'outlook.com');
    const first = await app().call('GET', `/delivery-servers/${number}/destinations?per_page=2`, { key });
    assertStatus(first, 200);
    assert.equal(first.json.data.count, '3');
    assert.deepEqual(
      first.json.data.records.map((record: { name: string }) => record.name),
      ['google.com', 'outlook.com'],
    );
    assert.deepEqual(first.json.data.records[0], {
      name: 'google.com',
      state: 'slowed',
      rate_per_hour: '1200',
      reason: '421 4.7.28 slow down',
      parked_until: null,
      refusals: '7',
      last_updated: '2026-11-21 20:00:00',
    });
    const second = await app().call('GET', `/delivery-servers/${number}/destinations?per_page=2&page=2`, { key });
    assert.equal(second.json.data.records[0].state, 'parked');
    assert.equal(second.json.data.records[0].parked_until, '2026-11-21 20:05:00');
  });

  test('shared relays and the configuration’s are shown to all; another customer’s is not there', async () => {
    const shared = await addRelay(null);
    await addDestination(shared.id, 'orange.fr');
    await addDestination(0, 'free.fr');
    for (const [id, name] of [
      [shared.number, 'orange.fr'],
      [0, 'free.fr'],
    ]) {
      const answer = await app().call('GET', `/delivery-servers/${id}/destinations`);
      assert.equal(answer.json.data.records[0].name, name);
    }
    const { customer } = await app().addCustomer();
    const foreign = await addRelay(customer.id);
    await addDestination(foreign.id, 'gmx.net');
    for (const id of [foreign.number, shared.id, 999_999, 'x', '1e3', '-1']) {
      assertStatus(await app().call('GET', `/delivery-servers/${id}/destinations`), 404);
    }
    assertStatus(await app().call('GET', `/delivery-servers/${shared.number}/destinations`, { key: null }), 401);
  });

  test('the command lists and releases', async () => {
    const { id } = await addRelay(null);
    await addDestination(id, 'google.com', AT + 300_000);
    const listed = await command('list', String(id));
    assert.equal(listed.code, 0);
    assert.match(
      listed.text,
      /^relay +name .*\n\d+ +google\.com +parked +1200 +2026-11-21 11:05:00 +7 +421 4\.7\.28 slow down$/,
    );
    assert.match((await command('list')).text, /google\.com/);
    const released = await command('release', String(id), 'Google.com');
    assert.equal(released.code, 0);
    assert.match(released.text, /google\.com was released/);
    const none = await command('list', String(id));
    assert.deepEqual([none.code, none.text], [0, 'No destination is slowed or parked.']);
    assert.equal((await command('list', '0')).code, 0);
    const { code, text } = await command('list', '999999');
    assert.deepEqual([code, text], [1, 'There is no relay 999999: npx mailwright relay list shows them.']);
  });

  test('what the command cannot do it says, and nothing changes', async () => {
    await addDestination(7777, 'a.com');
    const unknown = await command('release', '7777', 'b.com');
    assert.equal(unknown.code, 1);
    assert.match(unknown.text, /"b\.com" is neither slowed nor parked at relay 7777/);
    const notAnId = await command('release', 'seven', 'a.com');
    assert.equal(notAnId.code, 1);
    assert.match(notAnId.text, /"seven" is not a relay id/);
    for (const args of [
      [],
      ['release', '7777'],
      ['release', '1', 'a', 'b'],
      ['remove'],
      ['list', '1', '2'],
      ['--what'],
    ]) {
      const answer = await command(...args);
      assert.equal(answer.code, 2, args.join(' '));
      assert.match(answer.text, /Usage: npx mailwright destination/);
    }
    assert.equal((await command('--help')).code, 0);
    assert.match((await command('list', '7777')).text, /a\.com/);
  });
});
