// Whoever rests behind a word goes on behind the space that they typed, although the server takes
// white space from the ends of a text that is saved meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
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
});
