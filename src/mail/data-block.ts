// A message as it goes over the wire after DATA (RFC 5321, section 4.5.2): dots at line starts doubled, and the line with
// one dot that ends it.

/** What a message of ours never has, save for dots: a line that begins with a dot, a CR or LF without the other. */
const NEEDS_WORK = /^\.|\n\.|\r(?!\n)|(?<!\r)\n/;
const CR = 13;
const LF = 10;
const DOT = 46;

/** Without the last bytes of a block no server may take the message. */
export const END_BYTES = 3;

/**
 * The bytes between the server's 354 and its answer. A CR or LF that stands alone becomes a line end: a server that takes
 * it for one would otherwise see the message's end where there is none.
 */
export function dataBlock(data: Buffer): Buffer {
  const text = NEEDS_WORK.test(data.toString('latin1')) ? stuffed(data) : data;
  const isEnded = text.length === 0 || text[text.length - 1] === LF;
  const block = Buffer.allocUnsafe(text.length + (isEnded ? 3 : 5));
  text.copy(block);
  block.write(isEnded ? '.\r\n' : '\r\n.\r\n', text.length, 'latin1');
  return block;
}

function stuffed(data: Buffer): Buffer {
  const text = Buffer.allocUnsafe(data.length * 2);
  let length = 0;
  let atStart = true;
  for (let i = 0; i < data.length; i += 1) {
    const byte = data[i] ?? 0;
    if (byte === CR || byte === LF) {
      if (byte === CR && data[i + 1] === LF) i += 1;
      text[length++] = CR;
      text[length++] = LF;
      atStart = true;
      continue;
    }
    if (byte === DOT && atStart) text[length++] = DOT;
    text[length++] = byte;
    atStart = false;
  }
  return text.subarray(0, length);
}
