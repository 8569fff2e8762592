// Passkeys: one is added, signs in without password and code, gets another name, and is removed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { becomeOwner, OWNER, openSite } from './site.ts';

/**
 * A device with a finger on it, as Chromium simulates one.
 * @returns takes the finger off, or puts it on
 */
async function addDevice(page: Page): Promise<(isThere: boolean) => Promise<unknown>> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return (isUserVerified) => client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
}

test('a passkey is added with the password, and lets its owner in from then on', async (t) => {
  const site = await openSite(t, {}, 'localhost');
  const page = await site.open();
  const verify = await addDevice(page);
  await becomeOwner(site, page);
  await page.goto('/app/settings');
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Passkeys' }) });
  const dialog = page.getByRole('dialog');
  await card.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill('not mine');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.locator('[aria-invalid=true]').waitFor();
  await dialog.getByLabel('Name').fill('Work laptop');
  await dialog.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await card.getByText('Work laptop').waitFor();
  await card.getByText('not used yet').waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);

  await card.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('This device already has a passkey for your account.').waitFor();

  await page.context().clearCookies();
  await page.goto('/app/sign-in');
  await verify(false);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('No passkey was used').waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await verify(true);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();

  await page.goto('/app/settings');
  await card.getByText('last used').waitFor();
  await card.getByRole('button', { name: 'Rename Work laptop' }).click();
  await dialog.getByLabel('Name').fill('Old laptop');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await card.getByRole('button', { name: 'Remove Old laptop' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await becomes(() => card.getByText('Old laptop').count(), 0);
  await page.context().clearCookies();
  await page.goto('/app/sign-in');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('This passkey does not work here').waitFor();
});
