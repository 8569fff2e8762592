import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { exchange } from '../../../test/support/raw-http.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import { AppError } from '../../kernel/errors.ts';
import { createLogger } from '../../kernel/log.ts';
import { STRICT } from '../dialect.ts';
import { mountRoutes } from '../mount.ts';
import { rightsOf } from '../rights.ts';
import { created, NOBODY, type Route, type Services } from '../route.ts';
import { createServer } from '../server.ts';
import { LARGE_BODY, newBodyBudget, readBody } from './body.ts';

const MB = 1024 * 1024;

const route = (path: string, more: Partial<Route> = {}): Route => ({
  name: 'sendTest',
  method: 'POST',
  path,
  needs: 'edit',
  summary: 'A test',
  group: 'Tests',
  status: 201,
  answer: z.looseObject({}),
  handle: async ({ body }) => created({ members: Object.keys(body).length }),
  ...more,
});

describe('bodies', () => {
  let app: FastifyInstance;
  let port: number;
  const lines: string[] = [];

  before(async () => {
    const log = createLogger('debug', { write: (line) => void lines.push(line) });
    app = await createServer({ log });
    const authenticate = async ({ headers }: { headers: Record<string, unknown> }) => {
      if (headers['x-api-key'] === undefined) throw new AppError('unauthorized', 'No key.');
      return {
        customerId: Number(headers['x-api-key']),
        timeZone: 'UTC',
        locale: 'en',
        dialect: STRICT,
        rights: rightsOf('owner', false),
        actor: NOBODY.actor,
      };
    };
    const routes = [route('/small'), route('/large', { bodyLimit: LARGE_BODY })];
    mountRoutes(app, routes, { services: {} as Services, authenticate, audit: async () => undefined });
    await app.listen({ host: '127.0.0.1', port: 0 });
    port = (app.server.address() as AddressInfo).port;
  });
  after(() => app.close());

  const head = (path: string, ...more: string[]) =>
    Buffer.from([`POST ${path} HTTP/1.1`, 'Host: x', 'X-Api-Key: 1', ...more, '', ''].join('\r\n'));
  const length = (bytes: number) => `Content-Length: ${bytes}`;

  test('what nobody takes is refused before a byte of it is read', async () => {
    for (const [path, bytes, status] of [
      ['/', 24 * MB, 404],
      ['/elsewhere', 24 * MB, 404],
      ['/api/nothing', 24 * MB, 404],
      ['/api/small', 2 * MB + 1, 413],
      ['/api/large', 25 * MB + 1, 413],
    ] as const) {
      const answer = await exchange(port, head(path, length(bytes)));
      assert.equal(answer.status, status, path);
    }
    const { body } = await exchange(port, head('/api/small', length(3 * MB)));
    assert.equal(JSON.parse(body).error, 'The request body is larger than 2 MB.');
  });

  test('a client that asks first is not told to send what is refused', async () => {
    const refused = await exchangeText(head('/api/small', length(3 * MB), 'Expect: 100-continue'));
    assert.match(refused, /^HTTP\/1\.1 413 /);
    const asked = await exchangeText(head('/api/small', length(3), 'Expect: 100-continue'), Buffer.from('a=1'));
    assert.match(asked, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
  });

  async function exchangeText(first: Buffer, then = Buffer.alloc(0)): Promise<string> {
    const socket = connect(port, '127.0.0.1', () => socket.write(first));
    let text = '';
    for await (const chunk of socket) {
      text += String(chunk);
      if (text.endsWith('100 Continue\r\n\r\n')) socket.write(then);
      else if (/\r\n\r\n\{.*\}\s*$/s.test(text)) break;
    }
    socket.destroy();
    return text;
  }

  test('unfinished bodies fill a bounded part of the memory; the next are told to come again', async () => {
    const held: Socket[] = [];
    const begin = async (customer: number) => {
      const socket = connect(port, '127.0.0.1');
      const text = `POST /api/large HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${customer}\r\n${length(24 * MB)}\r\nExpect: 100-continue\r\n\r\n`;
      socket.write(text);
      held.push(socket);
      return String((await once(socket, 'data'))[0]);
    };
    for (const customer of [1, 1, 2, 2, 3]) assert.match(await begin(customer), /^HTTP\/1\.1 100 /);
    for (const customer of [1, 3, 4]) {
      const answer = await begin(customer);
      assert.match(answer, /^HTTP\/1\.1 503 /);
      assert.match(answer, /\r\nRetry-After: \d+\r\n/i);
    }
    const small = await exchange(port, Buffer.concat([head('/api/small', length(3)), Buffer.from('a=1')]));
    assert.equal(small.status, 201, 'ordinary calls have room of their own');
    for (const socket of held) socket.destroy();
    while (!/ 100 /.test(await begin(4))); // as soon as the server has seen them go
    held.at(-1)?.destroy();
  });

  test('a stranger who begins many small bodies keeps out nobody of another network', async (t) => {
    const open = await createServer({ log: createLogger('silent'), trustedProxies: ['127.0.0.1'] });
    open.post('/form', async () => 'taken');
    await open.listen({ host: '127.0.0.1', port: 0 });
    t.after(() => open.close());
    const at = (open.server.address() as AddressInfo).port;
    const from = (address: string, bytes: number) =>
      `POST /form HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n${length(bytes)}\r\n`;
    const held: Socket[] = [];
    t.after(() => held.map((socket) => socket.destroy()));
    for (let n = 0; n < 32; n += 1) {
      const socket = connect(at, '127.0.0.1');
      held.push(socket);
      socket.write(`${from(`2001:db8::${n}`, 256 * 1024)}Expect: 100-continue\r\n\r\n`);
      await once(socket, 'data');
    }
    const small = (address: string) => exchange(at, Buffer.from(`${from(address, 3)}\r\na=1`));
    assert.equal((await small('2001:db8::ffff')).status, 503);
    assert.equal((await small('2001:db8:0:1::1')).status, 200);
  });

  test('a client that hangs up is no fault of ours', async () => {
    const isToldOf = (event: string) => lines.some((line) => JSON.parse(line).event === event);
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(Buffer.concat([head('/api/small', length(9)), Buffer.from('a=1')]));
    });
    socket.on('error', () => undefined);
    app.server.once('request', () => socket.resetAndDestroy());
    while (!isToldOf('http.hang-up')) await new Promise((resolve) => setTimeout(resolve, 5));
    assert.ok(!isToldOf('http.fault'));
  });

  test('connections are capped, and heads and requests have a time', () => {
    const { server } = app;
    assert.ok(server.maxConnections <= 5_000);
    assert.ok(server.headersTimeout > 0 && server.headersTimeout <= 15_000);
    assert.ok(server.requestTimeout > 0 && server.requestTimeout <= HOUR_MS);
  });

  test('a body has a time', async () => {
    const raw = Object.assign(new PassThrough(), { headers: { 'content-length': '9' } }) as unknown as IncomingMessage;
    const read = readBody(raw, 10, 1);
    await assert.rejects(read, { code: 'timeout' });
  });

  test('the budget: each owner a share, and everything comes back once', () => {
    const { take } = newBodyBudget({ small: { all: 1 * MB, one: MB / 2 }, large: { all: 4 * MB, one: 2 * MB } });
    const back = take('a', 2 * MB);
    assert.throws(() => take('a', 1 * MB), /Please try again/);
    take('b', 2 * MB);
    assert.throws(() => take('c', 1 * MB), /Please try again/);
    for (const owner of ['a', 'b']) {
      for (let n = 0; n < 2; n++) take(owner, 256 * 1024);
      assert.throws(() => take(owner, 1), /Please try again/);
    }
    assert.throws(() => take('c', 1), /Please try again/);
    back();
    back();
    take('a', 2 * MB);
    assert.throws(() => take('c', 1 * MB), /Please try again/);
  });
});
