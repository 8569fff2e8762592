// The web version of a message: the same HTML, values and links.

import { inSlices } from '../kernel/slices.ts';
import { composeHtmlSteps } from '../mail/mime/compose.ts';
import { findMessages, type MessageName } from '../messages/uncertain/settle.ts';
import { compiledCampaign } from './compiled.ts';
import { contentFor } from './content-for.ts';
import { trackingLinks } from './links.ts';
import { type Installation, lookupFor } from './recipient.ts';

/** The HTML of a message; undefined when the campaign was deleted or the subscriber is gone. */
export async function webVersion(installation: Installation, message: MessageName): Promise<string | undefined> {
  const [found] = await findMessages(installation.db, [message]);
  const compiled = found && (await compiledCampaign(installation, found.campaignId, message));
  if (!compiled || compiled.campaign.status === 'pending-delete') return undefined;
  const { asksForLastSent } = compiled;
  const { subscriberId } = message;
  const addressed = { subscriberId, context: compiled, asksForLastSent };
  const lookup = await lookupFor(installation, addressed);
  if (!lookup) return undefined;
  const made = await contentFor(installation, compiled, { subscriberId, lookup });
  const links = trackingLinks(installation);
  const linkUrl = (index: number) => links.clickUrl(message, made.linkIds[index] ?? 0);
  return inSlices(composeHtmlSteps(made.compiled, { lookup, linkUrl, openUrl: links.openUrl(message) }));
}
