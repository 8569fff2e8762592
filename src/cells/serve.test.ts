// What a router does with requests, before two servers that say what they got.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { processorMs } from '../../test/support/processor-time.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { createLogger } from '../kernel/log.ts';
import { freePort } from '../network/free-port.ts';
import { serveCells } from './serve.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A server that knows one key, and says what it got. */
async function openNode(t: TestContext, name: string, handler?: Handler): Promise<{ url: string; server: Server }> {
  const server = createServer(async (asked, response) => {
    let body = '';
    for await (const part of asked) body += part;
    if (handler) return handler(asked, response, body);
    const isKnown = asked.headers['x-api-key'] === undefined || asked.headers['x-api-key'] === `key of ${name}`;
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json', 'x-node': name });
    response.end(JSON.stringify({ name, method: asked.method, url: asked.url, headers: asked.headers, body }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

async function openRouter(t: TestContext, lines: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'mailwright-cells-'));
  const cellsFile = join(folder, 'cells');
  const write = (text: string) => writeFileSync(cellsFile, text);
  write(lines.join('\n'));
  const port = await freePort();
  const options = { host: '127.0.0.1', port, address: '', cellsFile, trustedProxies: ['127.0.0.0/8'], stopSeconds: 1 };
  const router = await serveCells(options, { log: createLogger('silent'), version: '1', print: () => undefined });
  t.after(async () => {
    await router.stop();
    rmSync(folder, { recursive: true });
  });
  const call = (path: string, headers: Record<string, string> = {}, method = 'GET', body?: string) =>
    new Promise<{ status: number; text: string; headers: IncomingMessage['headers'] }>((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, async (response) => {
        let text = '';
        try {
          for await (const part of response) text += part;
          resolve({ status: response.statusCode ?? 0, text, headers: response.headers });
        } catch (error) {
          reject(error as Error);
        }
      });
      asked.on('error', reject);
      asked.end(body);
    });
  return { call, port, router, write };
}

test('a port that is taken is told in one line', async (t) => {
  const { url } = await openNode(t, 'a');
  const folder = temporaryFolder(t, 'cells');
  const cellsFile = join(folder, 'cells');
  writeFileSync(cellsFile, `a a.example ${url}`);
  const port = Number(new URL(url).port);
  const options = { host: '127.0.0.1', port, address: url, cellsFile, trustedProxies: [], stopSeconds: 1 };
  const tools = { log: createLogger('silent'), version: '1', print: () => undefined };
  await assert.rejects(
    serveCells(options, tools),
    /Port \d+ on 127\.0\.0\.1 is in use\. Stop what uses it, or set MAILWRIGHT_PORT/,
  );
});

test('requests find their cell by host, else by key', async (t) => {
  const [a, b] = [await openNode(t, 'a'), await openNode(t, 'b')];
  const { call, router, write } = await openRouter(t, [`a a.example ${a.url}`, `b b.example ${b.url}`]);
  const of = (name: string) => ({ 'x-api-key': `key of ${name}` });
  for (const name of ['a', 'b']) {
    const byHost = await call('/o/abc.gif?x=%20', { host: `${name}.example` });
    assert.equal(byHost.headers['x-node'], name);
    const byKey = await call('/api/lists', of(name), 'POST', 'general[name]=ä');
    const got = JSON.parse(byKey.text);
    assert.deepEqual([got.name, got.method, got.url, got.body], [name, 'POST', '/api/lists', 'general[name]=ä']);
    assert.equal(got.headers['x-forwarded-for'], '127.0.0.1');
  }
  const through = await call('/api/lists', {
    ...of('a'),
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'https',
  });
  assert.deepEqual(
    ['x-forwarded-for', 'x-forwarded-proto'].map((name) => JSON.parse(through.text).headers[name]),
    ['203.0.113.9, 127.0.0.1', 'https'],
  );
  const unknown = await call('/api/lists', of('nobody'));
  assert.deepEqual([unknown.status, JSON.parse(unknown.text).error], [401, 'The API key is not valid.']);
  const without = await call('/api/lists');
  assert.deepEqual([without.status, JSON.parse(without.text).status], [401, 'error']);
  assert.equal((await call('/app')).status, 404);
  assert.deepEqual(JSON.parse((await call('/readyz')).text), { status: 'ok', cells: { a: 'ok', b: 'ok' } });
  // A file with a fault changes nothing; another one is followed at once.
  write('a nonsense');
  await router.reload();
  assert.equal((await call('/api/lists', of('b'))).status, 200);
  write(`a a.example ${a.url}`);
  await router.reload();
  assert.equal((await call('/api/lists', of('b'))).status, 401);
});

test('another node of the cell is asked when one does not answer; one cell down is no matter of the other', async (t) => {
  const [a, b] = [await openNode(t, 'a'), await openNode(t, 'b')];
  const gone = `http://127.0.0.1:${await freePort()}`;
  const { call } = await openRouter(t, [`a a.example ${gone},${a.url}`, `b b.example ${b.url}`]);
  const of = (name: string) => ({ 'x-api-key': `key of ${name}` });
  assert.equal((await call('/api/lists', of('a'), 'POST', 'x=1')).status, 200);
  assert.equal((await call('/api/lists', of('b'))).status, 200);
  b.server.closeAllConnections();
  b.server.close();
  await once(b.server, 'close');
  const down = await call('/api/lists', of('b'), 'POST', 'x=1');
  assert.deepEqual([down.status, down.headers['retry-after']], [503, '5']);
  assert.match(JSON.parse(down.text).error, /^The servers of this customer do not answer\. Nothing was changed\./);
  const page = await call('/c/abc', { host: 'b.example' });
  assert.deepEqual([page.status, page.headers['content-type']], [503, 'text/plain; charset=utf-8']);
  assert.equal((await call('/api/lists', of('a'))).status, 200);
  const unknown = await call('/api/lists', of('nobody'));
  assert.deepEqual([unknown.status, JSON.parse(unknown.text).error.slice(0, 26)], [503, 'Some servers do not answer']);
  assert.deepEqual(JSON.parse((await call('/readyz')).text), { status: 'ok', cells: { a: 'ok', b: 'unavailable' } });
});

test('what comes in pieces goes on in pieces, and what is cut off looks cut off', async (t) => {
  const releases: (() => void)[] = [];
  const a = await openNode(t, 'a', (asked, response, body) => {
    if (asked.url === '/cut') {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      releases.push(() => response.destroy());
    } else if (asked.url === '/dies') response.destroy();
    else {
      response.write(`got ${body.length}\n`);
      releases.push(() => response.end('end\n'));
    }
  });
  const { call, port } = await openRouter(t, [`a a.example ${a.url}`]);
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  let seen = '';
  socket.on('data', (part) => {
    seen += part;
  });
  const sees = async (text: string) => {
    while (!seen.includes(text)) await once(socket, 'data');
  };
  socket.write(
    'POST /events HTTP/1.1\r\nHost: a.example\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n',
  );
  await sees('100 Continue');
  socket.write('5\r\nhello\r\n');
  socket.write('0\r\n\r\n');
  await sees('got 5');
  assert.ok(!seen.includes('end\n'));
  releases.pop()?.();
  await sees('end\n');
  const cut = call('/cut', { host: 'a.example' });
  while (releases.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  releases.pop()?.();
  await assert.rejects(cut);
  const lost = await call('/dies', { host: 'a.example' }, 'POST', 'x=1');
  assert.equal(lost.status, 502);
  assert.match(lost.text, /it is not known whether the request was carried out/);
});

test('the blanks in a header of the connection cost a stranger nothing that others wait for', async (t) => {
  const { url } = await openNode(t, 'a');
  const { call } = await openRouter(t, [`a a.example ${url}`]);
  const costOf = async (connection: string) => {
    const begun = processorMs();
    for (let n = 0; n < 30; n += 1) {
      const { text } = await call('/', { host: 'a.example', connection, 'x-two': 'of this connection' });
      assert.equal(JSON.parse(text).headers['x-two'], undefined);
    }
    return processorMs() - begun;
  };
  const [letters, blanks] = [
    await costOf(`x-two , x-one${'x'.repeat(15_000)}x`),
    await costOf(`x-two , x-one${' '.repeat(15_000)}x`),
  ];
  assert.ok(blanks < 5 * letters + 100, `${letters} ms, ${blanks} ms`);
});

test('a body is never the next request of the connection to a node, whatever Connection names', async (t) => {
  const got: string[] = [];
  const { url } = await openNode(t, 'a', (asked, response, body) => {
    got.push(`${asked.method} ${asked.url} from ${asked.headers['x-forwarded-for']}: ${body}`);
    response.end(asked.url);
  });
  const { port, call } = await openRouter(t, [`a a.example ${url}`]);
  const hidden = 'GET /hidden HTTP/1.1\r\nHost: a.example\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n';
  const bodies = {
    'content-length': [`Content-Length: ${hidden.length}`, hidden],
    'transfer-encoding': ['Transfer-Encoding: chunked', `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`],
  };
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE', 'POST', 'PUT']) {
    for (const [name, [header, body]] of Object.entries(bodies)) {
      const socket = connect(port, '127.0.0.1');
      socket.end(
        `${method} /open HTTP/1.1\r\nHost: a.example\r\nConnection: ${name}, close\r\n${header}\r\n\r\n${body}`,
      );
      socket.resume();
      await once(socket, 'close');
      assert.equal((await call('/next', { host: 'a.example' })).text, '/next', `${method} ${name}`);
      assert.deepEqual(got.splice(0), [`${method} /open from 127.0.0.1: ${hidden}`, 'GET /next from 127.0.0.1: ']);
    }
  }
});
