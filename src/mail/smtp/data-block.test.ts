// The message after DATA, compared with the SMTP library's own dot-stuffing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import DataStream from '../../../node_modules/nodemailer/dist/esm/smtp-connection/data-stream.js'; // not exported
import { dataBlock as block, END } from './data-block.ts';

test('dots at line starts are doubled, and a line with a dot ends it', () => {
  assert.equal(block('a\r\n'), 'a\r\n.\r\n');
  assert.equal(block('a'), 'a\r\n.\r\n');
  assert.equal(block(''), '.\r\n');
  assert.equal(block('.'), '..\r\n.\r\n');
  assert.equal(block('.\r\n..\r\n.x\r\na.b\r\n'), '..\r\n...\r\n..x\r\na.b\r\n.\r\n');
  assert.ok(block('a\r\n.\r\n').endsWith(END));
});

test('a CR or LF that stands alone is a line end: no end of the message can be hidden in it', () => {
  assert.equal(block('a\n.\nb'), 'a\r\n..\r\nb\r\n.\r\n');
  assert.equal(block('a\r.\rb\r'), 'a\r\n..\r\nb\r\n.\r\n');
  assert.equal(block('a\n\r.\r\n'), 'a\r\n\r\n..\r\n.\r\n');
});

test('a text that is known to have whole lines only is stuffed all the same', () => {
  for (const text of ['', 'a', '.', 'a\r\n', '.a\r\n..\r\n']) assert.equal(block(text, true), block(text));
});

const near = fc.array(fc.constantFrom('\r', '\n', '\r\n', '.', 'a', 'é', '\r\n.'), { maxLength: 40 });

test('any text goes out as the library would write it, and comes back as it was', async () => {
  await fc.assert(
    fc.asyncProperty(near, async (parts) => {
      const text = parts.join('');
      const written = block(text);
      if (text !== '') assert.equal(written, await byLibrary(text));
      assert.equal(read(written), text.replace(/\r\n|\r|\n/g, '\r\n').replace(/([^\n])$/, '$1\r\n'));
    }),
  );
});

test('any bytes go out as the library would write them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (bytes) => {
      const written = block(Buffer.from(bytes).toString('latin1'));
      assert.equal(Buffer.from(written, 'latin1').toString('hex'), await byLibrary(Buffer.from(bytes), 'hex'));
    }),
  );
});

async function byLibrary(data: string | Buffer, encoding: BufferEncoding = 'utf8'): Promise<string> {
  const stream = new DataStream();
  stream.end(data);
  return Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>)).toString(encoding);
}

/** What a server reads (RFC 5321, section 4.5.2): up to the first line that is a single dot. */
function read(written: string): string {
  const lines = written.split('\r\n');
  const end = lines.indexOf('.');
  assert.equal(end, lines.length - 2, 'the end is the end');
  return lines
    .slice(0, end)
    .map((line) => `${line.replace(/^\./, '')}\r\n`)
    .join('');
}
