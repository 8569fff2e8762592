import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeBeforeSoftBreak, encodeQuotedPrintable } from './quoted-printable.ts';

test('quoted-printable as RFC 2045 writes it', () => {
  assert.equal(encodeQuotedPrintable(''), '');
  assert.equal(encodeQuotedPrintable('a=b é'), 'a=3Db =C3=A9');
  assert.equal(encodeQuotedPrintable('a \nb\t\r\nc \rd '), 'a=20\r\nb=09\r\nc=20\r\nd=20');
  assert.equal(encodeQuotedPrintable(`${'x'.repeat(75)}`), 'x'.repeat(75));
  assert.equal(encodeQuotedPrintable('x'.repeat(160)), `${'x'.repeat(75)}=\r\n${'x'.repeat(75)}=\r\n${'x'.repeat(10)}`);
  assert.equal(encodeQuotedPrintable(`${'x'.repeat(74)}é`), `${'x'.repeat(74)}=\r\n=C3=A9`);
  assert.equal(encodeQuotedPrintable('\ud800'), '=EF=BF=BD');
});

test('white space before a soft line break may stay', () => {
  assert.equal(encodeBeforeSoftBreak('a \nb '), 'a=20\r\nb ');
});
