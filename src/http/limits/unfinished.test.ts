// Connections on which something comes to no end: what a stranger holds with a byte now and then.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer as plainServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { serveCells } from '../../cells/serve.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { createLogger } from '../../kernel/log.ts';
import { freePort } from '../../network/free-port.ts';
import { createServer } from '../server.ts';
import { endUnfinished } from './unfinished.ts';

/** Time passes when the test says so, for who looks at connections now and then. */
function openTime(t: TestContext) {
  const real = performance.now.bind(performance);
  let passed = 0;
  t.mock.method(performance, 'now', () => real() + passed);
  t.mock.timers.enable({ apis: ['setInterval'] });
  return (seconds: number) => {
    passed += seconds * 1_000;
    t.mock.timers.tick(5_000);
  };
}

/** A client with a beginning of a request; `heard` waits for what it is answered. */
function client(t: TestContext, port: number, text: string) {
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.on('error', () => undefined);
  socket.write(text);
  let got = '';
  const heard = async (words: string) => {
    while (!got.includes(words)) got += String((await once(socket, 'data'))[0]);
    got = '';
  };
  return { socket, heard };
}

const isOpen = ({ socket }: { socket: Socket }) => !socket.closed;
const closed = ({ socket }: { socket: Socket }) => new Promise<void>((end) => void socket.once('close', () => end()));
const body = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n`;

/** Who says something is not idle: those are closed by Node. */
function sayNowAndThen({ socket }: { socket: Socket }): void {
  if (socket.closed) return;
  socket.write('x');
  setTimeout(() => sayNowAndThen({ socket }), 500).unref();
}

/** Of two who are answered before their body is there one sends it, and one a byte now and then. */
async function restIsBounded(t: TestContext, port: number, pass: (seconds: number) => void) {
  const [late, fine] = [client(t, port, body('/nowhere')), client(t, port, body('/nowhere'))];
  await Promise.all([late.heard('404'), fine.heard('404')]);
  sayNowAndThen(late);
  pass(0);
  pass(28);
  fine.socket.write('x'.repeat(1_000) + body('/nowhere'));
  await fine.heard('404');
  assert.deepEqual([isOpen(late), isOpen(fine)], [true, true], 'the time is not over');
  pass(7);
  await closed(late);
  assert.ok(isOpen(fine), 'its next request has a time of its own');
}

test('the rest of a body whose request is answered has half a minute', { timeout: MINUTE_MS }, async (t) => {
  const pass = openTime(t);
  const app = await createServer({ log: createLogger('silent') });
  t.after(() => {
    app.server.closeAllConnections();
    return app.close();
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  await restIsBounded(t, (app.server.address() as AddressInfo).port, pass);
});

test('the rest of such a body has half a minute before cells, too', { timeout: MINUTE_MS }, async (t) => {
  const pass = openTime(t);
  const cellsFile = join(temporaryFolder(t, 'cells'), 'cells');
  writeFileSync(cellsFile, 'b b.example http://127.0.0.1:1');
  const port = await freePort();
  const options = { host: '127.0.0.1', port, address: '', cellsFile, trustedProxies: [], stopSeconds: 1 };
  const router = await serveCells(options, { log: createLogger('silent'), version: '1', print: () => undefined });
  t.after(() => router.stop());
  await restIsBounded(t, port, pass);
});

/** Answers with this many bytes: more than the system takes of a reader who does not read. */
async function openLarge(t: TestContext, bytes: number): Promise<{ server: Server; port: number }> {
  const server = plainServer((request, response) => {
    if (request.url === '/waits') return; // for a store, say
    request.resume();
    response.end(Buffer.alloc(bytes));
  });
  endUnfinished(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, port: (server.address() as AddressInfo).port };
}

test('an answer that nobody takes is given up, one that is taken or not there yet is not', async (t) => {
  const pass = openTime(t);
  const bytes = 32 * 1024 * 1024; // at the least speed 28 minutes
  const { server, port } = await openLarge(t, bytes);
  const get = (path: string) => client(t, port, `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  const waits = get('/waits');
  const slow = get('/large');
  slow.socket.pause();
  const stuck = client(t, port, body('/large')); // which goes on saying something
  stuck.socket.pause();
  let asked = 0;
  server.on('request', () => (asked += 1));
  while (asked < 3) await once(server, 'request');
  pass(0);
  pass(27 * 60);
  slow.socket.resume();
  for (let got = 0; got < bytes; ) got += ((await once(slow.socket, 'data'))[0] as Buffer).length;
  pass(0);
  stuck.socket.write('x');
  assert.deepEqual([waits, slow, stuck].map(isOpen), [true, true, true]);
  pass(3 * 60);
  stuck.socket.resume(); // the end comes after what the system has
  await closed(stuck);
  assert.deepEqual([waits, slow].map(isOpen), [true, true]);
});
