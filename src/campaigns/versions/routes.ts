// Endpoints for the versions of a campaign.

import { type Call, ok, type Route } from '../../http/route.ts';
import type { Campaign } from '../../storage/tables.ts';
import { getCampaignView } from '../queries-shown.ts';
import { changeCampaign } from '../update.ts';
import { toWireFull } from '../wire/full.ts';
import { readCampaign } from '../wire/input.ts';
import { around, campaignOf, rightToChange, savedBy, tagged, warningsFor, whichOf } from '../wire/of-call.ts';
import { changedAnswer, toWireRecord } from '../wire/record.ts';
import { pastCampaign, readRevision } from './past.ts';
import { listVersions } from './queries.ts';
import { toRestoring, toWireVersion, versionAnswer, versionsAnswer } from './wire.ts';

const group = 'Campaigns';
const path = '/campaigns/:campaign_uid/versions';

/** The version that the path names, and the full record of the campaign as it was. */
async function pastOf(call: Call) {
  const { customerId, uid } = whichOf(call);
  const now = await getCampaignView(call.db, customerId, uid);
  const past = await pastCampaign(call.db, now, readRevision(call.params));
  const reader = { ...call.caller, at: call.clock.now() };
  const full = toWireFull(past.view, past.segment, call.baseUrl);
  return { ...past, now, record: toWireRecord(past.view, past.segment, reader, full) };
}

const listing: Route = {
  name: 'listCampaignVersions',
  method: 'GET',
  path,
  needs: 'read',
  summary: 'List the saved versions of a campaign, newest first',
  about:
    'Every save keeps a version; saves by the same person within two minutes count as one. The newest 50 are kept, for 30 days.',
  group,
  status: 200,
  answer: versionsAnswer,
  handle: async (call) => {
    const campaign = await campaignOf(call);
    const { author } = await savedBy(call);
    const versions = await listVersions(call.db, campaign);
    const records = versions.map((version) => toWireVersion(version, { now: campaign.revision, author }));
    return ok({ data: { records, next: null } });
  },
};

const one: Route = {
  name: 'getCampaignVersion',
  method: 'GET',
  path: `${path}/:revision`,
  needs: 'read',
  summary: 'Get a campaign as it was in a version',
  group,
  status: 200,
  answer: versionAnswer,
  handle: async (call) => {
    const { version, now, record } = await pastOf(call);
    const { author } = await savedBy(call);
    return ok({
      data: { record: { version: toWireVersion(version, { now: now.revision, author }), campaign: record } },
    });
  },
};

const restore: Route = {
  name: 'restoreCampaignVersion',
  method: 'POST',
  path: `${path}/:revision/restore`,
  needs: 'edit',
  isOneChange: true,
  summary: 'Restore a version of a campaign; the current state is kept as a version',
  about:
    'Like an update with everything in the version, with the same checks. The status stays unchanged. A deleted list or segment is not restored, nor is a past send time, except in a draft.',
  group,
  hasRevision: true,
  status: 200,
  answer: changedAnswer,
  refuses: [422],
  handle: async (call) => {
    const past = await pastOf(call);
    const read = async (before: Campaign) => {
      const found = {
        status: before.status,
        blocks: past.view.blocks,
        hasList: past.hasList,
        hasSegment: hasSegment(past),
        at: call.clock.now(),
      };
      return readCampaign(toRestoring(past.record, found), around(call), before);
    };
    const { author, at } = await savedBy(call);
    const change = {
      authorize: rightToChange(call),
      read,
      author,
      ifMatch: call.ifMatch,
      restored: past.version.revision,
    };
    const campaign = await changeCampaign(call.db, whichOf(call), change, at);
    return tagged(ok(await warningsFor(call, campaign)), campaign);
  },
};

/** Whether the segment can be chosen again, or there was none. */
const hasSegment = ({ view, segment }: Awaited<ReturnType<typeof pastOf>>) =>
  view.segment_id === null || segment?.list_id === view.list_id;

export const campaignVersionRoutes: Route[] = [listing, one, restore];
