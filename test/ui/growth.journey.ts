// How a list grew: in figures, as lines and as a table, over several times.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { newList } from './new-list.ts';
import { becomeOwner, callOf, openSite } from './site.ts';

test('who joined and who left is shown by day, and as a table', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const call = callOf(site);
  const list = await newList(site);
  await page.goto(`/app/lists/${list}`);
  await page.getByRole('heading', { name: 'No one is on this list yet' }).waitFor();
  const forMany = page.getByRole('button', { name: /^(Export|Actions for all…)$/ });
  await becomes(() => forMany.count(), 0, 'there is nobody to do something with');
  await page.getByRole('link', { name: 'Growth' }).click();
  await page.getByRole('heading', { name: 'Nothing changed in this period' }).waitFor();
  for (const name of ['ann', 'ben', 'cid']) {
    await call('POST', `/lists/${list}/subscribers`, { EMAIL: `${name}@example.com` });
  }
  await call('PUT', '/lists/subscribers/unsubscribe-by-email-from-all-lists', { EMAIL: 'ben@example.com' });
  await page.reload();
  await page.getByRole('img', { name: /^Added, confirmed, unsubscribed and bounced: Added 3, Confirmed 3/ }).waitFor();
  await page.getByRole('button', { name: 'As a table' }).first().click();
  const rows = page.getByRole('table', { name: 'Added, confirmed, unsubscribed and bounced' }).getByRole('row');
  await becomes(() => rows.count(), 31);
  await becomes(() => rows.last().innerText(), /3\s+3\s+1\s+0$/);
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
  await page.getByText('A year, by week').click();
  await page.getByRole('heading', { name: 'Week by week' }).waitFor();
  assert.match(page.url(), /period=year/);
  await page.getByRole('link', { name: 'Subscribers' }).click();
  await becomes(() => forMany.count(), 2);
});
