import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormerHttp } from '../../http.ts';
import { listmonkApi } from './api.ts';

test('who leaves or bounces while pages are read moves others between them, which is told', async () => {
  const row = (id: number) => ({ id, email: `ann${id}@example.com`, type: 'hard' });
  const rows = (from: number, until: number) => Array.from({ length: until - from }, (_, i) => row(from + i));
  const pages: Record<string, [total: number, results: object[]][]> = {
    '/api/subscribers': [
      [70, rows(0, 50)],
      [70, rows(50, 70)],
    ],
    '/api/subscribers confirmed': [
      [70, rows(0, 50)],
      [69, rows(51, 70)],
    ],
    '/api/bounces': [
      [60, rows(0, 50)],
      [61, rows(49, 60)],
    ],
  };
  const http: FormerHttp = {
    async get(path, { page, subscription_status: group } = {}) {
      const [total, results] = pages[group ? `${path} ${group}` : path]?.[Number(page) - 1] ?? [0, []];
      return { data: { results, total, page, per_page: 50 } };
    },
  };
  const listmonk = listmonkApi(http);
  for await (const _ of listmonk.blocked(''));
  for await (const _ of listmonk.people({ id: 1, name: 'Friends' }, ''));
  assert.deepEqual(listmonk.notes(), [
    'Bounces: the server counts 61 (60 when it began), and gave 60. Run it again.',
    'Friends: the server counts 69 confirmed (70 when it began), and gave 69. Run it again.',
  ]);
});

test('a total that is out of date does not end the listing: who came since is read too', async () => {
  const people = Array.from({ length: 60 }, (_, id) => ({ id, email: `ann${id}@example.com` }));
  const http: FormerHttp = {
    async get(_, { page, subscription_status: group } = {}) {
      const results = group === 'confirmed' ? people.slice((Number(page) - 1) * 50, Number(page) * 50) : [];
      return { data: { results, total: 50, page, per_page: 50 } };
    },
  };
  const emails: unknown[] = [];
  for await (const { rows } of listmonkApi(http).people({ id: 1, name: 'Friends' }, ''))
    emails.push(...rows.map(({ email }) => email));
  assert.equal(emails.length, 60);
});
