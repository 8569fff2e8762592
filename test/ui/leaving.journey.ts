// Leaving a form while it is being saved: who leaves goes once it is saved, and stays where it is
// refused.
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page, Route } from 'playwright-core';
import { becomes } from './becomes.ts';
import { newList } from './new-list.ts';
import { becomeOwner, openSite } from './site.ts';

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const SLOW_MS = 1_500;

/** Lets what changes something come late, and be refused while `state` says so. */
function slowDown(page: Page, state: { isRefused: boolean }): Promise<unknown> {
  return page.route('**/api/**', async (route: Route) => {
    if (route.request().method() === 'GET') return route.continue();
    await sleep(SLOW_MS);
    const refusal = { status: 422, json: { status: 'error', error: 'Not now.' } };
    const done = state.isRefused ? route.fulfill(refusal) : route.continue();
    await done.catch(() => undefined); // the page may be gone by then
  });
}

// Each presses what saves and does something more in the same turn of the page, so that nothing is
// drawn in between. As text: these files know no browser's names.
type InPage<T> = (save: unknown, more: T) => void;
const PRESS_AND_LEAVE = new Function('save', 'link', 'save.focus(); save.click(); link.click();') as InPage<unknown>;
const PRESS_AND_ESCAPE = new Function(
  'save',
  `save.focus();
  save.click();
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));`,
) as InPage<void>;
const PRESS_AND_TYPE = new Function(
  'save',
  'typed',
  `save.focus();
  save.click();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(typed.field, typed.text);
  typed.field.dispatchEvent(new Event('input', { bubbles: true }));`,
) as InPage<{ field: unknown; text: string }>;

test('who leaves while it is being saved goes when it is, and stays with what is refused', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const list_uid = await newList(site);
  const link = page.getByRole('link', { name: 'Templates' });
  const saveAndLeave = async (button: Locator) => button.evaluate(PRESS_AND_LEAVE, await link.elementHandle());
  const arrived = () => page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();

  const state = { isRefused: true };
  await slowDown(page, state);
  const name = page.getByLabel('Name', { exact: true });
  const save = page.getByRole('button', { name: 'Save' }).first();
  await page.goto(`/app/lists/${list_uid}/settings`);
  await name.fill('Fast riders');
  await saveAndLeave(save);
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  await page.getByText('Not now.').waitFor();
  await becomes(() => name.inputValue(), 'Fast riders');
  state.isRefused = false;
  await saveAndLeave(save);
  await arrived();
  await becomes(() => question(page).count(), 0);

  // What is typed while the rest is being saved is not saved with it.
  await page.goto(`/app/lists/${list_uid}/settings`);
  await becomes(() => name.inputValue(), 'Fast riders');
  await name.fill('Slow riders');
  await save.evaluate(PRESS_AND_TYPE, { field: await name.elementHandle(), text: 'Slow riders of Kiel' });
  await link.click();
  await question(page).getByRole('button', { name: 'Leave without saving' }).click();
  await arrived();

  // A dialog that is closed meanwhile.
  const dialog = page.getByRole('dialog', { name: 'Add a person' });
  const add = dialog.getByRole('button', { name: 'Add', exact: true });
  await page.goto(`/app/lists/${list_uid}`);
  await page.getByRole('button', { name: 'Add a person' }).click();
  await dialog.getByLabel('Email').fill('ann@example.com');
  state.isRefused = true;
  await add.evaluate(PRESS_AND_ESCAPE);
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  state.isRefused = false;
  await add.evaluate(PRESS_AND_ESCAPE);
  await page.getByRole('link', { name: 'ann@example.com' }).waitFor();
  await becomes(() => question(page).count(), 0);

  // A segment, and what leads on by itself once it is made.
  await page.goto(`/app/lists/${list_uid}/segments/new`);
  await name.fill('Friends');
  await page.getByRole('textbox', { name: 'Value' }).fill('a');
  await page.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Email' }).click();
  state.isRefused = true;
  await saveAndLeave(page.getByRole('button', { name: 'Save segment' }));
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  state.isRefused = false;
  await page.getByRole('button', { name: 'Save segment' }).click();
  await page.getByRole('heading', { level: 1, name: 'Segments' }).waitFor();
  await page.getByRole('link', { name: 'Lists' }).click();
  await page.getByRole('button', { name: 'New list' }).click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Walkers');
  await page.getByRole('button', { name: 'Create list' }).click();
  await page.getByRole('heading', { level: 1, name: 'Walkers' }).waitFor({ timeout: SLOW_MS + 5_000 });
});
