// The mail in a browser: the same HTML, with the same values and the same links.

import { fillFor } from '../feeds/fill.ts';
import { isVarying } from '../feeds/plan.ts';
import { composeHtml } from '../mail/compose.ts';
import type { Lookup } from '../mail/merge.ts';
import { type CompiledCampaign, compiledCampaign, compiledWith } from './compiled.ts';
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
  const made = await madeFor(installation, compiled, message.subscriber_id, lookup);
  const links = trackingLinks(installation);
  return composeHtml(made.compiled, {
    lookup,
    linkUrl: (index) => links.clickUrl(messageId, made.linkIds[index] ?? 0),
    openUrl: links.openUrl(messageId),
  });
}

/** The message as this recipient got it, where contents differ by recipient. */
async function madeFor(
  installation: Installation,
  compiled: CompiledCampaign,
  subscriberId: number,
  lookup: Lookup,
): Promise<Pick<CompiledCampaign, 'compiled' | 'linkIds'>> {
  const { campaign, feeds } = compiled;
  if (!feeds || !isVarying(feeds.plan, campaign)) return compiled;
  const [filled] = await fillFor(installation.db, campaign, feeds.plan, [{ subscriberId, lookup }]);
  return filled ? compiledWith(installation, { ...compiled, feeds }, filled) : compiled;
}
