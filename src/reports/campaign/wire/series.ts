// The series of a campaign: what they are asked for, and how they are answered.
import { z } from 'zod';
import type { FormObject } from '../../../http/form/decode.ts';
import * as declare from '../../../http/members/declare.ts';
import { count, said } from '../../../http/members/described.ts';
import { keysetPage, keysetQuery, readKeyset } from '../../../http/members/keyset.ts';
import { optional } from '../../../http/members/member.ts';
import { readMembers } from '../../../http/members/schema.ts';
import { throwFaults } from '../../../kernel/errors.ts';
import { whenNeeded } from '../../../kernel/when-needed.ts';
import { countedAt, instant, iso } from '../../wire.ts';
import type { Point, SeriesName } from '../series.ts';
import { type Counts, countsAnswer, countsMember } from './counts.ts';

const seriesMembers = {
  ...optional({
    by: declare.oneOf('Length of the steps, in the customer’s time zone.', ['hour', 'day'], {
      fold: declare.lower,
      default: 'hour',
    }),
    ...countsMember,
  }),
  ...keysetQuery({ most: 1_000, otherwise: 750 }),
};
export const seriesQuery = whenNeeded(() => z.object(seriesMembers));

/** What a series is asked for. @throws AppError `invalid` */
export function readSeries(query: FormObject) {
  const { values, faults } = readMembers(seriesMembers, query);
  const request = readKeyset(values, ['number'], faults, 750);
  throwFaults(faults);
  return { unit: values.by ?? 'hour', counts: values.counts, request };
}

const point = whenNeeded(() =>
  z
    .strictObject({
      at: instant('When the hour or day began.'),
      accepted: count('Messages that mail servers accepted.'),
      opens: count('Opens.'),
      unique_opens: count('Messages that were opened for the first time.'),
      clicks: count('Clicks.'),
      unique_clicks: count('Messages in which a link was clicked for the first time.'),
      unsubscribes: count('People who unsubscribed through it.'),
    })
    .meta({ id: 'SeriesPoint', description: 'What happened to a campaign in one hour or day.' }),
);

export const seriesAnswer = keysetPage(point, () => ({
  by: z.enum(['hour', 'day']).describe('The steps.'),
  counts: countsAnswer(),
  time_zone: said('The time zone of the hours and days.'),
  counted_at: countedAt,
}));

/** One step of a series. */
export function toWirePoint({ at, counts: found }: Point, counts: Counts) {
  const of = (name: SeriesName) => found.get(name) ?? 0;
  const event = (name: 'opens' | 'unique_opens' | 'clicks' | 'unique_clicks') =>
    of(counts === 'raw' ? name : `filtered_${name}`);
  return {
    at: iso(at),
    accepted: of('accepted'),
    opens: event('opens'),
    unique_opens: event('unique_opens'),
    clicks: event('clicks'),
    unique_clicks: event('unique_clicks'),
    unsubscribes: of('unsubscribes'),
  };
}
