// What became of a campaign by domain and by mail program, as answers show it.
import { z } from 'zod';
import type { FormObject } from '../../../http/form/decode.ts';
import * as declare from '../../../http/members/declare.ts';
import { count, said } from '../../../http/members/described.ts';
import { optional } from '../../../http/members/member.ts';
import { readMembers, successAnswer } from '../../../http/members/schema.ts';
import { throwFaults } from '../../../kernel/errors.ts';
import { compareNames } from '../../../kernel/text/names.ts';
import { whenNeeded } from '../../../kernel/when-needed.ts';
import { DEVICES } from '../../clients.ts';
import { percent } from '../../percent.ts';
import { countedAt, instantOrNull, share } from '../../wire.ts';
import type { ClientCount } from '../clients.ts';
import { FATES, type Fates, sizeOf } from '../destinations.ts';
import { type Counts, countsAnswer, countsMember } from './counts.ts';

const countsQueryMembers = optional(countsMember);
const mostMembers = optional({
  ...countsMember,
  most: declare.integer('Number of domains to list; the others are combined.', { min: 1, max: 500, default: 20 }),
});
export const destinationsQuery = whenNeeded(() => z.object(mostMembers));
export const clientsQuery = whenNeeded(() => z.object(countsQueryMembers));

/** Which opens and clicks count, and how many records there are. @throws AppError `invalid` */
export function readCounts(query: FormObject): { counts: Counts | undefined; most: number } {
  const { values, faults } = readMembers(mostMembers, query);
  throwFaults(faults);
  return { counts: values.counts, most: values.most ?? 20 };
}

const fates = whenNeeded(() => ({
  messages: count('Messages that have been attempted, or will not be.'),
  accepted: count('Accepted by its mail server.'),
  deferred: count('Deferred, to be tried again later.'),
  rejected: count('Rejected, or given up.'),
  uncertain: count('May or may not have been accepted.'),
  skipped: count('Not sent.'),
  bounced: count('Accepted, and later bounced.'),
  opened: count('Opened.'),
  opened_share: share('`opened` as a percentage of `accepted`.'),
}));
export const destinationsAnswer = successAnswer(() => ({
  data: z
    .strictObject({
      counts: countsAnswer(),
      counted_at: countedAt,
      records: z
        .array(
          z
            .strictObject({
              domain: said('The domain; null for deleted subscribers.').nullable(),
              ...fates(),
              answer: said('An answer with which messages were put off or refused; null if none.').nullable(),
              next_attempt_at: instantOrNull('When the first deferred message is tried again.'),
            })
            .meta({ id: 'DestinationReport', description: 'Results of the messages to one domain.' }),
        )
        .describe('Those with the most messages first.'),
      others: z
        .strictObject({ domains: count('Number of other domains.'), ...fates() })
        .describe('All other domains together.'),
    })
    .describe('Results of the messages by domain.'),
}));

/** What became of the messages of some domains. */
export function toWireFates(found: Fates, counts: Counts) {
  const opened = counts === 'raw' ? found.opened : found.filtered_opened;
  const { filtered_opened: _, opened: __, ...others } = Object.fromEntries(FATES.map((name) => [name, found[name]]));
  const opened_share = percent(opened, found.accepted);
  return { messages: sizeOf(found), ...others, opened, opened_share };
}

export const clientsAnswer = successAnswer(() => ({
  data: z
    .strictObject({
      counts: countsAnswer(),
      counted_at: countedAt,
      people: count('Number of people who opened it.'),
      records: z
        .array(
          z
            .strictObject({
              client: said('The email program or browser; `unknown` if the user agent does not reveal it.'),
              device: z.enum(DEVICES).describe('The kind of device; `unknown` behind proxies.'),
              people: count('Number of people who first opened it with this.'),
              share: share('As a percentage of all who opened it.'),
            })
            .meta({ id: 'ClientReport', description: 'Readers of a campaign with one program on one kind of device.' }),
        )
        .describe('Those with the most people first.'),
    })
    .describe('How it is read; each person counts once.'),
}));

/** Programs and devices, those with the most people first. */
export function toWireClients(found: readonly ClientCount[], counts: Counts) {
  const people = found.reduce((sum, one) => sum + one[counts], 0);
  const records = found
    .filter((one) => one[counts] > 0)
    .sort((a, b) => b[counts] - a[counts] || compareNames(a.name, b.name) || compareNames(a.device, b.device))
    .map((one) => ({
      client: one.name,
      device: one.device,
      people: one[counts],
      share: percent(one[counts], people),
    }));
  return { people, records };
}
