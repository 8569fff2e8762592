import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
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
  const file = fc.record({
    name,
    mediaType: fc.constantFrom('application/pdf', 'text/plain', 'image/png', 'application/octet-stream'),
    content: fc.uint8Array({ maxLength: 300 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 3 }), async (files) => {
      const source = message(files);
      for (const line of source.split('\r\n')) assert.ok(/^[\x20-\x7e]{0,78}$/.test(line), line);
      const { attachments } = await PostalMime.parse(source);
      assert.deepEqual(
        attachments.map(({ filename, mimeType, content }) => [filename, mimeType, Buffer.from(content as ArrayBuffer)]),
        files.map(({ name, mediaType, content }) => [name, mediaType, Buffer.from(content)]),
      );
    }),
    { numRuns: 100 },
  );
});
