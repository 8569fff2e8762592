// Autoresponders. No table holds waiting subscribers: an event is an existing row, and an
// autoresponder stores a position in the order of its events. The events between that position and
// the latest due one become messages, a chunk at a time, in one transaction with the position. A
// million events that are not due yet cost one index probe.

import { type SqlBool, sql } from 'kysely';
import {
  type Autoresponder,
  autorespondersUnderWay,
  beginFollowing,
  type EventKey,
  endRestsAhead,
  followedCampaigns,
  holdFollowing,
  moveFollowing,
  pauseSwitchedOffFollowers,
  restFollowers,
} from '../campaigns/autoresponder/follow.ts';
import {
  type Delay,
  type DueWindow,
  dueWindow,
  type Follow,
  followOf,
  LONGEST_REST_MS,
  restUntil,
  type Span,
  startOf,
} from '../campaigns/autoresponder/follow-rules.ts';
import { addToCounter } from '../campaigns/counters.ts';
import { logged } from '../campaigns/delivery/logged.ts';
import { parsedOptions } from '../campaigns/options.ts';
import type { Clock } from '../kernel/clock.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import type { Logger } from '../kernel/log.ts';
import { remembered } from '../kernel/recent.ts';
import { fieldsOf } from '../lists/fields/queries.ts';
import { audienceCondition } from '../segments/audience.ts';
import { type Db, inTransaction, type Tx } from '../storage/db.ts';
import { troubleText } from '../storage/trouble.ts';
import {
  type EventRange,
  type Events,
  firstEvents,
  insertMessages,
  LAST_ID,
  nextEvents,
  type Piece,
  type Reach,
  reachedBy,
} from './followed-events.ts';

const CHUNK = 2_000;
/**
 * An event may be written this long after its instant: transactions take time, and clocks of nodes
 * differ.
 */
const LATE_MS = 10 * MINUTE_MS;
/** Most late events are written within this time. */
const SOON_MS = 5_000;
/** An autoresponder rests at least so long, and as many are noted with one statement. */
const WORTH_MS = 30 * MINUTE_MS;
const RESTING = 500;

/** `mayGoOn`: called before each step. `chunk`: events of one transaction. */
export type FollowOptions = { db: Db; clock: Clock; log: Logger; mayGoOn(): boolean; chunk?: number };

type Follower = { campaign: Autoresponder; follow: Follow; events: Events; window: DueWindow; from: number };

/** Creates the messages that are due now. Call it every second or so. */
export async function followEvents(options: FollowOptions): Promise<void> {
  const { db, clock, log, mayGoOn, chunk = CHUNK } = options;
  await pauseSwitchedOffFollowers(db, clock.now());
  // Autoresponders take turns, and the clock is read again after each round: one with much to do
  // delays no other.
  for (let more = true; more && mayGoOn(); ) {
    more = false;
    const now = clock.now();
    const followers = await followersAt(db, now);
    const first = await firstEvents(db, followers.map(wantedNext));
    const due = new Set(followers.filter((follower) => isDue(follower, first)).map(({ campaign }) => campaign.id));
    const spansOf = (follower: Follower) => [lateSpan(follower, now, SOON_MS)];
    const late = await withEventsIn(db, followers, spansOf);
    for (const follower of followers) {
      if (!mayGoOn()) return;
      const { id } = follower.campaign;
      if (!due.has(id) && !late.has(id)) continue;
      const act = due.has(id)
        ? () => followChunk(db, follower, now, chunk)
        : () => followAnew(db, follower, spansOf(follower), { now, chunk, mayGoOn });
      more = (await reported(follower, log, act)) || more;
    }
    const others = followers.filter(({ campaign: { id } }) => !due.has(id) && !late.has(id));
    await letRest(db, others, first, now);
  }
}

/** Lets those rest that have nothing to do for so long that it is worth a change of their row. */
async function letRest(db: Db, followers: readonly Follower[], first: ReadonlyMap<number, number>, now: number) {
  const known = new Map<string, number>(); // of most no event is known, and many have the same delay
  const untilOf = ({ campaign: { id, time_zone }, follow: { delay } }: Follower) => {
    const event = first.get(id);
    if (event !== undefined) return restUntil(now, delay, time_zone, event);
    const key = `${delay.value} ${delay.unit} ${time_zone}`;
    const until = known.get(key) ?? restUntil(now, delay, time_zone);
    known.set(key, until);
    return until;
  };
  const resting = followers.map((follower) => ({ campaign: follower.campaign, until: untilOf(follower) }));
  const long = resting.filter(({ until }) => until >= now + WORTH_MS);
  for (let from = 0; from < long.length; from += RESTING) await restFollowers(db, long.slice(from, from + RESTING));
}

