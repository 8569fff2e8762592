// A mail of blocks from nothing to what a person gets: written, moved with keys, buttons and the
// pointer, undone; a block that several mails have; the brand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { begin, blocks, dataOf, mail, newCampaign, SAVED } from './mail-of-blocks.ts';
import { openSite } from './site.ts';

async function names(page: Page): Promise<(string | null)[]> {
  const items = await blocks(page).getByRole('listitem').all();
  return Promise.all(items.map((item) => item.getAttribute('aria-label')));
}

test('a mail of blocks is written, moved and undone, with keys, buttons and the pointer', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await begin(site, page);
  await newCampaign(page, 'Spring');
  await page.getByRole('button', { name: 'A few blocks' }).click();
  const list = blocks(page);
  await list.waitFor();
  await becomes(
    () => names(page),
    ['Image', 'Heading: A heading', 'Text: Hello First name or “there”, write here.', 'Footer'],
  );

  // The heading: words, a merge tag that `[` suggests, weight.
  await list.getByRole('button', { name: /^Heading/ }).click();
  const heading = page.getByRole('textbox', { name: 'Heading' });
  await heading.press('Control+A');
  await heading.pressSequentially('Spring for [ema');
  await page
    .getByRole('listbox', { name: 'Merge tags' })
    .getByRole('option', { name: /\[EMAIL\]/ })
    .waitFor();
  await heading.press('Enter');
  await heading.pressSequentially(' and [LNAME]');
  await page.getByText(SAVED).waitFor();
  await becomes(() => heading.locator('[data-tag]').count(), 2, 'both are pieces of their own');
  await mail(page)
    .getByRole('heading', { name: /^Spring for \S+@\S+ and / })
    .waitFor();
  assert.deepEqual(await findingsOf(page), []);

  // A button; what is no link yet is told, and does not reach the mail.
  await page.getByRole('button', { name: 'Add below' }).click();
  await page.getByRole('menuitem', { name: 'Button' }).click();
  await page.getByLabel('Label').fill('Choose [FNAME]');
  await page.getByLabel('Links to').fill('example');
  await page.getByText('Start with https://, mailto:, tel: or a merge tag.').waitFor();
  await page.getByLabel('Links to').fill('https://www.example.com/spring?who=[EMAIL]');
  await page.getByText(SAVED).waitFor();
  await mail(page)
    .getByRole('link', { name: /^Choose/ })
    .waitFor();

  // Moved with keys, with buttons, and dragged.
  const button = list.getByRole('button', { name: /^Button/ });
  await button.focus();
  await button.press('Alt+ArrowDown');
  await becomes(async () => String((await names(page))[3]), /^Button/);
  await becomes(() => page.evaluate<string>('document.activeElement.textContent'), /^Button/, 'the focus stays');
  await page.getByRole('button', { name: 'Move up' }).click();
  await becomes(async () => String((await names(page))[2]), /^Button/);
  await list
    .getByTitle('Drag to move')
    .nth(2)
    .dragTo(list.getByRole('listitem').first(), { targetPosition: { x: 60, y: 3 } });
  await becomes(async () => String((await names(page))[0]), /^Button/);
  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: 'Undo' }).click();
  await becomes(async () => String((await names(page))[3]), /^Button/);
  await page.getByRole('button', { name: 'Redo' }).click();
  await becomes(async () => String((await names(page))[2]), /^Button/);

  // Into columns, and out again.
  await page.getByRole('button', { name: 'Add a block' }).click();
  await page.getByRole('menuitem', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Add to column 2' }).click();
  await page.getByRole('menuitem', { name: 'Line' }).click();
  await becomes(() => page.getByRole('list', { name: 'Column 2' }).getByRole('listitem').count(), 2);
  await page.getByRole('button', { name: 'Move up' }).click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Move out of the columns' }).click();
  await becomes(async () => (await names(page)).at(-1), 'Line');
  await list.getByRole('button', { name: 'Line' }).press('Delete');
  await becomes(async () => (await names(page)).includes('Line'), false);
  await page.getByText(SAVED).waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);

  // Nothing is lost by coming back; preheader and HTML are of the same mail.
  await page.getByLabel('Preview text').fill('The paths are dry');
  await page.getByText(SAVED).waitFor();
  await page.reload();
  await list.waitFor();
  await becomes(async () => String((await names(page))[1]), /^Heading: Spring for Email and Last name/);
  await becomes(() => page.getByLabel('Preview text').inputValue(), 'The paths are dry');
  await page.getByRole('button', { name: 'As HTML' }).click();
  await page.getByText(/no longer made of blocks/).waitFor();
  await page.getByRole('button', { name: 'Back to the blocks' }).click();
  await list.waitFor();
});

