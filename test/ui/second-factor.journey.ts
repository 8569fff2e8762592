// The second factor: set up with the password, asked for at the next sign-in, turned off again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { totpCode, totpStep } from '../../src/users/totp/codes.ts';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { becomeOwner, OWNER, openSite } from './site.ts';

test('codes of an app are asked for once the password and the first of them were given', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await page.goto('/app/settings');
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill('not mine');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.locator('[aria-invalid=true]').waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: 'QR code for the secret' }).waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
  const secret = (await page.locator('form .mono').textContent()) ?? '';
  await page.getByLabel('Code from the app').fill(totpCode(secret, totpStep(Date.now())));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('On: 10 recovery codes are left').waitFor();
  const recovery = (await page.locator('.recovery-codes li').first().textContent()) ?? '';
  await page.getByRole('button', { name: 'Copy the recovery codes' }).waitFor();

  const other = await site.open();
  await other.goto('/app/sign-in');
  await other.getByLabel('Email').fill(OWNER.email);
  await other.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await other.getByRole('button', { name: 'Sign in' }).click();
  const code = other.getByLabel('Code', { exact: true });
  await code.fill('0000');
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await other.getByText('This is neither the code your app shows now').waitFor();
  await becomes(() => other.getByRole('alert').count(), 0);
  await code.fill(recovery);
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await other.getByRole('navigation', { name: 'Main' }).waitFor();

  await page.getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('button', { name: 'Set up' }).waitFor();
});
