// From a template that comes with the server to one's own, and from that to a campaign; with what
// goes wrong on the way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { findingsOf, overflowOf } from './axe.ts';
import { becomeOwner, openSite } from './site.ts';

/** Takes the text away first: the browser would style what it types over coloured text. */
async function writeOver(code: Locator, text: string): Promise<void> {
  await code.press('Control+A');
  await code.press('Delete');
  await code.fill(text);
}

const SAVED = 'All changes are saved';

test('a starting template becomes an own one, and that a campaign', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await site.server.call('POST', '/lists', {
    general: { name: 'Riders', description: 'People who ride', opt_in: 'single' },
    defaults: { from_name: 'Ada', from_email: 'ada@example.com', reply_to: 'ada@example.com' },
  });
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /^Make it mine/ }).count(), 6);
  assert.deepEqual(await findingsOf(page), []);
  assert.equal(await overflowOf(page), 0);

  await page.getByRole('button', { name: 'Make it mine: Newsletter' }).click();
  await page.getByRole('heading', { level: 1, name: 'Newsletter' }).waitFor();
  await page
    .frameLocator('iframe[title="The template"]:not([aria-hidden])')
    .getByRole('heading', { name: /the paths are dry/ })
    .waitFor();
  await page.getByLabel('Name of the template').fill('');
  await page.getByText(/Not saved: Name/).waitFor();
  await page.getByLabel('Name of the template').fill('Our letter');
  await page.getByText(SAVED).waitFor();
  await page.getByRole('button', { name: 'As HTML' }).click();
  const code = page.getByRole('textbox', { name: 'HTML of the template' });
  await writeOver(code, '<h1>Hello [FNAME]</h1><p><b>bold</p><img src="x.png">');
  await page.getByText('3 problems, marked at their lines').waitFor();
  await writeOver(code, '<h1>Hello [FNAME]</h1><p>Our own words</p>');
  await page.getByText('No problems').waitFor();
  await page.getByText(SAVED).waitFor();
  await page
    .frameLocator('iframe[title="The template"]:not([aria-hidden])')
    .getByRole('heading', { name: 'Hello Ada' })
    .waitFor();
  assert.deepEqual(await findingsOf(page), []);

  await page.getByRole('button', { name: 'New campaign with Our letter' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Spring');
  await dialog.getByRole('button', { name: 'Write it' }).click();
  await page.getByRole('heading', { level: 1, name: 'Spring' }).waitFor();
  await page.frameLocator('iframe[title="The mail"]:not([aria-hidden])').getByText('Our own words').waitFor();
});

test('templates are uploaded, copied, renamed and deleted by their name', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await page.getByRole('link', { name: 'Templates' }).click();
  const file = page.getByLabel('HTML, Markdown or zip file');
  await file.setInputFiles({ name: 'broken.zip', mimeType: 'application/zip', buffer: Buffer.from('PK no zip') });
  await page.getByText(/valid zip/).waitFor();
  await file.setInputFiles({ name: 'Riders.html', mimeType: 'text/html', buffer: Buffer.from('<h1>Riders</h1>') });
  await page.getByRole('heading', { level: 1, name: 'Riders' }).waitFor();
  await page.getByRole('link', { name: 'Templates' }).first().click();

  await page.getByRole('button', { name: 'More for Riders' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.getByRole('link', { name: 'Copy of Riders' }).waitFor();
  await page.getByRole('button', { name: 'More for Copy of Riders' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the template').fill('Winter');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('link', { name: 'Winter' }).waitFor();
  await page.getByRole('button', { name: 'More for Winter' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  assert.equal(await dialog.getByRole('button', { name: 'Delete', exact: true }).isDisabled(), true);
  await dialog.getByLabel('Type “Winter” to go on').fill('Winter');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('link', { name: 'Winter' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Riders' }).waitFor();
});
