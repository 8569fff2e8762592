// Repeating: what is sent again, when, and what is not. A server of the test answers as it is told.
import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { pauseAfter } from './attempts.ts';
import { type ClientOptions, newClient } from './client.ts';
import { ApiError, ConnectionError, MailwrightError } from './errors.ts';

type Came = { method: string; url: string; headers: IncomingHttpHeaders };
type Way = (response: ServerResponse) => void;

const status =
  (code: number, headers: Record<string, string> = {}): Way =>
  (response) => {
    response.writeHead(code, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(code < 400 ? { status: 'success', data: {} } : { status: 'error', error: 'No.' }));
  };
const cut: Way = (response) => response.socket?.destroy();
const silence: Way = () => undefined;

/** A server that answers one way after the other, the last for ever, and a client of it. */
async function against(t: TestContext, ways: Way[], options: Partial<ClientOptions> = {}) {
  const came: Came[] = [];
  const server = createServer((request, response) => {
    came.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    request.resume().on('end', () => (ways[came.length - 1] ?? ways.at(-1) ?? silence)(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const api = `http://127.0.0.1:${port}/api`;
  return { came, api, client: newClient({ baseUrl: api, apiKey: 'k', ...options }) };
}

test('a GET is repeated after 503, 429 and a cut connection', async (t) => {
  const { came, client } = await against(t, [status(503), cut, status(429, { 'retry-after': '0' }), status(200)]);
  await client.getList({ list_uid: 'ab' });
  assert.deepEqual(
    came.map(({ method, url }) => `${method} ${url}`),
    Array(4).fill('GET /api/lists/ab'),
  );
});

test('a POST is repeated with the same Idempotency-Key; the next call has another', async (t) => {
  const { came, client } = await against(t, [cut, status(503), status(201)]);
  await client.copyList({ list_uid: 'ab' });
  await client.copyList({ list_uid: 'ab' });
  await client.copyList({ list_uid: 'ab' }, { idempotencyKey: 'mine' });
  const keys = came.map(({ headers }) => headers['idempotency-key']);
  assert.match(String(keys[0]), /^[0-9a-f]{32}$/);
  assert.deepEqual([keys[1], keys[2]], [keys[0], keys[0]]);
  assert.notEqual(keys[3], keys[0]);
  assert.equal(keys[4], 'mine');
});

test('a POST without a key is sent once', async (t) => {
  const { came, client } = await against(t, [status(503)]);
  await assert.rejects(client.copyList({ list_uid: 'ab' }, { idempotencyKey: false }), { status: 503 });
  assert.deepEqual([came.length, came[0]?.headers['idempotency-key']], [1, undefined]);
});

test('other methods are sent once', async (t) => {
  const { came, client } = await against(t, [status(503)]);
  await assert.rejects(client.pauseOrUnpauseCampaign({ campaign_uid: 'ab' }), { status: 503 });
  await assert.rejects(client.deleteList({ list_uid: 'ab' }), { status: 503 });
  assert.equal(came.length, 2);
  assert.equal(came[0]?.headers['idempotency-key'], undefined);
});

test('what would be refused again is not sent again', async (t) => {
  const { came, client } = await against(t, [status(500), status(422), status(429, { 'retry-after': '3600' })]);
  for (const code of [500, 422, 429]) await assert.rejects(client.listLists(), { status: code });
  assert.equal(came.length, 3);
  const error = await client.listLists().catch((thrown: unknown) => thrown);
  assert.ok(error instanceof ApiError && error.retryAfter === 3600);
});

test('it gives up, and says why', async (t) => {
  const { came, client } = await against(t, [cut], { retries: 1 });
  const error = await client.listLists().catch((thrown: unknown) => thrown);
  assert.ok(error instanceof ConnectionError && error instanceof MailwrightError);
  assert.match(error.message, /^listLists: no answer: /);
  assert.equal(came.length, 2);
  await assert.rejects(client.listLists({}, { retries: 0 }), ConnectionError);
  assert.equal(came.length, 3);
});

test('an attempt that takes too long counts as no answer', async (t) => {
  const { came, client } = await against(t, [silence, status(200)], { timeout: 500 });
  await client.listLists();
  assert.equal(came.length, 2);
  await assert.rejects((await against(t, [silence], { timeout: 50, retries: 0 })).client.listLists(), /within 50 ms/);
});

test('a signal ends a call: before it, while it waits, and between attempts', async (t) => {
  const stop = new AbortController();
  const { came, client } = await against(t, [() => stop.abort()]);
  await assert.rejects(client.listLists({}, { signal: AbortSignal.abort() }), { name: 'AbortError' });
  assert.equal(came.length, 0);
  await assert.rejects(client.listLists({}, { signal: stop.signal }), { name: 'AbortError' });
  assert.equal(came.length, 1);
  const late = new AbortController();
  const answered: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    setTimeout(() => late.abort(), 100);
    return response;
  };
  const busy = await against(t, [status(503, { 'retry-after': '20' })], { fetch: answered });
  const startedAt = performance.now();
  await assert.rejects(busy.client.listLists({}, { signal: late.signal }), { name: 'AbortError' });
  assert.ok(performance.now() - startedAt < 15_000);
  assert.equal(busy.came.length, 1);
});

test('a redirect is not followed: the key stays with the server', async (t) => {
  const other = await against(t, [status(200)]);
  const { came, client } = await against(t, [status(301, { location: other.api })]);
  const error = await client.listLists().catch((thrown: unknown) => thrown);
  assert.ok(error instanceof MailwrightError && !(error instanceof ConnectionError));
  assert.match(error.message, new RegExp(`redirects to ${other.api}. Is the base URL right`));
  assert.deepEqual([came.length, other.came.length], [1, 0]);
});

test('an answer that is no JSON is no answer of this interface', async (t) => {
  const page: Way = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>');
  const { client } = await against(t, [page], { retries: 0 });
  await assert.rejects(client.listLists(), ConnectionError);
  const gateway: Way = (response) => response.writeHead(404).end('nothing here');
  const error = await (await against(t, [gateway])).client.listLists().catch((thrown: unknown) => thrown);
  assert.ok(error instanceof ApiError);
  assert.deepEqual([error.status, error.body], [404, 'nothing here']);
});

test('pauses grow, differ, and follow Retry-After', () => {
  const lost = new ConnectionError('listLists', 'no answer');
  const refused = (code: number, retryAfter?: number) =>
    new ApiError('listLists', { status: code, retryAfter, requestId: undefined, body: undefined });
  assert.deepEqual(
    [0, 1, 2, 9].map((attempt) => pauseAfter(lost, attempt, 1)),
    [250, 500, 1_000, 8_000],
  );
  assert.equal(pauseAfter(lost, 0, 0), 125);
  assert.equal(pauseAfter(refused(503, 5), 0, 0), 5_000);
  assert.equal(pauseAfter(refused(429, 31), 0), undefined);
  assert.equal(pauseAfter(refused(409), 0), undefined);
  assert.equal(pauseAfter(refused(409, 1), 0, 0), 1_000); // the first one is under way
});
