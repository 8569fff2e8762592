// A mail with a badge on each link that says how many followed it. Pure.

/** Where a link of the mail leads, for finding it again: a name that no host can have. */
const markOf = (n: number) => `https://link-${n}.invalid/`;
/** A mark, or the end of a link. */
const PLACE = /https:\/\/link-(\d{1,9})\.invalid\/|<\/a\s*>/gi;

const BADGE =
  'display:inline-block;margin:0 0 0 6px;padding:0 6px;border-radius:9px;background:#0f5fd6;color:#ffffff;font:bold 11px/18px Arial,sans-serif;letter-spacing:0;text-transform:none;text-decoration:none;white-space:nowrap;vertical-align:middle';

/**
 * Addresses by which links are found again. `written`: the links by number of their mark, each
 * once, in the order in which they are asked for.
 */
export function newMarks(): { leadTo(written: string): string; written: readonly string[] } {
  const links: string[] = [];
  const numbers = new Map<string, number>();
  return {
    leadTo(written) {
      const known = numbers.get(written);
      if (known !== undefined) return markOf(known);
      numbers.set(written, links.length);
      return markOf(links.push(written) - 1);
    },
    written: links,
  };
}

/**
 * The HTML with a badge at the end of each link that has a mark; links lead nowhere. Linear in its
 * length.
 * @param badgeOf its text, by number of the mark: letters, digits, spaces, `%`, `.`, `,`, `·`
 */
export function withBadges(html: string, badgeOf: (n: number) => string): string {
  let [out, from] = ['', 0];
  let open: string | undefined; // the mark of the link that was begun last, by number
  for (const { 0: found, 1: mark, index } of html.matchAll(PLACE)) {
    const before = html.slice(from, index);
    if (mark !== undefined) {
      out += `${before}#`;
      from = index + found.length;
      open = ofLink(before) ? mark : undefined; // one that is never closed gets no badge
    } else if (open !== undefined) {
      out += `${before}<span style="${BADGE}">${badgeOf(Number(open))}</span>`;
      from = index;
      open = undefined;
    }
  }
  return out + html.slice(from);
}

/** Whether what stands before a mark begins a link: an area of a picture has no inside. */
const ofLink = (before: string) => /^<a\s/i.test(before.slice(before.lastIndexOf('<')));
