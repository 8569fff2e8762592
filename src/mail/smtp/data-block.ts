// A message as transmitted after DATA (RFC 5321, section 4.5.2): dots at line starts doubled, and
// the line with one dot at the end. Text, not bytes: the socket writes a text without copying it.

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
