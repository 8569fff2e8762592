// Warnings about what mail programs will not show as the author expects. Pure; linear in the page's
// length.

import { type Sentence, say } from '../../kernel/sentences/sentence.ts';
import { oneLine } from '../../kernel/text/one-line.ts';
import { isBlank } from '../plain-text/blank.ts';
import { isRelative, resolveBase } from './base-address.ts';
import { replaceReferences } from './page-references.ts';
import { attributeOf, parseSteps, unclosedStart } from './tags.ts';

/** Gmail clips HTML after this many bytes. */
const CLIPPED_BEHIND = 102 * 1024;
/** Characters of a text that are checked, so that saving the longest text does not delay others. */
export const CHECKED_LENGTH = 500_000;
/** Occurrences listed for each kind; the others are counted. */
const NAMED = 3;
/** Elements that mail programs remove, some with their content. */
const REMOVED_ELEMENTS = new Set('script iframe object embed applet form input select textarea button svg'.split(' '));

/** An occurrence: its display name, and its offset in the page. */
type FoundElement = { name: string; at: number };
type Link = FoundElement & { isEmpty: boolean };
type One = 'alt-one' | 'html-link-one' | 'html-relative-one' | 'html-removed-one' | 'html-marked-one';
type Many = 'alt-many' | 'html-link-many' | 'html-relative-many' | 'html-removed-many' | 'html-marked-many';

/**
 * One sentence for each kind of warning: how many there are, and the first few with their lines.
 * In steps, between which other work may be done (kernel/slices.ts).
 * @param isMarked whether all links get parameters for web analytics
 */
export function* htmlWarningSteps(page: string, { isMarked = false } = {}): Generator<void, Sentence[]> {
  const html = page.slice(0, CHECKED_LENGTH);
  const { pictures, links, takenOut, marked } = yield* troublesIn(html);
  const bytes = Buffer.byteLength(page);
  const size = Math.ceil(bytes / 1024);
  const clipped =
    html === page ? say('size-clipped', { size }) : say('size-clipped-partly', { size, characters: CHECKED_LENGTH });
  return [
    ...(bytes > CLIPPED_BEHIND ? [clipped] : []),
    ...told(html, pictures, ['alt-one', 'alt-many']),
    ...told(html, links, ['html-link-one', 'html-link-many']),
    ...told(html, relativesIn(html), ['html-relative-one', 'html-relative-many']),
    ...(isMarked ? told(html, marked, ['html-marked-one', 'html-marked-many']) : []),
    ...told(html, takenOut, ['html-removed-one', 'html-removed-many']),
    ...(html === page ? unclosedIn(html) : []),
  ];
}

/** What the page ends within. */
function unclosedIn(html: string): Sentence[] {
  const at = unclosedStart(html);
  if (at === html.length) return [];
  return [say('html-unclosed', { place: places(html, [{ name: oneLine(html.slice(at, at + 200), 50), at }]) })];
}

function told(html: string, found: readonly FoundElement[], [one, many]: readonly [one: One, many: Many]): Sentence[] {
  if (found.length === 0) return [];
  const at = places(html, found);
  return [found.length === 1 ? say(one, { places: at }) : say(many, { places: at, count: found.length })];
}

/** The first few, each with its line. */
function places(html: string, found: readonly FoundElement[]): string {
  let line = 1;
  let counted = 0;
  const named = found.slice(0, NAMED).map(({ name, at }) => {
    for (; counted < at; counted += 1) if (html[counted] === '\n') line += 1;
    return `${line}: ${name}`;
  });
  return [...named, ...(found.length > NAMED ? ['…'] : [])].join(', ');
}

type Troubles = Record<'pictures' | 'links' | 'takenOut' | 'marked', FoundElement[]>;

/** A web address with parameters for web analytics, by hand. */
const MARKED = /^\s*https?:[^#]*[?&]utm_(?:source|medium|campaign|content|term)=/i;

function* troublesIn(html: string): Generator<void, Troubles> {
  const pictures: FoundElement[] = [];
  const links: FoundElement[] = [];
  const takenOut: FoundElement[] = [];
  const marked: FoundElement[] = [];
  let link: Link | undefined;
  const endLink = () => {
    if (link?.isEmpty) links.push(link);
    link = undefined;
  };
  yield* parseSteps(html, {
    onOpen(tag) {
      const { name, start: at } = tag;
      if (REMOVED_ELEMENTS.has(name)) takenOut.push({ name: `<${name}>`, at });
      const alt = attributeOf(tag, 'alt');
      if (name === 'img' && alt === undefined) pictures.push({ name: shortened(attributeOf(tag, 'src')), at });
      if (name === 'a') {
        endLink();
        const label = `${attributeOf(tag, 'aria-label') ?? ''}${attributeOf(tag, 'title') ?? ''}`;
        const href = attributeOf(tag, 'href');
        if (href && MARKED.test(href)) marked.push({ name: shortened(href), at });
        if (href) link = { name: shortened(href), at, isEmpty: isBlank(label) };
      } else if (link && !isBlank(alt ?? '')) link.isEmpty = false;
    },
    onText(text) {
      if (link && !isBlank(text)) link.isEmpty = false;
    },
    onClose(name) {
      if (name === 'a') endLink();
    },
  });
  return { pictures, links, takenOut, marked };
}

/** Addresses without a base, in conditional comments too. */
function relativesIn(html: string): FoundElement[] {
  const found: FoundElement[] = [];
  replaceReferences(resolveBase(html), {
    address(address, { at }) {
      if (isRelative(address)) found.push({ name: shortened(address), at });
      return undefined;
    },
  });
  return found;
}

/** The end of an address, which is more specific than its beginning; on one line. */
function shortened(address = ''): string {
  const text = address.trim().replace(/\s+/g, ' ');
  return text.length <= 50 ? text : `…${text.slice(-49).toWellFormed()}`;
}
