// The feeds of an A/B test, whose parts begin one after the other.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { feedCampaign, feedStage, hasStatus, section, sentTitles } from '../../test/support/feed-campaigns.ts';
import { listOf } from '../../test/support/feed-server.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { until } from '../../test/support/until.ts';
import type { Db } from '../storage/db.ts';

eachEngine('feeds of A/B tests', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  test('all parts show what the first one fetched; what only one of them names it fetches itself', async (t) => {
    const { seed, feeds, sink, start } = await feedStage(t, db, 2);
    feeds.answer = (path) => listOf(`${path.slice(1)}${feeds.asked.length}`);
    start();
    const shared = section(`${feeds.at}/shared`);
    const first = await feedCampaign(db, seed, shared);
    await until('the first part is sent', hasStatus(db, first, 'sent'));
    const titles = [sentTitles(sink)];
    for (const body of [shared, `${shared}${section(`${feeds.at}/own`)}`]) {
      sink.received.length = 0;
      const part = await feedCampaign(db, seed, body, {}, { test_of: first });
      await until('the next part is sent', hasStatus(db, part, 'sent'));
      titles.push(sentTitles(sink));
    }
    const all = (...shown: string[]) => ({ 0: shown, 1: shown });
    assert.deepEqual(titles, [all('shared1'), all('shared1'), all('shared1', 'own2')]);
    assert.deepEqual(feeds.asked, ['/shared', '/own']);
  });
});
