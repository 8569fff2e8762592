import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../kernel/errors.ts';
import { createLogger } from '../kernel/log.ts';
import { createServer } from './server.ts';

test('whoever asks whether all is well leaves a line only when it is not', async () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  const app = await createServer({ log });
  app.get('/healthz', () => ({}));
  app.get('/readyz', (_request, reply) => reply.code(503).send({}));
  app.get('/other', () => ({}));
  for (const url of ['/healthz', '/readyz', '/other']) await app.inject(url);
  await app.close();
  const routes = lines
    .map((line) => JSON.parse(line))
    .flatMap(({ event, route }) => (event === 'http.request' ? route : []));
  assert.deepEqual(routes, ['/readyz', '/other']);
});

test('a request that is refused leaves one line, which says why', async () => {
  const lines: string[] = [];
  const app = await createServer({ log: createLogger('info', { write: (line) => void lines.push(line) }) });
  app.get('/away', () => {
    throw new AppError('unavailable', 'The store is busy.');
  });
  app.get('/often', () => {
    throw new AppError('too_many', 'Too many requests.');
  });
  app.get('/none', () => {
    throw new AppError('not_found', 'There is no such list.');
  });
  for (const url of ['/away', '/often', '/none']) await app.inject(url);
  await app.close();
  assert.deepEqual(
    lines
      .map((line) => JSON.parse(line))
      .filter(({ event }) => event.startsWith('http.'))
      .map(({ level, event, status, reason }) => [level, event, status, reason]),
    [
      ['warn', 'http.request', 503, 'The store is busy.'],
      ['info', 'http.request', 429, 'Too many requests.'],
      ['info', 'http.request', 404, undefined],
    ],
  );
});
