// Where a click leads: to the address that the author wrote, with its merge tags filled in for this
// recipient.
import { asksForLastSent } from '../campaigns/merge/last-sent.ts';
import { knownTags } from '../campaigns/merge/values.ts';
import { campaignContext } from '../content/queries.ts';
import { type Installation, lookupFor } from '../content/recipient.ts';
import { webAddress } from '../content/web-address.ts';
import { parseTags } from '../mail/merge/merge.ts';
import { renderAddress } from '../mail/merge/placed-values.ts';
import { type Clicked, type ClickTarget, findClickTarget } from './queries.ts';

/** The address that a click leads to, and the campaign whose link it is. */
export type Destination = { address: string; campaignId: number };

/**
 * The address that a tracked link leads to, fit for a Location header; undefined when the message
 * has no such link, or its filled-in tags make it something other than a web address. Links of a
 * deleted campaign work while their rows exist.
 */
export async function findDestination(installation: Installation, clicked: Clicked): Promise<Destination | undefined> {
  const target = await findClickTarget(installation.db, clicked);
  if (!target) return undefined;
  const { url, campaignId } = target;
  const address = webAddress(url.includes('[') ? await expanded(installation, clicked.subscriberId, target) : url);
  return address === undefined ? undefined : { address, campaignId };
}

/** Tags of a deleted subscriber are empty, as unknown values are in the mail. */
async function expanded(installation: Installation, subscriberId: number, target: ClickTarget): Promise<string> {
  const context = await campaignContext(installation.db, target.campaignId, { subscriberId });
  if (!context) return target.url;
  const addressed = {
    subscriberId,
    context,
    asksForLastSent: asksForLastSent([target.url]),
  };
  const lookup = await lookupFor(installation, addressed);
  return renderAddress(parseTags(target.url, knownTags(context.fields)), lookup ?? (() => undefined));
}
