// The autoresponders of a list as chains: those that follow the same event, in the order of their
// delays, with the people who wait for each.

import { followedCampaigns } from '../../campaigns/autoresponder/follow.ts';
import {
  type Delay,
  dueAt,
  dueWindow,
  type Follow,
  type FollowedEvent,
  followOf,
  startOf,
} from '../../campaigns/autoresponder/follow-rules.ts';
import { parsedOptions } from '../../campaigns/options.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { type Standing, type Waiting, waitingFor } from '../../schedules/followed-events.ts';
import type { Db } from '../../storage/db.ts';
import type { List } from '../../storage/tables.ts';
import { type OverviewRow, overviewRows } from '../overview/queries.ts';
import { campaignsOfNumbers, type FollowedCampaign, type StepRow, stepsOf } from './queries.ts';

/** Autoresponders that one answer has. */
export const MOST_STEPS = 100;

/**
 * The people who wait for a step. `inADay`: those whose mail is due within a day, or was due while
 * it was paused. Times in ms; `last` null: there are more than were looked at.
 */
export type StepWaiting = { people: number; inADay: number; next: number | null; last: number | null; isMore: boolean };

/** One autoresponder; `waiting` undefined where nobody waits: it has not started, or has ended. */
export type Step = { campaign: OverviewRow; follow: Follow; waiting: StepWaiting | undefined };

/** The steps after one event; `campaign` undefined: they follow the list, or a removed campaign. */
export type Chain = { event: FollowedEvent['event']; campaign: FollowedCampaign | undefined; steps: Step[] };

/** The chains of a list; `at` is now, in ms. */
export async function chainsOf(
  db: Db,
  list: Pick<List, 'id' | 'customer_id'>,
  { timeZone, at }: { timeZone: string; at: number },
): Promise<{ chains: Chain[]; isCut: boolean }> {
  const found = await stepsOf(db, list, MOST_STEPS + 1);
  const rows = found.slice(0, MOST_STEPS).map((row) => ({ row, follow: followOf(parsedOptions(row)) }));
  const ids = rows.map(({ row }) => row.id);
  const overviews = new Map((await overviewRows(db, list.customer_id, ids)).map((one) => [one.id, one]));
  const numbers = rows.flatMap(({ follow: { followed } }) =>
    'campaignNumber' in followed ? followed.campaignNumber : [],
  );
  const campaigns = await campaignsOfNumbers(db, list.customer_id, [...new Set(numbers)]);
  const campaignOf = ({ followed }: Follow) =>
    'campaignNumber' in followed ? campaigns.find(({ number }) => number === followed.campaignNumber) : undefined;
  const following = rows.filter(({ row }) => isFollowing(row, at));
  const whose = following.map(({ follow }) => ({ customerId: list.customer_id, followed: follow.followed }));
  const followed = await followedCampaigns(db, whose);
  const standings = following.map(({ row, follow }, n) => standingOf(row, follow, followed[n] ?? [], { timeZone, at }));
  const waiting = await waitingFor(db, standings);
  const steps = rows.flatMap(({ row, follow }): Step[] => {
    const campaign = overviews.get(row.id);
    const waits = waiting.get(row.id);
    return campaign ? [{ campaign, follow, waiting: waits && dueOf(waits, follow.delay, timeZone) }] : [];
  });
  const chains = [...Map.groupBy(steps, ({ follow }) => JSON.stringify(follow.followed)).values()].map((some) => {
    const [{ follow }] = some as [Step];
    return { event: follow.followed.event, campaign: campaignOf(follow), steps: some.sort(byDelay) };
  });
  return { chains: chains.sort(byEvent), isCut: found.length > MOST_STEPS };
}

/** Whether people wait for it: it has started, and was neither ended nor put off. */
function isFollowing(row: StepRow, at: number): boolean {
  const { status, freeze_done: isEnded, followed_at: followedAt, started_at: startedAt, send_at: sendAt } = row;
  if (isEnded) return false;
  if (status === 'paused') return (followedAt ?? startedAt) !== null;
  return status === 'sending' && (followedAt !== null || (sendAt !== null && sendAt <= at));
}

function standingOf(
  row: StepRow,
  follow: Follow,
  campaignIds: readonly number[],
  { timeZone, at }: { timeZone: string; at: number },
): Standing {
  const { event } = follow.followed;
  const from = { at: follow.includesCurrent ? 0 : startOf(row), id: 0 };
  return {
    campaignId: row.id,
    customerId: row.customer_id,
    listId: row.list_id,
    followed: event === 'subscribe' ? { event } : { event, campaignIds },
    after: row.followed_at === null ? from : { at: row.followed_at, id: row.followed_id },
    includesImported: follow.includesImported,
    soon: dueWindow(at + DAY_MS, follow.delay, timeZone).through,
  };
}

function dueOf({ people, soon, first, last, isMore }: Waiting, delay: Delay, timeZone: string): StepWaiting {
  const due = (event: number | null) => (event === null ? null : dueAt(event, delay, timeZone));
  return { people, inADay: soon, next: due(first), last: isMore ? null : due(last), isMore };
}

/** Roughly, for their order alone. */
const UNIT_MS: Readonly<Record<Delay['unit'], number>> = {
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30.44 * DAY_MS,
  year: 365.25 * DAY_MS,
};

const lengthOf = ({ follow: { delay } }: Step) => delay.value * UNIT_MS[delay.unit];

function byDelay(a: Step, b: Step): number {
  return lengthOf(a) - lengthOf(b) || a.campaign.id - b.campaign.id;
}

const EVENTS: readonly FollowedEvent['event'][] = ['subscribe', 'sent', 'open'];

/** Subscribing first, then campaigns as they were made; what is left of removed ones at the end. */
function byEvent(a: Chain, b: Chain): number {
  const placeOf = ({ event, campaign }: Chain) => (event === 'subscribe' ? 0 : (campaign?.number ?? Infinity));
  const [one, other] = [placeOf(a), placeOf(b)];
  return (one === other ? 0 : one - other) || EVENTS.indexOf(a.event) - EVENTS.indexOf(b.event);
}
