// Somebody who works for very many customers: another one is found by its name.
import { test } from 'node:test';
import { addCustomer } from '../../src/accounts/create.ts';
import { newUid } from '../../src/kernel/ids.ts';
import { inTransaction, openStore } from '../../src/storage/db.ts';
import { becomes } from './becomes.ts';
import { becomeOwner, openSite, type Site } from './site.ts';

const MANY = 300;

test('another customer of very many is found by part of its name, by keyboard alone', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  await joinCustomers(site, MANY);
  await page.reload();
  await page.getByRole('button', { name: /Owner/ }).click();
  const items = page.getByRole('menuitem');
  await becomes(() => items.count(), 5);
  await page.getByRole('menuitem', { name: 'Switch customer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Switch customer' });
  const choice = dialog.getByRole('combobox', { name: 'Customer' });
  await choice.waitFor();
  await becomes(() => dialog.locator('input:focus').count(), 1);
  await page.keyboard.type('nobody');
  await page.getByText('No customer has this name.').waitFor();
  await choice.fill('');
  await page.getByText('201 more: type part of the name').waitFor();
  await choice.fill('agency client 277');
  await page.getByRole('option', { name: 'Agency client 277' }).waitFor();
  await becomes(() => page.getByRole('option').count(), 1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /Agency client 277/ }).waitFor();
  await becomes(() => dialog.count(), 0);
});

/** Makes the owner one of so many further customers. */
async function joinCustomers(site: Site, count: number): Promise<void> {
  const { db, close } = await openStore(site.place);
  const { id: user_id } = await db.selectFrom('user_account').select('id').executeTakeFirstOrThrow();
  await inTransaction(db, async (tx) => {
    for (let n = 1; n <= count; n += 1) {
      const name = { first_name: 'Agency', last_name: `client ${n}`, email: `c${n}@example.com` };
      const usual = { time_zone: 'UTC', locale: 'en', status: 'active', company: null, created_at: n };
      const { id } = await addCustomer(tx, Object.assign({ uid: newUid() }, name, usual));
      const membership = { customer_id: id, user_id, role: 'owner', created_at: n };
      await tx.insertInto('membership').values(membership).execute();
    }
  });
  await close();
}
