// The first steps: what is left to do, the way to do it, and gone when nobody wants to see it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { becomeOwner, openSite } from './site.ts';

test('the checklist leads to each step, and tells what is wrong', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await page.getByText('0 of 7 done').waitFor();

  await page.getByRole('link', { name: 'Create a list' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Riders');
  await dialog.getByRole('button', { name: 'Create list' }).click();
  await page.getByRole('heading', { level: 1, name: 'Riders' }).waitFor();
  await page.getByRole('link', { name: 'Campaigns' }).click();
  await page.getByText('1 of 7 done').waitFor();
  await page.getByRole('link', { name: 'Import people' }).click();
  await page.getByRole('heading', { level: 1, name: 'Import people' }).waitFor();

  await page.goto('/app/campaigns');
  await page.getByRole('link', { name: 'Add your domain' }).click();
  await dialog.getByLabel('Domain').fill('not a domain');
  await dialog.getByRole('button', { name: 'Add domain' }).click();
  await dialog.locator('[aria-invalid=true]').waitFor();
  await dialog.getByLabel('Domain').fill('example.com');
  await dialog.getByRole('button', { name: 'Add domain' }).click();
  await dialog.getByText('_dmarc.example.com').waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('link', { name: 'Campaigns' }).click();
  await page.getByRole('link', { name: 'Add a relay' }).click();
  await dialog.getByLabel('Host').fill('127.0.0.1');
  await dialog.getByRole('button', { name: 'Add and test' }).click();
  await dialog
    .getByText(/public address/)
    .first()
    .waitFor(); // the machine itself is no place for a relay
  await dialog.getByLabel('Host').fill('relay.invalid');
  await dialog.getByRole('button', { name: 'Add and test' }).click();
  await dialog.getByText('It does not work.').waitFor();
  await dialog.getByRole('button', { name: 'Fix it' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill('without a name');
  await dialog.getByRole('button', { name: 'Add and test' }).click();
  await dialog.getByText('Username cannot be blank when a password is given.').first().waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill('');
  await dialog.getByLabel('Port').fill('2525');
  await dialog.getByRole('button', { name: 'Add and test' }).click();
  await dialog.getByText('It does not work.').waitFor();
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('link', { name: 'Campaigns' }).click();
  await page.getByText(/relay\.invalid does not work/).waitFor();
  assert.deepEqual(await findingsOf(page), []);

  await page.getByRole('button', { name: 'Do not show again' }).click();
  await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
  await page.getByRole('button', { name: 'New campaign' }).waitFor();
  await becomes(() => page.getByRole('heading', { name: 'First steps' }).count(), 0);
});
