// The suppression list: blocking an address, a file of them with a bad row, finding, letting go.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsOf, overflowOf } from './axe.ts';
import { becomeOwner, openSite } from './site.ts';

test('addresses are blocked one by one and by a file, found, and mailed again', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await page.getByRole('link', { name: 'Deliverability' }).click();
  await page.getByRole('link', { name: 'Suppression list' }).click();
  await page.getByRole('heading', { name: 'Nobody is blocked' }).waitFor();
  assert.deepEqual(await findingsOf(page), []);

  await page.getByRole('button', { name: 'Block an address' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill('nobody');
  await dialog.getByRole('button', { name: 'Block' }).click();
  await dialog
    .getByText(/must be a valid|not a valid|address/i)
    .first()
    .waitFor();
  await dialog.getByLabel('Address').fill('Zoe@example.com');
  await dialog.getByLabel('Why (optional)').fill('asked by phone');
  await dialog.getByRole('button', { name: 'Block' }).click();
  await page.getByRole('row', { name: /Zoe@example\.com Blocked by hand asked by phone/ }).waitFor();

  const rows = ['email,reason', ...Array.from({ length: 60 }, (_, n) => `p${n}@example.com,complaint`), 'no address,'];
  await page
    .getByLabel('File of addresses to block')
    .setInputFiles({ name: 'blocked.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
  await dialog.getByText('60 are blocked now, 0 were before. Rows that cannot be read: 1.').waitFor();
  await dialog.getByRole('row', { name: /62 no address/ }).waitFor();
  assert.deepEqual(await findingsOf(page), []);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByText('Page 1 of 2, 61 in all').waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('row', { name: /Zoe/ }).waitFor();
  assert.match(page.url(), /page=2/);

  await page.getByRole('searchbox', { name: 'Find an address' }).fill('p7@example.com');
  await page.getByRole('row', { name: /^p7@/ }).getByRole('button', { name: 'Unblock' }).click();
  await dialog.getByText('This person called your mail spam.').waitFor();
  await dialog.getByRole('button', { name: 'Unblock' }).click();
  await page.getByRole('heading', { name: 'This address is not blocked' }).waitFor();
  const { body } = await site.server.call('GET', '/suppressions?per_page=10');
  assert.equal(String((body['data'] as { count: string }).count), '60');
  assert.equal(await overflowOf(page), 0);
});
