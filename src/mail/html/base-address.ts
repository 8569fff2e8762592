// Relative addresses lead nowhere in a mail: those of a page with a base address are resolved, and
// the <base> element is removed, because mail programs ignore it or apply it to their own page.
import { replaceReferences } from './page-references.ts';

/**
 * Whether an address needs a base: it has no scheme, is no fragment, and does not begin with a
 * merge tag.
 */
export function isRelative(address: string): boolean {
  return !/^\s*(?:[a-z][a-z0-9+.-]*:|#|\[|$)/i.test(address);
}

/**
 * The page with its relative addresses resolved against `<base href>`, which is removed. A page
 * without one, or with one that is no http or https address, stays unchanged. As in browsers the
 * first one counts (HTML, section 4.2.3).
 */
export function resolveBase(html: string): string {
  const base = baseOf(html);
  if (base === undefined) return html;
  return replaceReferences(html, { address: (address) => resolved(address, base), base: () => '' });
}

function baseOf(html: string): string | undefined {
  if (!/<base\s/i.test(html)) return undefined;
  let found: string | undefined;
  replaceReferences(html, {
    address: () => undefined,
    base(address) {
      found ??= /^\s*https?:\/\//i.test(address) && URL.canParse(address) ? address : undefined;
      return undefined;
    },
  });
  return found;
}

/** What follows a merge tag stays as written: the tag's value decides what it means. */
function resolved(address: string, base: string): string | undefined {
  if (!isRelative(address)) return undefined;
  const text = address.trim();
  const tag = text.indexOf('[');
  const [before, after] = tag < 0 ? [text, ''] : [text.slice(0, tag), text.slice(tag)];
  return URL.canParse(before, base) ? new URL(before, base).href + after : undefined;
}
