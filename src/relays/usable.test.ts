// Relays as delivery gets them, and the handling of one that cannot be opened.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { TestApp } from '../../test/support/app.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteApp } from '../../test/support/suite.ts';
import { say, storedText } from '../kernel/sentences/sentence.ts';
import { createRelay } from './create.ts';
import { findRelay } from './queries.ts';
import { changeRelay, switchRelay } from './update.ts';
import { findConfiguredFault, recordRelayFault, usableRelays } from './usable.ts';
import { readRelay } from './wire.ts';

const OTHER_SECRET = 'another secret of 32 characters or more';

eachEngine('usable relays', (engine) => {
  const opened = suiteApp(engine);
  let app: TestApp;
  before(() => {
    app = opened();
  });
  const make = (customerId: number | null, members: Record<string, string | Record<string, string>>) =>
    createRelay(app.db, customerId, readRelay(members, { isFromOutside: false, now: 5 }), {
      secret: app.secret,
      at: app.clock.now(),
    });

  test('those that are on, of active customers, by priority, with the password opened', async () => {
    const { customer: idle } = await app.addCustomer({ status: 'inactive' });
    const shared = await make(null, { hostname: '10.0.0.1', tls: 'none', priority: '200' });
    const own = await make(app.customer.id, {
      name: 'Mine',
      hostname: 'SMTP.example.com',
      username: 'me',
      password: ' sec ret ',
      helo_name: 'me.example.com',
      lanes: '3',
      messages_per_connection: '50',
      weight: '4',
      quotas: { per_second: '1', per_minute: '2', per_hour: '3', per_day: '4', per_month: '5' },
      warm_up: { first_day: '100', until: '1000' },
    });
    await make(idle.id, { hostname: 'x.test' });
    const off = await make(app.customer.id, { hostname: 'off.test', status: 'inactive' });
    const relays = await usableRelays(app.db, app.secret);
    assert.deepEqual(
      relays.map(({ id }) => id),
      [own.id, shared.id],
    );
    assert.deepEqual(relays[0], {
      id: own.id,
      number: own.number,
      customerId: app.customer.id,
      label: 'Mine',
      host: 'smtp.example.com',
      port: 587,
      secure: false,
      requireTls: true,
      ignoreTls: false,
      verifyTls: true,
      user: 'me',
      password: ' sec ret ',
      name: 'me.example.com',
      lanes: 3,
      guarded: false,
      priority: 100,
      weight: 4,
      messagesPerConnection: 50,
      quotas: { perSecond: 1, perMinute: 2, perHour: 3, perDay: 4, perMonth: 5 },
      warmUp: { startsAt: 5, firstDay: 100, growthPercent: 20, until: 1000 },
      revision: app.clock.now(),
      isInbox: false,
    });
    await switchRelay(app.db, off, 'active', app.clock.now());
    assert.equal((await usableRelays(app.db, app.secret)).length, 3);
  });

  test('the password is sealed in the store', async () => {
    const row = await make(null, { hostname: 'x.test', username: 'me', password: 'a secret word' });
    const stored = await app.db.selectFrom('relay').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow();
    assert.ok(!JSON.stringify(stored).includes('a secret word'));
    assert.ok(!JSON.stringify(stored).includes(Buffer.from('a secret word').toString('base64').slice(0, 12)));
    assert.match(stored.password ?? '', /^v1\./);
  });

  test('one encrypted with another secret is left out with a fault; the others work', async () => {
    const sealed = await createRelay(
      app.db,
      null,
      readRelay({ hostname: 'y.test', username: 'me', password: 'pw' }, { isFromOutside: false, now: 5 }),
      { secret: OTHER_SECRET, at: app.clock.now() },
    );
    const relays = await usableRelays(app.db, app.secret);
    assert.ok(relays.length > 0);
    assert.ok(!relays.some(({ id }) => id === sealed.id));
    const row = await findRelay(app.db, sealed.id);
    assert.match(storedText(row?.fault ?? null) ?? '', /^A stored secret \(relay-password\) cannot be read/);
    assert.equal(row?.updated_at, sealed.updated_at);
  });

  test('faults are stored once, and cleared; a change clears them too and gives a new revision', async () => {
    const relay = await make(null, { hostname: 'z.test' });
    const said = (words: string) => say('server-says', { words });
    const faultOf = async () => {
      const row = await findRelay(app.db, relay.id);
      return [storedText(row?.fault ?? null), row?.fault_at];
    };
    await recordRelayFault(app.db, relay.id, said('TCP: no'), 1);
    await recordRelayFault(app.db, relay.id, said('TCP: no'), 2);
    assert.deepEqual(await faultOf(), ['TCP: no', 1]);
    await recordRelayFault(app.db, relay.id, said('auth: no'), 3);
    assert.deepEqual(await faultOf(), ['auth: no', 3]);
    await recordRelayFault(app.db, relay.id, null, 4);
    assert.deepEqual(await faultOf(), [null, null]);
    await recordRelayFault(app.db, 0, said('of the configuration'), 4);
    assert.equal(storedText(await findConfiguredFault(app.db)), 'of the configuration');
    await recordRelayFault(app.db, 0, null, 4);
    assert.equal(await findConfiguredFault(app.db), null);
    await recordRelayFault(app.db, relay.id, said('x'), 5);
    const before = await findRelay(app.db, relay.id);
    assert.ok(before);
    const settings = readRelay({}, { before, isFromOutside: false, now: 5 });
    await changeRelay(app.db, before, settings, { secret: app.secret, at: before.updated_at });
    const after = await findRelay(app.db, relay.id);
    assert.deepEqual([after?.fault, after?.updated_at], [null, before.updated_at + 1]);
    const stale = changeRelay(app.db, before, settings, { secret: app.secret, at: before.updated_at + 9 });
    await assert.rejects(stale, { code: 'conflict' });
    assert.deepEqual(await findRelay(app.db, relay.id), after);
  });
});
