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
  status: declare.oneOf('Default: as the opt-in of the list says.', STATUSES, { fold: declare.lower }),
  source: declare.oneOf('Where the subscriber comes from.', SOURCES, { fold: declare.lower, default: 'api' }),
  ip_address: declare.text(
    'Address that the subscriber came from; what is none counts as absent. Default: the caller’s.',
    { label: 'IP address' },
  ),
  consent_text: declare.text('What the person read and agreed to, for the record of consent; stored once.', {
    max: 10_000,
  }),
});
const details = whenNeeded(() =>
  z
    .object(detailMembers)
    .meta({ id: 'SubscriberDetails', description: 'What is known of a subscription beside the fields.' })
    .nullish(),
);

const { email } = required({
  email: declare.address('Address; compared without regard to case.', { max: 254, isAddress: isMailAddress }),
});
const ABOUT_FIELDS = 'The value of a field of the list, by its tag; several values as a list, or as text with commas.';
/**
 * Of any kind; the check of the field decides. A narrower type would contradict `details` in client
 * code generated from this.
 */
const value = whenNeeded(() => z.unknown().describe(ABOUT_FIELDS));

/** A subscriber: `EMAIL`, other members by the tags of the list's fields, `details`. */
export const subscriberBody = whenNeeded(() =>
  z.object({ EMAIL: email, details: details() }).catchall(value()).meta({
    id: 'NewSubscriber',
    description: 'A new subscriber: EMAIL, one member for each field of the list by its tag, and details.',
  }),
);
export const changesBody = whenNeeded(() =>
  z.object({ EMAIL: email.optional(), details: details() }).catchall(value()).meta({
    id: 'SubscriberChanges',
    description: 'Changes to a subscriber, by the tags of fields. What is not sent stays.',
  }),
);
export const bulkBody = whenNeeded(() =>
  z
    .object({
      subscribers: z
        .array(subscriberBody())
        .min(1)
        .max(BULK_LIMIT)
        .describe('The subscribers, each as a single one is sent.'),
    })
    .meta({ id: 'NewSubscribers', description: 'Many subscribers at once.' }),
);
export const emailBody = whenNeeded(() => z.object({ EMAIL: email }).describe('The address in question.'));
export const emailQuery = whenNeeded(() => z.object({ EMAIL: email }));
export const pagedEmailQuery = whenNeeded(() => z.object({ ...pageQuery, EMAIL: email }));
export const listingQuery = whenNeeded(() =>
  z.object({
    ...pageQuery,
    status: z.enum(STATUSES).optional().describe('Only subscribers of this status.'),
    search: z
      .string()
      .optional()
      .describe('Only subscribers whose address begins with this text, without regard to case.'),
  }),
);
export const filterQuery = whenNeeded(() =>
  z
    .object(pageQuery)
    .catchall(
      z
        .string()
        .describe(
          'What to look for: exact values by the tags of fields, at least one, such as `FNAME=Ann`. A subscriber must have all of them.',
        ),
    ),
);

const status = whenNeeded(() => z.enum(STATUSES).describe('Whether mail goes there: only to `confirmed` ones.'));
const source = whenNeeded(() => z.enum(SOURCES).describe('Where the subscriber comes from.'));
const subscriberUid = whenNeeded(() => uid('Id of the subscriber.'));
const ipAddress = whenNeeded(() => said('Address that the subscriber came from; empty: not known.'));
const added = whenNeeded(() => time('When the subscriber came, `Y-m-d H:i:s`, UTC.'));

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
    .catchall(z.string().describe('The value of a field of the list, by its tag; several with commas.'))
    .meta({
      id: 'Subscriber',
      description: 'A subscriber of a list. Beside these, one member for each field of the list, by its tag.',
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
          name: said('Name of the list, for you.'),
          display_name: said('Name that subscribers see.'),
        })
        .describe('The list.'),
    })
    .meta({ id: 'Subscription', description: 'An address on one of the lists.' }),
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
    .meta({ id: 'FoundSubscriber', description: 'The subscriber that has the address.' }),
}));
export const bulkAnswer = successAnswer(() => ({
  data: z.looseObject({
    records: z
      .array(
        z
          .looseObject({
            data: z.record(z.string(), z.unknown()).describe('What was sent.'),
            errors: noneOr(z.record(z.string(), z.string())).describe(
              'What is wrong, by member, or why it was not stored; an empty array for one that was.',
            ),
          })
          .meta({ id: 'BulkResult', description: 'What became of one of many.' }),
      )
      .describe('In the order sent.'),
  }),
}));
