// A house with more lists than a page has: each is found, on their screen and wherever one is
// chosen; nothing loads them all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsOf } from './axe.ts';
import { becomes } from './becomes.ts';
import { becomeOwner, callOf, openSite } from './site.ts';

const MANY = 130;

test('the oldest of very many lists is found on every screen', async (t) => {
  const site = await openSite(t);
  const page = await site.open();
  await becomeOwner(site, page);
  const call = callOf(site);
  const uids: string[] = [];
  for (let n = 1; n <= MANY; n += 1) {
    const name = n === 1 ? 'Founders of the house' : `List ${n}`;
    const general = { name, description: name, opt_in: 'single', ...(n % 40 === 0 && { tags: ['forty'] }) };
    const defaults = { from_name: 'Ada', from_email: 'ada@example.com', reply_to: 'ada@example.com' };
    uids.push((await call('POST', '/lists', { general, defaults })).list_uid);
  }
  const [oldest = ''] = uids;
  const asked: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/lists') asked.push(url);
  });

  await page.getByRole('link', { name: 'Lists', exact: true }).click();
  const rows = page.getByRole('table', { name: 'Lists' }).getByRole('row');
  await becomes(() => rows.count(), 51);
  await page.getByRole('button', { name: 'Show more' }).click();
  await becomes(() => rows.count(), 101);
  const search = page.getByRole('searchbox', { name: 'Search by name' });
  await search.fill('FOUNDERS');
  await page.getByRole('link', { name: 'Founders of the house', exact: true }).waitFor();
  await becomes(() => rows.count(), 2);
  assert.match(page.url(), /search=FOUNDERS/);
  assert.deepEqual(await findingsOf(page), []);
  await page.getByRole('link', { name: 'Founders of the house', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Founders of the house' }).waitFor();
  await page.goBack();
  await becomes(() => search.inputValue(), 'FOUNDERS');
  await search.fill('nothing is called so');
  await page.getByText('No lists match this search').waitFor();
  await page.getByRole('button', { name: 'Show all lists' }).click();
  await becomes(() => rows.count(), 101); // as before the search
  await page.goto('/app/lists?tag=forty');
  await becomes(() => rows.count(), 4);

  const choice = page.getByRole('combobox', { name: 'List', exact: true });
  const option = page.getByRole('option', { name: 'Founders of the house' });
  await page.goto('/app/segments');
  await page.getByRole('button', { name: 'New segment' }).click();
  await choice.fill('founders');
  await option.click();
  await page.getByText('In the list “Founders of the house”').waitFor();

  // A draft for a list that is none of the newest says its name, and takes another one.
  const { campaign_uid } = await call('POST', '/campaigns', { name: 'One', status: 'draft', list_uid: oldest });
  await page.goto(`/app/campaigns/${campaign_uid}`);
  await becomes(() => choice.inputValue(), 'Founders of the house');
  await choice.click();
  const all = page.getByRole('listbox', { name: 'List', exact: true });
  await all.getByText(`${MANY - 100} more: type part of the name`).waitFor();
  await choice.fill('list 2');
  await page.getByRole('option', { name: 'List 2', exact: true }).click();
  await becomes(() => choice.inputValue(), 'List 2');
  const further = page.getByRole('combobox', { name: 'Add a list' });
  await further.fill('founders');
  await option.click();
  await page.getByRole('button', { name: 'Remove Founders of the house' }).waitFor();
  await page.getByText('All changes are saved').waitFor();
  await page.reload();
  await becomes(() => choice.inputValue(), 'List 2');
  await page.getByRole('button', { name: 'Remove Founders of the house' }).waitFor();

  const pages = asked.map(({ searchParams }) => searchParams.get('page'));
  assert.ok(pages.length > 0 && pages.every((one) => one === '1' || one === '2'), pages.join());
  assert.ok(asked.every(({ searchParams }) => Number(searchParams.get('per_page')) <= 100));
});
