// Cuts a mail server's answers (RFC 5321, section 4.2) out of the bytes that come over a connection.
import { StringDecoder } from 'node:string_decoder';

const ANSWER_LIMIT = 65_536;
const WHOLE_ANSWER = /^(?:\d{3}-[^\n]*\n)*\d{3}(?: [^\n]*)?\r?\n/;

/**
 * @param take gets each whole answer, of one line or several, as it came; false: no further one is wanted
 * @param fail is told what can be no answer, or is too long for one
 * @returns what takes the bytes
 */
export function openAnswers(take: (answer: string) => boolean, fail: (text: string) => void): (chunk: Buffer) => void {
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
