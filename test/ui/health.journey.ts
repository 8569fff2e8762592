// An operator examines the installation and reads what to do; others do not see the screen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { becomeOwner, openSite } from './site.ts';

test('an operator examines the installation, and finds it again later', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await page.goto('/app/settings');
  await page.getByRole('link', { name: 'Health' }).click();
  await page.getByRole('heading', { name: 'Nothing has been checked yet' }).waitFor();
  await page.getByRole('button', { name: 'Check now' }).click();
  const rows = page.getByRole('list', { name: 'Findings' }).getByRole('listitem');
  await rows.filter({ hasText: 'There is no relay, so mail goes to the test inbox' }).waitFor();
  await rows.filter({ hasText: 'which opens only on this machine' }).waitFor();
  await rows.filter({ hasText: 'npx mailwright backup has not made one' }).waitFor();
  await page.getByRole('heading', { name: /\d warnings?$/ }).waitFor();
  await becomes(() => rows.count(), 11);
  assert.deepEqual(await findingsOf(page), []);
  await page.setViewportSize({ width: 390, height: 900 });
  await becomes(() => overflowOf(page), 0);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download JSON' }).click(),
  ]);
  assert.equal(file.suggestedFilename(), 'mailwright-examination.json');
  await page.reload();
  await page.getByText(/^Last checked/).waitFor();
  // A fast machine has examined everything before a look at the screen: one answer is held until
  // the progress was seen.
  const seen = Promise.withResolvers<void>();
  await page.route('**/api/installation/examination', async (route) => {
    if (route.request().postDataJSON()?.check === 'disk') await seen.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('heading', { name: 'Checking: 10 of 11 done' }).waitFor();
  seen.resolve();
  await page.getByRole('heading', { name: /\d warnings?$/ }).waitFor();
  await page.getByRole('link', { name: 'Open deliverability' }).first().click();
  await page.getByRole('heading', { name: 'Deliverability' }).waitFor();
});
