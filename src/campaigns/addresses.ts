// Sender addresses that contain merge tags, so that they are known only when the message is
// composed. Pure.
import { isMailAddress } from '../kernel/address.ts';
import { needsSmtpUtf8 } from '../mail/address/addresses.ts';
import { DRAW, isChoice } from '../mail/merge/choices.ts';
import { parseTags, renderPieces, scanTags } from '../mail/merge/merge.ts';
import { NEVER_IN_ADDRESSES, WORD_TAGS } from './merge/tags.ts';

/**
 * A tag may stand for an address, or for a part of one: this is a local part, a domain, and the end
 * of either.
 */
const STANDS_FOR = ['someone@example.com', 'example.com'];
const NO_PART = 'https://example.com/<';

function valueFor(tag: string, standsFor: string): string {
  if (NEVER_IN_ADDRESSES.has(tag)) return NO_PART;
  return WORD_TAGS.has(tag) ? 'word' : standsFor;
}

/**
 * Whether a text is an address that mail can come from, or holds merge tags that can give one.
 * @param isKnown whether a tag is filled in; others stay as written
 */
export function canGiveAddress(text: string, isKnown: (tag: string) => boolean): boolean {
  const pieces = parseTags(text, isKnown);
  if (pieces.every((piece) => typeof piece === 'string')) return isSender(text);
  if (pieces.some((piece) => isChoice(piece) && piece.test !== undefined)) return false; // it may leave nothing
  const draws = Math.max(...pieces.map((piece) => (isChoice(piece) ? piece.alternatives.length : 1)));
  // It must be an address whichever alternatives of [RANDOM_CONTENT] are drawn.
  return Array.from({ length: draws }, (_, draw) => String(draw)).every((draw) =>
    STANDS_FOR.some((value) => isSender(renderPieces(pieces, (tag) => (tag === DRAW ? draw : valueFor(tag, value))))),
  );
}

/** The tags of the two sender addresses; one within the other's text stays as written. */
const ADDRESS_HEADERS: ReadonlyMap<string, 'from_email' | 'reply_to'> = new Map([
  ['CAMPAIGN_FROM_EMAIL', 'from_email'],
  ['DS_FROM_EMAIL', 'from_email'],
  ['CAMPAIGN_REPLY_TO', 'reply_to'],
  ['DS_REPLYTO_EMAIL', 'reply_to'],
]);

/**
 * Whether a tag is filled in within the sender addresses of a campaign: that of an address which
 * itself holds such a tag is not.
 */
export function knownInAddresses(
  isKnown: (tag: string) => boolean,
  addresses: { from_email?: string; reply_to?: string },
): (tag: string) => boolean {
  const holdsOne = (text = '') => scanTags(text, (tag) => ADDRESS_HEADERS.has(tag)).length > 0;
  return (tag) => {
    const member = ADDRESS_HEADERS.get(tag);
    return isKnown(tag) && !(member && holdsOne(addresses[member]));
  };
}

/**
 * A local part beyond ASCII needs SMTPUTF8 (RFC 6531) on the way to every recipient; no sender can
 * count on that.
 */
function isSender(text: string): boolean {
  return isMailAddress(text) && !needsSmtpUtf8(text.slice(0, text.lastIndexOf('@')));
}
