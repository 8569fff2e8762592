import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MULTIPART, plain, refuses } from '../../../test/support/forms.ts';
import { atOnce } from '../../kernel/slices.ts';
import { decodeBody } from './decode.ts';
import { multipartSteps } from './multipart.ts';

const parts = (text: string) => decodeBody(Buffer.from(text.replaceAll('\n', '\r\n')), MULTIPART);

describe('multipart bodies', () => {
  test('text parts in any order, with odd spacing, preamble and epilogue', () => {
    const body = parts(
      'preamble\n--xYx  \nContent-Disposition: form-data; name="b[1]"\n\ny\n--xYx\ncontent-disposition:form-data;name=b[0]\nContent-Type: text/plain; charset=UTF-8\n\nx\n\n--xYx\nContent-Type: text/plain\nContent-Disposition: form-data; name="é"\n\n\n--xYx--\nepilogue',
    );
    assert.deepEqual(plain(body), { b: ['x\r\n', 'y'], é: '' });
  });

  test('many parts are read in steps, between which others have their turn', () => {
    const part = '--xYx\r\nContent-Disposition: form-data; name="a[]"\r\n\r\n1\r\n';
    const steps = multipartSteps(Buffer.from(`${part.repeat(5_000)}--xYx--`), MULTIPART, 5_000);
    let n = 0;
    while (!steps.next().done) n += 1;
    assert.ok(n >= 100, String(n));
    refuses(() => atOnce(multipartSteps(Buffer.from(`${part.repeat(11)}--xYx--`), MULTIPART, 10)), 'too_large', / 10 /);
  });

  test('the closing boundary alone is an empty object', () => {
    assert.deepEqual(plain(parts('--xYx--\n')), {});
    assert.deepEqual(plain(parts('--xYx--')), {});
    assert.deepEqual(plain(parts('\n--xYx--\n')), {});
  });

  test('a part with a file name is bytes; an empty one without a name is nothing', () => {
    const body = parts(
      '--xYx\nContent-Disposition: form-data; name="template[archive]"; filename="a \\"b\\".zip"\nContent-Type: application/zip\n\nPK\n--xYx\nContent-Disposition: form-data; name="none"; filename=""\nContent-Type: application/octet-stream\n\n\n--xYx--\n',
    );
    assert.deepEqual(plain(body), { template: { archive: Buffer.from('PK') } });
  });

  test('bytes that are no text stay bytes, unless a charset says what they are', () => {
    const of = (headers: string) =>
      decodeBody(
        Buffer.concat([
          Buffer.from(`--xYx\r\nContent-Disposition: form-data; name="a"\r\n${headers}\r\n`),
          Buffer.from([0xe9]),
          Buffer.from('\r\n--xYx--\r\n'),
        ]),
        MULTIPART,
      )['a'];
    assert.deepEqual(of(''), Buffer.from([0xe9]));
    assert.equal(of('Content-Type: text/plain; charset=ISO-8859-1\r\n'), 'é');
    assert.deepEqual(of('Content-Type: text/plain; charset=none-such\r\n'), Buffer.from([0xe9]));
    assert.deepEqual(of('Content-Type: text/plain; charset=utf-8\r\n'), Buffer.from([0xe9]));
  });

  test('a part of JSON is the same as a part for each of its values', () => {
    const json = (name: string, text: string) =>
      `--xYx\nContent-Disposition: form-data; name="${name}"\nContent-Type: application/json; charset=utf-8\n\n${text}\n`;
    const body = parts(
      `${json('general', '{"name":"A é","n":1.5,"on":true,"none":null,"of":[{"x":"1"},"2"],"empty":{}}')}--xYx\nContent-Disposition: form-data; name="general[more]"\n\nm\n${json('text', '"t"')}${json('nothing', '')}--xYx--\n`,
    );
    const general = { name: 'A é', n: '1.5', on: 'true', none: '', of: [{ x: '1' }, '2'], empty: '', more: 'm' };
    assert.deepEqual(plain(body), { general, text: 't', nothing: '' });
    refuses(() => parts(`${json('a', '{"b":')}--xYx--\n`), 'bad_request', /In the part "a": .*at character 5/);
    refuses(() => parts(`${json('a', '{"a":'.repeat(14))}--xYx--\n`), 'bad_request', /nested/);
    const many = Buffer.from(`${json('a', '[1,2,3,4,5,6]')}--xYx--\n`.replaceAll('\n', '\r\n'));
    refuses(() => atOnce(multipartSteps(many, MULTIPART, 5)), 'too_large', /more than/);
  });

  test('a boundary that goes on is content', () => {
    const body = parts('--xYx\nContent-Disposition: form-data; name="a"\n\n--xYxz\n--xYx--y\n--xYx--\n');
    assert.deepEqual(plain(body), { a: '--xYxz' });
    const quoted = Buffer.from('--a b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--a b--');
    assert.deepEqual(plain(decodeBody(quoted, 'multipart/form-data; charset=utf-8; boundary="a b"')), { a: '1' });
  });

  test('an empty part may share its line end with its headers', () => {
    assert.deepEqual(plain(parts('--xYx\nContent-Disposition: form-data; name="a"\n\n--xYx--\n')), { a: '' });
  });

  test('malformed bodies are refused with their place', () => {
    refuses(() => decodeBody(Buffer.from('x'), 'multipart/form-data'), 'bad_request', /has no boundary/);
    refuses(() => parts('a=1'), 'bad_request', /at byte 0: the boundary of the content type is not found/);
    refuses(() => parts('--xYx junk\n'), 'bad_request', /at byte 5: a boundary is not followed/);
    refuses(() => parts('--xYx\nContent-Disposition: form-data; name="a"\n'), 'bad_request', /within the headers/);
    refuses(
      () => parts('--xYx\nContent-Disposition: form-data; name="a"\n\nx'),
      'bad_request',
      /at byte \d+: it ends before/,
    );
    refuses(() => parts('--xYx\nX: y\n\nx\n--xYx--'), 'bad_request', /no Content-Disposition with a name/);
    refuses(() => parts('--xYx\nContent-Disposition: form-data\n\nx\n--xYx--'), 'bad_request', /with a name/);
    refuses(
      () => parts(`--xYx\nX: ${'y'.repeat(20_000)}\n\nx\n--xYx--`),
      'bad_request',
      /the headers of a part are longer/,
    );
  });

  test('no more parts than values are allowed', () => {
    const part = '--xYx\r\nContent-Disposition: form-data; name="a[]"\r\n\r\n\r\n';
    refuses(() => decodeBody(Buffer.from(`${part.repeat(250_001)}--xYx--`), MULTIPART), 'too_large', /250,000/);
  });
});
