// The autoresponders of a list as a chain: begun, put one after the other, paused, and told who
// waits for them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../support/until.ts';
import { findingsOf, overflowOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { newList, SENDER } from './new-list.ts';
import { becomeOwner, callOf, openSite } from './site.ts';

test('a chain of mails is begun, grows and is paused', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const call = callOf(site);
  const list = await newList(site);

  await page.goto(`/app/lists/${list}`);
  await page.getByRole('link', { name: 'Automations' }).click();
  await page.getByRole('heading', { name: 'No automations yet' }).waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await page.getByRole('button', { name: 'New automation' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Welcome');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('radio', { name: 'After an event' }).waitFor();
  await becomes(() => page.getByRole('radio', { name: 'After an event' }).isChecked(), true);

  await page.goto(`/app/lists/${list}/automations`);
  const chain = page.getByRole('list', { name: 'After subscribing' });
  await chain.getByRole('heading', { name: 'Immediately' }).waitFor();
  await page.getByRole('button', { name: 'Add an email here: After subscribing' }).click();
  await dialog.getByLabel('Name').fill('First tip');
  await becomes(() => dialog.getByLabel('Delay').inputValue(), '2', 'a delay is offered');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('radio', { name: 'After an event' }).waitFor();
  await becomes(() => page.getByLabel('Delay').inputValue(), '2');

  // A mail that follows two of them runs, and two people subscribe.
  const { campaign_uid: uid } = await call('POST', '/campaigns', {
    name: 'A week later',
    subject: 'How is it going?',
    list_uid: list,
    ...SENDER,
    type: 'autoresponder',
    send_at: '2026-01-01 09:00:00',
    template: { content: '<p>[UNSUBSCRIBE_URL]</p>' },
    options: { autoresponder_time_unit: 'week', autoresponder_time_value: 1 },
  });
  const statusOf = async () => (await call('GET', `/campaigns/${uid}`)).data.record.status;
  await until('it runs', async () => (await statusOf()) === 'sending');
  for (const name of ['ann', 'ben']) await call('POST', `/lists/${list}/subscribers`, { EMAIL: `${name}@example.com` });

  await page.goto(`/app/lists/${list}/automations`);
  const steps = chain.getByRole('listitem');
  await steps.nth(2).waitFor();
  const headings = await chain.getByRole('heading').allInnerTexts();
  assert.deepEqual(headings, ['Immediately', '2 days after subscribing', '1 week after subscribing']);
  // One more between them, by keyboard, with a delay half-way.
  await page.getByRole('button', { name: 'Insert an email between First tip and A week later' }).focus();
  await page.keyboard.press('Enter');
  await becomes(() => dialog.getByLabel('Delay').inputValue(), '5');
  await becomes(() => dialog.getByRole('combobox', { name: 'Unit' }).inputValue(), 'days');
  await becomes(() => dialog.getByRole('combobox', { name: 'Event' }).count(), 0);
  await dialog.getByLabel('Delay').fill('4');
  await dialog.getByLabel('Name').fill('Second tip');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('radio', { name: 'After an event' }).waitFor();
  await page.getByRole('switch', { name: 'Also send to people already on the list' }).click();
  await page.getByRole('button', { name: 'Test and send…' }).click();
  const ready = page.getByRole('dialog', { name: 'Ready?' });
  await ready.getByText(/^It is also sent to people already on the list, up to \d+: immediately/).waitFor();
  await ready.getByRole('button', { name: 'Close' }).click();
  await page.goto(`/app/lists/${list}/automations`);
  await steps.nth(3).waitFor();
  await becomes(() => chain.getByRole('button', { name: /^Insert an email/ }).count(), 3);
  const times = await chain.getByRole('heading').allInnerTexts();
  assert.deepEqual(times.slice(1), [
    '2 days after subscribing',
    '4 days after subscribing',
    '1 week after subscribing',
  ]);
  const last = steps.nth(3);
  await last.getByText('2 people are waiting', { exact: true }).waitFor();
  await last.getByRole('button', { name: 'Pause: A week later' }).click();
  await last.getByText('Paused', { exact: true }).waitFor();
  assert.equal(await statusOf(), 'paused');
  await last.getByText('2 people are waiting', { exact: true }).waitFor();
  await last.getByRole('button', { name: 'Resume: A week later' }).click();
  await last.getByText('Running', { exact: true }).waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await becomes(() => overflowOf(page), 0);

  await page.getByRole('button', { name: 'New automation' }).click();
  await dialog.getByRole('combobox', { name: 'Event' }).click();
  await page.getByRole('option', { name: 'They opened another campaign' }).click();
  await dialog.getByText('Select the campaign it follows.').waitFor();
  await becomes(() => dialog.getByRole('button', { name: 'Create' }).isDisabled(), true);
  await dialog.getByRole('combobox', { name: 'Which campaign' }).click();
  await page.getByRole('option', { name: 'A week later' }).click();
  await dialog.getByLabel('Name').fill('They read it');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('radio', { name: 'After an event' }).waitFor();
  await page.goto(`/app/lists/${list}/automations`);
  await page.getByRole('list', { name: 'After opening “A week later”' }).getByRole('listitem').waitFor();

  // Whoever would remove that campaign is told what follows it.
  await page.goto('/app/campaigns');
  await page.getByRole('button', { name: 'Actions for A week later' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await dialog.getByText('Emails that follow it will no longer be sent to anyone: They read it.').waitFor();
});

test('a mail that runs has its report, and is changed while it is paused', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const call = callOf(site);
  const list = await newList(site);
  const { campaign_uid: uid } = await call('POST', '/campaigns', {
    name: 'Welcome',
    subject: 'Welcome',
    list_uid: list,
    ...SENDER,
    type: 'autoresponder',
    status: 'draft',
    template: { content: '<p>[UNSUBSCRIBE_URL]</p>' },
  });
  // Nobody is on the list yet: that is no reason not to switch it on.
  await page.goto(`/app/campaigns/${uid}`);
  await page.getByRole('button', { name: 'Test and send…' }).click();
  await page.getByText('No one would get it yet.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch it on' }).click();
  await page.getByText(/^It will be switched on in \d+ seconds?\./).waitFor();
  await page.getByRole('button', { name: 'Switch it on now' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await call('POST', `/lists/${list}/subscribers`, { EMAIL: 'ann@example.com' });

  await page.getByRole('link', { name: 'Report', exact: true }).click();
  await page.getByRole('button', { name: 'Did not open', exact: true }).click();
  await page.getByRole('link', { name: 'ann@example.com' }).waitFor();
  await page.getByRole('link', { name: 'Progress' }).click();

  await page.getByRole('button', { name: 'Edit…' }).click();
  await page.getByRole('button', { name: 'Pause and edit' }).click();
  await page.getByText(/^It is paused\./).waitFor();
  await becomes(() => page.getByRole('combobox', { name: 'List' }).isDisabled(), true);
  await page.getByLabel('Subject').fill('Welcome, Ben');
  // What was typed last goes with it.
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Edit…' }).waitFor();
  const { record } = (await call('GET', `/campaigns/${uid}`)).data;
  assert.deepEqual([record.subject, record.status], ['Welcome, Ben', 'sending']);

  // Reports have it with its figures so far, and its name leads to its own.
  await page.goto('/app/reports');
  const row = page.getByRole('table', { name: 'Campaigns in progress' }).getByRole('row', { name: 'Welcome' });
  await becomes(() => row.getByRole('cell').first().textContent(), '1');
  await row.getByText('Running').waitFor();
  await row.getByRole('link', { name: 'Welcome' }).click();
  await page.getByRole('heading', { level: 2, name: 'People', exact: true }).waitFor();

  // It is removed as it runs.
  await page.goto('/app/campaigns');
  await page.getByRole('button', { name: 'Actions for Welcome' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove “Welcome”?' });
  await dialog.getByRole('textbox').fill('Welcome');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('“Welcome” was removed').waitFor();
});
