// Before a campaign begins: when each of its recipients gets it, by their own clocks.
import { z } from 'zod';
import { getCampaign } from '../../campaigns/queries.ts';
import { count, uid } from '../../http/members/described.ts';
import { recordOf } from '../../http/members/schema.ts';
import { ok, type Route } from '../../http/route.ts';
import type { Campaign } from '../../storage/tables.ts';
import { countedAt, instant, iso } from '../wire.ts';
import { type RecipientTimes, recipientTimesOf } from './times.ts';

/** This many zones of an instant are named. */
const NAMED = 5;

function toWire(campaign: Campaign, { sendAt, beginsAt, found, at }: RecipientTimes) {
  return {
    campaign_uid: campaign.uid,
    send_at: iso(sendAt),
    begins_at: iso(beginsAt),
    known: found?.known ?? null,
    by_last_open: found?.byLastOpen ?? null,
    unknown: found?.unknown ?? null,
    unreadable: found?.unreadable ?? null,
    times:
      found?.times.map(({ at: instantOf, people, zones }) => ({
        at: iso(instantOf),
        people,
        time_zones: zones.slice(0, NAMED),
      })) ?? null,
    counted_at: at === undefined ? null : iso(at),
  };
}

const NULL = 'null if this is being counted for the first time: ask again.';
const answer = recordOf(() =>
  z
    .strictObject({
      campaign_uid: uid('Id of the campaign.'),
      send_at: instant(
        'Its send time, for a recurring campaign that of the next run; now, if it has none, or a past one.',
      ),
      begins_at: instant('When it begins if it waits for its send time.'),
      known: count(`Number of recipients whose field names a time zone; ${NULL}`).nullable(),
      by_last_open: count(`Others, who get it at the hour of their last open; ${NULL}`).nullable(),
      unknown: count(`Recipients who get it at the send time because neither is known; ${NULL}`).nullable(),
      unreadable: count(
        `Recipients whose field contains text that is not a time zone; they are included in the others; ${NULL}`,
      ).nullable(),
      times: z
        .array(
          z.strictObject({
            at: instant('Their time.'),
            people: count(
              'Number of recipients who get it then, or immediately if it is past when the campaign begins.',
            ),
            time_zones: z
              .array(z.string())
              .describe(
                `Their time zones, those with the most people first, at most ${NAMED}; empty if only others get it.`,
              ),
          }),
        )
        .nullable()
        .describe(`When they get it, earliest first; ${NULL}`),
      counted_at: countedAt,
    })
    .meta({ id: 'RecipientTimes', description: 'When recipients get a campaign, each at their own time.' }),
);

const show: Route = {
  name: 'getRecipientTimes',
  method: 'GET',
  path: '/campaigns/:campaign_uid/recipient-times',
  needs: 'read',
  summary: 'Preview when recipients will get a campaign that is sent at each one’s own time',
  about:
    'Counted from the current subscribers, as the audience is. Returns 400 for a campaign that goes to everyone at the same instant.',
  group: 'Campaigns',
  status: 200,
  answer,
  handle: async (call) => {
    const campaign = await getCampaign(call.db, call.caller.customerId, call.params['campaign_uid'] ?? '');
    return ok({ data: { record: toWire(campaign, await recipientTimesOf(call, campaign)) } });
  },
};

export const recipientTimesRoutes: Route[] = [show];
