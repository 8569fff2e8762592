// What a phone needs: letters in fields at which Safari does not enlarge the page, crosses that a
// finger hits, dialogs that begin with what they say, and a button to save that stays in sight.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { newList } from './new-list.ts';
import { becomeOwner, callOf, openSite } from './site.ts';

const FIELDS = 40;

test('fields, crosses and long forms on a phone', async (t) => {
  const site = await openSite(t);
  const first = await site.open();
  await becomeOwner(site, first);
  const call = callOf(site);
  const list_uid = await newList(site);
  const text = { type: 'text', required: 'no', visibility: 'visible' };
  for (let n = 1; n <= FIELDS; n += 1)
    await call('POST', `/lists/${list_uid}/fields`, { ...text, label: `Field ${n}`, tag: `FIELD_${n}` });
  const content = '<p>Hello</p>';
  const draft = { name: 'Spring', subject: 'Spring', status: 'draft', list_uid, template: { content } };
  const { campaign_uid } = await call('POST', '/campaigns', draft);
  const context = await site.browser.newContext({
    baseURL: site.baseUrl,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    storageState: await first.context().storageState(),
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const dialog = page.getByRole('dialog');

  await page.goto(`/app/campaigns/${campaign_uid}`);
  await page.getByText('All changes are saved').waitFor();
  await page.locator('.cm-editor').waitFor();
  await becomes(() => smallLetters(page), []);
  await page.getByRole('button', { name: 'Test and send…' }).tap();
  await becomes(() => page.evaluate<string>('document.activeElement.textContent'), 'Ready?', 'what it is about first');
  const cross = await dialog.getByRole('button', { name: 'Close' }).boundingBox();
  assert.ok(cross && cross.height >= 44 && cross.width >= 44, 'large enough for a finger');
  await dialog.getByText(/checks passed/).waitFor();
  await becomes(() => smallLetters(page), []);
  await page.setViewportSize({ width: 390, height: 560 });
  await dialog.getByRole('button', { name: 'Send test' }).tap();
  await page.locator('.toasts').getByRole('button', { name: 'Close' }).waitFor();
  await becomes(() => isCovered(page), false, 'a word about what happened lies below the dialog, not over it');
  await page.setViewportSize({ width: 390, height: 844 });

  await page.goto(`/app/lists/${list_uid}`);
  await page.getByRole('button', { name: 'Add a person' }).tap();
  const add = dialog.getByRole('button', { name: 'Add', exact: true });
  await dialog.getByLabel('Email').fill('ann@example.com');
  await becomes(() => inSight(page), true, 'without scrolling past forty fields');
  await dialog.getByLabel(`Field ${FIELDS}`).focus();
  await becomes(() => isBehind(page), false, 'no field stands behind the buttons');
  await add.tap();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'ann@example.com' }).tap();
  const known = page.getByRole('textbox', { name: 'Field 1', exact: true });
  await known.fill('One');
  await becomes(() => inSight(page), true);
  await becomes(() => overflowOf(page), 0);
});

/** Fields whose letters are so small that Safari enlarges the page when they get the keyboard. */
const smallLetters = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('input, textarea, select, .cm-content')]
    .filter((one) => !['checkbox', 'radio', 'file', 'hidden'].includes(one.type))
    .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16)
    .map((one) => one.getAttribute('aria-label') ?? one.id)`);

/** Whether the button of the long form is in the window. */
const inSight = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    const { top, bottom } = document.querySelector('.long-form [type=submit]').getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  })()`);

/** Whether a toast lies over the dialog, or the button that was pressed is scrolled out of it. */
const isCovered = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    const { bottom } = document.querySelector('[role=dialog]').getBoundingClientRect();
    const pressed = document.activeElement.getBoundingClientRect();
    return bottom > document.querySelector('.toasts').getBoundingClientRect().top || pressed.bottom > bottom;
  })()`);

/** Whether the buttons cover what has the keyboard. */
const isBehind = (page: Page) =>
  page.evaluate<boolean>(`document.activeElement.getBoundingClientRect().bottom >
    document.querySelector('.long-form > .form-foot').getBoundingClientRect().top`);
