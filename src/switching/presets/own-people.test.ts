import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { openHttp } from '../http.ts';
import { peopleOf, suppressionsOf } from './own-people.ts';

test('who leaves or comes while pages are read moves others between them, which is told', async (t) => {
  const people = (from: number, until: number) =>
    Array.from({ length: until - from }, (_, i) => ({ subscriber_uid: `p${from + i}`, status: 'confirmed' }));
  const addresses = (from: number, until: number) =>
    Array.from({ length: until - from }, (_, i) => ({ email: `ann${from + i}@example.com`, reason: 'manual' }));
  let pages: object[][] = [];
  let counts: number[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const isAsked = searchParams.get('status') === 'confirmed' || pathname === '/suppressions';
    const page = Number(searchParams.get('page'));
    const data = isAsked
      ? { records: pages[page - 1], total_pages: pages.length, count: counts[page - 1] }
      : { records: [], total_pages: 1, count: 0 };
    response.end(JSON.stringify({ data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const notesOf = async (given: typeof pages, counted: number[]) => {
    [pages, counts] = [given, counted];
    const notes: string[] = [];
    const list = { key: 'l', settings: { name: 'News' }, fields: [] };
    for await (const _ of peopleOf(openHttp({ base, headers: {}, rate: 100_000 }), list, '', notes));
    return notes;
  };
  assert.deepEqual(await notesOf([people(0, 500), people(500, 700)], [700, 700]), []);
  assert.deepEqual(
    await notesOf([people(0, 500), people(501, 700)], [700, 699]),
    ['News: the server counts 699 confirmed (700 when it began), and gave 699. Run it again.'],
    'one of the first page left',
  );
  assert.deepEqual(
    await notesOf([people(0, 500), people(501, 1001), people(1000, 1200)], [1200, 1199, 1200]),
    ['News: the server counts 1200 confirmed, and gave 1199. Run it again.'],
    'one of the first page left, and later another one came',
  );
  [pages, counts] = [
    [addresses(0, 500), addresses(501, 700)],
    [700, 699],
  ];
  const notes: string[] = [];
  for await (const _ of suppressionsOf(openHttp({ base, headers: {}, rate: 100_000 }), '', notes));
  assert.deepEqual(notes, [
    'Suppressed addresses: the server counts 699 (700 when it began), and gave 699. Run it again.',
  ]);
});
