// A campaign that waits for its time gets another one without going back to a draft.
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
  await page.getByText(/It goes .*on Dec 1, 2035/).waitFor();
  await page.getByText('To change anything else, take it back to a draft.').waitFor();
  await page.getByRole('button', { name: 'Change the time…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the time' });
  const time = dialog.getByLabel('Date and time');
  await becomes(() => time.inputValue(), '2035-12-01T09:00');
  const change = dialog.getByRole('button', { name: 'Change the time' });
  await time.fill('2020-01-01T09:00'); // it would go at once
  await dialog.getByText('This time is past.').waitFor();
  await becomes(() => change.isDisabled(), true);
  await time.fill('2036-02-29T10:30');
  await becomes(() => change.isDisabled(), false);
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);
  await change.click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(/It goes .*on Feb 29, 2036, 10:30/).waitFor();
  const { status, send_at } = (await call('GET', `/campaigns/${uid}`)).data.record;
  assert.deepEqual([status, send_at], ['pending-sending', '2/29/36, 10:30 AM']);
});
