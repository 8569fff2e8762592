// Schemas of requests and answers about subscribers, for the API reference.
import { z } from 'zod';
import * as declare from '../../http/members/declare.ts';
import { said, time, uid } from '../../http/members/described.ts';
import { optional, required } from '../../http/members/member.ts';
import { pageOf, pageQuery, recordOf, successAnswer } from '../../http/members/schema.ts';
import { isMailAddress } from '../../kernel/address.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { BULK_LIMIT, SOURCES, STATUSES } from '../rules.ts';

export const detailMembers = optional({
  status: declare.oneOf('Defaults to the status that the list’s opt-in implies.', STATUSES, { fold: declare.lower }),
  source: declare.oneOf('How the subscriber was added.', SOURCES, { fold: declare.lower, default: 'api' }),
  ip_address: declare.text(
    'IP address the subscriber came from; an invalid one counts as absent. Defaults to the caller’s.',
    { label: 'IP address' },
  ),
  consent_text: declare.text('The text that the person read and agreed to, for the consent record; stored once.', {
    max: 10_000,
  }),
});
const details = whenNeeded(() =>
  z
    .object(detailMembers)
    .meta({ id: 'SubscriberDetails', description: 'Details of a subscription besides the fields.' })
    .nullish(),
);

const { email } = required({
  email: declare.address('Email address; compared case-insensitively.', { max: 254, isAddress: isMailAddress }),
});
const ABOUT_FIELDS = 'The value of a list field, by its tag; several values as an array, or separated by commas.';
/**
 * Of any kind; the check of the field decides. A narrower type would contradict `details` in client
 * code generated from this.
 */
const value = whenNeeded(() => z.unknown().describe(ABOUT_FIELDS));

/** A subscriber: `EMAIL`, other members by the tags of the list's fields, `details`. */
export const subscriberBody = whenNeeded(() =>
  z.object({ EMAIL: email, details: details() }).catchall(value()).meta({
    id: 'NewSubscriber',
    description: 'A new subscriber: EMAIL, one member for each field of the list, named by its tag, and details.',
  }),
);
export const changesBody = whenNeeded(() =>
  z.object({ EMAIL: email.optional(), details: details() }).catchall(value()).meta({
    id: 'SubscriberChanges',
    description: 'Changes to a subscriber, by field tag. Absent members stay unchanged.',
  }),
);
export const bulkBody = whenNeeded(() =>
  z
    .object({
      subscribers: z
        .array(subscriberBody())
        .min(1)
        .max(BULK_LIMIT)
        .describe('The subscribers, each in the form of a single one.'),
    })
    .meta({ id: 'NewSubscribers', description: 'Many subscribers at once.' }),
);
export const emailBody = whenNeeded(() => z.object({ EMAIL: email }).describe('The address in question.'));
export const emailQuery = whenNeeded(() => z.object({ EMAIL: email }));
export const pagedEmailQuery = whenNeeded(() => z.object({ ...pageQuery, EMAIL: email }));
export const listingQuery = whenNeeded(() =>
  z.object({
    ...pageQuery,
    status: z.enum(STATUSES).optional().describe('Only subscribers with this status.'),
    search: z.string().optional().describe('Only subscribers whose address begins with this text, case-insensitive.'),
  }),
);
export const filterQuery = whenNeeded(() =>
  z
    .object(pageQuery)
    .catchall(
      z
        .string()
        .describe('Exact values by field tag, at least one, such as `FNAME=Ann`. A subscriber must match all of them.'),
    ),
);

const status = whenNeeded(() => z.enum(STATUSES).describe('The status; only `confirmed` subscribers get email.'));
const source = whenNeeded(() => z.enum(SOURCES).describe('How the subscriber was added.'));
const subscriberUid = whenNeeded(() => uid('Id of the subscriber.'));
const ipAddress = whenNeeded(() => said('IP address the subscriber came from; empty if not known.'));
const added = whenNeeded(() => time('When the subscriber was added, `Y-m-d H:i:s`, UTC.'));

const record = whenNeeded(() =>
  z
    .object({
      subscriber_uid: subscriberUid(),
      EMAIL: said('Address.'),
      status: status(),
      source: source(),
      ip_address: ipAddress(),
      date_added: added(),
    })
    .catchall(z.string().describe('The value of a list field, by its tag; several values are separated by commas.'))
    .meta({
      id: 'Subscriber',
      description: 'A subscriber of a list. It also has one member for each field of the list, named by its tag.',
    }),
);
const stored = whenNeeded(() =>
  z
    .looseObject({
      subscriber_uid: subscriberUid(),
      email: said('Address.'),
      ip_address: ipAddress(),
      source: source(),
      date_added: added(),
    })
    .meta({ id: 'StoredSubscriber', description: 'A subscriber that was stored.' }),
);
const listed = whenNeeded(() =>
  z
    .looseObject({
      ...stored().shape,
      status: status(),
      list: z
        .looseObject({
          list_uid: uid('Id of the list.'),
          name: said('Name of the list, for your own use.'),
          display_name: said('Name that subscribers see.'),
        })
        .describe('The list.'),
    })
    .meta({ id: 'Subscription', description: 'A subscription of an address to a list.' }),
);
const noneOr = (faults: z.ZodType) => z.union([z.array(z.never()).max(0), faults]);

export const doneAnswer = successAnswer({});
export const pageAnswerSchema = pageOf(record);
export const listedAnswer = pageOf(listed);
export const recordAnswer = recordOf(record);
export const storedAnswer = recordOf(stored);
export const foundAnswer = successAnswer(() => ({
  data: z
    .looseObject({ subscriber_uid: subscriberUid(), status: status(), date_added: added() })
    .meta({ id: 'FoundSubscriber', description: 'The subscriber with this address.' }),
}));
export const bulkAnswer = successAnswer(() => ({
  data: z.looseObject({
    records: z
      .array(
        z
          .looseObject({
            data: z.record(z.string(), z.unknown()).describe('The entry as sent.'),
            errors: noneOr(z.record(z.string(), z.string())).describe(
              'Faults by member, or why it was not stored; an empty array if it was.',
            ),
          })
          .meta({ id: 'BulkResult', description: 'Result for one of many.' }),
      )
      .describe('In the order of the request.'),
  }),
}));
