// A message as it goes over the wire after DATA (RFC 5321, section 4.5.2): dots at line starts doubled, and the line with
// one dot that ends it. Texts, not bytes: the socket writes a text without a copy of it.

const ALONE = /\r(?!\n)|(?<!\r)\n/;

/** Without the last characters of a block no server may take the message. */
export const END = '.\r\n';

/**
 * The text between the server's 354 and its answer. A CR or LF that stands alone becomes a line end: a server that takes
 * it for one would otherwise see the message's end where there is none.
 */
export function dataBlock(text: string): string {
  // A message of ours needs no work, and what is returned then is the text that was looked at: it is copied only once.
  const whole = text + END;
  const isReady = whole.indexOf('\n.') === whole.length - END.length - 1 && whole[0] !== '.' && !ALONE.test(whole);
  if (isReady) return whole;
  const lines = text.replace(/\r\n|\r|\n/g, '\r\n').replace(/(^|\n)\./g, '$1..');
  return lines === '' || lines.endsWith('\n') ? lines + END : `${lines}\r\n${END}`;
}
