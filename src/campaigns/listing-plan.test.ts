// Pages of campaigns in a status, or found by name or tag: what is read from their rows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CompiledQuery, sql } from 'kysely';
import { type CampaignApp, openCampaignApp } from '../../test/support/campaigns.ts';
import { indexesOf, statementsOf } from '../../test/support/plans.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { listCampaigns } from './listing.ts';

eachEngine('campaigns in a status', (engine) => {
  async function some(app: CampaignApp) {
    for (let n = 0; n < 5; n += 1) {
      const uid = await app.make({ name: `Campaign ${n}` });
      if (n !== 2) await app.set(uid, { status: 'draft' });
    }
  }

  test('pages go through all of them, newest first, and tell how many there are', async (t) => {
    const app = await openCampaignApp(t, engine);
    await some(app);
    const page = async (number: number) => {
      const request = { page: number, perPage: 3 };
      const { count, entries } = await listCampaigns(app.db, app.customer.id, { status: 'draft', request });
      return [count, ...entries.map(({ name }) => name)];
    };
    assert.deepEqual(await page(1), [4, 'Campaign 4', 'Campaign 3', 'Campaign 1']);
    assert.deepEqual(await page(2), [4, 'Campaign 0']);
    assert.deepEqual(await page(3), [4]);
  });

  test('only those of the page are read, the others are counted in an index', async (t) => {
    const app = await openCampaignApp(t, engine);
    await some(app);
    const request = { page: 1, perPage: 3 };
    const asked = await statementsOf(app.db, (db) => listCampaigns(db, app.customer.id, { status: 'draft', request }));
    const names = asked.map((one: CompiledQuery) => /"name"/.test(one.sql));
    assert.deepEqual(names, [false, false, true]);
    if (engine.name !== 'sqlite') return;
    for (const { sql: text, parameters } of asked.slice(0, 2)) {
      const filled = parameters.reduce<string>(
        (done, value) => done.replace('?', typeof value === 'string' ? `'${value}'` : String(value)),
        text,
      );
      const { rows } = await sql.raw<{ detail: string }>(`explain query plan ${filled}`).execute(app.db);
      assert.match(rows[0]?.detail ?? '', /COVERING INDEX campaign_status/);
    }
  });

  test('a search reads all names from an index, a tag only the campaigns that have some', async (t) => {
    const app = await openCampaignApp(t, engine);
    for (let n = 0; n < 5; n += 1) await app.make({ name: `Campaign ${n}`, ...(n % 2 === 0 && { tags: ['News'] }) });
    const request = { page: 1, perPage: 2 };
    const namesIn = async (which: { search?: string; tag?: string }) => {
      const { count, entries } = await listCampaigns(app.db, app.customer.id, { ...which, request });
      return [count, ...entries.map(({ name }) => name)];
    };
    assert.deepEqual(await namesIn({ search: 'CAMPAIGN' }), [5, 'Campaign 4', 'Campaign 3']);
    assert.deepEqual(await namesIn({ tag: 'news' }), [3, 'Campaign 4', 'Campaign 2']);
    assert.deepEqual(await namesIn({ tag: 'news', search: '0' }), [1, 'Campaign 0']);
    if (engine.name !== 'sqlite') return;
    const firstIndex = async (which: { search?: string; tag?: string }) =>
      (await indexesOf(app.db, (db) => listCampaigns(db, app.customer.id, { ...which, request })))[0];
    assert.equal(await firstIndex({ search: 'campaign' }), 'campaign_named');
    assert.equal(await firstIndex({ tag: 'news' }), 'campaign_tagged');
  });
});
