// From a template that comes with the server to one's own, and from that to a campaign; with what
// goes wrong on the way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until.ts';
import { makeZip } from '../support/zips.ts';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { newList } from './new-list.ts';
import { becomeOwner, openSite } from './site.ts';

/** Takes the text away first: the browser would style what it types over colored text. */
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
  await newList(site);
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
  await page.getByRole('button', { name: 'Use this template: Newsletter' }).waitFor();
  await becomes(() => page.getByRole('button', { name: /^Use this template/ }).count(), 6);
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);

  await page.getByRole('button', { name: 'Use this template: Newsletter' }).click();
  await page.getByRole('heading', { level: 1, name: 'Newsletter' }).waitFor();
  await page
    .frameLocator('iframe[title="The template"]:not([aria-hidden])')
    .getByRole('heading', { name: /the paths are dry/ })
    .waitFor();
  await page.getByLabel('Template name').fill('');
  await page.getByText(/Not saved: Name/).waitFor();
  await page.getByLabel('Template name').fill('Our letter');
  await page.getByText(SAVED).waitFor();
  await page.getByRole('button', { name: 'As HTML' }).click();
  const code = page.getByRole('textbox', { name: 'Template HTML' });
  await writeOver(code, '<h1>Hello [FNAME]</h1><p><b>bold</p><img src="x.png">');
  await page.getByText('3 problems, marked on their lines').waitFor();
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
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { level: 1, name: 'Spring' }).waitFor();
  await page.frameLocator('iframe[title="The email"]:not([aria-hidden])').getByText('Our own words').waitFor();
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
  await page.getByRole('heading', { level: 1, name: 'Copy of Riders' }).waitFor();
  await page.getByRole('link', { name: 'Templates' }).first().click();
  await page.getByRole('link', { name: 'Copy of Riders' }).waitFor();
  await page.getByRole('button', { name: 'More for Copy of Riders' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Template name').fill('Winter');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('link', { name: 'Winter' }).waitFor();
  await page.getByRole('button', { name: 'More for Winter' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await becomes(() => dialog.getByRole('button', { name: 'Remove', exact: true }).isDisabled(), true);
  await dialog.getByLabel('Type “Winter” to continue').fill('Winter');
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('link', { name: 'Winter' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Riders' }).waitFor();
});

/** Drags files over an element, or drops them. As text: these files know no browser's names. */
const DRAG = new Function(
  'element',
  'given',
  `const data = new DataTransfer();
  for (const { name, type, base64 } of given.files)
    data.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], name, { type }));
  element.dispatchEvent(new DragEvent(given.event, { dataTransfer: data, bubbles: true, cancelable: true }));`,
) as (element: unknown, given: { event: string; files: readonly object[] }) => void;

/** Drops files onto the gallery, as somebody does who drags them there. */
async function drop(page: Page, given: readonly { name: string; type: string; bytes: Uint8Array }[]): Promise<void> {
  const files = given.map(({ bytes, ...file }) => ({ ...file, base64: Buffer.from(bytes).toString('base64') }));
  const place = page.getByRole('heading', { name: 'Your templates' });
  await place.evaluate(DRAG, { event: 'dragover', files });
  await page.getByText('Drop a zip, HTML or Markdown file to make a template of it').waitFor();
  await place.evaluate(DRAG, { event: 'drop', files });
}

test('a zip that is dropped becomes a template; what is wrong with files is said of each', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
  const good = makeZip([{ name: 'index.html', content: '<body bgcolor="#123456"><h1>From a zip</h1></body>' }]);
  const empty = makeZip([{ name: 'words.css', content: 'p {}' }]);
  const text = Buffer.from('no template');
  await drop(page, [
    { name: 'summer.zip', type: 'application/zip', bytes: good },
    { name: 'empty.zip', type: 'application/zip', bytes: empty },
    { name: 'notes.txt', type: 'text/plain', bytes: text },
    { name: 'Plain.html', type: 'text/html', bytes: Buffer.from('<h1>Plain</h1>') },
  ]);
  const faults = page.getByRole('main').getByRole('alert');
  await faults.getByText('empty.zip: Your archive contains no HTML page.').waitFor();
  await faults.getByText(/^notes\.txt: Only a zip with an HTML page/).waitFor();
  await page.getByRole('link', { name: 'summer', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Plain', exact: true }).waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
  await faults.getByRole('button', { name: 'Hide' }).click();
  await faults.waitFor({ state: 'detached' });
  await drop(page, [{ name: 'winter.zip', type: '', bytes: good }]);
  await page.getByRole('heading', { level: 1, name: 'winter' }).waitFor();
});

test('hundreds of templates: found by name, shown in pages, their pictures loaded when they are seen', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  for (let n = 1; n <= 60; n += 1) {
    const content = `<body bgcolor="#1${String(n).padStart(2, '0')}abc"><h1>Letter ${n}</h1></body>`;
    await site.server.call('POST', '/templates', { name: `Letter ${n}`, content });
  }
  const pictures = new Set<string>();
  page.on('request', (request) => request.url().includes('/picture') && pictures.add(request.url()));
  await page.getByRole('link', { name: 'Templates' }).click();
  const cards = page.getByRole('region', { name: 'Your templates' }).getByRole('listitem');
  await page.getByRole('link', { name: 'Letter 60' }).waitFor();
  await becomes(() => cards.count(), 24);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('link', { name: 'Letter 30' }).waitFor();
  await becomes(() => cards.count(), 60);
  assert.ok(pictures.size > 0 && pictures.size < 48, `${pictures.size} pictures`);
  await page.getByRole('combobox', { name: 'Order' }).click();
  await page.getByRole('option', { name: 'Name' }).click();
  await cards.first().getByRole('link', { name: 'Letter 1', exact: true }).waitFor();
  assert.match(page.url(), /sort=name/);
  const filter = page.getByRole('searchbox', { name: 'Filter by name' });
  await filter.fill('letter 7');
  await page.getByRole('link', { name: 'Letter 7' }).waitFor();
  await page.getByRole('link', { name: 'Letter 60' }).waitFor({ state: 'detached' });
  await becomes(() => cards.count(), 1);
  assert.match(page.url(), /search=/);
  await filter.fill('nothing like it');
  await page.getByRole('heading', { name: 'No template with this name' }).waitFor();
  await filter.fill('letter 7');
  // By keyboard: the card opens the template, its menu the actions.
  await page.getByRole('link', { name: 'Letter 7' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const duplicate = page.getByRole('menuitem', { name: 'Duplicate' });
  await duplicate.waitFor();
  // A menu that has just appeared may not hear the first arrow.
  await until('the arrows have led there', async () => {
    await page.keyboard.press('ArrowDown');
    return (await duplicate.and(page.locator(':focus')).count()) === 1;
  });
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Copy of Letter 7' }).waitFor();
});
