// Fetching from malicious servers, and from addresses that must not be reached.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { parseFetchAllow } from '../../network/fetch-allow.ts';
import { FetchError } from '../../network/guarded.ts';
import { newFetch } from './fetch.ts';

type Resolve = Parameters<typeof newFetch>[0]['resolve'];

async function serve(t: Pick<TestContext, 'after'>, answer: RequestListener): Promise<{ at: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { at: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const open = (allow = '127.0.0.1', more: Partial<Parameters<typeof newFetch>[0]> = {}) =>
  newFetch({ allow: parseFetchAllow(allow), ...more });
const fails = (fetched: Promise<unknown>, why: RegExp) =>
  assert.rejects(fetched, (error) => error instanceof FetchError && why.test(error.message));
const CLOSED = /does not lead to a public address/;

/** A resolver that returns these addresses, one list a call; the last one repeatedly. */
function answers(...lists: string[][]): { resolve: Resolve; asked: string[] } {
  const asked: string[] = [];
  const resolve: Resolve = (host, _options, done) => {
    const list = lists[Math.min(asked.length, lists.length - 1)] ?? [];
    asked.push(host);
    done(
      null,
      list.map((address) => ({ address, family: net.isIP(address) })),
    );
  };
  return { resolve, asked };
}

test('a text is fetched, in every compression and charset', async (t) => {
  const bodies: Record<string, [Buffer, Record<string, string>]> = {
    '/plain': [Buffer.from('größer'), {}],
    '/gzip': [gzipSync('größer'), { 'content-encoding': 'gzip' }],
    '/deflate': [deflateSync('größer'), { 'content-encoding': 'deflate' }],
    '/br': [brotliCompressSync('größer'), { 'content-encoding': 'BR' }],
    '/header': [Buffer.from('größer', 'latin1'), { 'content-type': 'text/xml; charset="ISO-8859-1"' }],
    '/mark': [Buffer.from('\ufeffgrößer', 'utf16le'), { 'content-type': 'text/xml; charset=utf-8' }],
    '/strange': [Buffer.from('größer'), { 'content-type': 'text/xml; charset=nothing-known' }],
  };
  const { at } = await serve(t, (request, response) => {
    const [body, headers] = bodies[request.url ?? ''] ?? [Buffer.alloc(0), {}];
    response.writeHead(200, headers).end(body);
  });
  for (const path of Object.keys(bodies)) assert.equal((await open()(at + path)).text, 'größer', path);
  const declared = Buffer.from('<?xml version="1.0" encoding="windows-1252"?><a>\x80</a>', 'latin1');
  bodies['/declared'] = [declared, { 'content-type': 'application/xml' }];
  assert.match((await open()(`${at}/declared`)).text, /<a>€<\/a>/);
});

test('no address that is not public is connected to, however it is written', async (t) => {
  const { at, asked } = await serve(t, (_, response) => response.end('secret'));
  const { port } = new URL(at);
  const fetch = open('');
  const hosts = [
    ...['127.0.0.1', '127.1', '0x7f000001', '2130706433', '017700000001', '0', '0.0.0.0', '127.0.0.1.', '[::1]'],
    ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '[::]', '[::127.0.0.1]', '[2002:7f00:1::]'],
    ...['10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '100.100.100.200', '168.63.129.16'],
    ...['192.0.0.192', '198.18.0.1', '224.0.0.1', '255.255.255.255', '[fe80::1]', '[fc00::1]', '[fd00:ec2::254]'],
    ...['[ff02::1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b:1::808:808]', '[2001:db8::1]', '１２７.0.0.1'],
  ];
  for (const host of hosts) await fails(fetch(`http://${host}:${port}/`), CLOSED);
  for (const host of ['localhost', 'localhost.', 'LOCALHOST']) await fails(fetch(`http://${host}:${port}/`), CLOSED);
  assert.deepEqual(asked, []);
});

test('names with a private address are refused, whatever else they resolve to; the checked address is the one used', async (t) => {
  const { at, asked } = await serve(t, (_, response) => response.end('inside'));
  const { port } = new URL(at);
  const inside = [['127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['169.254.169.254', '10.0.0.1'], ['64:ff9b::7f00:1']];
  for (const list of inside) {
    await fails(open('', answers(list))(`http://feed.example:${port}/`), CLOSED);
  }
  // DNS rebinding: a name that resolves to a public address first and to a private one after. It is
  // resolved once, and that answer is used.
  const rebinding = answers(['198.51.100.7'], ['127.0.0.1']);
  await fails(open('', rebinding)(`http://feed.example:${port}/`), CLOSED);
  assert.deepEqual(rebinding.asked, ['feed.example']);
  const turning = answers(['127.0.0.1'], ['10.0.0.1']);
  const fetched = await open('127.0.0.0/8', turning)(`http://feed.example:${port}/`);
  assert.deepEqual([fetched.text, turning.asked], ['inside', ['feed.example']]);
  assert.equal(asked.length, 1);
});

test('each redirect is checked like the first address', async (t) => {
  const inner = await serve(t, (_, response) => response.end('secret'));
  const { port } = new URL(inner.at);
  const targets: Record<string, string> = {
    '/number': `http://127.0.0.1:${port}/`,
    '/name': `http://metadata.example:${port}/`,
    '/file': 'file:///etc/passwd',
    '/login': `http://user:password@127.0.0.1:${port}/`,
    '/broken': 'http://[',
    '/loop': '/loop',
    '/twice': '/once',
    '/once': '/end?x',
  };
  const { at, asked } = await serve(t, (request, response) => {
    const location = targets[request.url ?? ''];
    if (location === undefined) response.end('the end');
    else response.writeHead(302, { location }).end('x'.repeat(100));
  });
  const own = new URL(at);
  const fetch = open(`127.0.0.1:${own.port}`, answers(['127.0.0.1']));
  await fails(fetch(`${at}/number`), CLOSED);
  await fails(fetch(`${at}/name`), CLOSED);
  await fails(fetch(`${at}/file`), /not an http or https address/);
  await fails(fetch(`${at}/login`), /user name and password/);
  await fails(fetch(`${at}/broken`), /not an address/);
  await fails(fetch(`${at}/loop`), /redirects more than 5 times/);
  assert.equal(asked.filter((path) => path === '/loop').length, 6);
  assert.deepEqual(await fetch(`${at}/twice`), { text: 'the end', url: `${at}/end?x` });
  assert.deepEqual(inner.asked, []);
});

test('only web addresses are fetched', async () => {
  for (const url of [
    '',
    'x',
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'http://',
    '//example.com/',
  ]) {
    await fails(open()(url), /not an (http or https )?address/);
  }
  await fails(open()('http://me:secret@example.com/'), /user name and password/);
});

test('bodies that are large, endless or bombs end at the limit', async (t) => {
  const left = Promise.withResolvers<void>();
  const { at } = await serve(t, (request, response) => {
    const part = Buffer.alloc(64 * 1024, 'x');
    if (request.url === '/bomb') {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(64 * 1024 * 1024)));
    } else if (request.url === '/stays') {
      response.on('close', left.resolve);
      response.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync(Buffer.alloc(3 * 1024 * 1024)));
    } else if (request.url === '/empties') {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      const part = Buffer.concat(Array.from({ length: 3_000 }, () => gzipSync('')));
      const more = () => {
        while (!response.destroyed && response.write(part));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    } else if (request.url === '/exact') {
      response.end(Buffer.alloc(2 * 1024 * 1024, 'x'));
    } else if (request.url === '/cut') {
      response.writeHead(200, { 'content-length': 100 });
      response.write('x', () => response.destroy());
    } else if (request.url === '/broken') {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip');
    } else if (request.url === '/unknown') {
      response.writeHead(200, { 'content-encoding': 'zstd, gzip' }).end('x');
    } else {
      const more = () => {
        while (!response.destroyed && response.write(part));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    }
  });
  await fails(open()(`${at}/bomb`), /larger than 2 MB/);
  await fails(open()(`${at}/endless`), /larger than 2 MB/);
  await fails(open()(`${at}/empties`), /larger than 2 MB/);
  await fails(open()(`${at}/stays`), /larger than 2 MB/);
  await left.promise;
  await fails(open()(`${at}/cut`), /closed too early/);
  await fails(open()(`${at}/broken`), /compression is broken/);
  await fails(open()(`${at}/unknown`), /compression is not supported/);
  assert.equal((await open()(`${at}/exact`)).text.length, 2 * 1024 * 1024);
});

test('slow, silent and slowly redirecting servers share one time limit', async (t) => {
  const timers: NodeJS.Timeout[] = [];
  t.after(() => timers.forEach(clearInterval));
  const { at } = await serve(t, (request, response) => {
    if (request.url === '/silent') return;
    if (request.url?.startsWith('/slow')) {
      timers.push(setTimeout(() => response.writeHead(302, { location: '/slow' }).end(), 60));
      return;
    }
    response.writeHead(200);
    timers.push(setInterval(() => response.write('x'), 20));
  });
  const fetch = open('127.0.0.1', { limits: { ms: 150 } });
  for (const path of ['/silent', '/slow', '/drip']) await fails(fetch(at + path), /takes longer than/);
  const never: Resolve = () => undefined;
  await fails(open('', { limits: { ms: 50 }, resolve: never })('http://feed.example/'), /takes longer than/);
});

test('other responses are errors with their status, without their content', async (t) => {
  const { at } = await serve(t, (request, response) =>
    response.writeHead(Number(request.url?.slice(1))).end('private'),
  );
  for (const status of [301, 404, 500, 304]) await fails(open()(`${at}/${status}`), new RegExp(`status ${status}$`));
  const server = net.createServer((socket) => socket.destroy());
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  const { port } = server.address() as AddressInfo;
  await fails(open()(`http://127.0.0.1:${port}/`), /closed/);
  await new Promise((go) => server.close(go));
  await fails(open()(`http://127.0.0.1:${port}/`), /refused/);
});

test('fetching can be aborted', async (t) => {
  const { at } = await serve(t, () => undefined);
  const stop = new AbortController();
  const fetched = open()(at, stop.signal);
  stop.abort();
  await assert.rejects(fetched, FetchError);
});

test('exceptions are hosts, hosts with a port, and networks', () => {
  assert.deepEqual(parseFetchAllow(' Feeds.Internal, 10.0.0.5:8080,[::1]:80, fd00::1 ,10.0.0.0/8, fd00::/8,'), {
    hosts: [
      { host: 'feeds.internal', port: undefined },
      { host: '10.0.0.5', port: 8080 },
      { host: '::1', port: 80 },
      { host: 'fd00::1', port: undefined },
    ],
    networks: ['10.0.0.0/8', 'fd00::/8'],
  });
  const long = parseFetchAllow('[0:0:0:0:0:0:0:1]:80, FD00:0::1');
  assert.deepEqual(
    long.hosts.map(({ host }) => host),
    ['::1', 'fd00::1'],
    'as an address has it',
  );
  for (const wrong of [
    'fe80::1%eth0',
    'http://x',
    'a:0',
    'a:65536',
    '10.0.0.0/33',
    'fd00::/129',
    '[::1',
    'a b',
    '[x]:1',
    'x/8',
  ]) {
    assert.throws(() => parseFetchAllow(wrong), /is no host, host:port or network/, wrong);
  }
});
