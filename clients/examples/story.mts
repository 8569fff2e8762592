// A list, somebody on it, a campaign, how it went, and what a refusal looks like: with the client.
//
//   npm install ./mailwright-client-0.1.0.tgz     (clients/typescript/README.md: how it is packed)
//   MAILWRIGHT_URL=http://127.0.0.1:8080 MAILWRIGHT_KEY=$(cat data/api-key) node story.mts
//
// Node from 22.18 on runs it as it is. The name ends with .mts, so any project will do.
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, newClient } from '@mailwright/client';

const { MAILWRIGHT_URL: baseUrl = '', MAILWRIGHT_KEY: apiKey = '' } = process.env;
const mailwright = newClient({ baseUrl, apiKey });

// 1. a list
const { list_uid } = await mailwright.createList({
  body: {
    general: { name: 'Friends', description: 'People I know', opt_in: 'single' },
    defaults: { from_name: 'Ada', from_email: 'ada@example.com', reply_to: 'ada@example.com' },
  },
});
console.log('list: made');

// 2. somebody on it
await mailwright.createSubscriber({ list_uid, body: { EMAIL: 'bob@example.com', FNAME: 'Bob' } });
const found = await mailwright.searchByEmail({ list_uid, EMAIL: 'bob@example.com' });
console.log(`subscriber: bob@example.com is ${found.data.status}`);

// 3. the campaign; a send_at that is past means now
const { campaign_uid } = await mailwright.createCampaign({
  body: {
    name: 'Hello',
    from_name: 'Ada',
    from_email: 'ada@example.com',
    reply_to: 'ada@example.com',
    subject: 'Hello [FNAME]',
    send_at: '2026-01-01 09:00:00',
    list_uid,
    template: { content: '<p>Dear [FNAME], <a href="https://example.com/news">read on</a>.</p>' },
    options: { url_tracking: 'yes' },
  },
});
console.log('campaign: made');

// 4. how it went
let { data: stats } = await mailwright.getCampaignStats({ campaign_uid });
for (let second = 0; second < 60 && stats.campaign_status !== 'sent'; second += 1) {
  await sleep(1_000);
  stats = (await mailwright.getCampaignStats({ campaign_uid })).data;
}
console.log(`stats: ${stats.campaign_status}, ${stats.delivery_success_count} of ${stats.subscribers_count} accepted`);

// 5. what is wrong is told by member, all faults at once
try {
  await mailwright.createSegment({ list_uid, body: { name: '', operator_match: 'any' } });
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  console.log(`refused: ${error.status}, name: ${error.fields['name']}`);
}
