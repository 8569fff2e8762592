// Many people: filters, export, a bulk action; one person: what happened, everything stored,
// erasure; a segment in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { becomeOwner, callOf, openSite } from './site.ts';

const ROWS = ['ann', 'anton', 'bea', 'cid', 'dora'].map(
  (name, at) => `${name}@example.com,${name.toUpperCase()},${at < 2 ? 'Kiel' : 'Bonn'}`,
);

test('people are filtered, exported, and unsubscribed by a filter', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await makeList(page, 'Riders');
  await importPeople(page);
  await page.getByText('5 people', { exact: true }).waitFor();
  assert.deepEqual(await findingsOf(page), []);

  await page.getByRole('searchbox', { name: 'Search people' }).fill('an');
  await page.getByText('2 people match').waitFor();
  await becomes(() => emails(page), ['anton@example.com', 'ann@example.com']);
  await page.reload();
  await page.getByText('2 people match').waitFor();
  await page.getByRole('searchbox', { name: 'Search people' }).fill('kiel'); // where they live
  await page.getByText('2 people match').waitFor();
  await page.getByRole('searchbox', { name: 'Search people' }).fill('nobody');
  await page.getByRole('heading', { name: 'No people match this filter' }).waitFor();
  await page.getByRole('button', { name: 'Show everyone' }).click();
  await page.getByText('5 people', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Town' }).click();
  await page.getByLabel('is exactly').fill('bonn');
  await page.getByText('3 people match').waitFor();
  await becomes(() => overflowOf(page), 0);

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Start export' }).click();
  await dialog.getByText('The file is ready: 3 people.').waitFor();
  assert.deepEqual(await findingsOf(page), []);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download the file' }).click(),
  ]);
  const file = await text(await download.createReadStream());
  assert.deepEqual(
    file.split('\r\n').map((line) => line.split(',')[0]),
    ['\ufeffEMAIL', 'bea@example.com', 'cid@example.com', 'dora@example.com', ''],
  );
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Export', exact: true }).click(); // the file is there for who closed it
  const [again] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: /^3 people, / }).click(),
  ]);
  assert.equal(await text(await again.createReadStream()), file);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await bulk(page, 'Unsubscribe…');
  await dialog.getByRole('button', { name: 'Unsubscribe 3 people' }).click();
  await dialog.getByText('Done for 3 people.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('row', { name: /bea@example\.com.*Unsubscribed/ }).waitFor();
  // Again: everybody is passed over, with the reason. Deleting asks for the count.
  await bulk(page, 'Unsubscribe…');
  await dialog.getByRole('button', { name: 'Unsubscribe 3 people' }).click();
  await dialog.getByText('3 no change needed').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await bulk(page, 'Remove…');
  const button = dialog.getByRole('button', { name: 'Remove 3 people' });
  await dialog.getByLabel('Type 3 to continue').fill('2');
  await becomes(() => button.isDisabled(), true);
  await dialog.getByLabel('Type 3 to continue').fill('3');
  await button.click();
  await dialog.getByText('Done for 3 people.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('heading', { name: 'No people match this filter' }).waitFor();
  await page.getByRole('button', { name: 'Show everyone' }).click();
  await page.getByText('2 people', { exact: true }).waitFor();
});

