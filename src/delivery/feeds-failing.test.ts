// What a campaign does when a feed fails or has nothing to show.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { campaignOf, countersOf } from '../../test/support/delivery-rows.ts';
import {
  feedCampaign,
  feedRows,
  feedStage,
  hasStatus,
  MINUTE,
  noticeOf,
  section,
  sentTitles,
} from '../../test/support/feed-campaigns.ts';
import { listOf } from '../../test/support/feed-server.ts';
import { ledgerOf } from '../../test/support/ledger.ts';
import { eachEngine } from '../../test/support/stores.ts';
import { suiteStore } from '../../test/support/suite.ts';
import { until } from '../../test/support/until.ts';
import { togglePause } from '../campaigns/delivery/pause.ts';
import { storedText } from '../kernel/sentences/sentence.ts';
import type { Db } from '../storage/db.ts';
import type { CampaignFeed } from '../storage/tables/content.ts';

const isFailure = ([row]: CampaignFeed[], attempts: number) => row?.attempts === attempts && row.fault !== null;

eachEngine('feeds that fail or are empty', (engine) => {
  const opened = suiteStore(engine);
  let db: Db;
  before(() => {
    ({ db } = opened());
  });

  test('a feed that fails: the campaign waits, says so, and goes on when it is there', async (t) => {
    const { seed, feeds, sink, start, time } = await feedStage(t, db, 2);
    feeds.answer = () => 503;
    const id = await feedCampaign(db, seed, section(`${feeds.at}/feed`));
    start();
    await until('it says why it waits', async () => (await noticeOf(db, id)) !== null);
    const { status: waiting, notice: why } = await campaignOf(db, id);
    assert.equal(waiting, 'pending-sending');
    assert.match(
      storedText(why) ?? '',
      /^The feed http:\S+ cannot be used and will be tried again at \d{4}-\d\d-\d\d \d\d:\d\d UTC: it answers with status 503$/,
    );
    assert.equal(feeds.asked.length, 1);
    time.ahead = 5 * MINUTE;
    await until('it is tried again', async () => isFailure(await feedRows(db, id), 2));
    const again = (await feedRows(db, id))[0]?.next_attempt_at ?? 0;
    assert.ok(again > Date.now() + 14 * MINUTE, 'after 10 minutes');
    feeds.answer = () => listOf('There');
    time.ahead = 16 * MINUTE;
    await until('it is sent', hasStatus(db, id, 'sent'));
    assert.deepEqual(sentTitles(sink), { 0: ['There'], 1: ['There'] });
    assert.equal(await noticeOf(db, id), null);
  });

  test('a feed that fails for a day pauses the campaign; let go on, it begins anew', async (t) => {
    const { seed, feeds, sink, start, time, clock } = await feedStage(t, db, 1);
    feeds.answer = () => 404;
    const id = await feedCampaign(db, seed, section(`${feeds.at}/feed`));
    start();
    await until('it waits', async () => (await noticeOf(db, id)) !== null);
    await db.updateTable('campaign_feed').set({ attempts: 26 }).where('campaign_id', '=', id).execute();
    time.ahead = 6 * MINUTE;
    await until('it is paused', hasStatus(db, id, 'paused'));
    assert.match(
      (await noticeOf(db, id)) ?? '',
      /^The campaign was paused because the feed http:\S+ cannot be used: it answers with status 404$/,
    );
    feeds.answer = () => listOf('There');
    await togglePause(db, await campaignOf(db, id), clock.now());
    await until('it is sent', hasStatus(db, id, 'sent'));
    assert.deepEqual([sentTitles(sink), await noticeOf(db, id)], [{ 0: ['There'] }, null]);
  });

  test('an address of single recipients that fails for a day: their messages are rejected, the others are not', async (t) => {
    const { seed, feeds, sink, start, time } = await feedStage(t, db, 2);
    feeds.answer = (path) => (path === '/u1' ? 404 : listOf('There'));
    const id = await feedCampaign(db, seed, section(`${feeds.at}/[EMAIL_NAME]`));
    start();
    const states = () => ledgerOf(db, id);
    await until('one waits', async () => (await states()).map(({ state }) => state).join() === 'accepted,deferred');
    await db
      .updateTable('campaign_feed')
      .set({ attempts: 26 })
      .where('fault', 'is not', null)
      .where('campaign_id', '=', id)
      .execute();
    time.ahead = 6 * MINUTE;
    await until('it is sent', hasStatus(db, id, 'sent'));
    const [, rejected] = await states();
    const detail = `The feed ${feeds.at}/u1 cannot be used: it answers with status 404.`;
    assert.partialDeepStrictEqual(rejected, { state: 'rejected', reason: 'not-made', detail, reply: null });
    assert.equal(sink.received.length, 1);
  });

  test('or it is sent without, or stops at once, as it says', async (t) => {
    const { seed, feeds, sink, start } = await feedStage(t, db, 1);
    feeds.answer = (path) => (path === '/good' ? listOf('Good') : 'no JSON');
    const both = section(`${feeds.at}/good`) + section(`${feeds.at}/bad`);
    const without = await feedCampaign(db, seed, both, { feed_failure: 'skip' });
    start();
    await until('it is sent', hasStatus(db, without, 'sent'));
    assert.deepEqual(sentTitles(sink), { 0: ['Good'] });
    assert.match(
      (await noticeOf(db, without)) ?? '',
      /^The campaign is being sent without the feed http:\S+\/bad, which cannot be used: it is not valid JSON$/,
    );
    const stopped = await feedCampaign(db, seed, both, { feed_failure: 'stop' });
    await until('it is paused', hasStatus(db, stopped, 'paused'));
    const each = await feedCampaign(db, seed, section(`${feeds.at}/[EMAIL_NAME]`), { feed_failure: 'stop' });
    await until('it is paused for one address', hasStatus(db, each, 'paused'));
    assert.match((await noticeOf(db, each)) ?? '', /\/u0 cannot be used/);
    const eachWithout = await feedCampaign(db, seed, section(`${feeds.at}/[EMAIL_NAME]`), { feed_failure: 'skip' });
    await until('it is sent', hasStatus(db, eachWithout, 'sent'));
    assert.deepEqual(sink.received.length, 2);
  });

  test('stopped for one of many addresses that fail, it asks for all of them when it goes on', async (t) => {
    const { seed, feeds, sink, start, clock } = await feedStage(t, db, 3);
    feeds.answer = () => 500;
    const id = await feedCampaign(db, seed, section(`${feeds.at}/[EMAIL_NAME]`), { feed_failure: 'stop' });
    start();
    await until('it is paused', hasStatus(db, id, 'paused'));
    await until('all have failed', () => feeds.asked.length === 3);
    await until('nothing is claimed', async () => {
      const rows = await ledgerOf(db, id);
      return rows.every(({ state }) => state === 'pending');
    });
    feeds.answer = () => listOf('There');
    await togglePause(db, await campaignOf(db, id), clock.now());
    await until('it is sent', hasStatus(db, id, 'sent'));
    assert.deepEqual(sentTitles(sink), { 0: ['There'], 1: ['There'], 2: ['There'] });
  });

  test('nothing to show: the section goes, the campaign waits, or it ends, as the section says', async (t) => {
    const { seed, feeds, sink, start, time } = await feedStage(t, db, 1);
    feeds.answer = () => listOf();
    const plain = await feedCampaign(db, seed, section(`${feeds.at}/feed`));
    const ended = await feedCampaign(db, seed, section(`${feeds.at}/feed`, 'no-item-action="cancel-campaign"'));
    const waits = await feedCampaign(db, seed, section(`${feeds.at}/feed`, 'no-item-action="postpone-campaign"'));
    start();
    await until('one is sent', hasStatus(db, plain, 'sent'));
    await until('one is ended', hasStatus(db, ended, 'sent'));
    assert.match(
      (await noticeOf(db, ended)) ?? '',
      /has no items to show\. The campaign was ended without being sent\.$/,
    );
    assert.equal((await countersOf(db, ended)).audience, 0);
    await until('one waits', async () => /checks again at/.test((await noticeOf(db, waits)) ?? ''));
    assert.equal(sink.received.length, 1);
    feeds.answer = () => listOf('New');
    time.ahead = 16 * MINUTE;
    await until('the last is sent', hasStatus(db, waits, 'sent'));
    assert.deepEqual([sink.received.length, sentTitles(sink)[0], await noticeOf(db, waits)], [2, ['New'], null]);
  });
});
