// Merge tags that are dates, in the customer's time zone.
import { formatCalendarTime, formatShortTime } from '../../kernel/clock.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { LAST_SENT_TAG } from './last-sent.ts';
import type { MergeSource } from './source.ts';

/** What tags of now are made from. */
type Moment = { at: number; customer: Pick<MergeSource['customer'], 'time_zone'> };
type DateTag<Source> = [tag: string, give: (source: Source) => string];

/** Part of the calendar text `Y-m-d H:i:s` of the moment the message is made. */
const now = ({ at, customer }: Moment, start: number, end: number) =>
  formatCalendarTime(at, customer.time_zone).slice(start, end);

const calendar = (pick: (source: MergeSource) => number | null | undefined) => (source: MergeSource) => {
  const at = pick(source);
  return at == null ? '' : formatCalendarTime(at, source.customer.time_zone);
};

/** The moment the message is made. */
export const nowTags: readonly DateTag<Moment>[] = [
  ['CURRENT_YEAR', (source) => now(source, 0, 4)],
  ['CURRENT_MONTH', (source) => now(source, 5, 7)],
  ['CURRENT_DAY', (source) => now(source, 8, 10)],
  ['CURRENT_DATE', currentDate],
  ['CURRENT_MONTH_FULL_NAME', monthName],
  ['DATE', (source) => now(source, 0, 10)],
  ['DATETIME', (source) => now(source, 0, 19)],
];

export const dateTags: readonly DateTag<MergeSource>[] = [
  ...nowTags,
  ['CAMPAIGN_SEND_AT', calendar(({ campaign }) => campaign.send_at)],
  ['CAMPAIGN_STARTED_AT', calendar(({ campaign }) => campaign.started_at)],
  ['CAMPAIGN_DATE_ADDED', calendar(({ campaign }) => campaign.created_at)],
  ['SUBSCRIBER_DATE_ADDED', calendar(({ subscriber }) => subscriber.created_at)],
  ['SUBSCRIBER_OPTIN_DATE', calendar(({ subscriber }) => subscriber.created_at)],
  ['SUBSCRIBER_CONFIRM_DATE', calendar(({ subscriber }) => subscriber.confirmed_at)],
  [LAST_SENT_TAG, calendar(({ lastSentAt }) => lastSentAt)],
  [
    'SUBSCRIBER_DATE_ADDED_LOCALIZED',
    ({ subscriber, customer }) => formatShortTime(subscriber.created_at, customer.time_zone, customer.locale),
  ],
];

/** m/d/Y */
function currentDate(source: Moment): string {
  const [year, month, day] = now(source, 0, 10).split('-');
  return `${month}/${day}/${year}`;
}

const months = whenNeeded(() => new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }));

function monthName(source: Moment): string {
  return months().format(Date.UTC(2000, Number(now(source, 5, 7)) - 1, 1));
}
