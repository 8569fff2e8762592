// What is refused of reports of a campaign, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../../test/support/campaigns.ts';
import { seedDelivery } from '../../../test/support/message-rows.ts';
import { eachEngine } from '../../../test/support/stores.ts';

eachEngine('questions about a campaign', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  test('what does not fit is named, and what is another’s does not exist', async () => {
    const { uid } = await seedDelivery(app, []);
    const path = `/campaigns/${uid}`;
    const faults: [string, Record<string, string>][] = [
      [
        'series?by=week&counts=x',
        { by: 'By must be one of: hour, day.', counts: 'Counts must be one of: raw, filtered.' },
      ],
      ['series?per_page=0', { per_page: 'Per page must be a whole number from 1 to 1000.' }],
      [
        'opens?after=abc&machines=all',
        {
          after: 'After must be `next` of an answer to the same question.',
          machines: 'Machines must be one of: with, without, only.',
        },
      ],
      ['clicks?link=abc', { link: 'The campaign has no such link.' }],
      ['destinations?most=501', { most: 'Most must be a whole number from 1 to 500.' }],
      ['clients?counts=1', { counts: 'Counts must be one of: raw, filtered.' }],
    ];
    for (const [question, error] of faults) {
      const answer = await app.call('GET', `${path}/${question}`);
      assertStatus(answer, 422);
      assert.deepEqual(answer.json.error, error);
    }
    const { key } = await app.addCustomer();
    for (const name of ['report', 'series', 'opens', 'clicks', 'destinations', 'clients', 'failures']) {
      assertStatus(await app.call('GET', `${path}/${name}`, { key }), 404);
    }
  });
});
