// Parses the tags of a page in order, as the tokenizer of browsers does (HTML, section 13.2.5).
// Builds no tree: the time is linear in the page's length, however deep its elements are nested.
import { QuoteType, Tokenizer } from 'htmlparser2';
import { atOnce } from '../../kernel/slices.ts';

/** An attribute with a value. Offsets are in UTF-16 units of the page; ends are exclusive. */
export type Attribute = {
  /** Lower case. */
  name: string;
  /** The value with character references decoded; empty when there is none. */
  value: string;
  hasValue: boolean;
  /** The quotation mark around the value; empty without one. */
  quote: '"' | "'" | '';
  /** Range of the whole attribute. */
  start: number;
  end: number;
  /** Range of the value as written, without quotes. */
  valueStart: number;
  valueEnd: number;
};

export type OpenTag = { /** In lower case. */ name: string; start: number; end: number; attributes: Attribute[] };

export type TagEvents = {
  onOpen?(tag: OpenTag): void;
  /** `start`: offset of its `<`. */
  onClose?(name: string, start: number): void;
  /** Text with character references decoded; also of a title, script or style sheet. */
  onText?(text: string): void;
  /** Range of a comment's content. */
  onComment?(start: number, end: number): void;
};

const BEFORE_VALUE = /\s*=\s*["']?/y;

/** Reports the tags, text and comments of a page in order; incomplete tags are skipped. */
export function parseHtml(html: string, events: TagEvents): void {
  atOnce(parseSteps(html, events, html.length));
}

/** Characters of one step: a millisecond or two. */
const STEP = 16_384;

/** The same in steps, between which other work may be done; a text may come in several parts. */
export function* parseSteps(
  html: string,
  { onOpen, onClose, onText, onComment }: TagEvents,
  step = STEP,
): Generator<void, void> {
  let tag: OpenTag = { name: '', start: 0, end: 0, attributes: [] };
  let attribute: Pick<Attribute, 'name' | 'start' | 'valueStart'> = { name: '', start: 0, valueStart: 0 };
  let value = '';
  const endTag = (end: number) => onOpen?.({ ...tag, end: end + 1 });
  const nothing = () => undefined;
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(start, end) {
        tag = { name: html.slice(start, end).toLowerCase(), start: start - 1, end, attributes: [] };
      },
      onattribname(start, end) {
        BEFORE_VALUE.lastIndex = end;
        const valueStart = BEFORE_VALUE.test(html) ? BEFORE_VALUE.lastIndex : end;
        attribute = { name: html.slice(start, end).toLowerCase(), start, valueStart };
        value = '';
      },
      onattribdata(start, end) {
        value += html.slice(start, end);
      },
      onattribentity(codePoint) {
        value += String.fromCodePoint(codePoint);
      },
      onattribend(type, end) {
        const quote = type === QuoteType.Double ? '"' : type === QuoteType.Single ? "'" : '';
        const valueEnd = quote === '' ? end : end - 1;
        const hasValue = type !== QuoteType.NoValue;
        tag.attributes.push({ ...attribute, value, hasValue, quote, end, valueEnd });
      },
      onopentagend: endTag,
      onselfclosingtag: endTag,
      onclosetag(start, end) {
        onClose?.(html.slice(start, end).toLowerCase(), html.lastIndexOf('<', start));
      },
      ontext(start, end) {
        onText?.(html.slice(start, end));
      },
      ontextentity(codePoint) {
        onText?.(String.fromCodePoint(codePoint));
      },
      oncomment(start, end, endOffset) {
        onComment?.(start, end - endOffset);
      },
      oncdata: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onprocessinginstruction: nothing,
    },
  );
  for (let at = 0; at < html.length; ) {
    const next = html.slice(at, at + 2 * step);
    const mark = next.indexOf('>', step - 1); // after a tag no text is torn
    const part = next.slice(0, mark === -1 ? step : mark + 1);
    tokenizer.write(part);
    at += part.length;
    yield;
  }
  tokenizer.end();
}

/** Shows whether what is appended to a page would be seen. */
const PROBE = '<i>';

/**
 * Where a tag, comment or style sheet begins that the page does not close, so that it swallows what
 * is appended; the page's length when there is none. Linear in the page's length.
 */
export function unclosedStart(html: string): number {
  let begun = 0;
  const begins = (start: number) => {
    begun = html.lastIndexOf('<', start);
  };
  const nothing = () => undefined;
  let isProbeSeen = false;
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(start) {
        if (start > html.length) isProbeSeen = true;
        else begun = start - 1;
      },
      onclosetag: begins,
      oncomment: begins,
      oncdata: begins,
      ondeclaration: begins,
      onprocessinginstruction: begins,
      onattribname: nothing,
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onopentagend: nothing,
      onselfclosingtag: nothing,
      ontext: nothing,
      ontextentity: nothing,
      onend: nothing,
    },
  );
  tokenizer.write(html + PROBE);
  tokenizer.end();
  return isProbeSeen ? html.length : begun;
}

/** The value of the first attribute of that name, which is the valid one; undefined without one. */
export function attributeOf({ attributes }: OpenTag, name: string): string | undefined {
  return attributes.find((attribute) => attribute.name === name)?.value;
}
