// A mail with a badge on each link that says how many followed it. Pure.

/** Where a link of the mail leads, for finding it again: a name that no host can have. */
const markOf = (n: number) => `https://link-${n}.invalid/`;
const MARK = /https:\/\/link-(\d{1,9})\.invalid\//g;

const BADGE =
  'display:inline-block;margin:0 0 0 6px;padding:0 6px;border-radius:9px;background:#0f5fd6;color:#ffffff;font:bold 11px/18px Arial,sans-serif;letter-spacing:0;text-transform:none;text-decoration:none;white-space:nowrap;vertical-align:middle';

/** Addresses by which links are found again, in the order in which they are asked for. */
export function newMarks(): { leadTo(written: string): string; writtenOf(n: number): string | undefined } {
  const links: string[] = [];
  return {
    leadTo(written) {
      const known = links.indexOf(written);
      return markOf(known === -1 ? links.push(written) - 1 : known);
    },
    writtenOf: (n) => links[n],
  };
}

/**
 * The HTML with a badge at the end of each link that has a mark; links lead nowhere.
 * @param badgeOf its text, by number of the mark: letters, digits, spaces, `%`, `.`, `,`, `·`
 */
export function withBadges(html: string, badgeOf: (n: number) => string): string {
  let [out, from] = ['', 0];
  for (const { 0: mark, 1: number, index } of html.matchAll(MARK)) {
    out += `${html.slice(from, index)}#`;
    from = index + mark.length;
    const tag = html.slice(html.lastIndexOf('<', index), index);
    if (!/^<a\s/i.test(tag)) continue; // an area of a picture has no inside
    const end = html.slice(from).search(/<\/a\s*>/i);
    const next = html.slice(from).search(/https:\/\/link-\d{1,9}\.invalid\//);
    if (end === -1 || (next !== -1 && next < end)) continue; // it is never closed
    out += `${html.slice(from, from + end)}<span style="${BADGE}">${badgeOf(Number(number))}</span>`;
    from += end;
  }
  return out + html.slice(from);
}
