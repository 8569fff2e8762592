// Whoever rests after a word goes on after the space that they typed, although the server takes
// white space from the ends of a text that is saved meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { becomes } from './becomes.ts';
import { newList } from './new-list.ts';
import { becomeOwner, callOf, openSite } from './site.ts';

const SAVED = 'All changes are saved';

test('a space that was typed stays while the text saves itself', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const list_uid = await newList(site);
  const draft = { name: 'Tour', status: 'draft', list_uid, template: { content: '<p>Hello</p>' } };
  const { campaign_uid } = await callOf(site)('POST', '/campaigns', draft);
  await page.goto(`/app/campaigns/${campaign_uid}`);
  await page.getByText(SAVED).waitFor();
  const write = async (label: string, first: string, second: string) => {
    const field = page.getByLabel(label, { exact: true });
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().endsWith(`/campaigns/${campaign_uid}`),
    );
    await field.click(); // what the screen does not show yet takes no keys
    await field.pressSequentially(first);
    await saved;
    await page.getByText(SAVED).waitFor();
    await field.pressSequentially(second);
    return field.inputValue();
  };
  assert.equal(await write('Subject', 'Spring is here, ', 'Ann'), 'Spring is here, Ann');
  assert.equal(await write('Tags', 'news, ', 'spring'), 'news, spring');
  await page.getByText(SAVED).waitFor();
  await page.reload();
  await becomes(() => page.getByLabel('Subject', { exact: true }).inputValue(), 'Spring is here, Ann');
  await becomes(() => page.getByLabel('Tags', { exact: true }).inputValue(), 'news, spring');
  await restAtTemplate(page, callOf(site));
});

/** A template of blocks: with each saving of them all of it is asked for anew. */
async function restAtTemplate(page: Page, call: ReturnType<typeof callOf>): Promise<void> {
  const blocks = { version: 1, blocks: [{ kind: 'divider' }, { kind: 'text', text: '<p>Hello</p>' }] };
  const { template_uid } = await call('POST', '/templates', { name: 'Tour', blocks });
  await page.goto(`/app/templates/${template_uid}`);
  const answered = (method: string, end: string) =>
    page.waitForResponse((answer) => answer.request().method() === method && answer.url().includes(end));
  const path = `/templates/${template_uid}`;
  const name = page.getByLabel('Template name', { exact: true });
  const subject = page.getByLabel('Subject of transactional emails', { exact: true });
  let saved = answered('PUT', path);
  await name.fill('Tour, ');
  await subject.fill('Spring is here, ');
  await saved;
  await page.getByText(SAVED).waitFor();
  // Blocks are saved: the page that they became is asked for, with all of the template.
  saved = answered('PUT', path);
  const anew = answered('GET', `${path}?full=1`);
  await page.getByRole('button', { name: 'Line', exact: true }).click();
  await page.getByRole('button', { name: 'Move down', exact: true }).click();
  await Promise.all([saved, anew]);
  await page.getByText(SAVED).waitFor();
  for (const [field, more] of [
    [name, '2027'],
    [subject, 'Ann'],
  ] as const) {
    await field.press('End');
    await field.pressSequentially(more);
  }
  assert.equal(await name.inputValue(), 'Tour, 2027');
  assert.equal(await subject.inputValue(), 'Spring is here, Ann');
  await page.getByText(SAVED).waitFor();
  await page.reload();
  await becomes(() => subject.inputValue(), 'Spring is here, Ann');
}
