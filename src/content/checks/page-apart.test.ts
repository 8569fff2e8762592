// Long pages are looked at beside other work.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turnsDuring } from '../../../test/support/event-loop.ts';
import type { Campaign } from '../../storage/tables.ts';
import { lookAtPage, type PageJob } from './page.ts';
import { lookAtPageApart } from './page-apart.ts';

const pageOf = (rows: number): PageJob => {
  const row = (_: unknown, i: number) => `<p>Hello [FNAME]</p><a href="https://x.test/${i}">x</a><img src="/${i}.png">`;
  const html = `<body>${Array.from({ length: rows }, row).join('')}</body>`;
  const campaign = { subject: 'Spring', to_name: '', content: html, plain_text: null, options: '{}' };
  const person = { name: 'Ada', email: 'ada@b.test' };
  return {
    campaign: campaign as Campaign,
    preview: { subject: 'Spring', from: person, to: person, replyTo: '', html, plainText: 'x', warnings: [] },
    warnings: [],
    samples: [],
    own: 'https://own.test',
  };
};

test('a long page is looked at in a thread, with the same results', async () => {
  const job = pageOf(2_000);
  let found: Awaited<ReturnType<typeof lookAtPageApart>> | undefined;
  const turns = await turnsDuring(async () => {
    found = await lookAtPageApart(job);
  });
  assert.ok(turns > 20, `${turns} turns of the event loop`);
  assert.deepEqual(found, lookAtPage(job));
  assert.deepEqual([found?.links.count, found?.links.first.length], [2_000, 20]);
});

test('a short one is looked at where it is', () => {
  const job = pageOf(2);
  assert.deepEqual(lookAtPageApart(job), lookAtPage(job));
});
