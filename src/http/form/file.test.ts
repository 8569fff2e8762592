import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createLogger } from '../../kernel/log.ts';
import { mountRoutes } from '../mount.ts';
import { openApiDocument } from '../openapi/document.ts';
import { rightsOf } from '../rights.ts';
import { file, NOBODY, type Route, type Services } from '../route.ts';
import { createServer } from '../server.ts';

const PIECES = 1_000;
/** More than all buffers between two sockets hold: systems grow them to tens of megabytes. */
const MANY = 100_000;
let made = 0;
let ended = false;
async function* pieces(end: unknown) {
  ended = false;
  const most = end === 'late' ? MANY : PIECES;
  try {
    for (made = 0; made < most; made += 1) yield `${made},é\r\n`.repeat(1_000);
    if (end === 'broken') throw new Error('the store is gone');
  } finally {
    ended = true;
  }
}

const table: Route = {
  name: 'downloadTable',
  method: 'GET',
  path: '/table.csv',
  needs: 'read',
  summary: 'A table',
  group: 'Tests',
  status: 200,
  answer: z.string(),
  fileType: 'text/csv',
  handle: async ({ query }) => file('table.csv', pieces(query['end'])),
};

describe('a file as an answer', () => {
  let app: FastifyInstance;
  let url: string;

  before(async () => {
    app = await createServer({ log: createLogger('silent') });
    const authenticate = async () => ({ ...NOBODY, rights: rightsOf('viewer', false) });
    mountRoutes(app, [table], { services: {} as Services, authenticate, audit: async () => undefined });
    await app.listen({ host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/table.csv`;
  });
  after(() => app.close());

  test('is sent as an attachment that nobody keeps', async () => {
    const answer = await fetch(url);
    assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="table.csv"');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('etag'), null);
    assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
    const text = await answer.text();
    assert.equal(text.split('\r\n').length, PIECES * 1_000 + 1);
    assert.ok(text.endsWith('999,é\r\n'));
  });

  test('that breaks off is no whole file', async () => {
    await assert.rejects(async () => (await fetch(`${url}?end=broken`)).text());
  });

  test('is made no faster than it is read, and no further when nobody reads on', async () => {
    const answer = await fetch(`${url}?end=late`);
    let before = -1;
    for (let turns = 0; before !== made && turns < 200; turns += 1) {
      before = made;
      await sleep(150);
    }
    assert.equal(made, before, 'pieces are made on and on without a reader');
    assert.ok(made < MANY, `${made} pieces were made without a reader`);
    await answer.body?.cancel();
    for (let turns = 0; !ended && turns < 1_000; turns += 1) await sleep(10);
    assert.ok(ended);
    assert.ok(made < MANY);
  });

  test('is not made for a look at its head', async () => {
    made = -1;
    const answer = await fetch(url, { method: 'HEAD' });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.equal(made, -1);
  });

  test('is described by its media type', async () => {
    const texts = { introduction: '', groups: [], paths: {}, examples: {} };
    const { paths } = await openApiDocument([table], { version: '1.2.3', baseUrl: 'http://127.0.0.1', ...texts });
    const answers = paths['/table.csv']?.['get']?.responses as Record<string, { content: object }>;
    assert.deepEqual(answers['200']?.content, { 'text/csv': { schema: { type: 'string' } } });
    assert.equal(answers['304'], undefined);
  });
});
