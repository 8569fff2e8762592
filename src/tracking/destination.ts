// Where a click leads: to what the author wrote, with merge tags in it filled in for this recipient.
import { asksForLastSent } from '../campaigns/merge/last-sent.ts';
import { knownTags } from '../campaigns/merge/values.ts';
import { campaignContext } from '../content/queries.ts';
import { type Installation, lookupFor } from '../content/recipient.ts';
import { webAddress } from '../content/web-address.ts';
import { parseTags } from '../mail/merge/merge.ts';
import { renderAddress } from '../mail/merge/placed-values.ts';
import { type ClickTarget, findClickTarget } from './queries.ts';

/**
 * The address a tracked link leads to, fit for a Location header; undefined when the message has no such link or what
 * the tags made of it is no web address. Links of a campaign that was deleted lead on while their rows exist.
 */
export async function findDestination(
  installation: Installation,
  messageId: number,
  linkId: number,
): Promise<string | undefined> {
  const target = await findClickTarget(installation.db, messageId, linkId);
  if (!target) return undefined;
  return webAddress(target.url.includes('[') ? await expanded(installation, messageId, target) : target.url);
}

/** Tags of a recipient who is gone are empty, as unknown values are in the mail. */
async function expanded(installation: Installation, messageId: number, target: ClickTarget): Promise<string> {
  const context = await campaignContext(installation.db, target.campaign_id);
  if (!context) return target.url;
  const addressed = {
    messageId,
    subscriberId: target.subscriber_id,
    context,
    asksForLastSent: asksForLastSent([target.url]),
  };
  const lookup = await lookupFor(installation, addressed);
  return renderAddress(parseTags(target.url, knownTags(context.fields)), lookup ?? (() => undefined));
}
