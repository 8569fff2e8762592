// Who did not open or click: what is asked for, and how it is answered.
import { z } from 'zod';
import type { Through } from '../../../campaigns/several-lists/through.ts';
import type { FormObject } from '../../../http/form/decode.ts';
import { csvQuery } from '../../../http/members/csv-file.ts';
import * as declare from '../../../http/members/declare.ts';
import { said, uid } from '../../../http/members/described.ts';
import { keysetPage, keysetQuery, readKeyset } from '../../../http/members/keyset.ts';
import { optional } from '../../../http/members/member.ts';
import { readMembers } from '../../../http/members/schema.ts';
import { throwFaults } from '../../../kernel/errors.ts';
import { whenNeeded } from '../../../kernel/when-needed.ts';
import { instant, iso } from '../../wire.ts';
import { type NonResponder, RESPONSES } from '../non-responders.ts';
import { countsAnswer, countsMember } from './counts.ts';

const which = {
  ...optional({
    did_not: declare.oneOf('What they did not do: `open` the email, or `click` any of its links.', RESPONSES, {
      fold: declare.lower,
      default: 'open',
    }),
    ...countsMember,
  }),
};
const members = { ...which, ...keysetQuery() };
export const nonRespondersQuery = whenNeeded(() => z.object(members));

export const csvOfNonRespondersQuery = whenNeeded(() => z.object({ ...which, ...csvQuery }));
export const csvOfNonRespondersAnswer = whenNeeded(() =>
  z.string().describe('CSV with a header line: the columns of `delivery-logs.csv`.'),
);

/** Who is asked for. @throws AppError `invalid` */
export function readNonResponders(query: FormObject) {
  const { values, faults } = readMembers(members, query);
  const request = readKeyset(values, ['number'], faults);
  throwFaults(faults);
  return { didNot: values.did_not ?? 'open', counts: values.counts, request };
}

export const nonRespondersAnswer = keysetPage(
  () =>
    z
      .strictObject({
        subscriber_uid: uid('Id of the subscriber; null if deleted.').nullable(),
        list_uid: uid(
          'For a campaign to several lists, the list through which the subscriber got it. Absent for a campaign to one list, or if the subscriber was deleted.',
        ).optional(),
        email: said('Email address; null if deleted.').nullable(),
        accepted_at: instant('When the mail server accepted the message.'),
      })
      .meta({ id: 'NonResponder', description: 'Someone who got a campaign and did not open it, or did not click.' }),
  () => ({ counts: countsAnswer() }),
);

export function toWireNonResponder({ subscriber_uid, list_uid, email, at }: NonResponder & Through) {
  return { subscriber_uid, ...(list_uid !== undefined && { list_uid }), email, accepted_at: iso(at) };
}
