// A key is made with a scope, places and an end, tried by a program, changed and revoked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { becomeOwner, openSite } from './site.ts';

test('a key is made, limited, used, changed, and revoked', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await page.goto('/app/settings/keys');
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What it is for').fill('Shop');
  await dialog.getByRole('checkbox', { name: 'Read' }).uncheck();
  await dialog.getByText('Select at least one.').waitFor();
  await becomes(() => dialog.getByRole('button', { name: 'Create key' }).isDisabled(), true);
  await dialog.getByRole('checkbox', { name: 'Everything for the customer' }).check();
  await becomes(() => dialog.getByRole('checkbox', { name: 'Read' }).isChecked(), true);
  await becomes(() => dialog.getByRole('checkbox', { name: 'Read' }).isDisabled(), true);
  await dialog.getByRole('checkbox', { name: 'Everything for the customer' }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Read' }).check();
  await dialog.getByRole('checkbox', { name: 'Send' }).check();
  await dialog.getByLabel('Allowed from').fill('everywhere');
  await dialog.getByLabel('Expires').fill('2099-12-31');
  assert.deepEqual(await findingsOf(page), []);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByText('Allowed from: “everywhere” is neither an address nor a network like 10.0.0.0/8.').waitFor();
  await dialog.getByLabel('Allowed from').fill('127.0.0.0/8, ::1');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByText('Copy the key now: it is shown only once.').waitFor();
  const key = await dialog.getByText(/^[A-Za-z0-9]{40}$/).innerText();
  const assistants = await dialog.getByText(/\/api\/mcp$/).innerText();
  assert.deepEqual(await findingsOf(page), []);
  await dialog.getByRole('button', { name: 'Close' }).click();

  const ask = (method: string) =>
    page.evaluate<number>(
      `fetch('/api/lists', { method: '${method}', credentials: 'omit', headers: { 'x-api-key': '${key}' } }).then(({ status }) => status)`,
    );
  assert.deepEqual([await ask('GET'), await ask('POST')], [200, 403]);
  const tools = await fetch(assistants, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  assert.match(await tools.text(), /"listCampaigns"/);
  const row = page.getByRole('row', { name: /Shop/ });
  await row.getByText('Read, Send').waitFor();
  await row.getByText('from 127.0.0.0/8 +1').waitFor();
  await row.getByText(/^Until .*2099$/).waitFor();

  await row.getByRole('button', { name: 'Edit' }).click();
  await becomes(() => dialog.getByLabel('Expires').inputValue(), '2099-12-31');
  await dialog.getByLabel('Allowed from').fill('203.0.113.7');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await row.getByText('from 203.0.113.7').waitFor();
  assert.equal(await ask('GET'), 403);
  await row.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Allowed from').fill('');
  await dialog.getByLabel('Expires').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await row.getByText('Active').waitFor();
  assert.equal(await ask('GET'), 200);

  await row.getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await row.getByText('Revoked').waitFor();
  assert.equal(await ask('GET'), 401);
  await page.goto('/app/settings/audit');
  for (const done of ['Created an API key', 'Changed an API key', 'Revoked an API key'])
    await page.getByText(done).first().waitFor();
});
