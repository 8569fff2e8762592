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
  minutes: declare.integer('The minutes to look back.', { min: 1, max: 10, default: 10 }),
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
      step_seconds: z.int().describe('How long a step is.'),
      counted_at: countedAt,
      records: z
        .array(
          z
            .strictObject({ at: instant('When the step began.'), accepted: count('Messages accepted in it.') })
            .meta({ id: 'PaceStep', description: 'What mail servers accepted of a campaign in one step of time.' }),
        )
        .describe('The steps, oldest first, without the one that is not over.'),
    })
    .describe('How fast a campaign went.'),
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
              name: said('Recipient domains behind the same mail servers; `*`: the delivery server itself.'),
              delivery_server: said(
                'Name of the delivery server at which it is slowed; null: that of the configuration.',
              ).nullable(),
              state: z
                .enum(['slowed', 'parked'])
                .describe('`slowed`: it gets fewer messages; `parked`: none for a while.'),
              per_hour: z
                .int()
                .min(0)
                .nullable()
                .describe('Messages an hour it gets now; null: only their number at a time is limited.'),
              reason: said('The answer that slowed it.'),
              parked_until: instantOrNull('Until then nothing is tried.'),
              refusals: count('How often it refused in a row.'),
              changed_at: instant('When this changed last.'),
            })
            .meta({
              id: 'SlowedDestination',
              description: 'Receivers that get mail slower than it could go, because they refused.',
            }),
        )
        .describe('By delivery server and name, at most 200.'),
    })
    .describe('Who slows a campaign.'),
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
        'Who got it, did not open it, and is still confirmed and not suppressed; null: being counted, or `refusal` says why not.',
      ).nullable(),
      refusal: said('Why it cannot be sent again; null: it can.').nullable(),
      sentences: sentencesLike('refusal'),
    })
    .describe('Whom a campaign would go to if it was sent again.'),
}));
