// The filters of the listing, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { eachEngine } from '../../test/support/stores.ts';

eachEngine('the listing of campaigns', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });
  const listed = async (query: string, key?: string) => {
    const answer = await app.call('GET', `/campaigns?${query}`, key === undefined ? {} : { key });
    assertStatus(answer, 200);
    const { records, count } = answer.json.data;
    return [count, records.map(({ name }: { name: string }) => name)];
  };

  test('one campaign is found by its number, as segments name it', async () => {
    for (const name of ['First', 'Second', 'Third']) await app.make({ name });
    const all = (await app.call('GET', '/campaigns')).json.data.records;
    const second = all.find(({ name }: { name: string }) => name === 'Second').campaign_id;
    assert.deepEqual(await listed(`campaign_id=${second}`), ['1', ['Second']]);
    assert.deepEqual(await listed(`campaign_id=${second}&search=sec`), ['1', ['Second']]);
    assert.deepEqual(await listed(`campaign_id=${second}&search=third`), ['0', []]);
    assert.deepEqual(await listed('campaign_id=999999'), ['0', []]);
    const { key } = await app.addCustomer();
    assert.deepEqual(await listed(`campaign_id=${second}`, key), ['0', []]);
    assertStatus(await app.call('GET', '/campaigns?campaign_id=second'), 422);
  });
});
