import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { exchange } from '../../test/support/raw-http.ts';
import { AppError } from '../kernel/errors.ts';
import { createLogger } from '../kernel/log.ts';
import { STRICT } from './dialect.ts';
import { LARGE_BODY } from './limits/body.ts';
import { mountRoutes } from './mount.ts';
import { rightsOf } from './rights.ts';
import { type Call, created, NOBODY, ok, type Route, type Services } from './route.ts';
import { createServer } from './server.ts';

const route = (method: Route['method'], path: string, handle: Route['handle']): Route => ({
  name: method.toLowerCase() + path.replaceAll(/\W/g, ''),
  method,
  path,
  needs: 'edit',
  summary: 'A test',
  group: 'Tests',
  status: method === 'POST' ? 201 : 200,
  answer: z.looseObject({ status: z.string() }),
  handle,
});

const echo = async ({ params, query, body, ipAddress, caller }: Call) =>
  ok({ params, query, body, ipAddress, caller: caller.customerId });

const routes: Route[] = [
  route('GET', '/things', echo),
  { ...route('POST', '/things', async (call) => created((await echo(call)).body)), bodyLimit: LARGE_BODY },
  route('GET', '/things/types', async () => ok({ literal: true })),
  route('GET', '/things/:uid', echo),
  route('PUT', '/things/:uid', echo),
  route('DELETE', '/things/:uid', echo),
  route('GET', '/faults/:code', async ({ params }) => {
    if (params['code'] === 'plain') throw new Error('a secret of the inside');
    throw new AppError(params['code'] as 'invalid', 'No.', {
      faults: params['code'] === 'invalid' ? { a: 'A.', 'b.c': 'B.' } : undefined,
    });
  }),
];

