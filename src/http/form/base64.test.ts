import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import fc from 'fast-check';
import { base64Bytes, base64Text } from './base64.ts';

const encode = (text: string) => Buffer.from(text).toString('base64');
const wrapped = (text: string, lineEnd: string) => text.replace(/.{60}/g, `$&${lineEnd}`);

describe('base64Text', () => {
  test('decodes megabytes, also in a process that has compiled very many patterns', (t) => {
    // After a megabyte of their code V8 compiles patterns so that repetitions take stack.
    setFlagsFromString('--no-regexp-optimization');
    t.after(() => setFlagsFromString('--regexp-optimization'));
    const text = 'x'.repeat(5_000_000);
    assert.equal(base64Text(encode(text)), text);
    assert.equal(base64Text(text), text, 'as base64 it would be no text');
  });

  test('decodes base64, with or without padding and line feeds', () => {
    const html = '<p>Grüße, [FNAME]! This is long enough to be wrapped over several lines of sixty.</p>';
    const packed = encode(html);
    for (const sent of [packed, packed.replace(/=+$/, ''), wrapped(packed, '\n'), `${wrapped(packed, '\r\n')}\r\n`]) {
      assert.equal(base64Text(sent), html);
    }
  });

  test('keeps what is not base64 to the last space', () => {
    for (const text of [
      '<p>Hi</p>',
      'Hello, you',
      '',
      ' ',
      'test',
      'abcde',
      'aGVsbG8==',
      'aGVsbG8=x',
      'aGVs-G8_',
      '====',
      ' x\n',
    ]) {
      assert.equal(base64Text(text), text);
    }
  });

  test('bytes that are no text, and left-over bits, were not base64', () => {
    assert.equal(base64Text('test'), 'test'); // b5 eb 2d
    assert.equal(base64Text('AAAAAAAAAAAAAAAAAAAA'), 'AAAAAAAAAAAAAAAAAAAA'); // NUL
    assert.equal(base64Text('aGVsbG8'), 'hello');
    assert.equal(base64Text('aGVsbG9'), 'aGVsbG9');
  });

  test('short texts are literal where the member says so', () => {
    assert.equal(base64Text('aGVsbG8=', { literalBelow: 16 }), 'aGVsbG8=');
    assert.equal(base64Text(encode('twelve bytes'), { literalBelow: 16 }), 'twelve bytes');
  });

  test('what is no text is read where it has one, else it is nothing', () => {
    assert.equal(base64Text(12), '12');
    assert.equal(base64Text(Buffer.from('<p>é</p>')), '<p>é</p>', 'an uploaded file');
    assert.equal(base64Text(Buffer.from([0xff])), undefined);
    for (const value of [undefined, null, [], {}]) assert.equal(base64Text(value), undefined);
  });

  test('property: any text without NUL that was packed comes back, and HTML is never mistaken', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((all) => !all.includes('\0'));
    fc.assert(fc.property(text, (all) => assert.equal(base64Text(encode(all)), all)));
    fc.assert(fc.property(text, (all) => assert.equal(base64Text(wrapped(encode(all), '\n')), all)));
    fc.assert(fc.property(text, (all) => assert.equal(base64Text(`<p>${all}`), `<p>${all}`)));
  });
});

describe('base64Bytes', () => {
  const zip = Buffer.from('PK\x03\x04 and more bytes \xff', 'latin1');

  test('a zip arrives as file, as base64, or as base64 in a file', () => {
    assert.deepEqual(base64Bytes(zip), zip);
    assert.deepEqual(base64Bytes(zip.toString('base64')), zip);
    assert.deepEqual(base64Bytes(wrapped(zip.toString('base64'), '\n')), zip);
    assert.deepEqual(base64Bytes(Buffer.from(zip.toString('base64'))), zip);
  });

  test('what is no zip stays as it came', () => {
    assert.deepEqual(base64Bytes(encode('no zip')), Buffer.from(encode('no zip')));
    assert.deepEqual(base64Bytes('no zip'), Buffer.from('no zip'));
    assert.deepEqual(base64Bytes(Buffer.from([0xff, 1])), Buffer.from([0xff, 1]));
    for (const value of [undefined, null, 1, {}]) assert.equal(base64Bytes(value), undefined);
  });
});
