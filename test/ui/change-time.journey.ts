// When a campaign goes: chosen while it is written, and changed while it waits, without going back
// to a draft.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { newList, SENDER } from './new-list.ts';
import { becomeOwner, callOf, openSite } from './site.ts';

test('the time of a scheduled campaign is changed while it waits', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const call = callOf(site);
  const list_uid = await newList(site);
  const { campaign_uid: uid } = await call('POST', '/campaigns', {
    name: 'Winter',
    subject: 'Winter',
    list_uid,
    send_at: '2035-12-01 09:00:00',
    ...SENDER,
    template: { content: '<p>Hello [UNSUBSCRIBE_URL]</p>' },
  });
  await page.goto(`/app/campaigns/${uid}`);
  await page.getByText(/It will be sent .*on Dec 1, 2035/).waitFor();
  await page.getByText('To change anything else, move it back to draft.').waitFor();
  await page.getByRole('button', { name: 'Change the time…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the time' });
  const time = dialog.getByLabel('Date and time');
  await becomes(() => time.inputValue(), '2035-12-01T09:00');
  const change = dialog.getByRole('button', { name: 'Change the time' });
  await time.fill('2020-01-01T09:00'); // it would go at once
  await dialog.getByText('This time has passed.').waitFor();
  await becomes(() => change.isDisabled(), true);
  await time.fill('2036-02-29T10:30');
  await becomes(() => change.isDisabled(), false);
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
  await change.click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(/It will be sent .*on Feb 29, 2036, 10:30/).waitFor();
  const { status, send_at } = (await call('GET', `/campaigns/${uid}`)).data.record;
  assert.deepEqual([status, send_at], ['pending-sending', '2/29/36, 10:30 AM']);
});

test('again and again: the next five runs in words; a rule that never comes is refused', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const list_uid = await newList(site);
  const draft = { name: 'News', subject: 'News', status: 'draft', list_uid, template: { content: '<p>Hello</p>' } };
  const { campaign_uid: uid } = await callOf(site)('POST', '/campaigns', draft);
  await page.goto(`/app/campaigns/${uid}`);
  await page.getByRole('radio', { name: 'Recurring' }).check();
  const runs = page.getByRole('list', { name: 'Next runs' }).getByRole('listitem');
  await runs.nth(4).waitFor();
  await becomes(() => runs.count(), 5);
  for (const text of await runs.allInnerTexts()) assert.match(text, /^Monday, .*9:00/);
  await page.getByRole('button', { name: 'Tue' }).click();
  await runs.filter({ hasText: 'Tuesday' }).first().waitFor();
  await page.getByText('Custom', { exact: true }).click();
  await page.getByLabel('Cron expression').fill('0 9 31 2 *');
  await page
    .getByText(/Cronjob never runs/)
    .first()
    .waitFor();
  await page.getByLabel('Cron expression').fill('30 7 1 * *');
  await runs.filter({ hasText: '7:30' }).first().waitFor();
  assert.deepEqual(await findingsOf(page), []);

  await page.getByRole('radio', { name: 'After an event' }).check();
  await page.getByRole('combobox', { name: 'Event' }).click();
  await page.getByRole('option', { name: 'They opened another campaign' }).click();
  await page.getByText('The event is not saved until').waitFor();
  await page.getByRole('radio', { name: 'At a set time' }).check();
  await page.getByLabel('Date and time').fill('2020-01-01T09:00');
  await page.getByText('This time has passed').waitFor();
});
