// The calendar: what left and what will leave, by month and by week, by mouse and keys, on a desk
// and on a phone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { newList, SENDER } from './new-list.ts';
import { becomeOwner, callOf, openSite } from './site.ts';

const YEAR = new Date().getUTCFullYear() + 1;

test('what will leave stands in the calendar, and leads to its campaign', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const call = callOf(site);
  const list_uid = await newList(site);
  const make = (name: string, send_at: string, options: object = {}) =>
    call('POST', '/campaigns', {
      name,
      subject: name,
      list_uid,
      send_at,
      ...SENDER,
      options,
      template: { content: '<p>Hello [UNSUBSCRIBE_URL]</p>' },
    });
  await page.getByRole('link', { name: 'Calendar' }).click();
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor();
  assert.deepEqual(await findingsOf(page), []);

  await make('Spring', `${YEAR}-03-15 09:00:00`);
  await make('Weekly', `${YEAR}-03-01 00:00:00`, { cronjob: '30 7 * * 1', cronjob_enabled: 1 });
  for (const n of [1, 2, 3, 4, 5]) await make(`Wave ${n}`, `${YEAR}-03-20 1${n}:00:00`);
  await page.goto(`/app/campaigns/calendar?day=${YEAR}-03-10`);
  const month = page.getByRole('table', { name: `March ${YEAR}` });
  await month.getByRole('link', { name: /Spring ?, Scheduled$/ }).waitFor();
  await month.getByRole('link', { name: /Spring ?, Scheduled$/ }).focus();
  await page.getByRole('tooltip', { name: /Spring · Scheduled$/ }).waitFor();
  const mondays = await month.getByRole('link', { name: /Weekly ?, Recurring$/ }).count();
  assert.ok(mondays >= 4, `every Monday: ${mondays}`);
  await becomes(() => month.getByRole('link', { name: /Wave/ }).count(), 3, 'of many the first');
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);

  await month.getByRole('link', { name: /^2 more/ }).click();
  await page.getByRole('link', { name: 'Wave 5' }).waitFor();
  await becomes(() => page.getByRole('link', { name: /^Wave/ }).count(), 5);
  assert.match(page.url(), new RegExp(`view=week&day=${YEAR}-03-20`));
  await page.getByText('Nothing', { exact: true }).first().waitFor();
  assert.deepEqual(await findingsOf(page), []);

  await page.getByRole('button', { name: 'Next week' }).press('Enter');
  await page.getByText('Wave 5').waitFor({ state: 'detached' });
  await page.getByText('Month', { exact: true }).click();
  await page.getByRole('button', { name: 'Next month' }).press('Enter');
  await page.getByRole('table', { name: `April ${YEAR}` }).waitFor();
  await page.getByRole('button', { name: 'Previous month' }).press('Enter');

  await page.goto('/app/campaigns');
  await page.getByRole('region', { name: 'Server' }).getByRole('link', { name: 'No known backup' }).waitFor();
  await page.getByRole('table').getByText('Wave 5').first().waitFor();
  await page.goBack();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: 'Wave 5' }).waitFor();
  await becomes(() => page.getByRole('table').count(), 0, 'a phone has a list');
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
  await page.getByRole('link', { name: 'Spring' }).click();
  await page.getByRole('heading', { level: 1, name: 'Spring' }).waitFor();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/app/lists');
  await page.getByRole('heading', { level: 1, name: 'Lists' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor();
});
