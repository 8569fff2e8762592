// A campaign's public version: no recipient's values, no recipient's links, nothing counted.

import type { Recipient, TagPage } from '../campaigns/merge/source.ts';
import { knownTags, mergeValues } from '../campaigns/merge/values.ts';
import { inSlices } from '../kernel/slices.ts';
import { chosenAlternative } from '../mail/merge/choices.ts';
import { type Lookup, type Piece, parseTags, renderPieces, renderTag } from '../mail/merge/merge.ts';
import { renderAddress } from '../mail/merge/placed-values.ts';
import { composeHtmlSteps } from '../mail/mime/compose.ts';
import { type CompiledCampaign, compiledCampaign } from './compiled.ts';
import { trackingLinks } from './links.ts';
import type { CampaignContext } from './queries.ts';
import type { Installation } from './recipient.ts';
import { webAddress } from './web-address.ts';

/** The HTML and its campaign. */
export type PublicVersion = CampaignContext & { html: string };

/**
 * The HTML of a campaign without a recipient; undefined when it was deleted or belongs to no list.
 */
export async function publicVersion(
  installation: Installation,
  campaignId: number,
): Promise<PublicVersion | undefined> {
  const compiled = await compiledCampaign(installation, campaignId);
  if (!compiled || compiled.campaign.status === 'pending-delete') return undefined;
  const lookup = lookupForNobody(installation, compiled);
  const linkUrl = (index: number) => destinationOf(compiled, index, lookup);
  const html = await inSlices(composeHtmlSteps(compiled.compiled, { lookup, linkUrl }));
  return { ...compiled, html };
}

/**
 * The public subject of a campaign: fields take their defaults. An empty tag leaves a hole in the
 * subject (", new bikes"); then the campaign's name replaces it.
 */
export function publicSubject(installation: Installation, context: CampaignContext): string {
  const { campaign, fields } = context;
  const values = lookupForNobody(installation, context);
  const lookup = (tag: string) => values(tag) || defaultOf(fields, tag);
  const pieces = parseTags(campaign.subject, knownTags(fields));
  const subject = hasHole(pieces, lookup) ? campaign.name : renderPieces(pieces, lookup);
  return subject.replace(/\s+/g, ' ').trim();
}

/** A field's default; empty when it holds tags, which are only filled in for a subscriber. */
function defaultOf(fields: CampaignContext['fields'], tag: string): string {
  const written = fields.find((field) => field.tag === tag)?.default_value ?? '';
  return written.includes('[') ? '' : written;
}

function hasHole(pieces: readonly Piece[], lookup: Lookup): boolean {
  return pieces.some((piece) => {
    if (typeof piece === 'string') return false;
    return piece.kind === 'tag'
      ? renderTag(piece, lookup).trim() === ''
      : hasHole(chosenAlternative(piece, lookup), lookup);
  });
}

/** The public target of a tracked link: the author's address. */
export function destinationOf({ compiled, fields }: CompiledCampaign, index: number, lookup: Lookup): string {
  const written = compiled.links[index] ?? '';
  return webAddress(renderAddress(parseTags(written, knownTags(fields)), lookup)) ?? '';
}

/** Values without a recipient: personal values and personal links are empty. */
function lookupForNobody(installation: Installation, context: CampaignContext): Lookup {
  const links = trackingLinks(installation);
  const { campaign, list } = context;
  const urls = (page: TagPage) => {
    if (page === 'subscribe') return links.subscribeUrl(list.uid);
    return page === 'web' || page === 'campaign' ? links.campaignUrl(campaign.id) : '';
  };
  const values = mergeValues({ ...context, subscriber: NOBODY, urls, at: installation.clock.now() });
  const own = new Set(context.fields.map(({ tag }) => tag));
  return (tag) => (own.has(tag) || PERSONAL.test(tag) ? '' : values(tag));
}

const PERSONAL =
  /^(?:SUBSCRIBER_|EMAIL(?:_|$)|(?:DIRECT_)?UNSUBSCRIBE_|UPDATE_PROFILE_|FORWARD_FRIEND_|CAMPAIGN_REPORT_ABUSE_|DS_)/;

const NOBODY: Recipient = {
  id: 0,
  uid: '',
  customer_id: 0,
  list_id: 0,
  email: '',
  status: 'unconfirmed',
  ip_address: null,
  field_values: '{}',
  created_at: 0,
  confirmed_at: null,
  confirm_ip: null,
  updated_at: 0,
};
