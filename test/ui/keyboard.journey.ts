// A campaign from nothing to people's inboxes, by keyboard alone: written, checked, tested, sent,
// undone, and sent again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';
import { becomes } from './becomes.ts';
import { COMPANY, newList } from './new-list.ts';
import { becomeOwner, OWNER, openSite } from './site.ts';

const SAVED = 'All changes are saved';
/** What a screen reader would call the element that has the focus. */
const FOCUSED = `(() => {
  const { activeElement: e } = document;
  if (!e) return '';
  return e.getAttribute('aria-label') || [...(e.labels ?? [])].map((l) => l.innerText).join(' ') || e.innerText || '';
})()`;

/** Presses Tab until the element of this name has the focus. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 150; presses += 1) {
    if ((await page.evaluate<string>(FOCUSED)).trim().startsWith(name)) return;
    await page.keyboard.press(key);
  }
  assert.fail(`no way to ${name} by ${key}`);
}

test('a campaign is written, checked, tested and sent by keyboard alone', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const { call } = site.server;
  const list = await newList(site, { company: COMPANY });
  const subscribers = ['ann', 'ben', 'cid'].map((name) => ({ EMAIL: `${name}@example.com`, FNAME: name }));
  await call('POST', `/lists/${list}/subscribers/bulk`, { subscribers });
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();

  await tabTo(page, 'New campaign');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, 'Name');
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'By keyboard' }).waitFor();

  await tabTo(page, 'Subject');
  await page.keyboard.type('Hello there');
  await tabTo(page, 'An empty page');
  await page.keyboard.press('Enter');
  const code = page.getByRole('textbox', { name: 'HTML of the email' });
  await until('the focus is there', () =>
    page.evaluate<boolean>('document.activeElement?.getAttribute("aria-label") === "HTML of the email"'),
  );
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('<!-- written by keyboard -->');
  await becomes(() => code.innerText(), /written by keyboard/);
  await page.getByText(SAVED).waitFor();

  // What is in the way leads to its field.
  await tabTo(page, 'Subject', 'Shift+Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await tabTo(page, 'Test and send…', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Fix before sending' }).waitFor();
  await becomes(() => page.getByRole('button', { name: /^Send to/ }).isDisabled(), true);
  await tabTo(page, 'Fix: There is no subject yet.');
  await page.keyboard.press('Enter');
  await until('the focus is there', () =>
    page.evaluate<boolean>('document.activeElement?.dataset.member === "subject"'),
  );
  await page.keyboard.type('Hello again');

  await tabTo(page, 'Test and send…', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, 'Send a test to');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('nobody');
  await page.keyboard.press('Enter');
  await page.getByText(/not a valid email|must be a valid email|valid email/i).waitFor();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(OWNER.email);
  await page.keyboard.press('Enter');
  await page.getByText(`The test is on its way to ${OWNER.email}`).waitFor();
  await tabTo(page, 'Send to 3 now');
  await page.keyboard.press('Enter');
  await page.getByText('It will be sent to 3 in').waitFor();
  await becomes(() => page.evaluate<string>(FOCUSED), 'By keyboard', 'not on the way back to all campaigns');
  await tabTo(page, 'Undo');
  await page.keyboard.press('Enter');
  await page.getByText(SAVED).waitFor();

  await tabTo(page, 'Test and send…');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, 'Send to 3 now');
  await page.keyboard.press('Enter');
  await page.getByText('It will be sent to 3 in').waitFor();
  await tabTo(page, 'Send now');
  await page.keyboard.press('Enter');
  await page.getByText('It will be sent to 3 in').waitFor({ state: 'detached' });
  const { body } = await call('GET', '/campaigns?per_page=1');
  const { records } = body['data'] as unknown as { records: { status: string }[] };
  assert.notEqual(records[0]?.status, 'draft');
});
