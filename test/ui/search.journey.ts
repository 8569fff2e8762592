// The palette: from anywhere to any campaign, list or person, and to what can be done, by keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { newList } from './new-list.ts';
import { becomeOwner, openSite } from './site.ts';

/** Turns the theme over and back. @returns how many transitions that begins */
const TRANSITIONS = `(() => {
  const root = document.documentElement;
  const scheme = root.getAttribute('data-mantine-color-scheme');
  root.setAttribute('data-mantine-color-scheme', 'light');
  getComputedStyle(document.body).color;
  const { length } = document.getAnimations();
  root.setAttribute('data-mantine-color-scheme', scheme);
  return length;
})()`;

test('some letters and Enter lead to a list, a person, a screen, an action', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const list_uid = await newList(site, { name: 'Radfahrer' });
  await site.server.call('POST', `/lists/${list_uid}/subscribers`, { EMAIL: 'zoe@example.com', FNAME: 'Zoe' });
  await site.server.call('POST', `/lists/${list_uid}/subscribers`, { EMAIL: 'q@example.com', LNAME: 'Maier' });

  const search = page.getByRole('combobox', { name: 'Search' });
  await page.keyboard.press('Control+k');
  await search.fill('radf');
  await page.getByRole('option', { name: 'Radfahrer', selected: true }).waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await search.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Radfahrer' }).waitFor();

  await find(page, 'zoe', 'Zoe zoe@example.com Radfahrer');
  await page.getByRole('heading', { level: 1, name: 'zoe@example.com' }).waitFor();
  await find(page, 'maier', 'Maier q@example.com Radfahrer');
  await page.getByRole('heading', { level: 1, name: 'q@example.com' }).waitFor();
  await find(page, 'api keys', 'Settings: API keys');
  await page.getByRole('button', { name: 'New key' }).waitFor();
  await find(page, 'suppress', 'Suppression list');
  await page.getByRole('heading', { name: 'No addresses are blocked' }).waitFor();
  await find(page, 'new list', 'New list');
  await page.getByRole('dialog').getByRole('button', { name: 'Create list' }).waitFor();
  await page.keyboard.press('Escape');
  await find(page, 'dark', 'Theme: dark');
  await page.locator('[data-mantine-color-scheme="dark"]').waitFor();
  assert.equal(await page.evaluate<number>(TRANSITIONS), 0, 'who asked for less motion sees the colors change at once');

  await page.keyboard.press('Control+k');
  await search.fill('nobody and nothing');
  const all = page.getByRole('option', { name: 'Everyone matching “nobody and nothing” Radfahrer' });
  await all.waitFor();
  await becomes(() => page.getByRole('option').count(), 1);
  await search.fill('');
  await search.press('ArrowUp'); // the last one: around the end
  await page.getByRole('option', { selected: true, name: 'Test inbox' }).waitFor();
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'detached' });

  // The beginning of a name: the table of people looks at everybody.
  await find(page, 'maie', 'Everyone matching “maie” Radfahrer');
  await page.getByText('1 person matches').waitFor();
  await page.getByRole('link', { name: 'q@example.com' }).waitFor();
});

test('on a phone it is a button, and says so when the server does not answer', async (t) => {
  const site = await openSite(t);
  const page = await site.open({ width: 390 });
  await becomeOwner(site, page);
  await page.route('**/api/search?*', (route) =>
    route.fulfill({ status: 429, json: { status: 'error', error: 'Too often: wait a minute.' } }),
  );
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('combobox', { name: 'Search' }).fill('autumn');
  await page.getByText('Too often: wait a minute.').waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
});

async function find(page: Page, text: string, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill(text);
  await page.getByRole('option', { name, exact: true, selected: true }).waitFor();
  await page.keyboard.press('Enter');
}
