// Schemas of requests and answers about subscribers, for the API reference.
import { z } from 'zod';
import { pageOf, pageQuery, successAnswer } from '../http/schema.ts';
import { SOURCES, STATUSES } from './rules.ts';

const details = z
  .object({
    status: z.enum(STATUSES).optional().describe('Default: as the opt-in of the list says.'),
    source: z.enum(SOURCES).optional().describe('Default api.'),
    ip_address: z.string().optional().describe("Default: the caller's address."),
  })
  .optional();

const address = z.string().describe('Address, compared without case.');
const subscriber = z.looseObject({ EMAIL: address, details });

/** A subscriber: `EMAIL`, other members by the tags of the list's fields, `details`. */
export const subscriberBody = subscriber.describe('EMAIL, one member per field tag of the list, and details.');
export const changesBody = z
  .looseObject({ EMAIL: address.optional(), details })
  .describe('Members by field tag; what is not sent stays.');
export const bulkBody = z.object({ subscribers: z.array(subscriber).describe('At most 10,000.') });
export const emailBody = z.object({ EMAIL: address });
export const emailQuery = z.object({ EMAIL: address });
export const pagedEmailQuery = z.object({ ...pageQuery, EMAIL: address });
export const listingQuery = z.object({
  ...pageQuery,
  status: z.enum(STATUSES).optional().describe('Only subscribers of this status.'),
});
export const filterQuery = z
  .looseObject(pageQuery)
  .describe('Exact values by field tag; a subscriber must have all of them.');

const record = z.looseObject({
  subscriber_uid: z.string(),
  EMAIL: z.string(),
  status: z.enum(STATUSES),
  source: z.enum(SOURCES),
  ip_address: z.string(),
  date_added: z.string().describe('Y-m-d H:i:s, UTC.'),
});
const stored = z.looseObject({
  subscriber_uid: z.string(),
  email: z.string(),
  ip_address: z.string(),
  source: z.enum(SOURCES),
  date_added: z.string().describe('Y-m-d H:i:s, UTC.'),
});
const listed = stored.extend({
  status: z.enum(STATUSES),
  list: z.looseObject({ list_uid: z.string(), name: z.string(), display_name: z.string() }),
});
const noneOr = (faults: z.ZodType) => z.union([z.array(z.never()).max(0), faults]);

export const doneAnswer = successAnswer({});
export const pageAnswerSchema = pageOf(record);
export const listedAnswer = pageOf(listed);
export const recordAnswer = successAnswer({ data: z.looseObject({ record }) });
export const storedAnswer = successAnswer({ data: z.looseObject({ record: stored }) });
export const foundAnswer = successAnswer({
  data: z.looseObject({ subscriber_uid: z.string(), status: z.enum(STATUSES), date_added: z.string() }),
});
export const bulkAnswer = successAnswer({
  data: z.looseObject({
    records: z
      .array(z.looseObject({ data: z.looseObject({}), errors: noneOr(z.record(z.string(), z.string())) }))
      .describe('In the order sent; errors is an empty array for one that was stored.'),
  }),
});
