// The places in HTML where a value may stand, which decide how it is escaped (placed-values.ts).
// Found with the tokenizer of browsers (HTML, section 13.2.5), once, when a message is compiled.
import { QuoteType, Tokenizer } from 'htmlparser2';

/**
 * - text: HTML text; line breaks are shown
 * - quoted: an attribute's value, a comment, a title: what can be written with character references
 * - url: the beginning of an address; url-part: further inside of it; mailbox: the address of a
 *   mailto:
 * - srcset: the beginning of one of several addresses, or the words after it
 * - style, script: code
 * - page: HTML in an attribute
 * - markup: inside of a tag, but not in the value of an attribute
 */
export type Place =
  | 'text'
  | 'quoted'
  | 'url'
  | 'url-part'
  | 'mailbox'
  | 'srcset'
  | 'style'
  | 'script'
  | 'page'
  | 'markup';

/** The range `[start, end)` in UTF-16 units. `isBare`: an attribute's value without quotes. */
export type PlaceRange = { start: number; end: number; place: Exclude<Place, 'url-part' | 'mailbox'>; isBare: boolean };

const ADDRESSES = new Set(
  'action background cite classid codebase data dynsrc formaction href icon longdesc lowsrc manifest o:href ping poster profile src usemap xlink:href'.split(
    ' ',
  ),
);
/** Elements whose content is not HTML. */
const RAW: Record<string, 'quoted' | 'style' | 'script'> = {
  style: 'style',
  script: 'script',
  title: 'quoted',
  textarea: 'quoted',
  xmp: 'quoted',
  iframe: 'quoted',
  noembed: 'quoted',
  noframes: 'quoted',
};

const BEFORE_VALUE = /\s*=\s*["']?/y;

/** The places of a page in order; everything else is markup. Linear in the page's length. */
export function placesOf(html: string): PlaceRange[] {
  const places: PlaceRange[] = [];
  parsePlaces(html, 0, places, (start, end) => {
    // Outlook parses conditional comments as HTML. HTML comments do not nest: one level deep is
    // enough, and keeps this linear.
    const isConditional = /^\s*\[if\b/i.test(html.slice(start, start + 20));
    if (isConditional) parsePlaces(html.slice(start, end), start, places, () => undefined);
    else places.push({ start, end, place: 'quoted', isBare: false });
  });
  return places;
}

function parsePlaces(
  html: string,
  offset: number,
  places: PlaceRange[],
  onComment: (start: number, end: number) => void,
): void {
  let raw: keyof typeof RAW | undefined;
  let tag = '';
  let attribute = '';
  let valueStart = 0;
  const add = (start: number, end: number, place: PlaceRange['place'], isBare = false) =>
    void places.push({ start: offset + start, end: offset + end, place, isBare });
  const endTag = () => {
    raw = Object.hasOwn(RAW, tag) ? tag : undefined;
  };
  const nothing = () => undefined;
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(start, end) {
        tag = html.slice(start, end).toLowerCase();
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase();
        BEFORE_VALUE.lastIndex = end;
        valueStart = BEFORE_VALUE.test(html) ? BEFORE_VALUE.lastIndex : end;
      },
      onattribend(quote, end) {
        if (quote === QuoteType.NoValue) return;
        const isBare = quote === QuoteType.Unquoted;
        add(valueStart, isBare ? end : end - 1, attributePlace(attribute), isBare);
      },
      onopentagend: endTag,
      onselfclosingtag: endTag,
      onclosetag() {
        raw = undefined;
      },
      ontext: (start, end) => add(start, end, raw === undefined ? 'text' : (RAW[raw] ?? 'quoted')),
      oncomment: (start, end, endOffset) => onComment(offset + start, offset + end - endOffset),
      oncdata: (start, end, endOffset) => add(start, end - endOffset, 'quoted'),
      onattribdata: nothing,
      onattribentity: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
      ontextentity: nothing,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}

function attributePlace(name: string): PlaceRange['place'] {
  if (ADDRESSES.has(name)) return 'url';
  if (name === 'srcset') return 'srcset';
  if (name === 'style') return 'style';
  if (name === 'srcdoc') return 'page';
  return name.startsWith('on') ? 'script' : 'quoted';
}
