// What somebody is writing stays when the network is gone, and when their session ends meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { becomeOwner, callOf, OWNER, openSite, type Site, signIn } from './site.ts';

const sayNothing = () => undefined;

/** A list with one person, whose page is open. */
async function openPerson(site: Site, page: Page): Promise<void> {
  await becomeOwner(site, page);
  const call = callOf(site);
  const { list_uid } = await call('POST', '/lists', {
    general: { name: 'Riders', description: 'People who ride', opt_in: 'single' },
    defaults: { from_name: 'Ada', from_email: 'ada@example.com', reply_to: 'ada@example.com' },
  });
  await call('POST', `/lists/${list_uid}/subscribers`, { EMAIL: 'ann@example.com', FNAME: 'Ann' });
  await page.goto(`/app/lists/${list_uid}`);
  await page.getByRole('link', { name: 'ann@example.com' }).click();
  await page.getByLabel('First name').waitFor();
}

test('without a network, a form says so, and does nothing later by itself', async (t) => {
  const site = await openSite(t);
  const page = await site.open({}, sayNothing); // the browser tells of each connection that fails
  await openPerson(site, page);
  await page.getByLabel('First name').fill('Anna');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The server cannot be reached.').waitFor();
  await page.context().setOffline(false);
  assert.equal(await page.getByLabel('First name').inputValue(), 'Anna');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Changed', { exact: true }).waitFor();
});

test('who was signed out in the middle of a form signs in beside it and goes on', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await openPerson(site, page);
  await page.getByLabel('First name').fill('Anna');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/You are signed out here\. Sign in in another tab/).waitFor();
  await signIn(await page.context().newPage(), OWNER);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Changed', { exact: true }).waitFor();
});
