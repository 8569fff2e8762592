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
        'How many: of the 10,000 whose turn is next. Whoever leaves before, or is not in the segment then, gets nothing.',
      ),
      in_a_day: count('Those whose mail is due within a day, or was due while the autoresponder was paused.'),
      next_due_at: instantOrNull(
        'When the next mail is due; past where it was due while the autoresponder was paused.',
      ),
      last_due_at: instantOrNull(
        'When the last mail is due, of those who wait now; null also where more wait than were looked at.',
      ),
      is_more: z
        .boolean()
        .describe('Whether there are more than were looked at: then all of this is told of the first ones.'),
    })
    .nullable()
    .describe(
      'Who waits for it: their event has come, and its mail is not due yet; null: it has not started, or has ended.',
    ),
);

const step = whenNeeded(() =>
  z
    .strictObject({
      campaign: overview(),
      delay: z
        .strictObject({
          value: count('How many of the unit.'),
          unit: z.enum(TIME_UNITS).describe('The unit; days and longer ones are those of the customer’s calendar.'),
        })
        .describe('How long after the event its mail is due.'),
      includes_imported: z.boolean().describe('Whether people who were imported get it.'),
      includes_current: z.boolean().describe('Whether people whose event came before its start get it.'),
      waiting: waiting(),
    })
    .meta({ id: 'AutomationStep', description: 'An autoresponder in the chain of its event.' }),
);

const chain = whenNeeded(() =>
  z
    .strictObject({
      after: z
        .enum(['subscribe', 'open', 'sent'])
        .describe('The event: somebody subscribed, opened a campaign, or got it.'),
      campaign: z
        .strictObject({
          campaign_uid: uid('Id of the campaign.'),
          campaign_id: said('The same as a number: what an autoresponder names.'),
          name: said('Its name.'),
        })
        .nullable()
        .describe('The campaign that is followed; null: the list is, or the campaign was removed.'),
      steps: z.array(step()).describe('Its autoresponders, the shortest delay first.'),
    })
    .meta({ id: 'AutomationChain', description: 'The autoresponders that follow one event.' }),
);

export const chainsAnswer = successAnswer(() => ({
  data: z
    .strictObject({
      time_zone: said('The time zone in which days are counted.'),
      records: z.array(chain()).describe('Those after subscribing first, then those after campaigns.'),
      is_cut: z.boolean().describe(`Whether the list has more than ${MOST_STEPS}: then these are the newest.`),
    })
    .describe('The autoresponders of a list.'),
}));
