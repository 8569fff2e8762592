// What somebody notices who hears the screens, or has large letters in the settings of the browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromium, type Page } from 'playwright-core';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { BROWSER } from './browser.ts';
import { becomeOwner, callOf, openSite } from './site.ts';

const focused = (page: Page) =>
  page.evaluate<string>(`(() => {
    const { activeElement: at } = document;
    return at === document.body ? 'nowhere' : at.tagName + ' ' + at.innerText;
  })()`);

test('each tab names the window and is told; what it leads to takes the keyboard', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await callOf(site)('POST', '/sending-domains', { name: 'riders.example' });
  const enter = async (name: string) => {
    await page.getByRole('link', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  const told = (words: string) => page.getByRole('status').filter({ hasText: words }).waitFor({ state: 'attached' });

  await page.goto('/app/settings');
  await becomes(() => page.title(), 'My account · Settings · Mailwright');
  assert.equal(await page.getByRole('status').filter({ hasText: 'My account' }).count(), 0);
  await enter('API keys');
  await becomes(() => page.title(), 'API keys · Settings · Mailwright');
  await told('API keys');
  await becomes(() => focused(page), 'A API keys');
  await page.goBack();
  await becomes(() => page.title(), 'My account · Settings · Mailwright');
  await told('My account');

  await page.goto('/app/deliverability');
  await becomes(() => page.title(), 'Relays and domains · Deliverability · Mailwright');
  await enter('riders.example');
  await becomes(() => page.title(), 'riders.example · Deliverability · Mailwright');
  await becomes(() => focused(page), 'H2 riders.example');
  await page.goBack();
  await becomes(() => page.title(), 'Relays and domains · Deliverability · Mailwright');
  await becomes(() => focused(page), 'H1 Deliverability');
  await enter('Lists');
  await becomes(() => page.title(), 'Lists · Mailwright');

  // A link to one domain, as from a mail: the page begins at its beginning.
  const { records } = (await callOf(site)('GET', '/sending-domains')).data;
  await page.goto(`/app/deliverability/domains/${records[0].domain_uid}`);
  await becomes(() => page.title(), 'riders.example · Deliverability · Mailwright');
  assert.equal(await focused(page), 'nowhere');
});

test('a switch is called by its label, and what it does is told once', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const { campaign_uid } = await callOf(site)('POST', '/campaigns', { name: 'Spring', status: 'draft' });
  await page.goto(`/app/campaigns/${campaign_uid}`);
  const opens = page.getByRole('switch', { name: 'Count opens', exact: true });
  await opens.waitFor();
  const described = await opens.getAttribute('aria-describedby');
  assert.equal(await page.locator(`[id="${described}"]`).innerText(), 'With a tracking pixel');
  const was = await opens.isChecked();
  await page.getByText('Count opens', { exact: true }).click({ force: true }); // the switch lies over them
  await becomes(() => opens.isChecked(), !was, 'its words are pressed, too');
});

test('nothing behind a dialog is reached, until the dialog is closed', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await page.goto('/app/lists');
  const isReached = () =>
    page.evaluate<boolean>(`(() => {
      const link = document.querySelector('.shell nav a');
      link.focus();
      return document.activeElement === link;
    })()`);
  const open = page.getByRole('button', { name: 'New list' }).first();
  await open.click();
  const dialog = page.getByRole('dialog');
  await becomes(() => focused(page), 'INPUT ');
  assert.equal(await isReached(), false);
  await dialog.getByRole('textbox').first().fill('Spring');
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  assert.equal(await isReached(), false, 'the one below is still open');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await dialog.waitFor({ state: 'detached' });
  await becomes(() => focused(page), 'BUTTON New list');
  assert.equal(await isReached(), true);
});

test('with letters twice as large in the settings of the browser, screens are laid out as on a phone', async (t) => {
  const site = await openSite(t);
  const first = await site.open();
  await becomeOwner(site, first);
  const { campaign_uid } = await callOf(site)('POST', '/campaigns', { name: 'Spring', status: 'draft' });
  const { list_uid } = await callOf(site)('POST', '/lists', {
    general: { name: 'Riders', description: 'Riders', opt_in: 'single' },
    defaults: { from_name: 'Ada', from_email: 'ada@example.com', reply_to: 'ada@example.com' },
  });
  const upload = await fetch(`${site.baseUrl}/api/lists/${list_uid}/imports?file_name=riders.csv`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', 'x-api-key': await site.server.key() },
    body: 'Email,Member since\na@example.org,2019-03-28\n',
  });
  const { data } = (await upload.json()) as { data: { record: { import_uid: string } } };
  const mapping = `lists/${list_uid}/import/${data.record.import_uid}`;
  const browser = await chromium.launch({
    executablePath: BROWSER,
    args: ['--no-sandbox', '--blink-settings=defaultFontSize=32'],
  });
  t.after(() => browser.close());
  const storageState = await first.context().storageState();
  const context = await browser.newContext({ baseURL: site.baseUrl, storageState, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  for (const path of ['campaigns', `campaigns/${campaign_uid}`, 'settings', 'deliverability']) {
    await page.goto(`/app/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.equal(await page.evaluate('getComputedStyle(document.body).fontSize'), '28px');
    await page.getByRole('button', { name: 'Menu' }).waitFor();
    await becomes(() => overflowOf(page), 0, path);
    assert.deepEqual(await findingsOf(page), [], path);
  }
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto(`/app/${mapping}`);
  await page.getByRole('table', { name: 'Columns' }).waitFor();
  await becomes(() => overflowOf(page), 0, mapping);
});
