// HTML converted to plain text with the values of one recipient.
import { prepareHtml } from '../../src/mail/html/html.ts';
import { textOfSlot } from '../../src/mail/merge/pieces.ts';
import { textFromHtml } from '../../src/mail/plain-text/plain-text.ts';

/** A prepared page, and the addresses of its links. */
export function tracked(html: string, trackLinks: boolean) {
  const links: string[] = [];
  const addLink = (destination: string) => {
    const known = links.indexOf(destination);
    return known >= 0 ? known : links.push(destination) - 1;
  };
  return { pieces: prepareHtml(html, { trackLinks, openPixel: true, isKnownTag: () => true, addLink }), links };
}

/** The text of a page. @param values of merge tags */
export function convert(html: string, values: Record<string, string> = {}, trackLinks = false): string {
  const { pieces, links } = tracked(html, trackLinks);
  const slots = { lookup: (tag: string) => values[tag], linkUrl: (index: number) => `T${index}`, openUrl: 'O' };
  return textFromHtml(pieces, links)
    .pieces.map((piece) => (typeof piece === 'string' ? piece : textOfSlot(piece, slots)))
    .join('');
}
