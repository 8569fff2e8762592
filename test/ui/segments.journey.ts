// A segment with groups, dates and a link, written by keyboard alone; its numbers row by row.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { newList } from './new-list.ts';
import { becomeOwner, callOf, openSite } from './site.ts';

test('nested conditions are written by keyboard, and each says how many it holds for', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const call = callOf(site);
  const list = await newList(site);
  const born = { type: 'date', tag: 'BORN', label: 'Born', required: 'no', visibility: 'visible' };
  await call('POST', `/lists/${list}/fields`, born);
  const today = new Date().toISOString().slice(5, 10);
  for (const [name, day] of [
    ['Ann', `1990-${today}`],
    ['Ben', '1990-01-01'],
    ['Cid', ''],
  ]) {
    const person = { EMAIL: `${name}@example.com`, FNAME: name, ...(day && { BORN: day }) };
    await call('POST', `/lists/${list}/subscribers`, person);
  }

  await page.goto(`/app/lists/${list}/segments/new`);
  // What is still hidden takes no focus.
  const nameField = page.getByLabel('Name', { exact: true });
  await nameField.waitFor();
  await nameField.focus();
  await page.keyboard.type('Cakes');
  await reach(page, 'Field', 'combobox');
  await choose(page, 'First name');
  await reach(page, 'Comparison', 'combobox');
  await choose(page, 'does not contain');
  await reach(page, 'Value', 'textbox');
  await page.keyboard.type('z');
  await page.getByText('3 people are in it and get email.').waitFor();
  const here = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]');
  await becomes(() => here.allInnerTexts(), ['Segments'], 'a segment is found among the segments');

  // A group that holds for none of: a birthday today, or Ben.
  await reach(page, 'Group', 'button');
  await page.keyboard.press('Enter');
  const inGroup = page.getByRole('group', { name: 'Condition 2.1' });
  await becomes(() => focused(page), 'How conditions combine in group 2');
  await choose(page, 'match none of these');
  await reach(page, 'Field', 'combobox');
  await choose(page, 'First name');
  await reach(page, 'Value', 'textbox');
  await page.keyboard.type('ben');
  await inGroup.getByText('1', { exact: true }).waitFor();
  const left = async (name: string) => (await page.getByRole('group', { name, exact: true }).boundingBox())?.x ?? 0;
  assert.ok((await left('Condition 2.1')) > (await left('Condition 1')), 'what is in a group stands further in');
  await reach(page, 'Date', 'button');
  await page.keyboard.press('Enter');
  await becomes(() => focused(page), 'Date', 'what was added has the focus');
  await choose(page, 'Born');
  await reach(page, 'Number', 'textbox');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('0');
  await reach(page, 'in any year (birthdays)', 'checkbox');
  await page.keyboard.press('Space');
  const date = page.getByRole('group', { name: 'Condition 2.2' });
  await date.getByText('1', { exact: true }).waitFor();
  await page.getByText('1 person is in it and gets email.').waitFor();
  await page.getByRole('link', { name: 'Cid@example.com' }).waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
  await reach(page, 'Save segment', 'button');
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: /Cakes.*1/ }).waitFor();

  await page.getByRole('link', { name: 'Cakes' }).click();
  await page.getByRole('group', { name: 'Condition 2.2' }).getByRole('checkbox').waitFor();
  await page.getByText('1 person is in it and gets email.').waitFor();
  await page.getByRole('button', { name: 'Remove condition 2.1' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('2 people are in it and get email.').waitFor();
  await becomes(() => focused(page), 'Date', 'the neighbour has the focus');
  await page.getByRole('button', { name: 'Remove group 2' }).press('Enter');
  await page.getByText('3 people are in it and get email.').waitFor();

  // As it is stored: all of them, to be exported.
  await page.reload();
  await page.getByRole('main').getByRole('link', { name: 'Subscribers' }).click();
  await page.getByText('1 person matches', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Export' }).waitFor();
});

/** Goes on with the Tab key until a control of that name has the focus. */
async function reach(page: Page, name: string, role: 'combobox' | 'textbox' | 'button' | 'checkbox'): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true }).and(page.locator(':focus'));
  for (let n = 0; n < 60; n += 1) {
    await page.keyboard.press('Tab');
    if ((await wanted.count()) > 0) return;
  }
  throw new Error(`The Tab key does not lead to ${name}.`);
}

/** Opens the choice that has the focus, and goes down to one of its options. */
async function choose(page: Page, name: string): Promise<void> {
  const option = page.getByRole('option', { name, exact: true }).and(page.locator('[data-combobox-selected]'));
  for (let n = 0; n < 30; n += 1) {
    await page.keyboard.press('ArrowDown');
    await page.getByRole('listbox').waitFor();
    // What the key selects is drawn before it is looked for, on a slow machine too.
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    if ((await option.count()) > 0) {
      await page.keyboard.press('Enter');
      return;
    }
  }
  throw new Error(`The arrow keys do not lead to ${name}.`);
}

/** What has the focus. */
const focused = (page: Page) => page.locator(':focus').getAttribute('aria-label');
