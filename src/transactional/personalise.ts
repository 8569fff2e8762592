// Fills the merge tags of a transactional email with the data of its request. Pure but for the
// choice among alternatives.
import { randomInt } from 'node:crypto';
import { needsCampaign } from '../campaigns/merge/without-campaign.ts';
import { type Sentence, say } from '../kernel/sentences/sentence.ts';
import { prepareHtml } from '../mail/html/html.ts';
import { DRAW } from '../mail/merge/choices.ts';
import { type FoundTag, type Lookup, parseTags, renderPieces, scanTags } from '../mail/merge/merge.ts';
import { renderHtml } from '../mail/merge/pieces.ts';

/** The texts of an email. `plainText` null: made from the HTML. */
export type Texts = { subject: string; html: string; plainText: string | null };

/** What the values take in all, before they are escaped; in characters. */
const MOST = 5_000_000;

/** The names of tags that have no value and no default, each once, in the order of the texts. */
export function tagsWithoutValue(texts: Texts, lookup: Lookup): string[] {
  const missing = tagsIn(texts).filter(({ slot: { tag, filters } }) => {
    return lookup(tag) === undefined && !filters.some(({ name }) => name === 'defaultvalue');
  });
  return [...new Set(missing.map(({ slot }) => slot.tag))];
}

/** Whether the values make texts that no mail can hold. */
export function isTooLong(texts: Texts, lookup: Lookup): boolean {
  let length = 0;
  for (const { slot } of tagsIn(texts)) length += lookup(slot.tag)?.length ?? 0;
  return length > MOST;
}

/**
 * The texts with their values, which are escaped in HTML as everywhere (places.ts); a tag without
 * value is empty.
 */
export function personalise({ subject, html, plainText }: Texts, values: Lookup): Texts {
  const draw = String(randomInt(2 ** 32));
  const lookup = (tag: string) => (tag === DRAW ? draw : values(tag));
  const options = { trackLinks: false, openPixel: false, isKnownTag, addLink: () => 0 };
  return {
    subject: renderPieces(parseTags(subject, isKnownTag), lookup),
    html: renderHtml(prepareHtml(html, options), { lookup, linkUrl: () => '' }),
    plainText: plainText === null ? null : renderPieces(parseTags(plainText, isKnownTag), lookup),
  };
}

/** What to tell about tags without a value, of which there is at least one. */
export function withoutValue(missing: readonly string[]): Sentence {
  const own = missing.filter((tag) => !needsCampaign(tag));
  const others = missing.filter(needsCampaign);
  if (others.length === 0) return say('mail-no-value', { tags: listed(own) });
  if (own.length === 0) return say('mail-no-value-campaign', { others: listed(others) });
  return say('mail-no-value-both', { tags: listed(own), others: listed(others) });
}

const SHOWN = 20;

function listed(tags: readonly string[]): string {
  const more = tags.length > SHOWN ? `, … (+${tags.length - SHOWN})` : ''; // in a sentence of any language
  return `${tags
    .slice(0, SHOWN)
    .map((tag) => `[${tag}]`)
    .join(', ')}${more}`;
}

/** What a template has in brackets and capitals is meant to be filled in. */
const isKnownTag = (tag: string) => tag !== DRAW;

function tagsIn({ subject, html, plainText }: Texts): FoundTag[] {
  return [subject, html, plainText ?? ''].flatMap((text) => scanTags(text, isKnownTag));
}
