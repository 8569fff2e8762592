// Splits the bytes of a connection into a mail server's replies (RFC 5321, section 4.2).
import { StringDecoder } from 'node:string_decoder';

const ANSWER_LIMIT = 65_536;
const WHOLE_ANSWER = /^(?:\d{3}-[^\n]*\n)*\d{3}(?: [^\n]*)?\r?\n/;

/**
 * Makes a function that accepts the connection's bytes.
 * @param take called with each complete reply, of one line or several, as received; false: stop
 * @param fail called with what cannot be a reply, or is too long for one
 */
export function replySplitter(
  take: (answer: string) => boolean,
  fail: (text: string) => void,
): (chunk: Buffer) => void {
  const decoder = new StringDecoder('utf8');
  let heard = '';
  return (chunk) => {
    heard += decoder.write(chunk);
    for (;;) {
      const found = WHOLE_ANSWER.exec(heard);
      if (!found) break;
      heard = heard.slice(found[0].length);
      if (!take(found[0])) return;
    }
    const line = heard.slice(heard.lastIndexOf('\n', heard.length - 2) + 1);
    const isNonsense = line.length > 3 ? !/^\d{3}[ -]/.test(line) : line.endsWith('\n');
    if (isNonsense || heard.length > ANSWER_LIMIT) fail(heard.trim().slice(0, 200));
  };
}
