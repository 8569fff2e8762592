// Which events an autoresponder follows, and when its message is due after the event. Pure.
//
// Minutes and hours are exact durations. Days, weeks, months and years are those of the customer's
// calendar: the local clock shows the same time, so a day may last 23 or 25 hours. A month that
// lacks the day has its last day instead; a time that DST skips becomes the first instant after the
// gap; one that comes twice is the earlier.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/durations.ts';
import type { Campaign } from '../../storage/tables.ts';
import type { CampaignOptions, TIME_UNITS } from '../options.ts';

/**
 * What an autoresponder follows: subscribing to its list, or what happened to the messages of a
 * campaign.
 */
export type FollowedEvent = { event: 'subscribe' } | { event: 'open' | 'sent'; campaignNumber: number };

/** An autoresponder's options as its engine reads them. */
export type Follow = {
  followed: FollowedEvent;
  delay: Delay;
  /**
   * Whether subscribers that came with an imported file are followed. Always, where they did
   * something themselves or got a mail: it is their subscribing that was no act of theirs.
   */
  includesImported: boolean;
  /** Whether events from before the autoresponder's start are followed. */
  includesCurrent: boolean;
};

/** Reads the options of an autoresponder. */
export function followOf(options: CampaignOptions): Follow {
  const followed = followedBy(options);
  return {
    followed,
    delay: { unit: options.autoresponder_time_unit, value: options.autoresponder_time_value },
    includesImported: followed.event !== 'subscribe' || options.autoresponder_include_imported === 'yes',
    includesCurrent: options.autoresponder_include_current === 'yes',
  };
}

function followedBy(options: CampaignOptions): FollowedEvent {
  switch (options.autoresponder_event) {
    case 'AFTER-SUBSCRIBE':
      return { event: 'subscribe' };
    case 'AFTER-CAMPAIGN-OPEN':
      return { event: 'open', campaignNumber: options.autoresponder_open_campaign_id ?? 0 };
    case 'AFTER-CAMPAIGN-SENT':
      return { event: 'sent', campaignNumber: options.autoresponder_sent_campaign_id ?? 0 };
  }
}

/** Where an autoresponder is among its events, and the instant from which on they count, ms. */
export type Place = Pick<Campaign, 'started_at' | 'followed_at' | 'followed_id'>;

/**
 * Where an autoresponder that has started goes on when its options change at `at` (ms). Those of
 * before are looked at only where they are included: of another event, what is due already is
 * passed over, as nobody asked for a mail to all of them.
 * @returns undefined where it stays
 */
export function placeAfter(
  before: { options: CampaignOptions } & Pick<Place, 'started_at' | 'followed_at'>,
  after: CampaignOptions,
  { at, timeZone }: { at: number; timeZone: string },
): Partial<Place> | undefined {
  const { started_at: start, followed_at: place } = before;
  if (start === null) return undefined;
  const [was, is] = [followOf(before.options), followOf(after)];
  const isOther = JSON.stringify(was.followed) !== JSON.stringify(is.followed);
  if (is.includesCurrent) {
    const includesMore = isOther || !was.includesCurrent || (is.includesImported && !was.includesImported);
    return includesMore ? { followed_at: null, followed_id: 0 } : undefined;
  }
  if (!isOther && place !== null) return place < start ? { followed_at: start, followed_id: 0 } : undefined;
  const from = Math.max(start, dueWindow(at, is.delay, timeZone).through + 1);
  return { started_at: from, followed_at: from, followed_id: 0 };
}

/**
 * When an autoresponder started; earlier events count only when current subscribers are included.
 * It is the send time, or the time it was put to sending if that is later, not the time a worker
 * noticed it: who subscribes in between is new.
 */
export function startOf(campaign: Pick<Campaign, 'started_at' | 'send_at' | 'updated_at'>): number {
  return campaign.started_at ?? Math.max(campaign.send_at ?? 0, campaign.updated_at);
}

/** Time between event and message; `value` is whole and not negative. */
export type Delay = { unit: (typeof TIME_UNITS)[number]; value: number };

/** Instants in ms, both included. */
export type Span = { from: number; to: number };

/**
 * The events whose messages are due. As a rule these are all up to an instant (`through`). A few
 * later ones may be due already (`ahead`): on the last day of February those of January 28 to 31
 * are due at their times of day; and an event at the second 02:30 of a night in autumn is due
 * before one at the first 02:45.
 */
export type DueWindow = { through: number; ahead: Span[] };

const EXACT_MS: Partial<Record<Delay['unit'], number>> = { minute: MINUTE_MS, hour: HOUR_MS };
const MONTHS: Partial<Record<Delay['unit'], number>> = { month: 1, year: 12 };
const DAYS: Partial<Record<Delay['unit'], number>> = { day: 1, week: 7 };

/** When the message for an event at `eventAt` is due, in ms. */
export function dueAt(eventAt: number, { unit, value }: Delay, timeZone: string): number {
  const exact = EXACT_MS[unit];
  if (exact !== undefined || value === 0) return eventAt + (exact ?? 0) * value;
  const local = localTime(eventAt, timeZone);
  const months = MONTHS[unit];
  const target = months ? local.add({ months: months * value }) : local.add({ days: (DAYS[unit] ?? 1) * value });
  return instantOf(target, timeZone);
}

