// A webhook is added, tested, looked at, changed, given a new secret, and removed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEventReceiver } from '../support/receiver-of-events.ts';
import { findingsOf } from './axe.ts';
import { becomeOwner, openSite } from './site.ts';

test('a webhook is added, tested, changed, and removed', async (t) => {
  const receiver = await openEventReceiver();
  t.after(() => receiver.close());
  const site = await openSite(t, { MAILWRIGHT_FETCH_ALLOW: '127.0.0.1' });
  const page = await site.open();
  await becomeOwner(site, page);
  await page.goto('/app/settings/webhooks');
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill('https://example.com/');
  await dialog.getByLabel('What it is for').fill('CRM');
  await dialog.getByRole('checkbox', { name: 'Everything, including what later versions add' }).uncheck();
  await dialog.getByText('Select at least one.').waitFor();
  await dialog.getByRole('checkbox', { name: 'unsubscribed' }).check();
  await dialog.getByRole('checkbox', { name: 'bounced' }).check();
  assert.deepEqual(await findingsOf(page), []);
  const add = dialog.getByRole('button', { name: 'Add webhook' });
  await dialog.getByLabel('URL').fill('http://user:word@127.0.0.1/');
  await add.click();
  await dialog.getByText('URL cannot be used: an address must not contain a user name and password.').waitFor();
  await dialog.getByLabel('URL').fill(receiver.url);
  await add.click();
  await dialog.getByText('Copy the secret now: it is shown only once.').waitFor();
  receiver.secret = await dialog.getByText(/^whsec_/).innerText();
  await dialog.getByRole('button', { name: 'Close' }).click();

  const row = page.getByRole('row', { name: /CRM/ });
  await row.getByText('subscriber.unsubscribed and 1 more').waitFor();
  await row.getByRole('button', { name: 'Deliveries' }).click();
  await dialog.getByText('Nothing has been sent yet').waitFor();
  await dialog.getByRole('button', { name: 'Send a test' }).click();
  await dialog.getByText(/^The test was accepted with 200/).waitFor();
  await dialog.getByRole('row', { name: /webhook\.test/ }).waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await row.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('switch', { name: 'On' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await row.getByText('Off', { exact: true }).waitFor();
  await row.getByRole('button', { name: 'New secret' }).click();
  await dialog.getByRole('button', { name: 'Create a new secret' }).click();
  const secret = await dialog.getByText(/^whsec_/).innerText();
  assert.notEqual(secret, receiver.secret);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await row.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
});