describe('the HTTP server', () => {
  let app: FastifyInstance;
  let port: number;
  const lines: string[] = [];

  before(async () => {
    const log = createLogger('info', { write: (line) => void lines.push(line) });
    app = await createServer({ log });
    const authenticate = async ({ headers }: { headers: Record<string, unknown> }) => {
      if (headers['x-api-key'] !== 'key') throw new AppError('unauthorized', 'No key.');
      return {
        customerId: 7,
        timeZone: 'UTC',
        locale: 'en',
        dialect: STRICT,
        rights: rightsOf('owner', false),
        actor: NOBODY.actor,
      };
    };
    mountRoutes(app, routes, { services: {} as Services, authenticate, audit: async () => undefined });
    await app.listen({ host: '127.0.0.1', port: 0 });
    port = (app.server.address() as AddressInfo).port;
  });
  after(() => app.close());

  /** Head lines, then the body; Content-Length is added when there is one. */
  async function send(
    head: string,
    body: string | Buffer | undefined = undefined,
    headers: string[] = ['X-Api-Key: key'],
  ) {
    const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
    const text = [`${head} HTTP/1.1`, 'Host: x', ...headers, ...length, '', ''].join('\r\n');
    const answer = await exchange(port, Buffer.concat([Buffer.from(text, 'utf8'), Buffer.from(body ?? '')]));
    assert.match(answer.headers['x-request-id'] ?? '', /^[0-9a-f]{8}-[0-9a-f-]{27}$/, 'every answer carries an id');
    const json = answer.body === '' ? undefined : JSON.parse(answer.body);
    if (json) assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    if (json) assert.ok(answer.body.endsWith('}\n'), 'a terminal shows its prompt on a line of its own');
    return { ...answer, json };
  }

  const FORM = ['X-Api-Key: key', 'Content-Type: application/x-www-form-urlencoded'];

  test('a body in each encoding, on POST and PUT', async () => {
    const multipart = '--x\r\nContent-Disposition: form-data; name="a[b]"\r\n\r\nc\r\n--x--\r\n';
    const bodies: [string, string[]][] = [
      ['a[b]=c', FORM],
      ['a%5Bb%5D=c', ['X-Api-Key: key', 'Content-Type: application/x-www-form-urlencoded; charset=UTF-8']],
      ['a[b]=c', ['X-Api-Key: key']],
      [multipart, ['X-Api-Key: key', 'Content-Type: multipart/form-data; boundary=x']],
      ['{"a":{"b":"c"}}', ['X-Api-Key: key', 'Content-Type: application/json']],
    ];
    for (const [body, headers] of bodies) {
      const post = await send('POST /api/things', body, headers);
      assert.deepEqual([post.status, post.json.body], [201, { a: { b: 'c' } }], headers.join());
      const put = await send('PUT /api/things/u', body, headers);
      assert.deepEqual([put.status, put.json.body], [200, { a: { b: 'c' } }], headers.join());
    }
  });

  test('a chunked body', async () => {
    const headers = [...FORM, 'Transfer-Encoding: chunked'];
    const text = [`POST /api/things HTTP/1.1`, 'Host: x', ...headers, '', '3\r\na=1\r\n2\r\n&b\r\n0\r\n\r\n'].join(
      '\r\n',
    );
    const answer = await exchange(port, Buffer.from(text));
    assert.deepEqual(JSON.parse(answer.body).body, { a: '1', b: '' });
  });

  test('empty bodies, bodies that are ignored', async () => {
    for (const type of FORM.slice(1).concat(
      'Content-Type: application/json',
      'Content-Type: multipart/form-data; boundary=x',
    )) {
      const headers = ['X-Api-Key: key', type];
      for (const head of ['POST /api/things', 'PUT /api/things/u', 'DELETE /api/things/u']) {
        assert.deepEqual((await send(head, '', headers)).json.body, {}, `${head} ${type}`);
      }
      assert.equal((await send('GET /api/things', undefined, headers)).status, 200);
      assert.equal((await send('GET /api/things', '', headers)).status, 200);
      assert.deepEqual((await send('DELETE /api/things/u', 'not{json=%', headers)).json.body, {}, `DELETE ${type}`);
    }
    assert.equal((await send('DELETE /api/things/u', 'a=1')).status, 200);
    assert.equal((await send('PUT /api/things/u')).status, 200);
    assert.equal((await send('POST /api/things')).status, 201);
  });

  test('the method sent another way', async () => {
    const override = (method: string) => [...FORM, `X-HTTP-Method-Override: ${method}`];
    assert.equal((await send('GET /api/things/u', undefined, override('GET'))).json.params.uid, 'u');
    assert.equal((await send('PUT /api/things/u', 'a=1', override('PUT'))).json.body.a, '1');
    assert.equal((await send('POST /api/things', 'a=1', override('POST'))).status, 201);
    assert.deepEqual((await send('POST /api/things/u', 'a=1', override('put'))).json.body, { a: '1' });
    assert.equal((await send('POST /api/things/u', 'a=1', override('DELETE'))).status, 200);
    assert.equal((await send('POST /api/things', 'a=1', override('GET'))).status, 201, 'only to PUT, PATCH, DELETE');
    assert.equal((await send('GET /api/things/u', undefined, override('DELETE'))).json.params.uid, 'u', 'only on POST');
    assert.equal((await send('POST /api/things/u', '_method=PUT&a=1', FORM)).json.body.a, '1');
    assert.equal((await send('POST /api/things/u', '_method=delete', FORM)).status, 200);
    const neither = await send('POST /api/things/u', 'a=1', FORM);
    assert.deepEqual([neither.status, neither.headers['allow']], [405, 'GET, HEAD, PUT, DELETE']);
    assert.equal((await send('POST /api/things', 'a=1', override('PATCH'))).status, 405);
  });

  test('addresses as clients write them', async () => {
    for (const path of [
      '/api/things/u',
      '/api/index.php/things/u',
      '//api//things/u/',
      '/api/things/u///',
      '/api/index.php//things/u/?',
    ]) {
      assert.equal((await send(`GET ${path}`)).json?.params?.uid, 'u', path);
    }
    assert.equal((await send('GET /api/things/types')).json.literal, true);
    assert.equal((await send('GET /api/things/%75%2Fx')).json.params.uid, 'u/x');
  });

  test('queries are read as bodies are, and refused when they are malformed', async () => {
    const of = async (query: string) => (await send(`GET /api/things?${query}`)).json.query;
    assert.deepEqual(await of('page=undefined&list_uid='), { page: 'undefined', list_uid: '' });
    assert.deepEqual(await of('page[page]=1&a%5B%5D=x&b=%C3%A9+'), { page: { page: '1' }, a: ['x'], b: 'é ' });
    assert.equal((await send('GET /api/things?a=%zz')).status, 400);
  });

  test('unknown paths, other methods, no key', async () => {
    const unknown = await send('GET /api/nothing');
    assert.deepEqual([unknown.status, unknown.json], [404, { status: 'error', error: 'Page not found.' }]);
    assert.equal((await send('GET /elsewhere')).status, 404);
    const other = await send('PATCH /api/things/u', 'a=1', FORM);
    assert.deepEqual([other.status, other.headers['allow']], [405, 'GET, HEAD, PUT, DELETE']);
    assert.equal((await send('DELETE /api/things')).headers['allow'], 'GET, HEAD, POST');
    assert.equal((await send('DELETE //api/index.php/things/')).headers['allow'], 'GET, HEAD, POST');
    const noKey = await send('GET /api/things', undefined, []);
    assert.deepEqual([noKey.status, noKey.json.error], [401, 'No key.']);
    assert.equal(
      (await send('POST /api/things', 'x{', ['Content-Type: application/json'])).status,
      401,
      'before the body is read',
    );
  });

  test('every answer says how it is kept and what it is; 401 says what is asked for; one Host only', async () => {
    for (const [answer, cache] of [
      [await send('GET /api/things'), 'no-cache'],
      [await send('POST /api/things', 'a=1', FORM), 'no-store'],
      [await send('GET /api/nothing'), 'no-store'],
      [await send('GET /api/things', undefined, []), 'no-store'],
      [await send('QUERY /api/things', 'a=1', FORM), 'no-store'],
      [await send('GET /api/things', undefined, ['Host: y', 'X-Api-Key: key']), 'no-store'],
    ] as const) {
      assert.equal(answer.headers['cache-control'], cache, answer.body);
      assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    }
    assert.match((await send('GET /api/things', undefined, [])).headers['www-authenticate'] ?? '', /^ApiKey realm=/);
    const query = await send('QUERY /api/things', 'a=1', ['X-Api-Key: key']);
    assert.deepEqual([query.status, query.headers['allow']], [405, 'GET, HEAD, POST']);
    const twice = await send('GET /api/things', undefined, ['host: x', 'X-Api-Key: key']);
    assert.deepEqual([twice.status, twice.json.error], [400, 'The request has more than one Host header.']);
  });

  test('bodies that cannot be read are refused with the place', async () => {
    const type = (value: string) => ['X-Api-Key: key', `Content-Type: ${value}`];
    for (const [body, headers, status, error] of [
      ['{"a":', type('application/json'), 400, /malformed at character 5/],
      ['a=%zz', FORM, 400, /malformed at character 2/],
      ['--y--', type('multipart/form-data; boundary=x'), 400, /malformed at byte 0/],
      ['a=1', type('text/plain'), 415, /^The content type is none of/],
      ['<a/>', type('application/xml'), 415, /^The content type is none of/],
      ['a=1', type('junk'), 415, /^The content type is none of/],
      ['a=1', [...FORM, 'Content-Encoding: gzip'], 415, /^The body has a Content-Encoding/],
    ] as const) {
      for (const head of ['POST /api/things', 'PUT /api/things/u']) {
        const answer = await send(head, body, [...headers]);
        assert.equal(answer.status, status, `${head} ${headers.join()} ${answer.body}`);
        assert.match(answer.json.error, error);
      }
    }
    const bad = await send('GET /api/things/%zz');
    assert.deepEqual([bad.status, bad.json.status], [400, 'error']);
    assert.equal((await send('GET /api/things/a%00b')).status, 404);
    assert.equal((await send('GET /api/things?a=%00')).status, 400);
  });

  test('a body of more than 25 MB', async () => {
    const head = ['POST /api/things HTTP/1.1', 'Host: x', ...FORM, `Content-Length: ${26 * 1024 * 1024}`, '', ''];
    const answer = await exchange(port, Buffer.from(head.join('\r\n')));
    assert.deepEqual([answer.status, JSON.parse(answer.body).error], [413, 'The request body is larger than 25 MB.']);
    const fits = await send('POST /api/things', Buffer.alloc(25 * 1024 * 1024, 'a=&'), FORM);
    assert.equal(fits.status, 413, 'too many pairs');
    const exact = await send('POST /api/things', `a=${'x'.repeat(25 * 1024 * 1024 - 2)}`, FORM);
    assert.equal(exact.status, 201);
  });

  test('requests that are no HTTP still get an answer in our form', async () => {
    for (const text of ['GARBAGE\r\n\r\n', `GET /api/things HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`]) {
      const answer = await exchange(port, Buffer.from(text));
      assert.ok(answer.status === 400 || answer.status === 431, String(answer.status));
      assert.equal(JSON.parse(answer.body).status, 'error');
      assert.match(answer.headers['x-request-id'] ?? '', /^[0-9a-f-]{36}$/);
    }
  });

  test('validators: a GET that has not changed is 304', async () => {
    const first = await send('GET /api/things');
    const etag = first.headers['etag'] ?? '';
    assert.match(etag, /^"[\w-]+"$/);
    assert.equal(first.headers['cache-control'], 'no-cache');
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await send('GET /api/things', undefined, ['X-Api-Key: key', `If-None-Match: ${tag}`]);
      assert.deepEqual([again.status, again.body, again.headers['etag']], [304, '', etag], tag);
    }
    assert.equal((await send('GET /api/things', undefined, ['X-Api-Key: key', 'If-None-Match: "x"'])).status, 200);
    assert.equal((await send('HEAD /api/things')).headers['etag'], etag);
    assert.equal((await send('HEAD /api/things', undefined, ['X-Api-Key: key', `If-None-Match: ${etag}`])).status, 304);
    assert.equal((await send('POST /api/things', 'a=1', FORM)).headers['etag'], undefined);
  });

  test('the subscriber address is the one that the client gives, else its own', async () => {
    const of = async (...headers: string[]) =>
      (await send('GET /api/things', undefined, ['X-Api-Key: key', ...headers])).json.ipAddress;
    assert.equal(await of(), '127.0.0.1');
    assert.equal(await of('X-MW-REMOTE-ADDR: 203.0.113.9'), '203.0.113.9');
    assert.equal(await of('X-REMOTE-ADDR: 2001:db8::1'), '2001:db8::1');
    assert.equal(await of('X-MW-REMOTE-ADDR: nonsense'), '127.0.0.1');
  });

  test('faults: codes become statuses; ours tell nothing of the inside, the log does', async () => {
    const expected = { state: 400, unauthorized: 401, forbidden: 403, not_found: 404, conflict: 409, unavailable: 503 };
    for (const [code, status] of Object.entries(expected)) {
      const answer = await send(`GET /api/faults/${code}`);
      assert.deepEqual([answer.status, answer.json], [status, { status: 'error', error: 'No.' }]);
    }
    const invalid = await send('GET /api/faults/invalid');
    assert.deepEqual([invalid.status, invalid.json.error], [422, { a: 'A.', 'b.c': 'B.' }]);
    for (const code of ['plain', 'internal']) {
      const answer = await send(`GET /api/faults/${code}`);
      assert.equal(answer.status, 500);
      assert.doesNotMatch(answer.body, /secret|inside\b.*secret|No\./);
      const logged = lines
        .map((line) => JSON.parse(line))
        .find((line) => line.event === 'http.fault' && line.id === answer.headers['x-request-id']);
      assert.equal(logged?.err.message, code === 'plain' ? 'a secret of the inside' : 'No.');
    }
  });

  test('one line of log for a request, with the number of the customer, without address, key or query', () => {
    const requests = lines.map((line) => JSON.parse(line)).filter((line) => line.event === 'http.request');
    const isTold = requests.some((line) => line.route === '/api/things/:uid' && line.status === 200 && line.ms >= 0);
    const isOf7 = (method: string) => requests.some((line) => line.method === method && line.customer === 7);
    assert.ok(isTold && requests.length > 50 && ['GET', 'POST'].every(isOf7));
    assert.doesNotMatch(lines.join(''), /X-Api-Key|"key"|203\.0\.113\.9|page=/i);
  });
});
