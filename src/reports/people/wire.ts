// The people of a list, and one person: what they are asked for, and how they are answered.
import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { count, optionalWarnings, said, uid } from '../../http/members/described.ts';
import { keysetPage, keysetQuery, readKeyset } from '../../http/members/keyset.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers, recordOf, successAnswer } from '../../http/members/schema.ts';
import { isoOrNull } from '../../kernel/clock.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { PeopleFilter } from '../../segments/people/filter.ts';
import { filterMembers, filterOf } from '../../segments/people/members.ts';
import type { ListField } from '../../storage/tables.ts';
import { SOURCES, STATUSES } from '../../subscribers/rules.ts';
import { valuesByTag } from '../../subscribers/values/values.ts';
import { REASONS } from '../../suppression/rules.ts';
import { instant, instantOrNull, iso } from '../wire.ts';
import { type Person, SORTS } from './people.ts';
import type { PersonFacts } from './person.ts';

const members = {
  ...filterMembers,
  ...optional({
    sort: declare.oneOf(
      'The order: newest first, or by address. Defaults to by address when searching for the beginning of an address.',
      SORTS,
      { fold: declare.lower },
    ),
  }),
  ...keysetQuery(),
};
export const peopleQuery = whenNeeded(() => z.object(members));

/** Which people are asked for. @throws AppError `invalid` */
export function readPeople(query: FormObject): {
  filter: PeopleFilter;
  request: { sort: (typeof SORTS)[number]; perPage: number; after: ReturnType<typeof readKeyset>['after'] };
} {
  const { values, faults } = readMembers(members, query);
  const filter = filterOf(values, faults);
  const isByBeginning = filter.search !== undefined && filter.match === 'beginning';
  const sort = values.sort ?? (isByBeginning ? 'address' : 'newest');
  const { after, perPage } = readKeyset(values, [sort === 'newest' ? 'number' : 'text'], faults);
  throwFaults(faults);
  return { filter, request: { sort, after, perPage } };
}

const { after } = keysetQuery();
const countMembers = { ...filterMembers, after };
export const countQuery = whenNeeded(() => z.object(countMembers));
export const countAnswer = successAnswer(() => ({
  data: z
    .strictObject({
      people: count('How many of those examined match.'),
      next: z.string().nullable().describe('Value of `after` for the others; null if all were examined.'),
    })
    .describe('Part of the count.'),
  warnings: optionalWarnings,
}));

/** Whom to count, from where. @throws AppError `invalid` */
export function readCount(query: FormObject) {
  const { values, faults } = readMembers(countMembers, query);
  const filter = filterOf(values, faults);
  const { after } = readKeyset(values, ['number'], faults);
  throwFaults(faults);
  return { filter, after: after && Number(after[0]) };
}

const statusAnswer = whenNeeded(() => z.enum(STATUSES).describe('Status in the list.'));
const values = whenNeeded(() => z.record(z.string(), z.string()).describe('Values of the list’s fields, by tag.'));
const source = whenNeeded(() => z.enum(SOURCES).describe('How they joined.'));

const person = whenNeeded(() =>
  z
    .strictObject({
      subscriber_uid: uid('Id of the subscriber.'),
      email: said('Address.'),
      status: statusAnswer(),
      source: source(),
      added_at: instant('When they joined.'),
      updated_at: instant('When they were last changed.'),
      confirmed_at: instantOrNull('When they confirmed.'),
      unsubscribed_at: instantOrNull('When they unsubscribed.'),
      active_at: instantOrNull('When they last opened or clicked, excluding machines.'),
      values: values(),
    })
    .meta({ id: 'ListPerson', description: 'A person on a list, as shown in tables.' }),
);

export const peopleAnswer = keysetPage(person, {
  total: count('Number of people on the list with the requested status; other filters are not counted.'),
  fields: z
    .array(
      z.strictObject({
        tag: said('The tag.'),
        label: said('The label.'),
        type: said('The type.'),
      }),
    )
    .describe('The fields of the list, in order.'),
});

/** Somebody of a list. */
export function toWirePerson(row: Person, fields: readonly ListField[]) {
  return {
    subscriber_uid: row.uid,
    email: row.email,
    status: row.status,
    source: row.source,
    added_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    confirmed_at: isoOrNull(row.confirmed_at),
    unsubscribed_at: isoOrNull(row.unsubscribed_at),
    active_at: isoOrNull(row.activeAt),
    values: valuesByTag(fields, row),
  };
}

export const toWireFields = (fields: readonly ListField[]) =>
  fields.map(({ tag, label, type }) => ({ tag, label, type }));

const membership = whenNeeded(() =>
  z
    .strictObject({
      subscriber_uid: uid('Id of the subscriber in this list.'),
      list_uid: uid('Id of the list.'),
      list_name: said('Name of the list.'),
      status: statusAnswer(),
      source: source(),
      added_at: instant('When they joined.'),
      updated_at: instant('When they were last changed.'),
      ip_address: said('IP address they joined from; null if not known.').nullable(),
      confirmed_at: instantOrNull('When they confirmed.'),
      confirm_ip: said('IP address they confirmed from; null if not known.').nullable(),
      unsubscribed_at: instantOrNull('When they unsubscribed.'),
      values: values(),
    })
    .meta({ id: 'Membership', description: 'A list that an address is or was on.' }),
);

export const personMembers = whenNeeded(() => ({
  email: said('Address.'),
  suppression: z
    .strictObject({
      reason: z.enum(REASONS).describe('Why.'),
      detail: said('The details.'),
      since: instant('Since when.'),
      for_everybody: z.boolean().describe('Whether the operator blocked it for all customers.'),
    })
    .meta({ id: 'SuppressedAddress', description: 'A suppression of an address, and its reason.' })
    .nullable()
    .describe('Why the address gets no email from any list; null if it does.'),
  memberships: z.array(membership()).describe('The lists that the address is or was on, oldest first.'),
}));

export const personAnswer = recordOf(() =>
  z.strictObject(personMembers()).meta({ id: 'Person', description: 'All data of an address, across all lists.' }),
);

/** Everything of an address. */
export function toWireFacts({ subscriber, memberships, suppressions }: PersonFacts) {
  const [suppression] = suppressions;
  return {
    email: subscriber.email,
    suppression: suppression
      ? {
          reason: suppression.reason,
          detail: suppression.detail,
          since: iso(suppression.at),
          for_everybody: suppression.isForEverybody,
        }
      : null,
    memberships: memberships.map((row) => ({
      subscriber_uid: row.uid,
      list_uid: row.list_uid,
      list_name: row.list_name,
      status: row.status,
      source: row.source,
      added_at: iso(row.created_at),
      updated_at: iso(row.updated_at),
      ip_address: row.ip_address,
      confirmed_at: isoOrNull(row.confirmed_at),
      confirm_ip: row.confirm_ip,
      unsubscribed_at: isoOrNull(row.unsubscribed_at),
      values: valuesByTag(row.fields, row),
    })),
  };
}
