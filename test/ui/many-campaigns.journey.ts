// A house with more campaigns than one answer has: each is found where one is chosen, and nothing
// loads them all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes } from './becomes.ts';
import { newList } from './new-list.ts';
import { becomeOwner, callOf, openSite } from './site.ts';

const MANY = 120;

test('the oldest of very many campaigns is found where a segment and a chain name one', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const call = callOf(site);
  const list_uid = await newList(site);
  const uids: string[] = [];
  for (let n = 1; n <= MANY; n += 1) {
    const name = n === 1 ? 'Founders’ letter' : `News ${n}`;
    uids.push((await call('POST', '/campaigns', { name, status: 'draft', list_uid })).campaign_uid);
  }
  const asked: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/campaigns') asked.push(url);
  });
  const choice = page.getByRole('combobox', { name: 'Which campaign', exact: true });
  const option = page.getByRole('option', { name: 'Founders’ letter' });

  await page.goto(`/app/campaigns/${uids.at(-1)}`);
  await page.getByRole('radio', { name: 'After an event' }).check();
  await page.getByRole('combobox', { name: 'Event' }).click();
  await page.getByRole('option', { name: 'They opened another campaign' }).click();
  await choice.click();
  const more = page.getByText(/^\d+ more: type part of the name$/);
  await becomes(() => more.textContent(), `${MANY - 100} more: type part of the name`);
  await becomes(() => page.getByRole('option', { name: `News ${MANY}` }).count(), 0, 'not the campaign itself');
  await choice.fill('FOUNDERS');
  await option.click();
  await page.getByText('All changes are saved').waitFor();
  await page.reload();
  await becomes(() => choice.inputValue(), 'Founders’ letter', 'one that is none of the newest is called by its name');

  await page.goto('/app/segments');
  await page.getByRole('link', { name: 'New segment' }).click();
  await page.getByRole('button', { name: 'Opens and clicks' }).click();
  await becomes(() => page.getByRole('combobox', { name: 'Field' }).count(), 0, 'what was not used is not in the way');
  const campaign = page.getByRole('combobox', { name: 'Campaign', exact: true });
  await becomes(() => campaign.inputValue(), 'any campaign');
  await campaign.fill('founders');
  await option.click();
  await becomes(() => campaign.inputValue(), 'Founders’ letter');

  assert.ok(asked.length > 0 && asked.every(({ searchParams }) => searchParams.get('page') === '1'));
  assert.ok(asked.every(({ searchParams }) => Number(searchParams.get('per_page')) <= 100));
});
