// What handlers make of a call: what the request is read against, who acts, warnings, the tag of
// the revision.
import { revisionEtag } from '../../http/requests/etag.ts';
import { requireRight } from '../../http/rights.ts';
import type { Call, JsonReply } from '../../http/route.ts';
import type { Campaign } from '../../storage/tables.ts';
import { findFirst } from '../ab-test/queries.ts';
import { type Authorize, getCampaign } from '../queries.ts';
import { type References, referencesOf } from '../references.ts';
import { type Author, authorOf } from '../versions/author.ts';

import { draftWarnings, warningsOf } from '../warnings/warnings.ts';
import { ignoredMembers } from './ignored.ts';
import { toWireWarnings } from './record.ts';

/** The customer and the campaign that the path names. */
export const whichOf = ({ caller, params }: Call) => ({
  customerId: caller.customerId,
  uid: params['campaign_uid'] ?? '',
});

/** The campaign that the path names. @throws AppError `not_found` */
export function campaignOf(call: Call): Promise<Campaign> {
  const { customerId, uid } = whichOf(call);
  return getCampaign(call.db, customerId, uid);
}

/**
 * What is scheduled is changed by who may send. A variant of an A/B test stays a draft until it
 * begins with the first one. What it makes throws AppError `forbidden`.
 */
export function rightToChange({ caller }: Pick<Call, 'caller'>): Authorize {
  return async (db, campaign) => {
    if (caller.rights.has('send')) return;
    const first = campaign.test_of === null ? undefined : await findFirst(db, campaign);
    if (campaign.status !== 'draft' || (first && first.status !== 'draft')) requireRight(caller, 'send');
  };
}

/** What the members of a request are checked against. */
export function around({ db, caller, baseUrl, clock, configuredRelay }: Call): References {
  return referencesOf({ db, baseUrl, ...caller, hasConfiguredRelay: configuredRelay !== undefined, at: clock.now() });
}

/** Who acts, and when (ms). */
export async function savedBy({ db, caller, clock }: Call): Promise<{ author: Author; at: number }> {
  return { author: await authorOf(db, caller), at: clock.now() };
}

/** Warnings about a saved campaign, as the member of an answer. */
export async function warningsFor({ db, clock, body, caller }: Call, campaign: Campaign) {
  return toWireWarnings([
    ...ignoredMembers(body, campaign, caller.dialect),
    ...draftWarnings(campaign, clock.now()),
    ...(await warningsOf(db, campaign)),
  ]);
}

/** The answer with the revision of the campaign as its ETag. */
export function tagged(reply: JsonReply, { revision }: Pick<Campaign, 'revision'>): JsonReply {
  return { ...reply, headers: { etag: revisionEtag(revision) } };
}
