// Blocks by keyboard alone: whatever is pressed, the focus is seen somewhere that makes sense.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { becomes } from './becomes.ts';
import { blocks } from './mail-of-blocks.ts';
import { newList } from './new-list.ts';
import { becomeOwner, callOf, openSite } from './site.ts';

const focused = (page: Page) =>
  page.evaluate<string>(`(() => {
    const { activeElement: at } = document;
    const name = at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent;
    return at === document.body ? 'nothing' : at.matches(':focus-visible') ? name : 'unseen: ' + name;
  })()`);

test('adding, taking out, undoing and changing to HTML never lose the focus', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const call = callOf(site);
  const list_uid = await newList(site);
  const own = { version: 1, blocks: [{ kind: 'text', text: '<p>Hello</p>' }] };
  const uid = (
    await call('POST', '/campaigns', { name: 'Spring', status: 'draft', list_uid, template: { blocks: own } })
  ).campaign_uid;
  await page.goto(`/app/campaigns/${uid}`);
  await blocks(page).waitFor();
  const press = async (name: string, key = 'Enter') => {
    const button = page.getByRole('button', { name, exact: true }).last();
    await button.focus();
    await button.press(key);
  };
  const choose = async (name: string) => {
    const item = page.getByRole('menuitem', { name, exact: true });
    await item.focus();
    await item.press('Enter');
  };
  for (const [kind, place] of [
    ['Image', 'Image'],
    ['Button', 'Button: Read more'],
    ['Columns', 'Columns'],
    ['Line', 'Line'],
    ['Heading', 'Heading'],
  ] as const) {
    await press('Add a block');
    await choose(kind);
    await becomes(() => focused(page), place, kind);
  }

  // A link, and none after all.
  await page.keyboard.type(' new');
  await press('Link');
  await becomes(() => focused(page), 'Link address');
  await page.keyboard.press('Escape');
  await becomes(() => focused(page), 'Heading');
  assert.equal(await page.getByLabel('Link address').count(), 0);

  // Taken out: the next one has the focus; of an empty column, the block that it is in.
  await press('Line', 'Delete');
  await becomes(() => focused(page), /^Heading: /);
  await press('Columns');
  const inner = page.getByRole('list', { name: 'Column 2' }).getByRole('button', { name: /^Text/ });
  await inner.focus();
  await inner.press('Delete');
  await becomes(() => focused(page), 'Columns');

  // To the first step and back: the buttons stay.
  const [undo, redo] = [page.getByRole('button', { name: 'Undo' }), page.getByRole('button', { name: 'Redo' })];
  await undo.focus();
  for (let n = 0; n < 20 && (await undo.isEnabled()); n += 1) await undo.press('Enter');
  assert.equal(await undo.isEnabled(), false);
  await becomes(() => focused(page), 'Undo');
  await redo.focus();
  for (let n = 0; n < 20 && (await redo.isEnabled()); n += 1) await redo.press('Enter');
  await becomes(() => focused(page), 'Redo');
  await press('Add a block');
  await choose('Space');
  await page.keyboard.press('Control+z');
  await becomes(() => focused(page), 'Undo', 'what had the focus is gone');

  await press('As HTML');
  await becomes(() => focused(page), 'HTML of the email');
  await press('Back to the blocks');
  await becomes(() => focused(page), 'As HTML');
});
