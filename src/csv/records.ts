// Parses comma-separated text incrementally (RFC 4180, and the variants that spreadsheets write):
// any of several delimiters, quoted values with line breaks, LF or CRLF. Written here because a bad
// record must neither end the parsing nor swallow the good ones after it: its first line is
// reported, and parsing continues with the next line. Memory is bounded.

import { type Sentence, say } from '../kernel/sentences/sentence.ts';
import { countText } from '../kernel/text/counted.ts';

/**
 * Longest record, in characters. A quotation mark that is not closed within it counts as never
 * closed.
 */
export const MAX_RECORD = 1_048_576;

/**
 * How much may be parsed again in search of a record's end, in characters. In a file whose every
 * line looks like the beginning of a record that is never closed, each would be parsed with all
 * that follow it; then each is parsed by itself.
 */
const AGAIN = { least: MAX_RECORD, timesRead: 8 };

const TOO_LONG = say('row-long', { most: countText(MAX_RECORD) });
const NOT_CLOSED = say('row-quote-open');
const TEXT_AFTER_QUOTE = say('row-quote-text');

/**
 * Called for every record or bad line, with the number of its first line (from 1). Blank lines are
 * skipped.
 */
export type RecordSink = {
  record(cells: string[], line: number): void;
  fault(why: Sentence, line: number): void;
};

export type RecordParser = {
  /** Takes the next piece of the text, cut anywhere. */
  push(text: string): void;
  /** Ends the text. */
  end(): void;
};

/** How a record goes on: it is done, open (the line ended inside quotation marks), or a fault. */
type Outcome = 'done' | 'open' | Sentence;

/** Makes a parser for a one-character delimiter. A byte order mark must be removed before. */
export function openRecordParser(delimiter: string, sink: RecordSink): RecordParser {
  let carry = ''; // an incomplete line
  let isSkipping = false; // in a line that is too long
  let line = 0; // number of the current line
  let open: OpenRecord | undefined; // a record with an unclosed quotation mark
  const again: string[] = []; // lines after the first one of a bad record, the next one last
  let [readOnce, readAgain] = [0, 0]; // characters

  const take = (text: string) => {
    readOnce += text.length + 1;
    takeOne(text);
    takeAgain();
  };

  const takeAgain = () => {
    for (let text = again.pop(); text !== undefined; text = again.pop()) takeOne(text);
  };

  const takeOne = (text: string, { isAlone } = { isAlone: false }) => {
    line += 1;
    if (open) {
      resume(open, text);
    } else if (!text.includes('"')) {
      if (text.trim() !== '') sink.record(text.split(delimiter), line);
    } else {
      begin(text, isAlone);
    }
  };

  const begin = (text: string, isAlone: boolean) => {
    const record = { line, lines: [text], length: text.length, cells: [], value: '' };
    const outcome = parseQuoted(record, text, 0, delimiter);
    finish(record, isAlone && outcome === 'open' ? NOT_CLOSED : outcome);
  };

  const resume = (record: OpenRecord, text: string) => {
    record.lines.push(text);
    record.length += text.length + 1;
    if (record.length > MAX_RECORD) return finish(record, NOT_CLOSED);
    record.value += '\n';
    finish(record, text.includes('"') ? parseRest(record, text, 0, delimiter) : addOpen(record, text));
  };

  /** Ends a record, keeps it open, or reports its first line and has the others parsed again. */
  const finish = (record: OpenRecord, outcome: Outcome) => {
    open = outcome === 'open' ? record : undefined;
    if (outcome === 'open') return;
    if (outcome === 'done') return sink.record(record.cells, record.line);
    sink.fault(outcome, record.line);
    line = record.line;
    const [first = '', ...others] = record.lines;
    readAgain += record.length - first.length;
    if (readAgain <= AGAIN.least + AGAIN.timesRead * readOnce) for (const text of others.reverse()) again.push(text);
    else for (const text of others) takeOne(text, { isAlone: true });
  };

  const closeAll = () => {
    while (open) {
      finish(open, NOT_CLOSED);
      takeAgain();
    }
  };

  /** Takes a line without its line end. */
  const takeLine = (text: string) => take(text.endsWith('\r') ? text.slice(0, -1) : text);

  const tooLong = () => {
    closeAll();
    line += 1;
    sink.fault(TOO_LONG, line);
  };

  return {
    push(text) {
      let start = 0;
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
        if (isSkipping) isSkipping = false;
        else if (carry.length + end - start > MAX_RECORD) tooLong();
        else takeLine(carry + text.slice(start, end));
        carry = '';
        start = end + 1;
      }
      if (isSkipping) return;
      carry += text.slice(start);
      if (carry.length <= MAX_RECORD) return;
      tooLong();
      isSkipping = true;
      carry = '';
    },
    end() {
      if (carry !== '') takeLine(carry);
      carry = '';
      closeAll();
    },
  };
}

/**
 * An incomplete record: its lines are kept, to be parsed again one by one when it turns out bad.
 */
type OpenRecord = { line: number; lines: string[]; length: number; cells: string[]; value: string };

/**
 * Parses cells from `at`, the start of one. @returns done, open (the line ended inside quotation
 * marks), or a fault
 */
function parseQuoted(record: OpenRecord, text: string, at: number, delimiter: string): Outcome {
  for (let start = at; ; ) {
    const quote = skipSpaces(text, start, delimiter);
    if (text[quote] === '"') return parseRest(record, text, quote + 1, delimiter);
    const end = text.indexOf(delimiter, start);
    record.cells.push(end === -1 ? text.slice(start) : text.slice(start, end));
    if (end === -1) return 'done';
    start = end + 1;
  }
}

/** Continues from `at`, inside quotation marks. */
function parseRest(record: OpenRecord, text: string, at: number, delimiter: string): Outcome {
  let start = at;
  for (;;) {
    const quote = text.indexOf('"', start);
    if (quote === -1) return addOpen(record, text.slice(start));
    record.value += text.slice(start, quote);
    start = quote + 2;
    if (text[quote + 1] === '"') {
      record.value += '"';
      continue;
    }
    record.cells.push(record.value);
    record.value = '';
    const end = skipSpaces(text, quote + 1, delimiter);
    if (end === text.length) return 'done';
    return text[end] === delimiter ? parseQuoted(record, text, end + 1, delimiter) : TEXT_AFTER_QUOTE;
  }
}

function addOpen(record: OpenRecord, text: string): Outcome {
  record.value += text;
  return 'open';
}

/** The offset of the first character that is no space (a tab is one, unless it delimits). */
function skipSpaces(text: string, from: number, delimiter: string): number {
  let at = from;
  while (text[at] === ' ' || (text[at] === '\t' && delimiter !== '\t')) at += 1;
  return at;
}
