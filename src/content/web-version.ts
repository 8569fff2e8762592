// The web version of a message: the same HTML, values and links.

import { composeHtml } from '../mail/mime/compose.ts';
import { compiledCampaign } from './compiled.ts';
import { contentFor } from './content-for.ts';
import { trackingLinks } from './links.ts';
import { findMessage } from './queries.ts';
import { type Installation, lookupFor } from './recipient.ts';

/** The HTML of a message; undefined when the campaign was deleted or the subscriber is gone. */
export async function webVersion(installation: Installation, messageId: number): Promise<string | undefined> {
  const message = await findMessage(installation.db, messageId);
  const compiled = message && (await compiledCampaign(installation, message.campaign_id));
  if (!compiled || compiled.campaign.status === 'pending-delete') return undefined;
  const { asksForLastSent } = compiled;
  const addressed = { messageId, subscriberId: message.subscriber_id, context: compiled, asksForLastSent };
  const lookup = await lookupFor(installation, addressed);
  if (!lookup) return undefined;
  const made = await contentFor(installation, compiled, { subscriberId: message.subscriber_id, lookup });
  const links = trackingLinks(installation);
  return composeHtml(made.compiled, {
    lookup,
    linkUrl: (index) => links.clickUrl(messageId, made.linkIds[index] ?? 0),
    openUrl: links.openUrl(messageId),
  });
}
