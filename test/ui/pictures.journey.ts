// Pictures: chosen, dropped and pasted, several at once; asked once what they show; put into a
// mail, and removed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { PIXEL } from '../reference/story-of-blocks.ts';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { becomeOwner, openSite } from './site.ts';

const GIF = 'R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=';
const png = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') });

/** Drops or pastes a picture. As text: these files know no browser's names. */
const GIVE = new Function(
  'element',
  'given',
  `const bytes = Uint8Array.from(atob(given.bytes), (one) => one.charCodeAt(0));
  const data = new DataTransfer();
  data.items.add(new File([bytes], given.name, { type: given.type }));
  element.dispatchEvent(given.kind === 'drop'
    ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
    : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));`,
) as (element: unknown, given: { kind: string; name: string; type: string; bytes: string }) => void;

/** Drops a file where no place for one is. @returns whether the browser is kept from opening it */
const STRAY = new Function(
  'element',
  `const data = new DataTransfer();
  data.items.add(new File(['text'], 'notes.txt'));
  return !element.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));`,
) as (element: unknown) => boolean;

const give = (target: Locator, kind: 'drop' | 'paste', name: string, type = 'image/gif') =>
  target.evaluate(GIVE, { kind, name, type, bytes: type === 'image/gif' ? GIF : btoa('no picture') });

const cards = (page: Page) => page.getByRole('list', { name: 'Images' }).getByRole('listitem');

test('pictures are added, described, put into a mail and removed', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('link', { name: 'Images' }).click();
  await page.getByRole('heading', { name: 'No images yet' }).waitFor();
  const broken = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
  await page.getByLabel('Images to add').setInputFiles([png('mill.png'), broken]);
  await page.getByText(/notes\.png: File must be an image/).waitFor();
  await cards(page).getByText('mill.png').waitFor();
  await give(page.locator('.pictures'), 'drop', 'dot.gif');
  await cards(page).getByText('dot.gif').waitFor();
  await becomes(() => cards(page).count(), 2);
  await give(page.locator('.pictures'), 'drop', 'notes.pdf', 'application/pdf');
  await page.getByText(/notes\.pdf: /).waitFor();
  const isRefused = await page.getByRole('navigation', { name: 'Main' }).evaluate(STRAY);
  assert.equal(isRefused, true, 'a file beside the place for files is not opened in place of the app');
  await give(page.locator('body'), 'paste', 'the same.gif');
  await page.getByLabel('What mill.png shows').fill('The mill');
  const described = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await page.getByLabel('What mill.png shows').press('Tab');
  await described;
  await page.getByLabel('What mill.png shows').fill('');
  const adorns = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await page.getByLabel('What mill.png shows').press('Tab');
  assert.equal((await adorns).status(), 200, 'what was said can be taken back');
  await page.getByLabel('What mill.png shows').fill('The mill');
  const again = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await page.getByLabel('What mill.png shows').press('Enter');
  assert.equal((await again).status(), 200, 'the Enter key saves what is written');
  await page.getByText('Saved.', { exact: true }).waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);

  // Into a template: chosen for a block, and pasted as one.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('button', { name: 'New template' }).click();
  const list = page.getByRole('list', { name: 'Blocks of the mail' });
  await list.getByRole('button', { name: /^Image/ }).click();
  await page.getByRole('button', { name: 'Choose an image' }).click();
  const added = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await give(page.getByRole('dialog').locator('.pictures'), 'drop', 'dot.gif');
  await added;
  await page.getByRole('button', { name: 'Choose mill.png' }).click();
  const look = page.frameLocator('iframe[title="The template"]:not([aria-hidden])');
  await look.getByRole('img', { name: 'The mill' }).waitFor();
  await give(list.getByRole('button', { name: /^Heading/ }), 'paste', 'dot.gif');
  await list.getByRole('listitem').nth(4).waitFor();
  await page.getByText('All changes are saved').waitFor();
  await becomes(() => list.getByRole('listitem').count(), 5, 'what was dropped in the gallery is no block');
  assert.deepEqual(await findingsOf(page), []);

  await page.goto('/app/pictures');
  await cards(page).nth(1).waitFor();
  await page.getByRole('button', { name: 'More for mill.png' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByLabel('Image name').fill('The old mill');
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByLabel('Filter by name').fill('old MILL');
  await becomes(() => cards(page).count(), 1);
  await page.getByRole('button', { name: 'More for The old mill' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByText(/Emails that used it keep it/).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await cards(page).getByText('The old mill').waitFor({ state: 'detached' });
});
