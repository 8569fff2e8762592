// A message as transmitted after DATA (RFC 5321, section 4.5.2): dots at line starts doubled, and
// the line with one dot at the end. Text, not bytes: the socket writes a text without copying it.

import type { Socket } from 'node:net';

export type Content = {
  /** The message, dot-stuffed and with its end. */
  block: string;
  /** What stands before that end, after the rest of the block. */
  tail?: Uint8Array | undefined;
  encoding: 'latin1' | 'utf8';
};

const ALONE = /\r(?!\n)|(?<!\r)\n/;

/** No server may accept the message before these last characters of a block. */
export const END = '.\r\n';

/**
 * The text between the server's 354 and its reply. A bare CR or LF becomes a line end: a server
 * that treats it as one would otherwise see the message's end in the wrong place.
 * @param isLined the text is known to have no CR and no LF but in line ends
 */
export function dataBlock(text: string, isLined = false): string {
  // A message made here needs no change, and the returned text is the one that was examined: it is
  // copied only once.
  const whole = text + END;
  const isStuffed = whole.indexOf('\n.') === whole.length - END.length - 1 && whole[0] !== '.';
  const isReady = isStuffed && (isLined || !ALONE.test(whole));
  if (isReady) return whole;
  const lines = text.replace(/\r\n|\r|\n/g, '\r\n').replace(/(^|\n)\./g, '$1..');
  return lines === '' || lines.endsWith('\n') ? lines + END : `${lines}\r\n${END}`;
}

/**
 * Polls of the network before the final dot, however short the wait: during the first a server on
 * this machine reads, in the next its disconnect is seen.
 */
const LOOKS = 3;
/**
 * Writes the message without its final dot; calls `then` when the server had its moment to close
 * the connection.
 */
export function writeAllButTheEnd(
  socket: Socket,
  { block, tail, encoding }: Content,
  waitMs: number,
  then: () => void,
): void {
  const passed = (error?: Error | null) => {
    if (error) return;
    if (waitMs < 1) afterLooks(then);
    else setTimeout(afterLooks, waitMs, then);
  };
  const text = block.slice(0, -END.length);
  if (!tail) return void socket.write(text, encoding, passed);
  socket.write(text, encoding);
  socket.write(tail, passed);
}

/** What is called after so many turns of the event loop, of all connections together. */
const later: (() => void)[][] = Array.from({ length: LOOKS }, () => []);
let isTurning = false;

/** Calls `then` after some turns of the event loop. */
function afterLooks(then: () => void): void {
  later.at(-1)?.push(then);
  if (isTurning) return;
  isTurning = true;
  setImmediate(turn);
}

function turn(): void {
  const due = later.shift() ?? [];
  later.push([]);
  isTurning = later.some(({ length }) => length > 0);
  if (isTurning) setImmediate(turn);
  for (const then of due) then();
}
