// The autoresponders of a list as chains, as answers show them.
import { z } from 'zod';
import { TIME_UNITS } from '../../campaigns/options.ts';
import { count, said, uid } from '../../http/members/described.ts';
import { successAnswer } from '../../http/members/schema.ts';
import { isoOrNull } from '../../kernel/clock.ts';
import { whenNeeded } from '../../kernel/when-needed.ts';
import { overview, toWireOverview } from '../overview/wire.ts';
import { instantOrNull } from '../wire.ts';
import { type Chain, MOST_STEPS, type Step } from './chain.ts';

/** `at` is now, ms. */
export function toWireChains({ chains, isCut }: { chains: readonly Chain[]; isCut: boolean }, at: number) {
  const records = chains.map(({ event, campaign, steps }) => ({
    after: event,
    campaign: campaign
      ? { campaign_uid: campaign.uid, campaign_id: String(campaign.number), name: campaign.name }
      : null,
    steps: steps.map((step) => toWireStep(step, at)),
  }));
  return { records, is_cut: isCut };
}

function toWireStep({ campaign, follow: { delay, includesImported, includesCurrent }, waiting }: Step, at: number) {
  return {
    campaign: toWireOverview({ ...campaign, progress: undefined }, at),
    delay: { value: delay.value, unit: delay.unit },
    includes_imported: includesImported,
    includes_current: includesCurrent,
    waiting: waiting
      ? {
          people: waiting.people,
          in_a_day: waiting.inADay,
          next_due_at: isoOrNull(waiting.next),
          last_due_at: isoOrNull(waiting.last),
          is_more: waiting.isMore,
        }
      : null,
  };
}

const waiting = whenNeeded(() =>
  z
    .strictObject({
      people: count(
        'How many wait, of the 10,000 whose turn is next. Anyone who leaves before, or is not in the segment by then, gets nothing.',
      ),
      in_a_day: count('Those whose email is due within a day, or became due while the autoresponder was paused.'),
      next_due_at: instantOrNull(
        'When the next email is due; in the past if it became due while the autoresponder was paused.',
      ),
      last_due_at: instantOrNull(
        'When the last email is due, of those who wait now; also null if more wait than were looked at.',
      ),
      is_more: z
        .boolean()
        .describe('Whether more wait than were looked at; all figures then cover only the first ones.'),
    })
    .nullable()
    .describe(
      'Who waits for it: their event has happened, and its email is not due yet. Null if it has not started, or has ended.',
    ),
);

const step = whenNeeded(() =>
  z
    .strictObject({
      campaign: overview(),
      delay: z
        .strictObject({
          value: count('Number of units.'),
          unit: z.enum(TIME_UNITS).describe('The unit; days and longer units follow the customer’s calendar.'),
        })
        .describe('Delay of its email after the event.'),
      includes_imported: z.boolean().describe('Whether imported people get it.'),
      includes_current: z.boolean().describe('Whether people whose event happened before it started get it.'),
      waiting: waiting(),
    })
    .meta({ id: 'AutomationStep', description: 'An autoresponder in the sequence of its event.' }),
);

const chain = whenNeeded(() =>
  z
    .strictObject({
      after: z
        .enum(['subscribe', 'open', 'sent'])
        .describe('The event: someone subscribed, opened a campaign, or was sent one.'),
      campaign: z
        .strictObject({
          campaign_uid: uid('Id of the campaign.'),
          campaign_id: said('The same id as a number, as autoresponders refer to it.'),
          name: said('Its name.'),
        })
        .nullable()
        .describe('The campaign that is followed; null if the list is, or the campaign was deleted.'),
      steps: z.array(step()).describe('Its autoresponders, shortest delay first.'),
    })
    .meta({ id: 'AutomationChain', description: 'The autoresponders that follow one event.' }),
);

export const chainsAnswer = successAnswer(() => ({
  data: z
    .strictObject({
      time_zone: said('The time zone that days are counted in.'),
      records: z.array(chain()).describe('Those after subscribing first, followed by those after campaigns.'),
      is_cut: z.boolean().describe(`Whether the list has more than ${MOST_STEPS}; these are then the newest.`),
    })
    .describe('The autoresponders of a list.'),
}));