/** No rest is longer. */
export const LONGEST_REST_MS = DAY_MS;
/** Events up to so long ago are all written, ms. */
const ALL_WRITTEN_MS = HOUR_MS;
/**
 * So much sooner than the first event others may be due that come after it: days and weeks by DST,
 * months also because those of the last days of a long month are due on one day.
 */
const SOONER_MS: Partial<Record<Delay['unit'], number>> = {
  day: 3 * HOUR_MS,
  week: 3 * HOUR_MS,
  month: DAY_MS + 3 * HOUR_MS,
  year: DAY_MS + 3 * HOUR_MS,
};

/**
 * Before when nothing can be due of events that are not due at `now`, ms.
 * @param first the instant of the first of them that is known; undefined: there is none yet
 */
export function restUntil(now: number, delay: Delay, timeZone: string, first?: number): number {
  const event = Math.min(first ?? now, now - ALL_WRITTEN_MS);
  return Math.min(dueAt(event, delay, timeZone) - (SOONER_MS[delay.unit] ?? 0), now + LONGEST_REST_MS);
}

/** The events that are due at `now` (ms): exactly those for which `dueAt` is not later. */
export function dueWindow(now: number, { unit, value }: Delay, timeZone: string): DueWindow {
  const exact = EXACT_MS[unit];
  if (exact !== undefined || value === 0) return { through: now - (exact ?? 0) * value, ahead: [] };
  const target = latestDue(now, timeZone);
  const months = MONTHS[unit];
  if (!months) return upTo(target.subtract({ days: (DAYS[unit] ?? 1) * value }), timeZone);
  const month = target
    .toPlainDate()
    .toPlainYearMonth()
    .subtract({ months: months * value });
  const isShorter = target.day > month.daysInMonth;
  const last = isShorter ? month.toPlainDate({ day: month.daysInMonth }) : month.toPlainDate({ day: target.day });
  const window = upTo(last.toPlainDateTime(isShorter ? END_OF_DAY : target.toPlainTime()), timeZone);
  if (target.day < target.daysInMonth) return window;
  // Days that the target month lacks are due on its last day.
  for (let day = target.day + 1; day <= month.daysInMonth; day++) {
    const date = month.toPlainDate({ day });
    const from = instantOf(date.toPlainDateTime(), timeZone);
    const { through, ahead } = upTo(date.toPlainDateTime(target.toPlainTime()), timeZone);
    window.ahead.push({ from, to: through }, ...ahead);
  }
  return { ...window, ahead: window.ahead.filter(({ from, to }) => from <= to) };
}

const END_OF_DAY = Temporal.PlainTime.from('23:59:59.999');

function localTime(at: number, timeZone: string): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDateTime();
}

/** How a calendar time maps to instants: `skipped` by DST, `twice`, or `once`. */
type LocalTime =
  | { kind: 'once'; at: number }
  /** `from` is the first instant after the gap. */
  | { kind: 'skipped'; from: number }
  /** `again` is the instant at which the clock was put back. */
  | { kind: 'twice'; first: number; again: number; second: number };

function place(local: Temporal.PlainDateTime, timeZone: string): LocalTime {
  const earlier = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  const later = local.toZonedDateTime(timeZone, { disambiguation: 'later' });
  if (earlier.epochMilliseconds === later.epochMilliseconds) return { kind: 'once', at: earlier.epochMilliseconds };
  const change = changeBefore(later);
  if (!earlier.toPlainDateTime().equals(local)) return { kind: 'skipped', from: change };
  return { kind: 'twice', first: earlier.epochMilliseconds, again: change, second: later.epochMilliseconds };
}

/** The last change of the zone's offset at or before a time, ms. */
function changeBefore(time: Temporal.ZonedDateTime): number {
  return time.add({ milliseconds: 1 }).getTimeZoneTransition('previous')?.epochMilliseconds ?? 0;
}

function instantOf(local: Temporal.PlainDateTime, timeZone: string): number {
  const placed = place(local, timeZone);
  return placed.kind === 'once' ? placed.at : placed.kind === 'twice' ? placed.first : placed.from;
}

/**
 * The latest calendar time whose instant is not after `now`. While an hour is repeated, all of that
 * hour counts as past.
 */
function latestDue(now: number, timeZone: string): Temporal.PlainDateTime {
  const local = localTime(now, timeZone);
  const placed = place(local, timeZone);
  return placed.kind === 'twice' && placed.first < now ? localTime(placed.again - 1, timeZone) : local;
}

/** The instants at which the clock shows at most `local`, back to the last time it was put back. */
function upTo(local: Temporal.PlainDateTime, timeZone: string): DueWindow {
  const placed = place(local, timeZone);
  if (placed.kind === 'once') return { through: placed.at, ahead: [] };
  if (placed.kind === 'skipped') return { through: placed.from - 1, ahead: [] };
  return { through: placed.first, ahead: [{ from: placed.again, to: placed.second }] };
}
