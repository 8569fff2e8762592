// What a form is refused for stands at its fields, once; above it only how many there are, or what
// no field says. The keyboard is led there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { becomeOwner, openSite } from './site.ts';

test('a fault stands at its field alone, and the keyboard is there', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const dialog = page.getByRole('dialog');

  await page.goto('/app/lists#new-list');
  await dialog.getByLabel('Name', { exact: true }).fill('Riders');
  const address = dialog.getByLabel('From address');
  await address.fill('ada@nowhere');
  await dialog.getByRole('button', { name: 'Create list' }).click();
  await dialog.getByText('From email is not a valid email address.').waitFor();
  await becomes(() => dialog.getByRole('alert').count(), 0);
  await address.and(page.locator(':focus')).waitFor();

  await page.goto('/app/settings/keys');
  await page.getByRole('button', { name: 'New key' }).click();
  await dialog.getByLabel('What it is for').fill('Shop');
  await dialog.getByLabel('Allowed from').fill('nowhere');
  await dialog.getByLabel('Expires').fill('1999-01-01');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByRole('alert').getByText('2 fields need attention.').waitFor();
  await dialog.getByText('Allowed from: “nowhere” is neither an address nor a network').waitFor();
  await dialog.getByLabel('Allowed from').and(page.locator(':focus')).waitFor();
  assert.deepEqual(await findingsOf(page), []);

  const other = await site.open();
  await other.goto('/app/sign-in');
  await other.getByLabel('Email').fill('ada@example.com');
  await other.getByLabel('Password', { exact: true }).fill('not mine');
  await other.getByRole('button', { name: 'Sign in' }).click();
  const alert = other.getByRole('alert').filter({ hasText: 'The email address, the password or the code' });
  await alert.waitFor();
  await other.locator(':focus > *').and(alert).waitFor();
});
