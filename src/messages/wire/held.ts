// Shows messages that are held as uncertain and reads how to settle them, an extension of the
// interface (wire contract, section 9).
import { z } from 'zod';
import { CHOICES, type Choice, MEANINGS } from '../../campaigns/delivery/held.ts';
import { STATUSES } from '../../campaigns/rules.ts';
import type { FormObject } from '../../http/form/decode.ts';
import * as declare from '../../http/members/declare.ts';
import { count } from '../../http/members/described.ts';
import { optional } from '../../http/members/member.ts';
import { readMembers, successAnswer } from '../../http/members/schema.ts';
import { type Faults, throwFaults } from '../../kernel/errors.ts';
import { say } from '../../kernel/sentences/sentence.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import type { Settlement } from '../uncertain/settle-uncertain.ts';

const MOST_EMAILS = 1_000;

const members = optional({
  choice: declare.oneOf(
    `What happens to them; required unless it is a dry run. ${CHOICES.map((choice) => `${choice}: ${MEANINGS[choice]}`).join('. ')}.`,
    CHOICES,
    { fold: declare.lower },
  ),
  dry_run: declare.yesNo('Only count, without changing anything.', { default: 'no' }),
});

/**
 * Reads the settlement; without a choice in a dry run. @throws AppError `invalid` with all faults
 */
export function readSettlement(body: FormObject): Settlement {
  const { values, faults } = readMembers(members, body);
  const emails = readEmails(body, faults);
  const isDry = values.dry_run === 'yes';
  if (values.choice === undefined && !isDry) {
    faults['choice'] ??= say('message-choice', { choices: CHOICES.join(', ') });
  }
  throwFaults(faults);
  return { choice: isDry ? undefined : values.choice, emails };
}

/**
 * Several addresses, as an array or with commas between them. An empty one is a fault, and never
 * means everybody.
 */
function readEmails(body: FormObject, faults: Faults): string[] | undefined {
  if (!Object.hasOwn(body, 'emails')) return undefined;
  const value = body['emails'];
  const parts = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  const emails = parts.flatMap((part) => (typeof part === 'string' && part.trim() !== '' ? [part.trim()] : []));
  if (emails.length === parts.length && emails.length > 0 && emails.length <= MOST_EMAILS) return emails;
  faults['emails'] = say('message-emails', { most: MOST_EMAILS });
  return undefined;
}

export const settleBody = whenNeeded(() =>
  z
    .object({
      ...members,
      emails: z
        .union([z.array(z.string().regex(/\S/)).min(1).max(MOST_EMAILS), z.string().regex(/\S/)])
        .optional()
        .describe(
          'Only the messages to these addresses, an array or a string separated by commas; if absent, all uncertain ones.',
        ),
    })
    .meta({ id: 'Settlement', description: 'What happens to messages held as uncertain.' }),
);

export const settleAnswer = successAnswer(() => ({
  data: z.strictObject({
    choice: z.enum(CHOICES).nullable().describe('What happened to them; null in a dry run.'),
    settled: count('Messages decided about, or that would be in a dry run.'),
    uncertain: count('Messages that are still uncertain.'),
    unknown: z.array(z.string()).describe('Addresses in `emails` that are not on the campaign’s list.'),
    status: z.enum(STATUSES).describe('Its status.'),
  }),
}));

/** The answer to settling. */
export function toWireSettled(
  { choice }: { choice?: Choice | undefined },
  { settled, unknown }: { settled: number; unknown: string[] },
  now: { uncertain: number; status: string },
) {
  return { choice: choice ?? null, settled, uncertain: now.uncertain, unknown, status: now.status };
}
