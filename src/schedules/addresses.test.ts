// Addresses of requests that are kept for a time: they go everywhere, and no figure changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CampaignApp, openCampaignApp } from '../../test/support/campaigns.ts';
import { seedDelivery } from '../../test/support/message-rows.ts';
import { statementsOf } from '../../test/support/plans.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { insertEntries } from '../audit/queries.ts';
import { ensureLinks } from '../content/queries.ts';
import { DAY_MS, HOUR_MS } from '../kernel/durations.ts';
import { createLogger } from '../kernel/log.ts';
import { recordHits } from '../tracking/recorder/recorder.ts';
import { removeAddresses } from './addresses.ts';

const KEEP = 30;
const TABLES = ['open', 'click', 'unsubscribe', 'audit'] as const;
const log = createLogger('silent');

eachEngine('addresses of requests', (engine) => {
  /** What is told of a campaign, but for the addresses. */
  async function figuresOf(app: CampaignApp, uid: string) {
    const told: unknown[] = [];
    for (const path of ['stats', 'report', 'link-clicks', 'opens', 'clicks']) {
      const { status, json } = await app.call('GET', `/campaigns/${uid}/${path}`);
      told.push({
        path,
        status,
        data: JSON.stringify(json.data, (name, value) => (name === 'ip_address' ? null : value)),
      });
    }
    for (const table of ['open', 'click', 'response', 'campaign_counter'] as const) {
      const rows = await app.db.selectFrom(table).selectAll().where('customer_id', '=', app.customer.id).execute();
      told.push(rows.map((row) => JSON.stringify({ ...row, ip_address: null })).sort());
    }
    return told;
  }
  /** Rows of a table, oldest first, with or without their address. */
  const rowsOf = (app: CampaignApp, table: (typeof TABLES)[number]) =>
    app.db.selectFrom(table).select(['id', 'at', 'ip_address', 'customer_id']).orderBy('id').execute();
  const round = (app: CampaignApp, mayGoOn = () => true) =>
    removeAddresses({ db: app.db, clock: app.clock, log, keepIpDays: KEEP, mayGoOn });

  test('go when they are old, wherever it was cut off, and statistics are as they were', async (t) => {
    const app = await openCampaignApp(t, engine);
    const seeded = await seedDelivery(
      app,
      Array.from({ length: 6 }, () => ({ message: { state: 'accepted' as const, finished_at: 1 } })),
    );
    const of = { id: seeded.id, customer_id: app.customer.id };
    const links = await ensureLinks(app.db, of, ['https://a.example/', 'https://b.example/']);
    const hit = fc.record({
      kind: fc.constantFrom('open', 'click'),
      who: fc.nat(5),
      link: fc.nat(1),
      ip: fc.constantFrom('192.0.2.1', '2001:db8::1', '198.51.100.7'),
      hours: fc.nat(160),
    });
    const property = fc.asyncProperty(
      fc.array(hit, { minLength: 1, maxLength: 12 }),
      fc.nat(12),
      async (hits, steps) => {
        for (const { kind, who, link, ip, hours } of hits) {
          app.clock.forward(hours * HOUR_MS);
          const message = { campaignId: seeded.id, subscriberId: seeded.people[who]?.id ?? 0 };
          const visitor = { ipAddress: ip, userAgent: 'Thunderbird/115' };
          const linkId = kind === 'open' ? 0 : (links[link] ?? 0);
          await recordHits(app.db, [{ kind: kind as 'open' | 'click', message, linkId, visitor }], app.clock.now());
          const actor = { kind: 'nobody', uid: '', name: '' } as const;
          const entry = { customerId: app.customer.id, operation: 'x', object: undefined, actor, ipAddress: ip };
          await insertEntries(app.db, [entry], app.clock.now());
        }
        const before = await figuresOf(app, seeded.uid);
        let left = steps;
        await round(app, () => left-- > 0);
        assert.deepEqual(await figuresOf(app, seeded.uid), before, 'in the middle');
        await round(app);
        assert.deepEqual(await figuresOf(app, seeded.uid), before);
        for (const table of TABLES) {
          for (const { at, ip_address } of await rowsOf(app, table)) {
            const isOld = at < app.clock.now() - KEEP * DAY_MS;
            assert.equal((ip_address ?? '') === '', isOld, `${table} of ${(app.clock.now() - at) / DAY_MS} days`);
          }
        }
      },
    );
    await fc.assert(property, { numRuns: 5 });
    assert.ok((await rowsOf(app, 'open')).some(({ ip_address }) => ip_address === null));
    assert.ok((await rowsOf(app, 'click')).some(({ ip_address }) => ip_address !== null));
  });

  test('of sessions and unsubscribes too; those of subscribers show a consent and stay', async (t) => {
    const app = await openCampaignApp(t, engine);
    const { id, uid, people } = await seedDelivery(app, [{ message: { state: 'accepted', finished_at: 1 } }]);
    const at = app.clock.now() - (KEEP + 1) * DAY_MS;
    const subscriberId = people[0]?.id ?? 0;
    const request = { customer_id: app.customer.id, campaign_id: id, subscriber_id: subscriberId, at };
    const values = { ...request, ip_address: '192.0.2.9', user_agent: 'x', reason: 'other', note: 'bye' };
    await app.db.insertInto('unsubscribe').values(values).execute();
    await app.db
      .updateTable('subscriber')
      .set({ ip_address: '192.0.2.8', confirm_ip: '192.0.2.8', created_at: at })
      .where('customer_id', '=', app.customer.id)
      .where('id', '=', subscriberId)
      .execute();
    const before = await figuresOf(app, uid);
    await removeAddresses({ db: app.db, clock: app.clock, log, mayGoOn: () => true });
    assert.equal((await rowsOf(app, 'unsubscribe'))[0]?.ip_address, '192.0.2.9', 'without the setting');
    await round(app);
    assert.equal((await rowsOf(app, 'unsubscribe'))[0]?.ip_address, null);
    assert.deepEqual(await figuresOf(app, uid), before);
    const row = await app.db.selectFrom('subscriber').selectAll().where('id', '=', subscriberId).executeTakeFirst();
    assert.deepEqual([row?.ip_address, row?.confirm_ip], ['192.0.2.8', '192.0.2.8']);
    // How far it is goes with the campaign.
    assert.equal((await app.db.selectFrom('address_removal').selectAll().execute()).length, 1);
  });

  test('customers who have nothing old cost a statement each', async (t) => {
    const app = await openCampaignApp(t, engine);
    for (let n = 0; n < 20; n += 1) await app.addCustomer();
    const options = { clock: app.clock, log, keepIpDays: KEEP, mayGoOn: () => true };
    const asked = await statementsOf(app.db, (db) => removeAddresses({ ...options, db }));
    assert.ok(asked.length < 30, `${asked.length} statements`);
  });
});
