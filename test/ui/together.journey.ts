// What comes late pushes nothing away that can be pressed: parts of a screen appear together, and
// buttons of a dialog with what stands above them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { newList } from './new-list.ts';
import { becomeOwner, callOf, openSite } from './site.ts';

/** What is not waited for any longer: never, that no slow machine decides. */
const WAITS_ON = `{
  const usual = window.setTimeout;
  window.setTimeout = (act, ms, ...more) => (ms === 400 ? 0 : usual(act, ms, ...more));
}`;

/** Holds back an answer of the API. @returns what lets it come */
async function holdBack(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('what can be pressed does not move when more comes', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await page.addInitScript(WAITS_ON);
  await becomeOwner(site, page);
  const { campaign_uid } = await callOf(site)('POST', '/campaigns', { name: 'Spring', status: 'draft' });

  const letSteps = await holdBack(page, '**/api/checklist*');
  await page.goto('/app/campaigns');
  const row = page.getByRole('table').getByText('Spring');
  await page.locator('table').getByText('Spring').waitFor({ state: 'attached' });
  assert.equal(await row.isVisible(), false);
  assert.equal(await page.getByRole('button', { name: 'New campaign' }).isVisible(), false);
  letSteps();
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  assert.equal(await row.isVisible(), true);

  const letChecks = await holdBack(page, `**/api/campaigns/${campaign_uid}/checks*`);
  await page.goto(`/app/campaigns/${campaign_uid}`);
  await page.getByRole('button', { name: 'Test and send…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('status', { name: 'Checking' }).waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Send test' }).count(), 0);
  letChecks();
  await dialog.getByRole('heading', { name: 'Fix before sending' }).waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Send test' }).isVisible(), true);
  const top = (await dialog.boundingBox())?.y;
  await dialog.getByText(/checks? passed/).click();
  await dialog.locator('details[open]').waitFor();
  assert.equal((await dialog.boundingBox())?.y, top);
});

test('a screen whose answers are on their way keeps the browser free', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const list_uid = await newList(site);
  await callOf(site)('POST', `/lists/${list_uid}/subscribers`, { EMAIL: 'ann@example.com' });
  await page.goto(`/app/lists/${list_uid}`);
  const letPerson = await holdBack(page, '**/api/subscribers/*');
  const asked = page.waitForRequest('**/api/subscribers/*');
  await page.getByRole('link', { name: 'ann@example.com' }).click();
  await asked;
  for (let turns = 0; turns < 50; turns += 1) await page.locator('body').innerText();
  letPerson();
  await page.getByRole('heading', { level: 1, name: 'ann@example.com' }).waitFor();
});
