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
    .meta({ id: 'SegmentDefinition', description: 'What a segment would be: its conditions, and how many must hold.' }),
);

const { after } = keysetQuery();
export const previewMembers = { after };
export const previewQuery = whenNeeded(() => z.object(previewMembers));

const sample = whenNeeded(() =>
  z
    .strictObject({
      subscriber_uid: uid('Id of the subscriber.'),
      email: said('Address.'),
      name: said('What FNAME and LNAME say; empty: nothing.'),
    })
    .meta({ id: 'SegmentSample', description: 'Somebody who is in it.' }),
);

export const previewAnswer = successAnswer(() => ({
  data: z
    .strictObject({
      people: count('How many of those that were looked at are in it.'),
      next: z.string().nullable().describe('What `after` is to be for the others; null: all were looked at.'),
      samples: z
        .array(sample())
        .describe(
          'At most five who are in it: of the newest, and where `after` is given of those that were looked at.',
        ),
    })
    .describe('What it would be.'),
}));

const row = whenNeeded(() =>
  z
    .strictObject({
      path: said('Which condition or group, as `conditions[0]` or `groups[0].date_conditions[1]`.'),
      people: count('How many it holds for by itself.'),
    })
    .meta({ id: 'SegmentRowEstimate', description: 'One condition or group by itself.' }),
);

export const estimateAnswer = successAnswer(() => ({
  data: z
    .strictObject({
      people: count('How many are in it: confirmed people.'),
      is_exact: z.boolean().describe('Whether everybody was looked at; else the numbers are estimates.'),
      margin: count('By how much `people` may be off, in 95 of 100 cases; 0 where it is exact.'),
      of: count('How many on the list are confirmed.'),
      looked_at: count('At how many it was looked.'),
      rows: z.array(row()).describe('Each condition and group by itself, in the order of the request.'),
      samples: z.array(sample()).describe('At most five who are in it, newest first where they were looked for first.'),
    })
    .describe('About what it would be.'),
}));

export const toWireSample = ({ uid: subscriber_uid, email, name }: Sample) => ({ subscriber_uid, email, name });

export function toWireEstimate({ people, isExact, margin, of, lookedAt, rows, samples }: Estimate) {
  const shown = samples.map(toWireSample);
  return { people, is_exact: isExact, margin, of, looked_at: lookedAt, rows, samples: shown };
}