test('a footer that several mails have is changed in one of them, and in the others on demand', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await begin(site, page);
  await newCampaign(page, 'First');
  await page.getByRole('button', { name: 'A few blocks' }).click();
  const footer = blocks(page).getByRole('button', { name: /^Footer/ });
  await footer.click();
  await page.getByRole('button', { name: 'Write your own' }).click();
  const words = page.getByRole('textbox', { name: 'Footer' });
  await words.press('Control+A');
  await words.pressSequentially('Our first footer');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save block for reuse…' }).click();
  await page.getByLabel('Block name').fill('Our footer');
  await page.getByRole('button', { name: 'Save block' }).click();
  await page.getByText('Saved as “Our footer”, exactly as shown here.').waitFor();
  await page.getByText(SAVED).waitFor();

  // Two drafts that are refused, because a field that a condition asks for is gone.
  const { call } = site.server;
  const [{ general }] = dataOf<{ general: { list_uid: string } }>(await call('GET', '/lists'));
  const fields = `/lists/${general.list_uid}/fields`;
  await call('POST', fields, { type: 'text', label: 'Color', tag: 'COLOUR', required: 'no', visibility: 'visible' });
  const [saved] = dataOf<{ saved_block_uid: string; block: object }>(await call('GET', '/saved-blocks'));
  const condition = { kind: 'condition', field: 'COLOUR', operator: 'not-empty', blocks: [] };
  const own = { version: 1, blocks: [condition, { ...saved.block, saved: saved.saved_block_uid }] };
  for (const name of ['Stays 1', 'Stays 2'])
    await call('POST', '/campaigns', { name, status: 'draft', list_uid: general.list_uid, template: { blocks: own } });
  const color = dataOf<{ tag: string; field_id: number }>(await call('GET', fields)).find(
    ({ tag }) => tag === 'COLOUR',
  );
  await call('DELETE', `${fields}/${color?.field_id}`);

  await newCampaign(page, 'Second');
  await page.getByRole('button', { name: 'A few blocks' }).click();
  await page.getByRole('button', { name: 'Add a block' }).click();
  await page.getByRole('menuitem', { name: 'Our footer' }).click();
  await mail(page).getByText('Our first footer').waitFor();
  await words.press('Control+A');
  await words.pressSequentially('Our second footer');
  await page.getByText('It differs from the saved “Our footer”.').waitFor();
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await page.getByText(/3 other drafts and templates use the previous version/).waitFor();
  await page.getByRole('button', { name: 'Update in 3 drafts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Our footer was saved' });
  await dialog.getByText('2 stay unchanged, because of another problem in them:').waitFor();
  await dialog.getByText('Updated in 1', { exact: true }).waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await dialog
    .getByText(/field: Field must be a merge tag of the list: \[COLOUR\] is not one/)
    .first()
    .waitFor();
  await dialog.getByRole('link', { name: 'Stays 2' }).click();
  await page.getByRole('heading', { level: 1, name: 'Stays 2' }).waitFor();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Campaigns' }).click();
  await page.getByRole('link', { name: 'First' }).click();
  await mail(page).getByText('Our second footer').waitFor();
});

test('the brand is seen while it is chosen, and mails get it', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await begin(site, page);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Brand' }).click();
  await page.getByLabel('Links and buttons').fill('#aa3355');
  await page.getByLabel('Address of the image').fill('logo.png');
  await page.getByText('Start with https:// or a merge tag.').waitFor();
  const footer = page.getByRole('textbox', { name: 'Footer text' });
  await footer.press('Control+A');
  await footer.pressSequentially('From us to you [UNSUB');
  await footer.press('Enter');
  await page.getByText(SAVED).waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('button', { name: 'New template' }).click();
  await blocks(page).waitFor();
  const look = page.frameLocator('iframe[title="The template"]:not([aria-hidden])');
  await look.getByText(/From us to you/).waitFor();
  await page.getByRole('button', { name: 'Add a block' }).click();
  await page.getByRole('menuitem', { name: 'Button' }).click();
  await page.getByText(SAVED).waitFor();
  const made = look.getByRole('link', { name: 'Read more' });
  await made.waitFor();
  // Written as text: these files know nothing of a browser's names.
  const groundOf = new Function('link', 'return getComputedStyle(link).backgroundColor') as (link: unknown) => string;
  await becomes(() => made.evaluate(groundOf), 'rgb(170, 51, 85)');
});