/** Whether there are events that are due and were not followed yet. */
export async function areEventsDue(db: Db, clock: Clock): Promise<boolean> {
  const followers = await followersAt(db, clock.now());
  const first = await firstEvents(db, followers.map(wantedNext));
  return followers.some((follower) => isDue(follower, first));
}

/**
 * Finds events after the position that have no message: those written late, and those due before
 * others (follow-rules.ts). Also looks at those who rest. Call it every minute or so.
 */
export async function followAgain(options: FollowOptions): Promise<void> {
  const { db, clock, log, mayGoOn, chunk = CHUNK } = options;
  const now = clock.now();
  await pauseSwitchedOffFollowers(db, now, 'all');
  await endRestsAhead(db, now, LONGEST_REST_MS);
  const followers = await followersAt(db, now);
  const spansOf = (follower: Follower) => [...follower.window.ahead, lateSpan(follower, now, LATE_MS)];
  const found = await withEventsIn(db, followers, spansOf);
  for (const follower of followers) {
    if (!found.has(follower.campaign.id) || !mayGoOn()) continue;
    await reported(follower, log, () => followAnew(db, follower, spansOf(follower), { now, chunk, mayGoOn }));
  }
}

/** Logs a failure, so that it does not stop the others; it is retried in the next round. */
async function reported({ campaign }: Follower, log: Logger, act: () => Promise<boolean>): Promise<boolean> {
  try {
    return await act();
  } catch (error) {
    log.error({ event: 'autoresponder.failed', ...logged(campaign), reason: troubleText(error) });
    return false;
  }
}

async function followersAt(db: Db, now: number): Promise<Follower[]> {
  const followers: Follower[] = [];
  const windowOf = windowsAt(now);
  const underWay = (await autorespondersUnderWay(db, now)).map((read) => ({ read, follow: readFollow(read.options) }));
  const whose = underWay.map(({ read, follow }) => ({ customerId: read.customer_id, followed: follow.followed }));
  const campaignIds = await followedCampaigns(db, whose);
  for (const [index, { read, follow }] of underWay.entries()) {
    const { event } = follow.followed;
    const events = event === 'subscribe' ? { event } : { event, campaignIds: campaignIds[index] ?? [] };
    const from = follow.includesCurrent ? 0 : startOf(read);
    const window = windowOf(follow.delay, read.time_zone);
    const begun = read.followed_at === null ? await beginFollowing(db, read, from) : read;
    const campaign = begun && (await backFromAhead(db, begun, { now, to: Math.max(window.through, from) }));
    if (campaign) followers.push({ campaign, follow, events, from, window });
  }
  return followers;
}

/**
 * A clock that was ahead moved the position beyond now: what happens until then would be behind it,
 * and followed by nobody. It goes back to what is due; who has a message gets no other one.
 */
async function backFromAhead(db: Db, campaign: Autoresponder, { now, to }: { now: number; to: number }) {
  if ((campaign.followed_at ?? 0) <= now) return campaign;
  const isMoved = await moveFollowing(db, campaign, { at: to, id: 0 });
  return isMoved ? { ...campaign, followed_at: to, followed_id: 0 } : undefined;
}

/** Thousands of autoresponders are read each second, and their options seldom change. */
const readFollow = remembered(5_000, (options) => followOf(parsedOptions({ options })));

/** What is due at an instant (ms), by delay and zone: many autoresponders have the same. */
function windowsAt(now: number): (delay: Delay, timeZone: string) => DueWindow {
  const known = new Map<string, DueWindow>();
  return (delay, timeZone) => {
    const key = `${delay.value} ${delay.unit} ${timeZone}`;
    const window = known.get(key) ?? dueWindow(now, delay, timeZone);
    known.set(key, window);
    return window;
  };
}

