// A compiled message as texts that go to another thread, and back. A page may hold a million
// pieces, most of them alike: each is told once, so that the thread that gets them, which answers
// requests, makes few objects. It reads them in steps. Texts, as cloning so many objects takes ten
// times as long.
import type { CompiledMessage } from './compile.ts';
import type { EncodedBody } from './parts.ts';

/** A message without its pieces. */
type Rest = Omit<CompiledMessage, 'html' | 'text' | 'body' | 'links'>;
/** How many entries of a list are in one text: read in a millisecond or two. */
const TOGETHER = 5_000;
/** As many characters as one text has at most, besides its last entry. */
const LONG = 200_000;

/** JSON texts. `table`: the entries that the lists name by their numbers. */
export type PackedMessage = {
  rest: string;
  table: string[];
  lists: { html: string[]; text: string[] | null; pieces: string[]; slots: string[] };
  links: string[];
};

/** Packs a message. Its files are no part of it yet: they are added afterwards (attachments.ts). */
export function packed({ html, text, body, links, ...rest }: CompiledMessage): PackedMessage {
  const numbers = new Map<string, number>();
  const numberOf = (entry: unknown) => {
    const json = JSON.stringify(entry);
    const number = numbers.get(json) ?? numbers.size;
    if (number === numbers.size) numbers.set(json, number);
    return number;
  };
  const listed = (entries: readonly unknown[]) => inTexts(entries.map((entry) => String(numberOf(entry))));
  const lists = {
    html: listed(html),
    text: text && listed(text),
    pieces: listed(body.pieces),
    slots: listed(body.slots),
  };
  const told = inTexts([...numbers.keys()]);
  return { rest: JSON.stringify(rest), table: told, lists, links: inTexts(links.map((link) => JSON.stringify(link))) };
}

/** JSON lists of some entries each, which are JSON themselves. */
function inTexts(entries: readonly string[]): string[] {
  const texts: string[] = [];
  let some: string[] = [];
  let length = 0;
  for (const entry of entries) {
    some.push(entry);
    length += entry.length;
    if (some.length < TOGETHER && length < LONG) continue;
    texts.push(`[${some.join(',')}]`);
    some = [];
    length = 0;
  }
  if (some.length > 0) texts.push(`[${some.join(',')}]`);
  return texts;
}

/** The message of `packed`, in steps. Pieces that are alike are the same object. */
export function* unpackedSteps({ rest, table, lists, links }: PackedMessage): Generator<void, CompiledMessage> {
  const entries = yield* entriesSteps<unknown>(table);
  function* listSteps<Entry>(texts: readonly string[]): Generator<void, Entry[]> {
    const numbers = yield* entriesSteps<number>(texts);
    const found: Entry[] = [];
    for (const [i, number] of numbers.entries()) {
      found.push(entries[number] as Entry);
      if (i % TOGETHER === 0) yield;
    }
    return found;
  }
  return {
    ...(JSON.parse(rest) as Rest),
    body: {
      pieces: yield* listSteps<string>(lists.pieces),
      slots: yield* listSteps<EncodedBody['slots'][number]>(lists.slots),
    },
    html: yield* listSteps<CompiledMessage['html'][number]>(lists.html),
    text: lists.text && (yield* listSteps<CompiledMessage['html'][number]>(lists.text)),
    links: yield* entriesSteps<string>(links),
  };
}

function* entriesSteps<Entry>(texts: readonly string[]): Generator<void, Entry[]> {
  const entries: Entry[] = [];
  for (const text of texts) {
    for (const entry of JSON.parse(text) as Entry[]) entries.push(entry);
    yield;
  }
  return entries;
}
