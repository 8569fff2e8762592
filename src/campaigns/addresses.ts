// Sender addresses that contain merge tags, so that they are known only when the message is
// composed. Pure.
import { isMailAddress } from '../kernel/address.ts';
import { needsSmtpUtf8 } from '../mail/address/addresses.ts';
import { DRAW, isChoice } from '../mail/merge/choices.ts';
import { parseTags, renderPieces } from '../mail/merge/merge.ts';

/**
 * A tag may stand for an address, or for a part of one: this is a local part, a domain, and the end
 * of either.
 */
const STANDS_FOR = ['someone@example.com', 'example.com'];

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
    STANDS_FOR.some((value) => isSender(renderPieces(pieces, (tag) => (tag === DRAW ? draw : value)))),
  );
}

/**
 * A local part beyond ASCII needs SMTPUTF8 (RFC 6531) on the way to every recipient; no sender can
 * count on that.
 */
function isSender(text: string): boolean {
  return isMailAddress(text) && !needsSmtpUtf8(text.slice(0, text.lastIndexOf('@')));
}
