// A preview of a campaign as one subscriber would get it, before or during sending: nothing is
// counted, and its links do nothing.

import { SIMPLE_TEXT } from '../campaigns/delivery/notice.ts';
import type { PageUrls, Recipient, TagPage } from '../campaigns/merge/source.ts';
import { mergeValues } from '../campaigns/merge/values.ts';
import type { Found } from '../campaigns/warnings/warning.ts';
import { AppError } from '../kernel/errors.ts';
import { say } from '../kernel/sentences/sentence.ts';
import { inSlices } from '../kernel/slices.ts';
import { renderPieces } from '../mail/merge/merge.ts';
import { composeHtmlSteps, composeTextSteps } from '../mail/mime/compose.ts';
import type { FetchAllow } from '../network/fetch-allow.ts';
import type { Campaign, ListField } from '../storage/tables.ts';
import { findSubscriberById } from '../subscribers/queries.ts';
import { EMAIL_TAG } from '../subscribers/values/values.ts';
import { type CompiledCampaign, compiledCampaign } from './compiled.ts';
import { fetchedContentFor } from './content-for.ts';
import { trackingLinks } from './links.ts';
import { destinationOf } from './public-version.ts';
import { findTrackedSubscriber } from './queries.ts';
import { type Installation, pageUrls } from './recipient.ts';

/** Decoded texts as readers see them. The result of merge tags may be no valid address. */
export type Preview = {
  subject: string;
  from: { name: string; email: string };
  to: { name: string; email: string };
  replyTo: string;
  html: string;
  /** null when the message has no plain text. */
  plainText: string | null;
  /** Warnings found while composing the message. */
  warnings: Found[];
};

/**
 * The message of a campaign to a subscriber of its list; without one, to a sample subscriber made
 * of the fields' defaults and labels. Links lead directly to the author's addresses.
 * @param leadTo where links lead instead, by the address that the author wrote
 * @throws AppError `not_found` for a subscriber who is not on the list
 */
export async function previewOf(
  installation: Installation & { fetchAllow?: FetchAllow | undefined },
  campaign: Campaign,
  subscriberUid: string | undefined,
  leadTo?: (written: string) => string,
): Promise<Preview> {
  const at = installation.clock.now();
  const somebody = subscriberUid === undefined ? undefined : await subscriberOf(installation, campaign, subscriberUid);
  const by = somebody && { listId: somebody.list_id };
  const of = await compiledCampaign(installation, campaign.id, by);
  if (!of) throw new AppError('not_found', say('campaign-missing'));
  const subscriber = somebody ?? sampleRecipient(of.fields, at);
  const lookup = mergeValues({ ...of, subscriber, urls: harmless(installation, of), at });
  const content = await fetchedContentFor(installation, of, { subscriberId: subscriber.id, lookup });
  const { compiled } = content;
  const linkUrl = (index: number) =>
    leadTo ? leadTo(compiled.links[index] ?? '') : destinationOf(content, index, lookup);
  const values = { lookup, linkUrl };
  return {
    subject: renderPieces(compiled.subject.pieces, lookup),
    from: { name: renderPieces(compiled.from.name, lookup), email: renderPieces(compiled.from.email, lookup).trim() },
    to: { name: renderPieces(compiled.toName, lookup), email: subscriber.email },
    replyTo: renderPieces(compiled.replyTo.email, lookup).trim(),
    html: await inSlices(composeHtmlSteps(compiled, values)),
    plainText: await inSlices(composeTextSteps(compiled, values)),
    warnings: compiled.isTextFallback ? [{ member: 'template.plain_text', why: SIMPLE_TEXT }] : [],
  };
}

async function subscriberOf({ db }: Installation, campaign: Campaign, uid: string): Promise<Recipient> {
  const id = await findTrackedSubscriber(db, campaign, uid);
  const subscriber = id === undefined ? undefined : await findSubscriberById(db, campaign.customer_id, id);
  if (!subscriber) throw new AppError('not_found', say('subscriber-missing'));
  return subscriber;
}

/** Page addresses for a message that does not exist: they open, but actions on them do nothing. */
function harmless(installation: Installation, context: CompiledCampaign): PageUrls {
  const links = trackingLinks(installation);
  const pages = pageUrls(links, { subscriberId: 0, context });
  return (page: TagPage) => pages(page === 'web' ? 'campaign' : page);
}

/** A sample subscriber who signed up and confirmed just now. */
function sampleRecipient(fields: readonly ListField[], at: number): Recipient {
  const values = fields.flatMap(({ id, tag, label, default_value }) =>
    tag === EMAIL_TAG ? [] : [[String(id), default_value || label] as const],
  );
  return {
    id: 0,
    uid: 'preview',
    customer_id: 0,
    list_id: 0,
    email: 'subscriber@example.com',
    status: 'confirmed',
    ip_address: null,
    field_values: JSON.stringify(Object.fromEntries(values)),
    created_at: at,
    confirmed_at: at,
    confirm_ip: null,
    updated_at: 0,
  };
}
