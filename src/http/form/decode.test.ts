import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { JSON_TYPE, MULTIPART, plain, refuses, URLENCODED } from '../../../test/support/forms.ts';
import { costsLessThan, processorMs } from '../../../test/support/processor-time.ts';
import { decodeBody, decodeQuery, type FormObject } from './decode.ts';
import { entriesAsSent } from './value.ts';

const form = (text: string) => decodeBody(Buffer.from(text), URLENCODED);

describe('urlencoded bodies', () => {
  test('nest by brackets, percent-encoded or not', () => {
    const expected = { campaign: { name: 'A b', options: { url_tracking: 'no' } }, x: '1' };
    assert.deepEqual(plain(form('campaign[name]=A+b&campaign[options][url_tracking]=no&x=1')), expected);
    assert.deepEqual(plain(form('campaign%5Bname%5D=A%20b&campaign%5boptions%5D%5Burl_tracking%5d=no&x=1')), expected);
  });

  test('the last of equal names wins, also when one is a text and the other a structure', () => {
    assert.deepEqual(plain(form('a=1&a=2&b[c]=1&b[c]=2')), { a: '2', b: { c: '2' } });
    assert.deepEqual(plain(form('a=1&a[b]=2')), { a: { b: '2' } });
    assert.deepEqual(plain(form('a[b]=2&a=1')), { a: '1' });
  });

  test('members of an object are told in the order sent, numbers too', () => {
    const names = (value: FormObject) => entriesAsSent(value['a'] as FormObject).map(([name]) => name);
    assert.deepEqual(names(form('a[2026]=x&a[2025]=y&a[V]=z&a[3]=q')), ['2026', '2025', 'V', '3']);
    assert.deepEqual(names(form('a[5]=x&a[4]=y&a[5]=z')), ['5', '4']);
    const json = Buffer.from('{"a":{"V":1,"2026":2,"2025":3,"V":4,"2026":5,"1":6}}');
    assert.deepEqual(names(decodeBody(json, JSON_TYPE)), ['V', '2026', '2025', '1']);
    assert.deepEqual(names(form('a[1]=y&a[0]=x')), ['0', '1'], 'those of an array by their number');
  });

  test('consecutive numbers from 0 make an array, in any order; others stay names', () => {
    assert.deepEqual(plain(form('a[0]=x&a[1]=y')), { a: ['x', 'y'] });
    assert.deepEqual(plain(form('a[1]=y&a[0]=x')), { a: ['x', 'y'] });
    assert.deepEqual(plain(form('a[1]=y&a[2]=x')), { a: { 1: 'y', 2: 'x' } });
    assert.deepEqual(plain(form('a[0]=y&a[V1]=x')), { a: { 0: 'y', V1: 'x' } });
    assert.deepEqual(plain(form('a[00]=y&a[-1]=x')), { a: { '00': 'y', '-1': 'x' } });
    assert.deepEqual(plain(form('0=y&1=x')), { 0: 'y', 1: 'x' }, 'the outermost is always an object');
    assert.deepEqual(plain(form('a[1000000000]=1')), { a: { 1000000000: '1' } });
    assert.deepEqual(plain(form('a[9007199254740993]=1&a[]=2')), { a: { '9007199254740993': '1', 0: '2' } });
  });

  test('empty brackets append', () => {
    assert.deepEqual(plain(form('a[]=x&a[]=y')), { a: ['x', 'y'] });
    assert.deepEqual(plain(form('a[][b]=x&a[][b]=y')), { a: [{ b: 'x' }, { b: 'y' }] });
    assert.deepEqual(plain(form('a[5]=x&a[]=y')), { a: { 5: 'x', 6: 'y' } });
  });

  test('brackets that match nothing stay in the name; what follows a closed one is dropped', () => {
    assert.deepEqual(plain(form('a[b=1&[c]=2&d]=3&e[f]g[h]=4&i[j][k=5')), {
      'a[b': '1',
      '[c]': '2',
      'd]': '3',
      e: { f: '4' },
      i: { j: '5' },
    });
  });

  test('missing values, missing names, empty pairs', () => {
    assert.deepEqual(plain(form('a&b=&&=c&d==e&')), { a: '', b: '', d: '=e' });
  });

  test('UTF-8, encoded or raw', () => {
    assert.deepEqual(plain(form('a=%C3%A9%E2%82%AC&b=é€😀')), { a: 'é€', b: 'é€😀' });
  });

  test('a zip file as it is, percent-encoded', () => {
    const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))]);
    for (const letters of [/[A-Za-z0-9]/, /[a-z@~*]/]) {
      const encoded = [...zip].map((byte, at) => {
        const letter = String.fromCharCode(byte);
        if (at < 2 || letters.test(letter)) return letter;
        const hex = byte.toString(16).padStart(2, '0');
        return byte === 0x20 ? '+' : `%${at % 2 ? hex : hex.toUpperCase()}`;
      });
      const { a } = form(`a=${encoded.join('')}&b=1`);
      assert.ok(a instanceof Uint8Array && zip.equals(a));
    }
    refuses(() => form('a=PK%03%04%FF%zz'), 'bad_request', /character 13: a percent sign/);
    refuses(() => decodeQuery('a=PK%03%04%FF'), 'bad_request', /not UTF-8/);
  });

  test('__proto__ and constructor are ordinary names', () => {
    const body = form('__proto__[polluted]=1&constructor[prototype][polluted]=1&a[__proto__]=2');
    assert.equal((Object.prototype as { polluted?: unknown }).polluted, undefined);
    assert.deepEqual(Object.keys(body), ['__proto__', 'constructor', 'a']);
    assert.deepEqual(Object.entries(body['a'] as FormObject), [['__proto__', '2']]);
  });

  test('malformed percent-encoding is refused with its place', () => {
    refuses(() => form('ab=1&c=%zz'), 'bad_request', /^The body is malformed at character 7: a percent sign/);
    refuses(() => form('a=1&b%=2'), 'bad_request', /character 5/);
    refuses(() => form('a=1+%4'), 'bad_request', /character 4/);
    refuses(() => form('a=%FF'), 'bad_request', /character 2: what begins there is not UTF-8/);
    refuses(() => decodeBody(Buffer.from([0x61, 0x3d, 0xff]), URLENCODED), 'bad_request', /character 2/);
  });

  test('bounds: nesting and number of values', () => {
    assert.ok(form(`a${'[b]'.repeat(10)}=1`));
    refuses(() => form(`a${'[b]'.repeat(11)}=1`), 'bad_request', /nested more than 10 levels deep, at "a\[b\]/);
    assert.equal((form(Array(250_000).fill('a[]=1').join('&'))['a'] as string[]).length, 250_000);
    refuses(() => form(Array(250_001).fill('a[]=1').join('&')), 'too_large', /more than 250,000 values/);
  });

  test('hostile names cost no more than their length', () => {
    const started = processorMs();
    refuses(() => form(`a${'[]'.repeat(1_000_000)}=1`), 'bad_request', /nested/);
    form(`a${'['.repeat(2_000_000)}=1`);
    form('&'.repeat(2_000_000));
    form(Array(100_000).fill('a[][][][]=1').join('&'));
    assert.ok(processorMs() - started < 5_000);
  });

  test('a value of plus signs alone costs a fraction of replacing them one by one', () => {
    const signs = '+'.repeat(1_890_000);
    const startedAt = processorMs();
    assert.equal(signs.replaceAll('+', ' ').trim(), '');
    const oneByOne = processorMs() - startedAt;
    for (const text of [`a=${signs}`, `${signs}=a`]) assert.ok(costsLessThan(oneByOne / 2, () => form(text)));
    const long = 'ü+x€+😀'.repeat(5_000);
    assert.equal(form(`a=${long}`)['a'], 'ü x€ 😀'.repeat(5_000));
  });
});

