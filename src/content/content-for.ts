// A campaign's message where content differs by recipient: from the stored content of its feeds, or
// fetched for a preview.

import { fetchDueFeeds, newFetchTools, openFeeds } from '../feeds/fetch-due.ts';
import { fillFor } from '../feeds/fill.ts';
import { addressFor, isVarying } from '../feeds/plan.ts';
import { createLogger } from '../kernel/log.ts';
import type { Lookup } from '../mail/merge/merge.ts';
import type { FetchAllow } from '../network/fetch-allow.ts';
import { type CompiledCampaign, compiledWith } from './compiled.ts';
import type { Installation } from './recipient.ts';

/**
 * Shared by all previews of this process, so that each needs no reader of its own. The reader ends
 * when idle.
 */
const TOOLS = newFetchTools();

/** The recipient of the content; subscriberId 0 for nobody on the list. */
type Reader = { subscriberId: number; lookup: Lookup };

/** The campaign with the message that this recipient got. */
export async function contentFor(
  installation: Installation,
  compiled: CompiledCampaign,
  reader: Reader,
): Promise<CompiledCampaign> {
  const { campaign, feeds } = compiled;
  return feeds && isVarying(feeds.plan, campaign) ? filledFor(installation, compiled, feeds, reader) : compiled;
}

/** The campaign with the message that this recipient would get; missing feed content is fetched. */
export async function fetchedContentFor(
  installation: Installation & { fetchAllow?: FetchAllow | undefined },
  compiled: CompiledCampaign,
  reader: Reader,
): Promise<CompiledCampaign> {
  const { campaign, feeds } = compiled;
  if (!feeds) return compiled;
  const { db, clock, fetchAllow: allow } = installation;
  const addresses = [...feeds.plan.tags.keys()].map((section) => addressFor(feeds.plan, section, reader.lookup));
  await fetchDueFeeds(openFeeds({ db, clock, log: createLogger('silent'), allow, tools: TOOLS }), campaign, addresses);
  return filledFor(installation, compiled, feeds, reader);
}

async function filledFor(
  installation: Installation,
  compiled: CompiledCampaign,
  feeds: NonNullable<CompiledCampaign['feeds']>,
  reader: Reader,
): Promise<CompiledCampaign> {
  const [filled] = await fillFor(installation.db, compiled.campaign, feeds.plan, [reader]);
  return filled ? { ...compiled, ...(await compiledWith(installation, { ...compiled, feeds }, filled)) } : compiled;
}
