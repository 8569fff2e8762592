// A campaign on its way, as answers show it: how fast it goes, and who slows it.
import { z } from 'zod';
import type { FormObject } from '../../../http/form/decode.ts';
import * as declare from '../../../http/members/declare.ts';
import { count, said } from '../../../http/members/described.ts';
import { optional } from '../../../http/members/member.ts';
import { readMembers, successAnswer } from '../../../http/members/schema.ts';
import { sentencesLike } from '../../../http/members/sentences.ts';
import { isoOrNull } from '../../../kernel/clock.ts';
import { MINUTE_MS } from '../../../kernel/durations.ts';
import { throwFaults } from '../../../kernel/errors.ts';
import { whenNeeded } from '../../../kernel/when-needed.ts';
import { countedAt, instant, instantOrNull, iso } from '../../wire.ts';
import { STEP_MS } from '../pace.ts';
import type { SlowedRow } from '../slowed.ts';

const paceMembers = optional({
  minutes: declare.integer('Number of minutes to look back.', { min: 1, max: 10, default: 10 }),
});
export const paceQuery = whenNeeded(() => z.object(paceMembers));

/** How many steps are asked for. @throws AppError `invalid` */
export function readSteps(query: FormObject): number {
  const { values, faults } = readMembers(paceMembers, query);
  throwFaults(faults);
  return ((values.minutes ?? 10) * MINUTE_MS) / STEP_MS;
}

export const paceAnswer = successAnswer(() => ({
  data: z
    .strictObject({
      step_seconds: z.int().describe('Length of a step.'),
      counted_at: countedAt,
      records: z
        .array(
          z
            .strictObject({ at: instant('When the step began.'), accepted: count('Messages accepted during it.') })
            .meta({ id: 'PaceStep', description: 'Messages of a campaign accepted by mail servers in one step.' }),
        )
        .describe('The steps, oldest first, without the current one.'),
    })
    .describe('How fast a campaign was sent.'),
}));

/** The steps of an answer. */
export function toWirePace(steps: readonly { at: number; accepted: number }[]) {
  return { step_seconds: STEP_MS / 1000, records: steps.map(({ at, accepted }) => ({ at: iso(at), accepted })) };
}

export const slowedAnswer = successAnswer(() => ({
  data: z
    .strictObject({
      records: z
        .array(
          z
            .strictObject({
              name: said('Recipient domains that share mail servers; `*`: the delivery server itself.'),
              delivery_server: said(
                'Name of the delivery server where it is slowed; null: the configured one.',
              ).nullable(),
              state: z
                .enum(['slowed', 'parked'])
                .describe('`slowed`: gets fewer messages; `parked`: gets none for a while.'),
              per_hour: z
                .int()
                .min(0)
                .nullable()
                .describe('Current rate in messages per hour; null: only concurrent messages are limited.'),
              reason: said('The response that caused it to be slowed.'),
              parked_until: instantOrNull('No attempts are made until then.'),
              refusals: count('Number of refusals in a row.'),
              changed_at: instant('When this last changed.'),
            })
            .meta({
              id: 'SlowedDestination',
              description: 'A destination that gets mail more slowly because it refused messages.',
            }),
        )
        .describe('By delivery server and name, at most 200.'),
    })
    .describe('Destinations that slow a campaign.'),
}));

/** A slowed or parked destination. */
export function toWireSlowed(row: SlowedRow) {
  const { name, relay, state, per_hour, reason, parked_until, refusals, updated_at } = row;
  const changed_at = iso(updated_at);
  return {
    name,
    delivery_server: relay,
    state,
    per_hour,
    reason,
    parked_until: isoOrNull(parked_until),
    refusals,
    changed_at,
  };
}

export const notOpenedAnswer = successAnswer(() => ({
  data: z
    .strictObject({
      counted_at: countedAt,
      recipients_count: count(
        'Number of people who got it, did not open it, and are still confirmed and not suppressed; null while being counted, or if `refusal` is set.',
      ).nullable(),
      refusal: said('Why it cannot be sent again; null if it can.').nullable(),
      sentences: sentencesLike('refusal'),
    })
    .describe('The recipients if a campaign was sent again.'),
}));
