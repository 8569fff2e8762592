// Long pages are looked at beside other work.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processorMs } from '../../../test/support/processor-time.ts';
import { unsetCompany } from '../../accounts/company.ts';
import type { Campaign } from '../../storage/tables.ts';
import { lookAtPage, type PageJob } from './page.ts';
import { exampleApart, lookAtPageApart } from './page-apart.ts';
import { exampleOf } from './page-work.ts';

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

/** What work gives, and the processor time that it takes in this thread, ms. */
async function measured<T>(work: () => T): Promise<{ result: Awaited<T>; ms: number }> {
  const begun = processorMs();
  const result = await work();
  return { result, ms: processorMs() - begun };
}

test('a long page is looked at in a thread, with the same results', async () => {
  const job = pageOf(6_000);
  const apart = await measured(() => lookAtPageApart(job));
  const here = await measured(() => lookAtPage(job));
  assert.ok(apart.ms < here.ms / 2, `${apart.ms} of ${here.ms} ms`);
  const found = apart.result;
  assert.deepEqual(found, here.result);
  assert.deepEqual([found?.links.count, found?.links.first.length], [6_000, 20]);
});

test('a short one is looked at where it is', () => {
  const job = pageOf(2);
  assert.deepEqual(lookAtPageApart(job), lookAtPage(job));
});

test('a template is filled with examples in the thread too, with the same page', async () => {
  const around = { company: unsetCompany('en'), today: '2026-11-21' };
  const made = (times: number) => {
    const part =
      '[XML_FEED_BEGIN url="x"]<i>[XML_FEED_ITEM_TITLE]</i>[XML_FEED_END] Dear [FNAME:filter:uppercase], [NO] ';
    const html = `<style>@media (prefers-color-scheme: dark) {p{}}</style>${part.repeat(times)}`;
    return { html, around, options: { scheme: 'dark' as const } };
  };
  const apart = await measured(() => exampleApart(made(15_000), 1));
  const here = await measured(() => exampleOf(made(15_000)));
  assert.ok(apart.ms < here.ms / 2, `${apart.ms} of ${here.ms} ms`);
  assert.ok(apart.result === here.result);
  assert.match(apart.result, /<i>The title of an entry<\/i> Dear ADA, \[NO\]/);
  assert.equal(await exampleApart(made(1), 1), exampleOf(made(1)));
});
