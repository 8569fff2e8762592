import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { fileNameOf, mediaTypeOf } from './file-names.ts';

const MAX_NAME = 255;

test('a file’s name has no folders, nothing that cannot be seen, and an end', () => {
  const names = [
    ['report.pdf', 'report.pdf'],
    ['/etc/passwd', 'passwd'],
    ['..\\..\\Über uns.pdf', 'Über uns.pdf'],
    ['a\r\nContent-Type: text/html', 'html'],
    ['a\r\nb.txt', 'a b.txt'],
    ['invoice\u202Efdp.exe', 'invoice fdp.exe'],
    ['dir/', 'attachment'],
    ['', 'attachment'],
    ['\0', 'attachment'],
  ] as const;
  for (const [given, name] of names) assert.equal(fileNameOf(given), name, JSON.stringify(given));
  assert.match(fileNameOf(`${'x'.repeat(400)}.docx`), /^x+….docx$/);
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 600 }), (text) => {
      const name = fileNameOf(text);
      assert.ok(name.length > 0 && name.length <= MAX_NAME && name.isWellFormed());
      assert.doesNotMatch(name, /[/\\\p{Cc}\p{Cf}]/u);
    }),
  );
});

test('a media type is one, or the file is bytes', () => {
  const types = [
    ['application/pdf', 'application/pdf'],
    [' Image/SVG+XML ; charset=utf-8', 'image/svg+xml'],
    ['pdf', 'application/octet-stream'],
    ['', 'application/octet-stream'],
    ['multipart/mixed; boundary=x', 'application/octet-stream'],
    ['message/rfc822', 'application/octet-stream'],
    ['text/html\r\nBcc: x', 'application/octet-stream'],
  ] as const;
  for (const [given, type] of types) assert.equal(mediaTypeOf(given), type, given);
});
