// Steps that several tasks have.
import type { Page } from 'playwright-core';

/** `clicks`: as many as it takes. */
export type Task = { name: string; clicks: number; do(page: Page): Promise<void> };

export const rooms = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
export const dialogOf = (page: Page) => page.getByRole('dialog');
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();
export async function choose(page: Page, box: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: box }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
export async function openCampaign(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}
export async function findPerson(page: Page, email: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill(email);
  await page.getByRole('option', { name: new RegExp(email) }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: email }).waitFor();
}
