// Who is editing a campaign, in requests and answers.
import { z } from 'zod';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { said } from '../../http/members/described.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers, recordOf, successAnswer } from '../../http/members/schema.ts';
import { formatInstant } from '../../kernel/clock.ts';
import { throwFaults } from '../../kernel/errors.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { Author } from '../versions/author.ts';
import { type Editor, LEASE_MS } from './queries.ts';

const members = optional({
  tab: declare.line('Any text that identifies this tab among a person’s open tabs.', { max: 64 }),
});

/** Reads the tab; empty: the only one. @throws AppError `invalid` */
export function readTab(sent: FormObject): string {
  const { values, faults } = readMembers(members, sent);
  throwFaults(faults);
  return values.tab ?? '';
}

export function toWireEditing(others: readonly Editor[], author: Author) {
  return {
    lease_seconds: LEASE_MS / 1_000,
    others: others.map(({ mark, name, since }) => ({
      name,
      since: formatInstant(since),
      is_you: mark === author.mark,
    })),
  };
}

export const editingBody = whenNeeded(() =>
  z.object(members).meta({ id: 'Editing', description: 'The tab that has the campaign open.' }),
);
export const editingQuery = whenNeeded(() => z.object(members));

export const editingAnswer = recordOf(() =>
  z
    .strictObject({
      lease_seconds: z.int().describe('Repeat it within this many seconds.'),
      others: z
        .array(
          z.strictObject({
            name: said('A person, or the name of an API key.'),
            since: said('Since when, ISO 8601 in UTC.'),
            is_you: z.boolean().describe('Whether it is the caller, in another tab.'),
          }),
        )
        .describe('Others who have it open, longest first.'),
    })
    .meta({ id: 'Editors', description: 'Who has a campaign open for editing.' }),
);
export const endedAnswer = successAnswer({});
