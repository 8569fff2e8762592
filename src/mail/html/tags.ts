// The tags of a page in order, as the tokenizer of browsers sees them (HTML, section 13.2.5). No tree is built: the time is
// linear in the page's length, however its elements are nested.
import { QuoteType, Tokenizer } from 'htmlparser2';

/** An attribute that has a value. Offsets are in UTF-16 units of the page; ends are exclusive. */
export type Attribute = {
  /** In lower case. */
  name: string;
  /** The value, free of character references; empty when there is none. */
  value: string;
  hasValue: boolean;
  /** The quotation mark around the value; empty when it has none. */
  quote: '"' | "'" | '';
  /** The whole attribute. */
  start: number;
  end: number;
  /** The value as it is written, without quotes. */
  valueStart: number;
  valueEnd: number;
};

export type OpenTag = { /** In lower case. */ name: string; start: number; end: number; attributes: Attribute[] };

export type TagEvents = {
  onOpen?(tag: OpenTag): void;
  /** `start` is the place of its `<`. */
  onClose?(name: string, start: number): void;
  /** A piece of text, character references replaced; also of a title, script or style sheet. */
  onText?(text: string): void;
  /** Where the inside of a comment stands. */
  onComment?(start: number, end: number): void;
};

const BEFORE_VALUE = /\s*=\s*["']?/y;

/** Tells what a page holds, in its order; what is no whole tag is not told. */
export function readTags(html: string, { onOpen, onClose, onText, onComment }: TagEvents): void {
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
  tokenizer.write(html);
  tokenizer.end();
}

/** The value of the first attribute of that name, which is the one that counts; undefined without one. */
export function attributeOf({ attributes }: OpenTag, name: string): string | undefined {
  return attributes.find((attribute) => attribute.name === name)?.value;
}
