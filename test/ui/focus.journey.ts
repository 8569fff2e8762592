// Where the keyboard is after something was closed, removed or left: never nowhere, and seen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { findingsOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { becomeOwner, callOf, openSite } from './site.ts';

/** What has the keyboard, as a screen reader would call it. */
const focused = (page: Page) =>
  page.evaluate<string>(`(() => {
    const { activeElement: e } = document;
    return e === document.body ? 'nowhere' : e.getAttribute('aria-label') || e.labels?.[0]?.innerText || e.innerText;
  })()`);

test('what closes gives the keyboard back; a screen that is opened takes it', async (t) => {
  const site = await openSite(t);
  const page = await site.open({ scheme: 'dark' });
  await becomeOwner(site, page);
  const call = callOf(site);
  for (const name of ['One', 'Two', 'Three']) await call('POST', '/campaigns', { name, status: 'draft' });
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const at = (name: string) => becomes(() => focused(page), name);
  await page.goto('/app/campaigns');
  const actions = page.getByRole('button', { name: 'Actions for Two' });
  await actions.focus();
  await press('Enter');
  await at('Open');
  assert.deepEqual(await findingsOf(page), []);
  await press('Escape');
  await at('Actions for Two');

  await press('Enter');
  await at('Open');
  await press('End', 'Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await at('Cancel');
  await press('Escape');
  await at('Actions for Two');
  await press('Enter');
  await at('Open');
  await press('End', 'Enter');
  await dialog.getByRole('button', { name: 'Remove' }).focus();
  await press('Enter');
  await at('One'); // took the place of the row that is gone

  await press('Control+k');
  await at('Search');
  await press('Escape');
  await at('One');

  await page.getByRole('link', { name: 'Lists', exact: true }).focus();
  await press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Lists' }).waitFor();
  await at('Lists');
  assert.equal(await page.evaluate('document.activeElement.tagName'), 'H1');
  await page.getByRole('button', { name: 'New list' }).focus();
  for (const _ of ['once', 'again']) {
    await press('Enter');
    await at('Name');
    await press('Escape');
    await at('New list');
  }

  // A dialog begins in its first field, where it is not said which one.
  const { list_uid } = await call('POST', '/lists', {
    general: { name: 'Riders', description: 'Riders', opt_in: 'single' },
    defaults: { from_name: 'Ada', from_email: 'ada@example.com', reply_to: 'ada@example.com' },
    company: { name: 'Riders Ltd', address_1: '1 Main St', city: 'Kiel', zip_code: '24103', country: 'Germany' },
  });
  await call('POST', `/lists/${list_uid}/subscribers`, { EMAIL: 'ann@example.com' });
  await page.goto(`/app/lists/${list_uid}`);
  await page.getByRole('button', { name: 'Export' }).click();
  await at('CSV, for spreadsheets');
  const storageState = await page.context().storageState();
  const phone = await site.browser.newContext({ baseURL: site.baseUrl, storageState, hasTouch: true });
  const touched = await phone.newPage();
  await touched.goto(`/app/lists/${list_uid}`);
  await touched.getByRole('button', { name: 'Export' }).click();
  const place = () => touched.evaluate('document.activeElement.tagName');
  await becomes(place, 'H2', 'no keyboard of a phone stands over what a dialog says: it begins with its title');

  // A field says by more than the color of its edge that it has the keyboard.
  await page.goto('/app/campaigns');
  await page.getByRole('searchbox', { name: 'Filter by name or subject' }).focus();
  const ring = 'getComputedStyle(document.activeElement).outline';
  await becomes(() => page.evaluate<string>(ring), 'rgb(122, 176, 255) solid 2px');

  // What a search brings is heard; how many there are without it is not.
  const heard = page.getByRole('status').filter({ hasText: /row/ });
  await becomes(() => heard.count(), 0);
  await page.keyboard.type('one');
  await becomes(() => heard.innerText(), '1 row');
  await page.keyboard.type(' less');
  await becomes(() => heard.innerText(), '0 rows');
});

test('a button that is busy keeps the keyboard until what it began is there, or was refused', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const { campaign_uid } = await callOf(site)('POST', '/campaigns', { name: 'One', status: 'draft' });
  await page.goto(`/app/campaigns/${campaign_uid}`);
  let isRefused = true;
  let gate = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(`**/api/campaigns/${campaign_uid}*`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    asked += 1;
    await gate.promise;
    const body = { status: 'error', error: { general: 'Not now.' } };
    return isRefused ? route.fulfill({ status: 422, json: body }) : route.continue();
  });
  const button = page.getByRole('button', { name: 'Test and send…' });
  const press = async (subject: string) => {
    [asked, gate] = [0, Promise.withResolvers<void>()];
    await page.getByLabel('Subject', { exact: true }).fill(subject);
    await button.focus();
    await page.keyboard.press('Enter');
    await becomes(() => button.getAttribute('data-loading'), 'true');
    await becomes(async () => asked > 0, true);
  };
  const leftNowhere = () => page.evaluate<number>('window.nowhere');
  await page.evaluate(`window.nowhere = 0; document.addEventListener('focusout', () => setTimeout(() => {
    if (document.activeElement === document.body) window.nowhere += 1;
  }))`);

  await press('Refused');
  assert.equal(await page.evaluate('document.activeElement.innerText'), 'Test and send…');
  assert.equal(await button.isDisabled(), true);
  await page.keyboard.press('Enter'); // while it is busy: nothing
  gate.resolve();
  await page.getByText('only saved text is checked').waitFor();
  assert.equal(await page.evaluate('document.activeElement.innerText'), 'Test and send…');
  assert.equal(await button.isDisabled(), false);

  isRefused = false;
  await press('Taken');
  gate.resolve();
  await page.getByRole('dialog').waitFor();
  await becomes(() => page.evaluate(`document.activeElement.closest('[role=dialog]') !== null`), true);
  assert.equal(await leftNowhere(), 0);
});
