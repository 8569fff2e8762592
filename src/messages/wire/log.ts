// The message log as answers show it (wire contract, section 9), and as CSV.
import { z } from 'zod';
import { messageIdOf } from '../../campaigns/message-id.ts';
import { MAX_ATTEMPTS } from '../../campaigns/rules.ts';
import type { Through } from '../../campaigns/several-lists/through.ts';
import { csvLine } from '../../csv/write.ts';
import type { FormObject } from '../../http/form/decode.ts';
import { csvQuery } from '../../http/members/csv-file.ts';
import * as declare from '../../http/members/declare.ts';
import { count, numberText, said, timeOrNull, uid, yesNo } from '../../http/members/described.ts';
import { optional } from '../../http/members/member.ts';
import { pageOf, pageQuery, readMembers, recordOf } from '../../http/members/schema.ts';
import { formatCalendarTime } from '../../kernel/clock.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { Campaign } from '../../storage/tables.ts';
import type { LogEntry, LogFilter } from '../log/log.ts';
import { LOG_FILTERS, LOG_STATUSES, LOGGED, relayNameOf, type WantedStatus } from '../log/status.ts';
import { wordsOf } from '../reasons.ts';

/**
 * What an entry's texts need besides the message. `hostname` is that of the installation's base
 * address.
 */
export type LogContext = {
  campaign: Pick<Campaign, 'uid'>;
  listUid: string;
  timeZone: string;
  hostname: string;
};

/** One message of the log. Times are `Y-m-d H:i:s` in the customer's time zone. */
export function toWireLogEntry(entry: LogEntry & Through, { campaign, listUid, timeZone, hostname }: LogContext) {
  const time = (at: number | null) => (at === null ? null : formatCalendarTime(at, timeZone));
  return {
    campaign: { campaign_uid: campaign.uid, list: { list_uid: entry.list_uid ?? listUid } },
    subscriber: {
      subscriber_uid: entry.subscriber_uid ?? '',
      ...(entry.list_uid !== undefined && { list_uid: entry.list_uid }),
      email: entry.email ?? '',
    },
    message: wordsOf(entry) ?? '',
    retries: String(retriesOf(entry)),
    max_retries: String(MAX_ATTEMPTS - 1),
    email_message_id: idOf(entry, campaign.uid, hostname),
    delivery_confirmed: entry.state === 'accepted' ? 'yes' : 'no',
    status: entry.status,
    date_added: time(lastTouched(entry)) ?? '',
    state: entry.state,
    attempts: entry.attempts,
    next_attempt_at: time(entry.next_attempt_at),
    relay: relayNameOf(entry),
    in_flight_at: time(entry.in_flight_at),
    finished_at: time(entry.finished_at),
    opened_at: time(entry.opened_at),
    clicked_at: time(entry.clicked_at),
    unsubscribed_at: time(entry.unsubscribed_at),
  };
}

const retriesOf = ({ attempts }: LogEntry) => Math.max(attempts - 1, 0);

/** When the state was reached: the outcome, or the last try of a deferred message. */
const lastTouched = (entry: LogEntry) => entry.finished_at ?? entry.in_flight_at ?? entry.deferred_since;

/** Empty for a subscriber who is gone, whose uid was part of the id. */
function idOf({ subscriber_uid }: LogEntry, campaignUid: string, hostname: string): string {
  return subscriber_uid === null ? '' : messageIdOf(campaignUid, subscriber_uid, hostname);
}

const COLUMNS = [
  'email',
  'subscriber_uid',
  'status',
  'state',
  'message',
  'attempts',
  'relay',
  'next_attempt_at',
  'in_flight_at',
  'finished_at',
  'opened_at',
  'clicked_at',
  'unsubscribed_at',
  'email_message_id',
] as const;

/** The log as CSV, piece by piece, with a header line. Times are ISO 8601 in UTC. */
export async function* logAsCsv(
  pieces: AsyncIterable<readonly LogEntry[]>,
  { campaign, hostname }: Pick<LogContext, 'campaign' | 'hostname'>,
): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for await (const entries of pieces) {
    yield entries.map((entry) => csvLine(cellsOf(entry, campaign.uid, hostname))).join('');
  }
}

