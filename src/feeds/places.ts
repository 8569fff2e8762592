// Where something stands in an author's HTML, so that a value can be written as that place wants it.
import { Parser } from 'htmlparser2';

export type Place =
  /** Between elements; `inLink`: within one that is a link already. */
  | { kind: 'text'; inLink: boolean }
  /** In the value of an attribute, which begins at `start`; `quote` null when it has no quotes. */
  | { kind: 'attribute'; name: string; start: number; quote: string | null }
  /** In a comment, a title: entities work, elements do not. */
  | { kind: 'plain' }
  /** In a script, a style sheet, a tag outside of its values. */
  | { kind: 'closed' };

type Range = { start: number; end: number; place: Place };

const CLOSED: Place = { kind: 'closed' };
const PLAIN: Place = { kind: 'plain' };
const CODE = new Set(['script', 'style']);
const RAW = new Set(['title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript', 'plaintext']);
const VALUE = /\s*=\s*(["']?)/y;

/** Answers for a position of the text which place it is in. Positions may be asked for in any order. */
export function placesOf(html: string): (at: number) => Place {
  const ranges: Range[] = [];
  let code = 0;
  let raw = 0;
  let links = 0;
  const add = (start: number, end: number, place: Place) => void ranges.push({ start, end, place });
  const parser: Parser = new Parser({
    onopentagname(name) {
      if (CODE.has(name)) code += 1;
      if (RAW.has(name)) raw += 1;
      if (name === 'a') links += 1;
    },
    onattribute(name, _value, quote) {
      if (quote === undefined) return;
      VALUE.lastIndex = parser.startIndex + name.length;
      if (!VALUE.test(html)) return;
      const start = VALUE.lastIndex;
      add(start, parser.endIndex + 1, { kind: 'attribute', name, start, quote });
    },
    onclosetag(name) {
      if (CODE.has(name)) code = Math.max(0, code - 1);
      if (RAW.has(name)) raw = Math.max(0, raw - 1);
      if (name === 'a') links = Math.max(0, links - 1);
    },
    ontext() {
      const place: Place = code > 0 ? CLOSED : raw > 0 ? PLAIN : { kind: 'text', inLink: links > 0 };
      add(parser.startIndex, parser.endIndex + 1, place);
    },
    oncomment() {
      add(parser.startIndex, parser.endIndex + 1, PLAIN);
    },
  });
  parser.end(html);
  return (at) => {
    let low = 0;
    let high = ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[middle]?.end ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    const found = ranges[low];
    return found && found.start <= at ? found.place : CLOSED;
  };
}