test('people are chosen one by one, by keys, and unsubscribed', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await makeList(page, 'Riders');
  await importPeople(page);
  const all = page.getByRole('checkbox', { name: 'Select all shown' });
  const tick = (name: string) => page.getByRole('checkbox', { name: `Select ${name}@example.com` });
  await all.check();
  await page.getByText('5 people selected').waitFor();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByText('5 people', { exact: true }).waitFor();
  await tick('bea').focus();
  await page.keyboard.press('Space');
  await tick('ann').focus();
  await page.keyboard.press('Space');
  await page.getByText('2 people selected').waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await page.getByRole('button', { name: 'Actions for 2 selected…' }).click();
  await page.getByRole('menuitem', { name: 'Unsubscribe…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unsubscribe', exact: true });
  await dialog.getByRole('button', { name: 'Count people' }).click();
  await dialog.getByRole('button', { name: 'Unsubscribe 2 people' }).click();
  await dialog.getByText('Done for 2 people.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  for (const name of ['ann', 'bea'])
    await page.getByRole('row', { name: new RegExp(`${name}@example\\.com.*Unsubscribed`) }).waitFor();
  await becomes(() => page.getByRole('row', { name: /@example\.com.*Confirmed/ }).count(), 3);
  await page.getByRole('button', { name: 'Confirmed', exact: true }).click(); // others are shown: nobody is chosen
  await page.getByText('3 people match').waitFor();
  await page.setViewportSize({ width: 390, height: 900 });
  await tick('cid').check();
  await page.getByText('1 person selected').waitFor();
  assert.deepEqual([await findingsOf(page), await overflowOf(page)], [[], 0]);
  // Who leaves the table meanwhile is chosen all the same, and nobody in their place.
  await page.getByRole('button', { name: 'Actions for 1 selected…' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  const call = callOf(site);
  const [{ subscriber_uid: cid }] = (await call('GET', '/search?q=cid@example.com')).data.people;
  const listUid = new URL(page.url()).pathname.split('/').at(-1);
  await call('PUT', `/lists/${listUid}/subscribers/${cid}/unsubscribe`);
  await tick('cid').waitFor({ state: 'detached' });
  await page.getByRole('dialog', { name: 'Remove' }).getByRole('button', { name: 'Count people' }).click();
  await page.getByRole('dialog', { name: 'Remove' }).getByLabel('Type 1 to continue').waitFor();
});

test('one person: what happened, everything stored, erased for good', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await makeList(page, 'Riders');
  await importPeople(page);
  await callOf(site)('POST', '/suppressions', { email: 'bea@example.com' });
  await page.getByRole('link', { name: 'bea@example.com' }).click();
  const blocked = page.getByRole('listitem').filter({ hasText: 'Added to the suppression list' });
  await blocked.getByText('someone added the address to the suppression list').waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'ann@example.com' }).click();
  await page.getByRole('heading', { level: 1, name: 'ann@example.com' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Joined' }).waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
  await page.getByLabel('Town').fill('Ulm');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('listitem').filter({ hasText: 'Changed' }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'All stored data (JSON)' }).click(),
  ]);
  const stored = JSON.parse(await text(await download.createReadStream()));
  assert.equal(stored.data.record.memberships[0].values.TOWN, 'Ulm');

  await page.getByRole('button', { name: 'Erase…' }).click();
  const dialog = page.getByRole('dialog');
  const button = dialog.getByRole('button', { name: 'Erase for good' });
  await dialog.getByLabel('Type “ann@example.com” to continue').fill('ann@example');
  await becomes(() => button.isDisabled(), true);
  await dialog.getByLabel('Type “ann@example.com” to continue').fill('ann@example.com');
  await button.click();
  await page.getByText('4 people', { exact: true }).waitFor();
  await becomes(async () => !(await emails(page)).includes('ann@example.com'), true);
});

test('a segment in words, with its people told at once', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await makeList(page, 'Riders');
  await importPeople(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Segments' }).click();
  await page.getByRole('link', { name: 'New segment' }).click();
  const save = page.getByRole('button', { name: 'Save segment' });
  await page.getByText('A condition is incomplete.').waitFor();
  await becomes(() => save.isDisabled(), true);
  const first = page.getByRole('group', { name: 'Condition 1' });
  await first.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Town' }).click();
  await first.getByRole('textbox', { name: 'Value' }).fill('bonn');
  await page.getByText('3 people are in it and get email.').waitFor();
  await page.getByRole('link', { name: 'dora@example.com' }).waitFor();
  await page.getByRole('button', { name: 'Opens and clicks' }).click();
  const second = page.getByRole('group', { name: 'Condition 2' });
  await page.getByText('0 people are in it and get email.').waitFor();
  await second.getByRole('combobox', { name: 'Activity' }).click();
  await page.getByRole('option', { name: 'did not open' }).click();
  await page.getByText('3 people are in it and get email.').waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
  await page.getByLabel('Name').fill('Bonn, asleep');
  await save.click();
  await page.getByRole('row', { name: /Bonn, asleep.*3/ }).waitFor();
  await page.getByRole('link', { name: 'Bonn, asleep' }).click();
  await page.getByRole('group', { name: 'Condition 2' }).waitFor();
  await page.getByRole('button', { name: 'Remove', exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('heading', { name: 'No segments yet' }).waitFor();
});

async function makeList(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Lists' }).click();
  await page.getByRole('button', { name: 'New list' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByRole('button', { name: 'Create list' }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Five people with a new field Town; ends on the list. */
async function importPeople(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  const content = Buffer.from(`Email,First name,Town\n${ROWS.join('\n')}\n`);
  await page.getByLabel('CSV file').setInputFiles({ name: 'riders.csv', mimeType: 'text/csv', buffer: content });
  await page.getByRole('heading', { level: 1, name: 'riders.csv' }).waitFor();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('The import is complete.', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await page.getByRole('link', { name: 'dora@example.com' }).waitFor();
}

async function bulk(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions for all…' }).click();
  await page.getByRole('menuitem', { name }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Count people' }).click();
}

async function emails(page: Page): Promise<string[]> {
  return page.locator('th.name a').allInnerTexts();
}

async function text(stream: AsyncIterable<Buffer>): Promise<string> {
  let all = '';
  for await (const piece of stream) all += piece.toString('utf8');
  return all;
}
