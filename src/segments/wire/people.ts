// Who would be in a segment: what is asked for, and how it is answered.
import { z } from 'zod';
import { count, said, uid } from '../../http/members/described.ts';
import { keysetQuery } from '../../http/members/keyset.ts';
import { successAnswer } from '../../http/members/schema.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { Estimate } from '../people/estimate.ts';
import type { Sample } from '../people/preview.ts';
import { input } from './members.ts';

/** A segment without a name. */
export const definitionBody = whenNeeded(() =>
  z
    .object(input)
    .meta({ id: 'SegmentDefinition', description: 'The segment to try: its conditions, and how many must be met.' }),
);

const { after } = keysetQuery();
export const previewMembers = { after };
export const previewQuery = whenNeeded(() => z.object(previewMembers));

const sample = whenNeeded(() =>
  z
    .strictObject({
      subscriber_uid: uid('Id of the subscriber.'),
      email: said('Address.'),
      name: said('Values of FNAME and LNAME; empty if none.'),
    })
    .meta({ id: 'SegmentSample', description: 'Someone in the segment.' }),
);

export const previewAnswer = successAnswer(() => ({
  data: z
    .strictObject({
      people: count('How many of those examined are in it.'),
      next: z.string().nullable().describe('Value of `after` for the others; null if all were examined.'),
      samples: z
        .array(sample())
        .describe('At most five people who are in it, from the newest, or, with `after`, from those examined.'),
    })
    .describe('The expected segment.'),
}));

const row = whenNeeded(() =>
  z
    .strictObject({
      path: said('The condition or group, such as `conditions[0]` or `groups[0].date_conditions[1]`.'),
      people: count('Number of people who meet it on its own.'),
    })
    .meta({ id: 'SegmentRowEstimate', description: 'A single condition or group.' }),
);

export const estimateAnswer = successAnswer(() => ({
  data: z
    .strictObject({
      people: count('Number of confirmed people in the segment.'),
      is_exact: z.boolean().describe('Whether everyone was examined; otherwise the numbers are estimates.'),
      margin: count('Margin of error of `people`, at 95 % confidence; 0 if exact.'),
      of: count('Number of confirmed people on the list.'),
      looked_at: count('Number of people examined.'),
      rows: z.array(row()).describe('Each condition and group on its own, in the order of the request.'),
      samples: z
        .array(sample())
        .describe('At most five people who are in it, newest first if they were examined first.'),
    })
    .describe('The estimated segment.'),
}));

export const toWireSample = ({ uid: subscriber_uid, email, name }: Sample) => ({ subscriber_uid, email, name });

export function toWireEstimate({ people, isExact, margin, of, lookedAt, rows, samples }: Estimate) {
  const shown = samples.map(toWireSample);
  return { people, is_exact: isExact, margin, of, looked_at: lookedAt, rows, samples: shown };
}
