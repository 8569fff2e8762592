// What must not be hard to see or to press: buttons behind a long tag, what removes something, what
// is on in a campaign that nobody may change, targets for a finger, the time in a reason.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../support/until.ts';
import { findingsOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { COMPANY, newList, SENDER } from './new-list.ts';
import { becomeOwner, callOf, openSite } from './site.ts';

const TAG = 'TOWN_OR_VILLAGE_OR_WHERE_ELSE_MAIL_GOES_TO_X';

test('long tags, things removed, what is on, fingers, and times', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const call = callOf(site);
  const list_uid = await newList(site, { company: COMPANY });
  const field = { type: 'text', label: 'Town or village', tag: TAG, required: 'no', visibility: 'visible' };
  await call('POST', `/lists/${list_uid}/fields`, field);
  const subscriber = (email: string) => call('POST', `/lists/${list_uid}/subscribers`, { EMAIL: email });
  await subscriber('ann@example.com');
  const make = async (name: string, more: object) => {
    const body = { name, subject: name, list_uid, ...SENDER, template: { content: '<p>Hello</p>' }, ...more };
    return (await call('POST', '/campaigns', body)).campaign_uid;
  };
  const sent = await make('News', { send_at: '2026-01-01 09:00:00' });
  const planned = await make('Spring', { send_at: '2036-01-01 09:00:00', options: { url_tracking: 'no' } });

  await page.goto(`/app/lists/${list_uid}/fields`);
  await page.getByRole('button', { name: 'Remove the field “Town or village”' }).waitFor();
  await becomes(() => cutOff(page), [], 'no button is cut off by the frame of its table');

  await page.goto('/app/campaigns');
  await page.getByRole('button', { name: 'Actions for Spring' }).click();
  const remove = page.getByRole('menuitem', { name: 'Remove…' });
  await remove.waitFor();
  const isPale = (finding: string) => finding.startsWith('color-contrast');
  assert.deepEqual((await findingsOf(page)).filter(isPale), []);
  await remove.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await page.keyboard.press('Escape');

  await page.goto(`/app/campaigns/${planned}`);
  await page.getByRole('switch', { name: 'Count opens' }).waitFor();
  await becomes(() => colorsOf(page, ':checked'), 1);
  await becomes(() => colorsOf(page, ''), 2, 'what is on does not look as what is off');

  await until('the mail is on its way', async () => {
    const { body } = await site.server.call('GET', `/campaigns/${sent}`);
    return (body as { data: { record: { status: string } } }).data.record.status === 'sent';
  });
  const { data } = await subscriber('later@example.com');
  await page.goto(`/app/lists/${list_uid}/subscribers/${data.record.subscriber_uid}`);
  await page.getByRole('combobox', { name: 'Campaign' }).fill('News');
  await page.getByRole('option', { name: 'News' }).click();
  await page.getByText(/joined the list at \w+ \d+, \d{4}, [\d:]+\s[AP]M, after the audience/).waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  for (const path of [`/lists/${list_uid}`, `/lists/${list_uid}/fields`, '/campaigns', '/settings']) {
    await page.goto(`/app${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    await becomes(() => lowButtons(page), [], path);
  }
});

/** How many colors the switches have that nobody may press. */
const colorsOf = (page: Page, which: string) =>
  page.evaluate<number>(`new Set([...document.querySelectorAll('[role=switch]:disabled${which} + *')]
    .map((one) => getComputedStyle(one).backgroundColor)).size`);

/** Buttons that the frame around their table cuts off. */
const cutOff = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('.card .table button')]
    .filter((one) => one.getBoundingClientRect().right > one.closest('.card').getBoundingClientRect().right)
    .map((one) => one.textContent)`);

/** Buttons that a finger misses; those within a sentence are as high as its words. */
const lowButtons = (page: Page) =>
  page.evaluate<
    string[]
  >(`[...document.querySelectorAll('button:not(.as-link, .mantine-PasswordInput-visibilityToggle)')]
    .map((one) => [one.textContent, one.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 1 && height < 44)
    .map(([words, { height }]) => words + ' ' + height)`);
