// Schemas of segments for the API reference: what may be sent, and what every answer is.
import { z } from 'zod';
import { pageOf, successAnswer } from '../http/schema.ts';
import { ACTIONS, COMPARISONS, MATCHES, OPERATORS, UNITS } from './rules.ts';

const count = z.int().min(0).describe('Confirmed subscribers in the segment, as last counted.');
const numberText = z.string().regex(/^\d+$/);

const entry = z.strictObject({ segment_uid: z.string(), name: z.string(), subscribers_count: count });

const record = z.strictObject({
  segment_uid: z.string(),
  segment_id: numberText,
  name: z.string(),
  operator_match: z.enum(MATCHES),
  date_added: z.string().describe('`Y-m-d H:i:s`, UTC.'),
  subscribers_count: count,
  conditions: z.array(z.strictObject({ field_id: numberText, operator_id: numberText, value: z.string() })),
  campaign_conditions: z.array(
    z.strictObject({
      action: z.enum(ACTIONS),
      campaign_id: z.string().regex(/^\d*$/).describe('Empty: any campaign.'),
      time_comparison_operator: z.enum(COMPARISONS),
      time_value: numberText,
      time_unit: z.enum(UNITS),
    }),
  ),
});

const member = z
  .object({
    subscriber_uid: z.string(),
    EMAIL: z.string(),
    status: z.string(),
    source: z.string(),
    ip_address: z.string(),
    date_added: z.string().describe('`Y-m-d H:i:s`, UTC.'),
  })
  .catchall(z.string())
  .describe('Beside these, one member for each field tag of the list.');

const operator = z.strictObject({ operator_id: numberText, name: z.enum(OPERATORS), slug: z.enum(OPERATORS) });

export const entriesAnswer = pageOf(entry);
export const membersAnswer = pageOf(member);
export const recordAnswer = successAnswer({ data: z.strictObject({ record }) });
export const operatorsAnswer = successAnswer({
  data: z.strictObject({ count: z.string(), records: z.array(operator) }),
});
export const doneAnswer = successAnswer({});
export const copiedAnswer = successAnswer({ list_uid: z.string() });

const input = z.object({
  name: z.string().max(255).optional(),
  operator_match: z
    .enum(MATCHES)
    .describe('Whether one condition is enough or all must hold (default any).')
    .optional(),
  conditions: z
    .array(
      z.object({
        field_id: z.string().describe('A field of the list.'),
        operator_id: z.string().describe('1 to 10, see `/lists/segments/condition-operators`.'),
        value: z.string().optional().describe('Compared without regard to case; may be empty with is and is-not.'),
      }),
    )
    .describe('Replaces the whole set when sent.')
    .optional(),
  campaign_conditions: z
    .array(
      z.object({
        action: z.enum(ACTIONS),
        campaign_id: z.string().optional().describe('Numeric id of a campaign; absent: any.'),
        time_comparison_operator: z
          .enum(COMPARISONS)
          .optional()
          .describe(
            'How long ago it was: lte at most so many units (default), lt less, gte at least, gt more, eq so many whole units.',
          ),
        time_value: z.string().optional().describe('0 to 3650; absent: at any time.'),
        time_unit: z.enum(UNITS).optional(),
      }),
    )
    .describe('Replaces the whole set when sent.')
    .optional(),
});

/** The body of a new segment: these members directly, or under `segment`. */
export const newSegmentBody = input.required({ name: true });
/** The body of an update: what is not sent stays. */
export const changedSegmentBody = input;
