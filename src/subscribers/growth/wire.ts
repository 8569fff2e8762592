// How a list changed: what is asked for, and how it is answered.

import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { count, said } from '../../http/members/described.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers, successAnswer } from '../../http/members/schema.ts';
import { parseInstant } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { beginningsOf, type GrowthPoint, MOST_POINTS, UNITS, type Unit } from './read.ts';

const growthMembers = optional({
  by: declare.oneOf('Length of the steps, in the customer’s time zone; weeks begin on Monday.', UNITS, {
    fold: declare.lower,
    default: 'day',
  }),
  from: declare.instant(
    'The first day or week is the one that contains this time. Defaults to 30 days or 26 weeks before the end.',
  ),
  until: declare.instant(
    'The last day or week is the one before this time, or the one that contains it. Defaults to now.',
  ),
});
export const growthQuery = whenNeeded(() => z.object(growthMembers));

const STEPS: Readonly<Record<Unit, { days: number; n: number }>> = {
  day: { days: 1, n: 30 },
  week: { days: 7, n: 26 },
};

/** What is asked for: the beginnings of days or weeks. @throws AppError `invalid` */
export function readGrowth(query: FormObject, timeZone: string, at: number): { unit: Unit; beginnings: number[] } {
  const { values, faults } = readMembers(growthMembers, query);
  const unit = values.by ?? 'day';
  const instant = (text: string | undefined) => (text === undefined ? undefined : parseInstant(text));
  const until = instant(values.until) ?? at + 1;
  const { days, n } = STEPS[unit];
  const from = instant(values.from) ?? until - days * (n - 1) * DAY_MS - 1;
  if (from >= until) faults['from'] ??= say('growth-order');
  else if (until - from > days * MOST_POINTS * DAY_MS) {
    faults['from'] ??= say('growth-long', { most: MOST_POINTS, unit });
  }
  throwFaults(faults);
  return { unit, beginnings: beginningsOf(unit, from, until, timeZone) };
}

const point = whenNeeded(() =>
  z
    .strictObject({
      at: said('When the day or week began. ISO 8601 in UTC.'),
      added: count('People who were added in any way.'),
      confirmed: count('People who became confirmed, including those added as confirmed.'),
      unsubscribed: count('People who unsubscribed or were unsubscribed.'),
      bounced: count('People who stopped getting email because of a hard bounce.'),
      removed: count('People who were removed.'),
      subscribed: count('Number of confirmed people at its end.'),
    })
    .meta({ id: 'GrowthPoint', description: 'Changes of a list in one day or week.' }),
);

export const growthAnswer = successAnswer(() => ({
  data: z
    .strictObject({
      by: z.enum(UNITS).describe('The steps.'),
      time_zone: said('The time zone of the days and weeks.'),
      records: z.array(point()).describe('Days or weeks, oldest first, including those in which nothing happened.'),
    })
    .describe('Changes of the list.'),
}));

export function toWireGrowth({ at, ...figures }: GrowthPoint) {
  return { at: new Date(at).toISOString(), ...figures };
}
