// The values of merge tags for one recipient's message (wire contract, section 11). Values are
// plain text; whoever puts them into HTML escapes them. An unknown tag stays in the message as
// written.
import { companyOf, fullAddress } from '../../accounts/company.ts';
import { sha256 } from '../../kernel/ids.ts';
import { defaultsOf } from '../../lists/list-settings.ts';
import { DRAW } from '../../mail/merge/choices.ts';
import { type Piece, parseTags, renderPieces } from '../../mail/merge/merge.ts';
import type { Campaign, ListField } from '../../storage/tables.ts';
import { valuesByTag } from '../../subscribers/values/values.ts';
import type { CampaignFacts, MergeSource } from './source.ts';
import { FIXED_TAGS, HEADER_TAGS, LIST_WIDE_TAGS, type SharedValues } from './tags.ts';

/** Gives the value of a tag; undefined where there is none. */
export type MergeLookup = (tag: string) => string | undefined;

/** Whether a tag is filled in: one of the list's fields, or one of the fixed ones. */
export function knownTags(fields: readonly Pick<ListField, 'tag'>[]): (tag: string) => boolean {
  const own = new Set(fields.map(({ tag }) => tag));
  return (tag) => own.has(tag) || FIXED_TAGS.has(tag);
}

/** Values that everyone on the campaign's list gets; undefined for all other tags. */
export function listWideValues(facts: CampaignFacts): MergeLookup {
  const own = new Set(facts.fields.map(({ tag }) => tag));
  return (tag) => (own.has(tag) ? undefined : LIST_WIDE_TAGS.get(tag)?.(facts));
}

/** Values for one recipient, each made when it is asked for. */
export function mergeValues(source: MergeSource): MergeLookup {
  const shared = sharedBy(source);
  let own: Record<string, string> | undefined; // most messages ask for several fields
  const lookup = (tag: string) => {
    if (shared.fieldTags.has(tag)) {
      own ??= valuesByTag(source.fields, source.subscriber);
      return own[tag];
    }
    return tag === DRAW ? draw(source) : FIXED_TAGS.get(tag)?.(source, shared);
  };
  return (tag) => {
    const header = HEADER_TAGS.get(tag);
    const isHeader = header !== undefined && !shared.fieldTags.has(tag);
    return isHeader ? renderPieces(shared.header(header(source)), lookup) : lookup(tag);
  };
}

/**
 * A number that is the same in the HTML, the plain text and the web version, but differs by
 * subscriber and campaign.
 */
function draw({ campaign, subscriber }: MergeSource): string {
  return String(Number.parseInt(sha256(`${campaign.uid} ${subscriber.uid}`).slice(0, 8), 16));
}

const sharedOf = new WeakMap<Campaign, SharedValues>();

function sharedBy({ campaign, customer, list, fields }: MergeSource): SharedValues {
  const known = sharedOf.get(campaign);
  if (known) return known;
  const company = companyOf(customer, list);
  const headers = new Map<string, Piece[]>();
  const shared = {
    company,
    address: fullAddress(company),
    defaults: defaultsOf(list),
    fieldTags: new Set(fields.map(({ tag }) => tag)),
    header(text: string) {
      const pieces = headers.get(text) ?? parseTags(text, knownTags(fields));
      headers.set(text, pieces);
      return pieces;
    },
  };
  sharedOf.set(campaign, shared);
  return shared;
}
