// The company, who did what, and a password that was forgotten: through the browser, with what goes
// wrong on the way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { becomeOwner, OWNER, openSite, signIn } from './site.ts';

const NEW_PASSWORD = 'another sentence is good';

test('an owner describes the company, and dates follow it', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await page.getByRole('button', { name: `${OWNER.name} Owner`, exact: true }).waitFor(); // no placeholder
  await page.getByRole('link', { name: 'Add name and address' }).waitFor();
  await openSettings(page, 'Company');
  await becomes(() => page.getByLabel('Company', { exact: true }).inputValue(), '');
  await page.getByText('Every email must include a postal address').waitFor();
  await page.getByLabel('Company', { exact: true }).fill('Riders Ltd');
  await page.getByLabel('Street and number').fill('1 Main St');
  await page.getByRole('button', { name: 'Save address' }).click();
  await page.getByText('City cannot be blank.').waitFor(); // what is wrong stands at its field
  await page.getByLabel('Postal code').fill('24103');
  await page.getByLabel('City').fill('Kiel');
  await choose(page, 'Country', 'germ', 'Germany');
  await page.getByLabel('Company email').fill('nobody');
  await page.getByRole('button', { name: 'Save address' }).click();
  await page.getByText('Email is not a valid email address.').waitFor();
  await page.getByLabel('Company email').fill('office@example.com');
  await page.getByRole('button', { name: 'Save address' }).click();
  await page.getByText('Saved').waitFor();
  await page.getByText('Every email must include a postal address').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Riders Ltd/ }).waitFor(); // the shell knows the name

  await choose(page, 'Time zone', 'tokyo', 'Asia/Tokyo (UTC+9)');
  await choose(page, 'Dates and numbers', 'swiss high', 'Swiss High German');
  await page.getByText(/^For example 22\.11\.2026, 22:05 and 1\D234\D567\.8$/).waitFor();
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save formats' }).click();
  assert.equal((await saved).status(), 200);
  await page.getByText('Saved').first().waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
  await page.reload();
  await becomes(() => page.getByRole('combobox', { name: 'Time zone' }).inputValue(), 'Asia/Tokyo (UTC+9)');

  await page.getByRole('link', { name: 'Audit' }).click();
  const rows = page.getByRole('table', { name: 'Audit' }).getByRole('row');
  await rows.filter({ hasText: 'Changed the company details' }).first().waitFor();
  const today = new Intl.DateTimeFormat('de-CH', { dateStyle: 'medium', timeZone: 'Asia/Tokyo' }).format(Date.now());
  await becomes(() => rows.nth(1).innerText(), new RegExp(`${OWNER.name}[\\s\\S]*${today.replaceAll('.', '\\.')}`));
  await rows.filter({ hasText: 'Created the first account' }).waitFor();
  await choose(page, 'What', 'first', 'Created the first account');
  await rows.filter({ hasText: 'Changed the company details' }).first().waitFor({ state: 'detached' });
  await rows.filter({ hasText: 'Created the first account' }).waitFor(); // the table is gone while it is asked for
  await becomes(() => rows.count(), 2, 'its head, and one entry');
  await choose(page, 'What', 'erased', 'Erased a person');
  await page.getByRole('heading', { name: 'Nothing matches this filter' }).waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await rows.filter({ hasText: 'Changed the company details' }).first().waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await page.setViewportSize({ width: 390, height: 900 });
  await becomes(() => overflowOf(page), 0);
});

test('who forgot the password chooses a new one by mail; others learn nothing', async (t) => {
  const site = await openSite(t);
  const owner = await site.open();
  await becomeOwner(site, owner);
  const page = await site.open();
  await page.goto('/app/sign-in');
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill('not this sentence');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  await becomes(() => page.getByLabel('Email').inputValue(), OWNER.email, 'what was typed is there');
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText('If there is an account for nobody@example.com').waitFor();
  await page.goto('/app/forgot-password');
  await page.getByLabel('Email').fill(OWNER.email);
  assert.deepEqual(await findingsOf(page), []);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText(`If there is an account for ${OWNER.email}`).waitFor();
  assert.deepEqual(await findingsOf(page), []);

  await owner.getByRole('link', { name: 'Test inbox' }).click();
  await owner.getByRole('link', { name: 'Choose a new password' }).first().click();
  await owner.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor();
  const frame = owner.frameLocator('iframe[title="The email"]');
  const link = await frame.getByRole('link', { name: 'Choose a new password' }).getAttribute('href');
  assert.deepEqual(await findingsOf(owner), []);
  await becomes(() => overflowOf(owner), 0);
  await owner.getByText('Plain text').click();
  await owner.getByText('Someone, probably you, asked for a new password').waitFor();

  await page.goto(link ?? '');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Set password' }).click();
  assert.match(page.url(), /welcome/, 'it is too short');
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
  await page.goto(link ?? '');
  await page.getByRole('heading', { level: 1, name: 'This link no longer works' }).waitFor();
  await signIn(await site.open(), { email: OWNER.email, password: NEW_PASSWORD });
  await openSettings(page, 'Audit', { isAsked: true });
  for (const words of ['Signed in', 'Set a new password by email', 'Requested a new password', 'Failed to sign in'])
    await page.getByRole('table', { name: 'Audit' }).getByText(words).first().waitFor();
});

test('a viewer sees why what is for owners is not for them', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const invited = await site.server.call('POST', '/users', { email: 'vi@example.com', name: 'Vi', role: 'viewer' });
  const { link } = (invited.body['data'] as { record: { link: string } }).record;
  const viewer = await site.open({ width: 390, scheme: 'dark' });
  await viewer.goto(link);
  await viewer.getByLabel('Password', { exact: true }).fill('a viewer needs one, too');
  await viewer.getByRole('button', { name: 'Create account' }).click();
  await viewer.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
  for (const screen of ['people', 'keys', 'audit']) {
    await viewer.goto(`/app/settings/${screen}`);
    await viewer.getByText('This is only for people with the role “Owner”. Yours is “Viewer”').waitFor();
    assert.deepEqual(await findingsOf(viewer), []);
    await becomes(() => overflowOf(viewer), 0, screen);
  }
  await viewer.goto('/app/settings/company');
  await viewer.getByText('People with the role “Owner” can change this.').waitFor();
  await becomes(() => viewer.getByRole('button', { name: 'Save address' }).count(), 0);
  await viewer.goto('/app/test-inbox');
  await viewer.getByRole('heading', { name: 'No emails yet' }).waitFor(); // mails about accounts are not for them
  assert.deepEqual(await findingsOf(viewer), []);
});

async function openSettings(page: Page, screen: string, { isAsked = false } = {}): Promise<void> {
  if (isAsked) await page.goto('/app/settings');
  else await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link', { name: screen }).click();
}

/** Presses a choice, types in the place of what is chosen, and takes the entry. */
async function choose(page: Page, label: string, typed: string, entry: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.keyboard.type(typed);
  await page.getByRole('option', { name: entry, exact: true }).click();
}
