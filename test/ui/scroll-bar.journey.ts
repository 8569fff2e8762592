// With a scroll bar that takes room, as most desks have it: nothing moves when it comes and goes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { becomes } from './becomes.ts';
import { BROWSER } from './browser.ts';
import { becomeOwner, callOf, openSite } from './site.ts';

test('the page stays where it is when it grows long, and while a dialog is open', async (t) => {
  const site = await openSite(t);
  const owner = await site.open();
  await becomeOwner(site, owner);
  const call = callOf(site);
  const { list_uid } = await call('POST', '/lists', {
    general: { name: 'Riders', description: 'Riders', opt_in: 'single' },
    defaults: { from_name: 'Ada', from_email: 'ada@example.com', reply_to: 'ada@example.com' },
  });
  for (let n = 0; n < 40; n += 1) await call('POST', `/lists/${list_uid}/subscribers`, { EMAIL: `p${n}@example.com` });
  const browser = await chromium.launch({
    executablePath: BROWSER,
    args: ['--no-sandbox'],
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  t.after(() => browser.close());
  const storageState = await owner.context().storageState();
  const viewport = { width: 1440, height: 900 };
  const page = await (await browser.newContext({ baseURL: site.baseUrl, storageState, viewport })).newPage();
  const edge = () => page.evaluate<number>(`document.querySelector('main').getBoundingClientRect().right`);
  const isLong = () => page.evaluate<boolean>('document.documentElement.scrollHeight > innerHeight');

  await page.goto('/app/lists');
  await page.getByRole('link', { name: 'Riders', exact: true }).waitFor();
  assert.equal(await isLong(), false);
  const short = await edge();
  await page.getByRole('button', { name: 'New list' }).click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor();
  assert.equal(await edge(), short, 'a dialog over a short page moves nothing');
  await page.keyboard.press('Escape');

  await page.goto(`/app/lists/${list_uid}`);
  await page.getByRole('link', { name: 'p39@example.com' }).waitFor();
  await becomes(isLong, true);
  assert.equal(await edge(), short, 'the bar takes no room that was used');
  await page.getByRole('button', { name: 'Add a person' }).click();
  await page.getByRole('dialog').getByLabel('Email').waitFor();
  assert.equal(await edge(), short, 'a dialog over a long page moves nothing');
  await page.keyboard.press('Escape');

  const middle = async (name: string, role: 'button' | 'searchbox') => {
    const box = await page.getByRole(role, { name, exact: true }).boundingBox();
    return box && Math.round(box.y + box.height / 2);
  };
  assert.equal(await middle('Search people', 'searchbox'), await middle('Moved', 'button'), 'one row');
});
