// For tests of campaigns with feeds: a list, a feed server, a mail server, and a clock that can be
// set.
import type { TestContext } from 'node:test';
import { storedText } from '../../src/kernel/sentences/sentence.ts';
import { parseFetchAllow } from '../../src/network/fetch-allow.ts';
import type { Db } from '../../src/storage/db.ts';
import type { NewCampaign } from '../../src/storage/tables.ts';
import { deliver } from './delivery.ts';
import { campaignOf, type Seed, seedCampaign, seedList, seedSubscribers } from './delivery-rows.ts';
import { openFeedServer } from './feed-server.ts';
import { openSink, type Sink } from './sink.ts';

const OPTIONS = { json_feed: 'yes', xml_feed: 'yes', url_tracking: 'yes', open_tracking: 'no', plain_text_email: 'no' };
export const MINUTE = 60_000;

/**
 * A list with this many subscribers, and its surroundings; `start` starts an engine that may fetch
 * from this machine.
 */
export async function feedStage(t: TestContext, db: Db, people: number) {
  const seed = await seedList(db);
  await seedSubscribers(db, seed, people);
  const [feeds, sink] = [await openFeedServer(t), await openSink(t)];
  const time = { ahead: 0 };
  const clock = { now: () => Date.now() + time.ahead };
  const start = () => deliver(t, db, sink, { clock, fetchAllow: parseFetchAllow('127.0.0.1') });
  return { seed, feeds, sink, time, clock, start };
}

/** A section that shows the titles of a feed in the JSON form. */
export const section = (url: string, attributes = '') =>
  `[JSON_FEED_BEGIN url="${url}" ${attributes}]<p><a href="[JSON_FEED_ITEM_LINK]">[JSON_FEED_ITEM_TITLE]</a></p>[JSON_FEED_END]`;

/** A campaign that is due. @returns its id */
export const feedCampaign = (
  db: Db,
  seed: Seed,
  body: string,
  options: object = {},
  given: Partial<NewCampaign> = {},
) =>
  seedCampaign(db, seed, {
    content: `<body>${body}</body>`,
    options: JSON.stringify({ ...OPTIONS, ...options }),
    ...given,
  });

export const hasStatus = (db: Db, id: number, status: string) => async () =>
  (await campaignOf(db, id)).status === status;
/** Its notice as English text. */
export const noticeOf = async (db: Db, id: number) => storedText((await campaignOf(db, id)).notice);
export const feedRows = (db: Db, id: number) =>
  db.selectFrom('campaign_feed').selectAll().where('campaign_id', '=', id).orderBy('id').execute();

/** The titles shown by sections in HTML. */
export const titlesIn = (html: string) => [...html.matchAll(/">(\w+)<\/a><\/p>/g)].map((match) => match[1]);

/** The titles sent to each recipient, by recipient number. */
export const sentTitles = (sink: Sink) =>
  Object.fromEntries(
    sink.received
      .map(({ to, source }) => {
        const html = source.replaceAll('=\r\n', '').replaceAll('=3D', '=');
        return [to.replace(/\D+/g, ''), titlesIn(html)] as const;
      })
      .toSorted(([a], [b]) => Number(a) - Number(b)),
  );
