// The calendar: which days are asked for, and how they are answered.

import { z } from 'zod';
import { STATUSES } from '../../campaigns/rules.ts';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { count, said, time, uid } from '../../http/members/described.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers, successAnswer } from '../../http/members/schema.ts';
import { DAY_ALONE } from '../../http/members/time-patterns.ts';
import { formatCalendarTime, isoOrNull } from '../../kernel/clock.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { instant, instantOrNull, iso } from '../wire.ts';
import { type Entry, KINDS, MOST_ENTRIES } from './calendar.ts';
import type { Range } from './queries.ts';

/** Days of one answer; years ahead that can be asked for. */
const MOST_DAYS = 100;
const YEARS_AHEAD = 2;
const DAYS_WITHOUT_END = 30;

const day = (about: string) =>
  declare.text(`${about} \`Y-m-d\` in the customer’s time zone.`, {
    max: 10,
    json: DAY_ALONE,
    check: (sent, label) => (dayOf(sent) === undefined ? say('campaign-calendar-day', { label }) : undefined),
  });

const members = optional({
  from: day('The first day. Defaults to today.'),
  to: day(
    `The last day, at most ${MOST_DAYS} days including the first, and at most ${YEARS_AHEAD} years ahead. Defaults to ${DAYS_WITHOUT_END} days after the first.`,
  ),
});
export const calendarQuery = whenNeeded(() => z.object(members));

function dayOf(text: string): Temporal.PlainDate | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' });
  } catch {
    return undefined;
  }
}

/** The days that are asked for, and when they begin and end. */
export type Days = { from: Temporal.PlainDate; to: Temporal.PlainDate; range: Range };

/** `at` is now, ms. @throws AppError `invalid` */
export function readCalendar(query: FormObject, { timeZone, at }: { timeZone: string; at: number }): Days {
  const { values, faults } = readMembers(members, query);
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate();
  const from = dayOf(values.from ?? '') ?? today;
  const to = dayOf(values.to ?? '') ?? from.add({ days: DAYS_WITHOUT_END });
  const furthest = today.add({ years: YEARS_AHEAD });
  const later = (a: Temporal.PlainDate, b: Temporal.PlainDate) => Temporal.PlainDate.compare(a, b) > 0;
  if (later(from, to)) faults['to'] ??= say('campaign-calendar-order');
  else if (from.until(to).days >= MOST_DAYS) faults['to'] ??= say('campaign-calendar-long', { most: MOST_DAYS });
  else if (later(to, furthest))
    faults['to'] ??= say('campaign-calendar-far', { furthest: String(furthest), years: YEARS_AHEAD });
  throwFaults(faults);
  const begin = (date: Temporal.PlainDate) => date.toZonedDateTime(timeZone).epochMilliseconds;
  return { from, to, range: { from: begin(from), to: begin(to.add({ days: 1 })) } };
}

function toWireEntry({ kind, at, campaign }: Entry, timeZone: string) {
  const { uid: campaignUid, list_uid: listUid } = campaign;
  return {
    kind,
    at: iso(at),
    local_time: formatCalendarTime(at, timeZone),
    campaign_uid: campaignUid,
    name: campaign.name,
    subject: campaign.subject,
    status: campaign.status,
    list: listUid === null ? null : { list_uid: listUid, name: campaign.list_name ?? '' },
    segment: campaign.segment_name,
    parent_campaign_uid: campaign.parent_uid,
    audience: kind === 'run' ? 0 : campaign.audience,
    accepted: kind === 'run' ? 0 : campaign.accepted,
  };
}

export function toWireCalendar(
  { from, to }: Days,
  { entries, until }: { entries: readonly Entry[]; until: number | undefined },
  timeZone: string,
) {
  return {
    time_zone: timeZone,
    from: from.toString(),
    to: to.toString(),
    records: entries.map((entry) => toWireEntry(entry, timeZone)),
    complete_until: isoOrNull(until ?? null),
  };
}

const entry = whenNeeded(() =>
  z
    .strictObject({
      kind: z
        .enum(KINDS)
        .describe(
          '`began`: sending began then; `begins`: it begins then; `run`: a run of a recurring campaign is made then; `test_ends`: the winner of its A/B test is determined then; `test_decided`: it was determined.',
        ),
      at: instant('When.'),
      local_time: time('The same in the customer’s time zone, `Y-m-d H:i:s`.'),
      campaign_uid: uid('Id of the campaign; for a future run, of the recurring campaign.'),
      name: said('Its name.'),
      subject: said('Its subject.'),
      status: z.enum(STATUSES).describe('Its status. A `paused` campaign sends nothing until it is resumed.'),
      list: z
        .strictObject({ list_uid: uid('Id of the list.'), name: said('Its name.') })
        .nullable()
        .describe('The list, or the first of several; null if it was deleted.'),
      segment: said('The name of the segment; null for the whole list.').nullable(),
      parent_campaign_uid: uid('For a run that was made: the recurring campaign; otherwise null.').nullable(),
      audience: count('Number of recipients: 0 until it begins; for an A/B test, all its parts together.'),
      accepted: count('Recipients whose mail server accepted it.'),
    })
    .meta({ id: 'CalendarEntry', description: 'An event of a campaign at a given time.' }),
);

export const calendarAnswer = successAnswer(() => ({
  data: z
    .strictObject({
      time_zone: said('The time zone of the days.'),
      from: said('The first day.'),
      to: said('The last day.'),
      records: z.array(entry()).describe('In chronological order.'),
      complete_until: instantOrNull(
        `Up to when the entries are complete, if there are more than fit: an answer has at most ${MOST_ENTRIES} entries. Ask again from there.`,
      ),
    })
    .describe('What was sent and what will be sent.'),
}));
