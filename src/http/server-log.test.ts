import assert from 'node:assert/strict';
import { test } from 'node:test';
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
