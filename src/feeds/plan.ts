// Finds the feed sections of a campaign's content and their addresses. Pure.
import { parsedOptions } from '../campaigns/options.ts';
import { type FoundTag, type Lookup, renderTag, scanTags } from '../mail/merge/merge.ts';
import { hasOwnHost } from '../mail/merge/own-host.ts';
import type { Campaign } from '../storage/tables.ts';
import { htmlSections, textSections } from './expand.ts';
import { type Address, addressOf } from './rules.ts';
import { mayHoldSections, type Section } from './sections.ts';

/**
 * The sections of a campaign's HTML and of its author's own plain text, each with the merge tags of
 * its address.
 */
export type Plan = { html: Section[]; text: Section[]; tags: ReadonlyMap<Section, FoundTag[]> };

/**
 * Finds the sections to fill.
 * @param content the bodies as they will be compiled
 * @param isKnownTag whether a merge tag in an address is filled in for the recipient
 * @returns undefined when there are none
 */
export function planOf(
  campaign: Pick<Campaign, 'options'>,
  content: { html: string; text: string | null },
  isKnownTag: (tag: string) => boolean,
): Plan | undefined {
  const { html, text } = content;
  if (!mayHoldSections(html) && !mayHoldSections(text ?? '')) return undefined;
  const options = parsedOptions(campaign);
  const enabled = { xml: options.xml_feed === 'yes', json: options.json_feed === 'yes' };
  const sections = { html: htmlSections(html, enabled), text: textSections(text ?? '', enabled) };
  const all = [...sections.html, ...sections.text];
  if (all.length === 0) return undefined;
  return { ...sections, tags: new Map(all.map((section) => [section, scanTags(section.url, isKnownTag)])) };
}

/** Whether recipients of the campaign may get different contents. */
export function isVarying({ tags }: Plan, campaign: Pick<Campaign, 'parent_id'>): boolean {
  return [...tags].some(
    ([{ unique }, found]) => found.length > 0 || (unique === 'subscriber' && campaign.parent_id !== null),
  );
}

/** The address of a section when it is the same for everybody; undefined when it has merge tags. */
export function fixedAddress({ tags }: Plan, section: Section): Address | undefined {
  return (tags.get(section)?.length ?? 0) > 0 ? undefined : addressOf(section.kind, section.url);
}

/**
 * The address of a section for one recipient. Values are percent-encoded. No value may determine
 * the host: an address with a tag in its host stays as written, which is invalid, so that fetching
 * it fails.
 */
export function addressFor({ tags }: Plan, section: Section, lookup: Lookup): Address {
  const found = tags.get(section) ?? [];
  const first = found[0];
  if (first && !hasOwnHost(section.url.slice(0, first.start))) return addressOf(section.kind, section.url);
  let url = '';
  let at = 0;
  for (const { start, end, slot } of found) {
    const value = renderTag(slot, lookup);
    const isEncoded = slot.filters.some(({ name }) => name === 'urlencode' || name === 'rawurlencode');
    url += section.url.slice(at, start) + (isEncoded ? value : encodeURIComponent(value.toWellFormed()));
    at = end;
  }
  return addressOf(section.kind, (url + section.url.slice(at)).trim().slice(0, 4_000));
}