function wanted({ campaign, events }: Follower, piece: Piece): EventRange {
  const { id, list_id, customer_id } = campaign;
  return { campaignId: id, followed: events, listId: list_id, customerId: customer_id, piece };
}

const placeOf = ({ followed_at, followed_id }: Autoresponder) => ({ at: followed_at ?? 0, id: followed_id });

/** All that are still to be followed, whether they are due or not. */
function wantedNext(follower: Follower): EventRange {
  return wanted(follower, { after: placeOf(follower.campaign), to: { at: LAST_ID, id: LAST_ID } });
}

const isDue = ({ campaign, window }: Follower, first: ReadonlyMap<number, number>): boolean =>
  (first.get(campaign.id) ?? LAST_ID) <= window.through;

function wantedNow(follower: Follower): EventRange {
  const to = { at: follower.window.through, id: LAST_ID };
  return wanted(follower, { after: placeOf(follower.campaign), to });
}

const placeIn = (follower: Follower, span: Span) => ({ at: Math.max(span.from, follower.from), id: 0 });

/**
 * The autoresponders that have events in spans of theirs: one statement for all, as most of
 * thousands have none. Who stands at an event of long ago has no span of late ones.
 */
function withEventsIn(
  db: Db,
  followers: readonly Follower[],
  spansOf: (follower: Follower) => readonly Span[],
): Promise<ReadonlyMap<number, number>> {
  const ranges = followers.flatMap((follower) =>
    spansOf(follower)
      .filter((span) => placeIn(follower, span).at <= span.to)
      .map((span) => wanted(follower, { after: placeIn(follower, span), to: { at: span.to, id: LAST_ID } })),
  );
  return firstEvents(db, ranges);
}

/** Follows one chunk. @returns whether there may be more to do */
async function followChunk(db: Db, follower: Follower, now: number, chunk: number): Promise<boolean> {
  const events = await nextEvents(db, wantedNow(follower), chunk);
  const last = events.at(-1);
  if (!last) return false;
  const reach = await reachOf(db, follower, now);
  return inTransaction(db, async (tx) => {
    if (!(await moveFollowing(tx, follower.campaign, last))) return false;
    await write(tx, reach, events);
    return true;
  });
}

/** Events of the last `ms` that are due and after the place. */
function lateSpan({ campaign, window }: Follower, now: number, ms: number): Span {
  return { from: now - ms, to: Math.min(placeOf(campaign).at, window.through) };
}

/** Creates the missing messages of a span. @returns whether there were any */
async function followAnew(
  db: Db,
  follower: Follower,
  spans: readonly Span[],
  { now, chunk, mayGoOn }: { now: number; chunk: number; mayGoOn(): boolean },
): Promise<boolean> {
  let written = false;
  for (const span of spans) {
    const to = { at: span.to, id: LAST_ID };
    let place = placeIn(follower, span);
    while (place.at <= to.at && mayGoOn()) {
      const events = await nextEvents(db, wanted(follower, { after: place, to }), chunk);
      const last = events.at(-1);
      if (!last) break;
      place = last;
      const reach = await reachOf(db, follower, now);
      const missed = await reachedBy(db, reach, events); // none, as a rule
      if (missed.length === 0) continue;
      const isWritten = await inTransaction(db, async (tx) => {
        if (!(await holdFollowing(tx, follower.campaign))) return false;
        return (await write(tx, reach, missed)) > 0;
      });
      written ||= isWritten;
    }
  }
  return written;
}

async function write(tx: Tx, reach: Reach, events: readonly EventKey[]): Promise<number> {
  const written = await insertMessages(tx, reach, events);
  if (written > 0) await addToCounter(tx, reach, { audience: written });
  return written;
}

async function reachOf(db: Db, { campaign, follow, events }: Follower, now: number): Promise<Reach> {
  const { id, list_id, segment_id, customer_id } = campaign;
  const fields = segment_id === null ? [] : await fieldsOf(db, customer_id, list_id);
  const isInSegment = await audienceCondition(db, campaign, fields, now);
  const isIncluded = follow.includesImported ? sql`1 = 1` : sql`subscriber.source <> 'import'`;
  const condition = sql<SqlBool>`${isIncluded} and ${isInSegment}`;
  return { campaignId: id, followed: events, listId: list_id, customerId: customer_id, condition };
}
