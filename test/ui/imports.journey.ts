// What a column of a file becomes is guessed and chosen; an import under way tells of itself alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Route } from 'playwright-core';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { newList } from './new-list.ts';
import { becomeOwner, callOf, openSite } from './site.ts';

test('a bad date among many is told, and another type is chosen', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const list_uid = await newList(site);
  const dates = Array.from({ length: 12 }, (_, n) => `p${n}@example.com,${n === 3 ? 'long ago' : '28.2.1990'}`);
  const buffer = Buffer.from(['Email,Born', ...dates].join('\n'));
  await page.goto(`/app/lists/${list_uid}/import`);
  await page.getByLabel('CSV file').setInputFiles({ name: 'riders.csv', mimeType: 'text/csv', buffer });
  const born = page.getByRole('combobox', { name: 'Import Born as' });
  await becomes(() => born.inputValue(), 'New field “Born”');
  const type = page.getByRole('combobox', { name: 'Type of the new field “Born”' });
  await becomes(() => type.inputValue(), 'Date');
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
  const tryIt = page.getByRole('button', { name: 'Try it without changing anything' });
  await tryIt.click();
  await page.getByRole('row', { name: /^5 p3@example.com/ }).waitFor();

  // While it is imported, what would happen is no answer any more.
  const would = page.getByRole('heading', { name: 'What would happen' });
  await would.waitFor();
  const runs = async (route: Route) => {
    const answer = await route.fetch();
    const { data, ...rest } = await answer.json();
    const json = { ...rest, data: { ...data, record: { ...data.record, state: 'importing' } } };
    await route.fulfill({ response: answer, json });
  };
  await page.route('**/imports/*', runs);
  await page.reload();
  await page.getByText(/^Importing\./).waitFor();
  await becomes(() => would.count(), 0);
  await page.unroute('**/imports/*', runs);
  await page.reload();

  await type.click();
  await page.getByRole('option', { name: 'Single-line text' }).click();
  await becomes(() => type.inputValue(), 'Single-line text');
  await tryIt.click();
  await page.getByRole('row', { name: /^5 p3@example.com/ }).waitFor({ state: 'detached' });
});

test('an upload on its way is cancelled, leaves nothing, and another file can be chosen', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const list_uid = await newList(site);
  await page.goto(`/app/lists/${list_uid}/import`);
  const choose = (buffer: Buffer) =>
    page.getByLabel('CSV file').setInputFiles({ name: 'riders.csv', mimeType: 'text/csv', buffer });
  const network = await page.context().newCDPSession(page);
  const limit = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await limit(200_000); // bytes a second: it takes half a minute
  await choose(Buffer.from(`Email,Town\n${'ann@example.com,Kiel\n'.repeat(300_000)}`));
  await page.getByText(/^Uploading: [1-9]/).waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  await page.getByRole('heading', { name: 'Drop a file here' }).waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
  await limit(-1);
  const { records } = (await callOf(site)('GET', `/lists/${list_uid}/imports`)).data;
  assert.deepEqual(records, []);
  await choose(Buffer.from('Email,Town\nann@example.com,Kiel'));
  await page.getByText(/^The file is uploaded/).waitFor();
});