describe('content types', () => {
  test('parameters and letter case do not matter; without a type it is urlencoded', () => {
    const expected = { a: { b: '1' } };
    for (const type of [
      undefined,
      '',
      URLENCODED,
      `${URLENCODED}; charset=UTF-8`,
      'Application/X-WWW-Form-Urlencoded',
    ]) {
      assert.deepEqual(plain(decodeBody(Buffer.from('a[b]=1'), type)), expected);
    }
    assert.deepEqual(plain(decodeBody(Buffer.from('{"a":{"b":"1"}}'), 'application/json;charset=utf-8')), expected);
  });

  test('no body is an empty object, whatever the type', () => {
    for (const type of [undefined, URLENCODED, MULTIPART, JSON_TYPE, 'text/plain', 'multipart/form-data']) {
      assert.deepEqual(plain(decodeBody(Buffer.alloc(0), type)), {});
    }
  });

  test('anything else with a body is refused', () => {
    for (const type of [
      'text/plain',
      'application/xml',
      'application/jsonx',
      'multipart/mixed; boundary=xYx',
      'junk',
    ]) {
      refuses(() => decodeBody(Buffer.from('a=1'), type), 'unsupported_media_type', /The content type is none of/);
    }
  });
});

describe('queries', () => {
  test('odd queries of existing clients decode', () => {
    assert.deepEqual(plain(decodeQuery('')), {});
    assert.deepEqual(plain(decodeQuery('page[page]=1')), { page: { page: '1' } });
    assert.deepEqual(plain(decodeQuery('page=undefined&per_page=undefined&list_uid=')), {
      page: 'undefined',
      per_page: 'undefined',
      list_uid: '',
    });
  });

  test('UTF-8 that was not percent-encoded arrives as one character a byte', () => {
    assert.deepEqual(plain(decodeQuery(Buffer.from('FNAME=Zoë').toString('latin1'))), { FNAME: 'Zoë' });
    refuses(() => decodeQuery('FNAME=Zo\xeb'), 'bad_request', /^The query is malformed at character 8: .*UTF-8/);
    refuses(() => decodeQuery('a=%'), 'bad_request', /^The query is malformed at character 2/);
  });
});
