// Packed answers, over a real socket: each form has its own bytes and its own tag.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { addUser } from '../../../test/support/people.ts';
import { oneEngine } from '../../../test/support/stores.ts';
import { suiteApp } from '../../../test/support/suite.ts';
import { etagOf, packed } from './compress.ts';

const LONG = '/api/countries?per_page=500';
type Headers = Record<string, string>;
/** Headers that are the same for the next request. */
const lasting = ({ date: _, 'x-request-id': __, ...headers }: Headers) => headers;

oneEngine('packed answers', (engine) => {
  const opened = suiteApp(engine);
  let port = 0;
  before(async () => {
    await opened().app.listen({ port: 0, host: '127.0.0.1' });
    port = (opened().app.server.address() as AddressInfo).port;
  });

  /** Without what a client would add or unpack by itself. */
  function send(method: string, path: string, headers: Headers) {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; headers: Headers; bytes: Buffer }>();
    const asked = request({ host: '127.0.0.1', port, method, path, headers }, async (response) => {
      const pieces = await response.toArray();
      resolve({ status: response.statusCode ?? 0, headers: response.headers as Headers, bytes: Buffer.concat(pieces) });
    });
    asked.on('error', reject).end();
    return promise;
  }
  const get = (path: string, headers: Headers = {}) => send('GET', path, { 'x-api-key': opened().key, ...headers });

  test('long ones are packed for those who ask, with a tag for each form', async () => {
    const plain = await get(LONG);
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.equal(plain.headers['vary'], 'Accept-Encoding');
    const tags = new Set([plain.headers['etag']]);
    for (const [accept, form, unpack] of [
      ['gzip, deflate', 'gzip', gunzipSync],
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ] as const) {
      const asking = { 'accept-encoding': accept };
      const answer = await get(LONG, asking);
      assert.equal(answer.headers['content-encoding'], form);
      assert.deepEqual(unpack(answer.bytes), plain.bytes);
      assert.equal(answer.headers['content-length'], String(answer.bytes.length));
      assert.ok(answer.bytes.length * 2 < plain.bytes.length);
      const tag = String(answer.headers['etag']);
      tags.add(tag);
      const again = await get(LONG, { ...asking, 'if-none-match': tag });
      assert.deepEqual([again.status, again.bytes.length, again.headers['etag']], [304, 0, tag]);
      assert.equal(again.headers['vary'], 'Accept-Encoding');
      const head = await send('HEAD', LONG, { 'x-api-key': opened().key, ...asking });
      assert.deepEqual(lasting(head.headers), lasting(answer.headers));
      assert.equal(head.bytes.length, 0);
      assert.equal((await get(LONG, { 'if-none-match': tag })).status, 200, 'the tag is of this form alone');
    }
    assert.equal(tags.size, 3);
  });

  test('not packed: short ones, streams, and what a page of another site may have asked for', async () => {
    const asking = { 'accept-encoding': 'br' };
    assert.equal((await get('/api/countries?per_page=1', asking)).headers['content-encoding'], undefined);
    assert.equal((await get('/api/events?once=yes', asking)).headers['content-encoding'], undefined);
    assert.equal((await get(LONG, { 'accept-encoding': 'identity' })).headers['content-encoding'], undefined);
    const { session } = await addUser(opened());
    const bySession = async (headers: Headers) => {
      const answer = await send('GET', LONG, { cookie: `mailwright=${session}`, ...asking, ...headers });
      assert.equal(answer.status, 200);
      return answer.headers['content-encoding'];
    };
    assert.equal(await bySession({ 'sec-fetch-site': 'same-origin' }), 'br');
    assert.equal(await bySession({ 'sec-fetch-site': 'cross-site' }), undefined);
    assert.equal(await bySession({}), undefined);
  });

  test('files are packed while they are written; very long answers beside the main thread', async () => {
    const { call } = opened();
    const general = { name: 'Riders', description: 'x', opt_in: 'single' };
    const defaults = { from_name: 'A', from_email: 'a@b.test', reply_to: 'a@b.test' };
    const { list_uid } = (await call('POST', '/lists', { json: { general, defaults } })).json;
    const draft = {
      name: 'D',
      subject: 'D',
      list_uid,
      status: 'draft',
      ...defaults,
      template: { content: '<p>x</p>' },
    };
    const { campaign_uid } = (await call('POST', '/campaigns', { json: { ...draft, send_at: '2027-01-01 00:00:00' } }))
      .json;
    const path = `/api/campaigns/${campaign_uid}/delivery-logs.csv`;
    const [plain, zipped] = [await get(path), await get(path, { 'accept-encoding': 'gzip' })];
    assert.equal(zipped.headers['content-encoding'], 'gzip');
    const head = await send('HEAD', path, { 'x-api-key': opened().key, 'accept-encoding': 'gzip' });
    assert.deepEqual([head.headers['content-encoding'], head.headers['vary']], ['gzip', 'Accept-Encoding']);
    assert.ok(plain.bytes.length > 0);
    assert.deepEqual(gunzipSync(zipped.bytes), plain.bytes);
    const text = 'ä'.repeat(300_000);
    for (const [form, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const)
      assert.equal(unpack(await packed(text, form)).toString(), text);
    assert.deepEqual([etagOf('"a"', 'br'), etagOf('"a"', undefined)], ['"a-br"', '"a"']);
  });
});