function cellsOf(entry: LogEntry, campaignUid: string, hostname: string): string[] {
  const cells: Record<(typeof COLUMNS)[number], string> = {
    email: entry.email ?? '',
    subscriber_uid: entry.subscriber_uid ?? '',
    status: entry.status,
    state: entry.state,
    message: wordsOf(entry) ?? '',
    attempts: String(entry.attempts),
    relay: relayNameOf(entry) ?? '',
    next_attempt_at: isoTime(entry.next_attempt_at),
    in_flight_at: isoTime(entry.in_flight_at),
    finished_at: isoTime(entry.finished_at),
    opened_at: isoTime(entry.opened_at),
    clicked_at: isoTime(entry.clicked_at),
    unsubscribed_at: isoTime(entry.unsubscribed_at),
    email_message_id: idOf(entry, campaignUid, hostname),
  };
  return COLUMNS.map((name) => cells[name]);
}

// Date is many times faster than Temporal, which matters with a million rows.
const isoTime = (at: number | null) => (at === null ? '' : new Date(at).toISOString());

const filters = optional({
  status: declare.oneOf(
    'Only messages with this status, or in this state; ds-dp-reject and hdl-by-sg-cmp never occur here.',
    LOG_FILTERS,
    { fold: declare.lower },
  ),
  subscriber_uid: declare.text('Only the message to this subscriber.'),
  email: declare.text('Only the message to this address.'),
});

/**
 * The filters of a query; some clients write absent ones as "undefined". @throws AppError `invalid`
 */
export function readLogFilter(query: FormObject): LogFilter {
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== 'undefined'));
  const { values, faults } = readMembers(filters, given);
  throwFaults(faults);
  return { status: values.status, subscriberUid: values.subscriber_uid, email: values.email };
}

/** Reads a filter by status alone. @throws AppError `invalid` */
export const readStatusFilter = (query: FormObject): WantedStatus | undefined =>
  readLogFilter({ status: query['status'] ?? null }).status;

const statusText = whenNeeded(() => z.enum(LOG_STATUSES).describe('Its outcome, as named in this interface.'));

export const statusQuery = whenNeeded(() => z.object({ status: filters.status, ...csvQuery }));

export const logQuery = whenNeeded(() => z.object({ ...pageQuery, ...filters }));

const at = (about: string) => timeOrNull(`${about} \`Y-m-d H:i:s\` in the customer’s time zone, or null.`);

export const logEntry = whenNeeded(() =>
  z
    .strictObject({
      campaign: z
        .strictObject({
          campaign_uid: uid('Id of the campaign.'),
          list: z
            .strictObject({ list_uid: uid('Id of the list.') })
            .describe(
              'Its list; in lists of messages, for a campaign to several lists, the one through which the subscriber got it, or the campaign’s first one for a deleted subscriber.',
            ),
        })
        .describe('The campaign.'),
      subscriber: z
        .strictObject({
          subscriber_uid: uid('Id of the subscriber.'),
          list_uid: uid(
            'In lists of messages, for a campaign to several lists: the one through which the subscriber got it. Absent for a campaign to one list, or if the subscriber was deleted.',
          ).optional(),
          email: said('Address.'),
        })
        .describe('The subscriber; empty strings for a deleted one.'),
      message: said('Last answer of the mail server, or what happened instead.'),
      retries: numberText('Attempts after the first.'),
      max_retries: numberText('Number of retries after which a repeatedly deferred message is given up.'),
      email_message_id: said('Its Message-ID, without angle brackets; empty if the subscriber was deleted.'),
      delivery_confirmed: yesNo('Whether a mail server accepted it.'),
      status: statusText(),
      date_added: said('When it reached this state, `Y-m-d H:i:s` in the customer’s time zone.'),
      state: z.enum(LOGGED).describe('Its exact state.'),
      attempts: count('Number of attempts.'),
      next_attempt_at: at('When it is tried again.'),
      relay: z
        .string()
        .nullable()
        .describe(
          'The delivery server that answered last; `smtp://host:port` or `test inbox` for the one configured at that time.',
        ),
      in_flight_at: at('When it was last handed to a mail server.'),
      finished_at: at('When its outcome was known.'),
      opened_at: at('When it was first opened.'),
      clicked_at: at('When a link was first clicked.'),
      unsubscribed_at: at('When the subscriber unsubscribed through it.'),
    })
    .meta({ id: 'DeliveryLog', description: 'The outcome of a message of a campaign.' }),
);

export const logAnswer = pageOf(logEntry);
export const logEntryAnswer = recordOf(logEntry);
export const csvAnswer = whenNeeded(() => z.string().describe('CSV with a header line.'));
