// Previews of campaigns with feeds, and the errors of the interface about them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStatus } from '../../test/support/app.ts';
import { type CampaignApp, openForSuite } from '../../test/support/campaigns.ts';
import { section } from '../../test/support/feed-campaigns.ts';
import { listOf, openFeedServer } from '../../test/support/feed-server.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { MINUTE_MS } from '../kernel/durations.ts';

eachEngine('previews of campaigns with feeds', (engine) => {
  let app: CampaignApp;
  openForSuite(engine, (opened) => {
    app = opened;
  });

  test('missing content is fetched for the previewed subscriber, and cached for a while', async (t) => {
    const feeds = await openFeedServer(t);
    feeds.answer = (path) => listOf(`Of${path.replace(/\W/g, '')}`);
    const subscriber = await app.call('POST', `/lists/${app.listUid}/subscribers`, {
      json: { EMAIL: 'bob@example.test', FNAME: 'Bob' },
    });
    const uid = await app.make({
      template: { content: section(`${feeds.at}/all`) + section(`${feeds.at}/[FNAME]`) },
      options: { json_feed: 'yes' },
    });
    const preview = async (query = '') => {
      const answer = await app.call('GET', `/campaigns/${uid}/preview${query}`);
      assertStatus(answer, 200);
      return [...answer.json.data.html.matchAll(/>(Of\w+)</g)].map((match) => match[1]);
    };
    const query = `?subscriber_uid=${subscriber.json.data.record.subscriber_uid}`;
    assert.deepEqual(await preview(query), ['Ofall', 'OfBob']);
    assert.deepEqual(await preview(query), ['Ofall', 'OfBob']);
    assert.deepEqual(feeds.asked.toSorted(), ['/Bob', '/all']);
    app.clock.forward(11 * MINUTE_MS);
    feeds.answer = (path) => (path === '/all' ? 500 : listOf('OfLater'));
    assert.deepEqual(await preview(query), ['Ofall', 'OfLater'], 'what was there before is shown');
    assert.deepEqual([(await app.row(uid)).status, (await app.row(uid)).notice], ['pending-sending', null]);
  });

  test('a notice is in the record until the campaign is changed or paused', async () => {
    const uid = await app.make();
    assert.ok(!('notice' in (await app.record(uid))));
    for (const change of [
      () => app.update(uid, { subject: 'Other' }),
      () => app.call('PUT', `/campaigns/${uid}/pause-unpause`),
    ]) {
      await app.set(uid, { notice: 'The feed fails.', waits_until: 9e15 });
      assert.equal((await app.record(uid)).notice, 'The feed fails.');
      assertStatus(await change(), 200);
      const { notice, waits_until } = await app.row(uid);
      assert.deepEqual([notice, waits_until], [null, null]);
    }
  });
});
