import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { attachedBytes } from '../../../test/support/attached-bytes.ts';
import { source, values } from '../../../test/support/compose.ts';
import { type Attachment, withAttachments } from './attachments.ts';
import { compileMessage } from './compile.ts';
import { composeMessage, messageText } from './compose.ts';

function message(attachments: readonly Attachment[], plainTextEmail = true): string {
  const plain = { subject: 'MIME-Version: 1.0', html: '<p>Hällo</p>', trackLinks: false, openPixel: false };
  const composed = composeMessage(compileMessage({ ...source, ...plain, plainTextEmail }), values);
  assert.equal(composed.kind, 'composed');
  return composed.kind === 'composed' ? messageText(withAttachments(composed, attachments)) : '';
}

test('without files a message stays as it is', () => {
  assert.doesNotMatch(message([]), /multipart\/mixed/);
});

test('the part before the files is the message, in one part or two', async () => {
  for (const two of [true, false]) {
    const source = message([{ name: 'a', mediaType: 'text/plain', content: Buffer.from('x') }], two);
    const structure = [...source.matchAll(/^Content-Type: ([^;\r]+)/gm)].map(([, type]) => type);
    const inner = two ? ['multipart/alternative', 'text/plain', 'text/html'] : ['text/html'];
    assert.deepEqual(structure, ['multipart/mixed', ...inner, 'text/plain']);
    const mail = await PostalMime.parse(source);
    assert.equal(mail.html?.trim(), '<p>Hällo</p>');
    assert.equal(mail.subject, 'MIME-Version: 1.0');
    assert.equal(mail.text?.trim(), two ? 'Hällo' : undefined);
  }
});

test('any name and any bytes arrive as they are; no line is longer than mail may have, and all is ASCII', async () => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 255 })
    .map((text) => text.replace(/\p{Cc}/gu, '').trim())
    .filter((text) => text !== '');
  const piece = fc.constantFrom(
    'a',
    'word ',
    '.',
    '=',
    '\t',
    ' ',
    '\r\n',
    '\n',
    '\r',
    'From ',
    '--',
    '7;8',
    '.'.repeat(90),
  );
  const text = fc.array(piece, { maxLength: 60 }).map((pieces) => Buffer.from(pieces.join('')));
  const file = fc.record({
    name,
    mediaType: fc.constantFrom(
      'application/pdf',
      'text/plain',
      'text/csv',
      'text/calendar',
      'image/png',
      'application/octet-stream',
    ),
    content: fc.oneof(fc.uint8Array({ maxLength: 300 }), text),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 3 }), async (files) => {
      const source = message(files);
      for (const line of source.split('\r\n')) assert.ok(/^(?!\.)[\t\x20-\x7e]{0,78}$/.test(line), line);
      const { attachments } = await PostalMime.parse(source);
      assert.deepEqual(
        attachments.map(({ filename, mimeType }) => [filename, mimeType]),
        files.map(({ name, mediaType }) => [name, mediaType]),
      );
      assert.deepEqual(
        attachedBytes(source),
        files.map(({ content }) => Buffer.from(content)),
      );
    }),
    { numRuns: 300 },
  );
});

test('a text in ASCII stays readable where that is no longer than base64', () => {
  const encodingOf = (mediaType: string, content: string) =>
    /Content-Transfer-Encoding: (\S+)\r\nContent-Disposition/.exec(
      message([{ name: 'a', mediaType, content: Buffer.from(content) }]),
    )?.[1];
  const ics = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\r\nEND:VCALENDAR\r\n';
  assert.equal(encodingOf('text/calendar', ics), '7bit');
  assert.equal(encodingOf('Text/CSV', `${'x'.repeat(76)}\r\na\tb`), '7bit');
  for (const content of [
    'name;city\nAda;London\n',
    'x'.repeat(77),
    'left at its end \r\n',
    '.dots',
    'From here to there',
  ]) {
    assert.equal(encodingOf('text/csv', content), 'quoted-printable', content);
  }
  for (const content of ['Köln', '1\n2\n3\n', '\x00', 'a\x1bb'])
    assert.equal(encodingOf('text/plain', content), 'base64');
  assert.equal(encodingOf('application/pdf', ics), 'base64');
});
