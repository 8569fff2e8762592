// What the journeys of mails of blocks have in common: a list, a new campaign, and where things
// stand.
import type { Page } from 'playwright-core';
import { newList } from './new-list.ts';
import { becomeOwner, type Site } from './site.ts';

export const SAVED = 'All changes are saved';

export async function begin(site: Site, page: Page): Promise<void> {
  await becomeOwner(site, page);
  await newList(site);
}

export async function newCampaign(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Campaigns' }).click();
  await page.getByRole('button', { name: 'New campaign' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

export const dataOf = <R>({ body }: { body: Record<string, unknown> }) =>
  (body['data'] as { records: [R, ...R[]] }).records;
export const blocks = (page: Page) => page.getByRole('list', { name: 'Blocks of the mail' });
export const mail = (page: Page) => page.frameLocator('iframe[title="The email"]:not([aria-hidden])');
