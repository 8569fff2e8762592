// A message as it goes over the wire after DATA (RFC 5321, section 4.5.2): dots at line starts doubled, and the line with
// one dot that ends it. Texts, not bytes: the socket writes a text without a copy of it.

/** What a message of ours never has: a line that begins with a dot, a CR or LF without the other. */
const NEEDS_WORK = /^\.|\n\.|\r(?!\n)|(?<!\r)\n/;

/** Without the last characters of a block no server may take the message. */
export const END = '.\r\n';

/**
 * The text between the server's 354 and its answer. A CR or LF that stands alone becomes a line end: a server that takes
 * it for one would otherwise see the message's end where there is none.
 */
export function dataBlock(text: string): string {
  const lines = NEEDS_WORK.test(text) ? text.replace(/\r\n|\r|\n/g, '\r\n').replace(/(^|\n)\./g, '$1..') : text;
  return lines === '' || lines.endsWith('\n') ? lines + END : `${lines}\r\n${END}`;
}
